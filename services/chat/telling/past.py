"""Messages of the past lose their buttons, silently: what can be pressed is what is asked now.

A press on one that kept them is answered as things stand, so nothing is told again because an edit failed.
"""

import msgspec
from msgspec.structs import replace

from services.chat.message import Message
from services.chat.telling.poster import Poster
from services.logs import learn
from services.outbound.not_sent import NotSent, RefusedForGood
from services.store.chat.bindings import Binding, Bindings, OpenMessage

MOST_REMEMBERED = 5
"""Messages whose buttons are yet to go: more only while the platform takes no edits."""


async def remember(bindings: Bindings, binding: Binding, posted: str, message: Message) -> None:
    """Remember a message that has buttons."""
    others = [one for one in await bindings.open_messages(binding.game, binding.place) if one.id != posted]
    if message.buttons:
        others.append(OpenMessage(id=posted, said=msgspec.Raw(msgspec.json.encode(message))))
    await bindings.keep_open(binding.game, binding.place, others[-MOST_REMEMBERED:])


async def take_buttons(bindings: Bindings, poster: Poster, binding: Binding, newest: str) -> None:
    """Take the buttons from every message before the newest; what cannot be edited now is left to the next time."""
    known = await bindings.open_messages(binding.game, binding.place)
    left = [one for one in known if one.id != newest]
    try:
        while left:
            await _edit(poster, binding, left[0])
            left.pop(0)
    except NotSent as failure:
        learn(buttons_left=failure.reason)
    await bindings.keep_open(binding.game, binding.place, left)


async def _edit(poster: Poster, binding: Binding, one: OpenMessage) -> None:
    message = msgspec.json.decode(one.said, type=Message)
    try:
        await poster.edit(binding.place, one.id, replace(message, buttons=()))
    except RefusedForGood as refusal:  # deleted, too old, or in a thread that was closed
        learn(buttons_stay=refusal.reason)
