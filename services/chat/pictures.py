"""Boards that messages in chats show, drawn by the sender in threads beside what it sends.

An answer is whole without its picture: if that comes too late, nothing is lost but a look at the board. A picture that
is put into a message twice changes nothing, and one that is uploaded twice is seen twice, so that a sender which dies
over it is simply replaced.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import NotFound
from services.chat.discord.formatter import message_body
from services.chat.message import BoardWanted
from services.chat.owed import PictureOwed, UploadOwed
from services.chat.slack.uploads import tell_asker, upload_owed
from services.foundation import ChatStores, Services
from services.logs import learn
from services.outbound.call_failures import CallFailed, CallOutcomeUnknown, RateLimited
from services.outbound.discord.client import DiscordClient
from services.queries.board_pictures import board_picture
from services.queries.drawing_processes import DrawingProcesses, Ordered, drawn
from services.queries.names import Names
from services.queries.queries import Queries
from services.tables.version_waits import VersionWaits

LEASE: Millis = 30 * SECOND
"""How long a run may take before another one is made; longer than a platform is waited for."""
_AGAIN: Millis = 5 * SECOND
_MOST_UNKNOWN_ENDS = 2
Send = Callable[[bytes], Awaitable[None]]
"""Shows a picture where it is owed."""


async def follow_up(services: Services, request: str) -> str:
    """Show the board that an answer lacks, if it is still wanted; give the outcome."""
    pictures, now = services.chat.owed_pictures, services.tables.now()
    stored = await pictures.take(request, now + LEASE)
    owed = None if stored is None else msgspec.json.decode(stored, type=PictureOwed | UploadOwed)
    send = None if owed is None else _sender(services.chat, owed)
    if owed is None or send is None:
        return "superseded"
    drawn = await _drawn(services, owed)
    try:
        if drawn is not None:
            await send(drawn)
    except RateLimited as limited:
        learn(reason=limited.reason)
        await pictures.take(request, now + int(limited.seconds * SECOND))
        return "postponed"
    except CallOutcomeUnknown as failure:
        learn(reason=failure.reason)
        return await _once_more(services, request, owed, now)
    except CallFailed as refusal:  # the message is gone, its time is over, or the app may not show pictures there
        learn(reason=refusal.reason)
        return await _given_up(services, request, owed, "picture_refused")
    await pictures.settle(request)
    return "superseded" if drawn is None else "ok"


async def _once_more(services: Services, request: str, owed: PictureOwed | UploadOwed, now: Millis) -> str:
    """Try again: a few times where each may show the picture once more, as long as it is owed where none can."""
    if isinstance(owed, PictureOwed):
        await services.chat.owed_pictures.take(request, now + _AGAIN)
        return "postponed"
    if owed.unknown_ends == _MOST_UNKNOWN_ENDS:
        return await _given_up(services, request, owed, "picture_uncertain")
    counted = replace(owed, unknown_ends=owed.unknown_ends + 1)
    await services.chat.owed_pictures.owe(request, msgspec.json.encode(counted), now + _AGAIN * counted.unknown_ends)
    return "postponed"


async def _given_up(services: Services, request: str, owed: PictureOwed | UploadOwed, key: str) -> str:
    """It will not be tried again; whoever was promised a picture beside the answer is told."""
    await services.chat.owed_pictures.settle(request)
    if isinstance(owed, UploadOwed) and services.chat.slack is not None:
        await tell_asker(services.chat.slack, owed, key)
    return "refused"


async def _drawn(services: Services, owed: PictureOwed | UploadOwed) -> bytes | None:
    """The picture; none once there is another draft, or its viewer may not see the table any more."""
    if owed.picture is None:
        return None
    wanted = owed.picture.source
    learn(game=wanted.game, version=wanted.version)
    try:
        return await board_png(services, wanted)
    except NotFound:
        return None


def _sender(chat: ChatStores, owed: PictureOwed | UploadOwed) -> Send | None:
    """How the picture is shown; none if the platform is not set up (any more)."""
    match owed:
        case PictureOwed() if chat.discord is not None:
            return partial(_edit, chat.discord, owed)
        case UploadOwed() if chat.slack is not None:
            return partial(upload_owed, chat.slack, owed)
        case _:
            return None


async def _edit(client: DiscordClient, owed: PictureOwed, png: bytes) -> None:
    await client.edit_original(owed.token, message_body(owed.message, png))


class DrawnHere(DrawingProcesses):
    """Draws in this process."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.settings.games)
        self._registry = services.tables.registry

    async def draw(self, ordered: Ordered) -> bytes:
        """The picture."""
        return await asyncio.to_thread(drawn, self._registry, ordered)


async def board_png(services: Services, wanted: BoardWanted) -> bytes | None:
    """The picture, as its viewer may see it; none once there is nothing like it to be seen any more."""
    return await board_picture(_queries(services), DrawnHere(services), wanted)


def _queries(services: Services) -> Queries:
    return Queries(
        tables=services.tables,
        models=services.models,
        drafts=services.people.drafts,
        names=Names(services.accounts),
        waits=VersionWaits(),
        public_url=services.settings.address,
    )
