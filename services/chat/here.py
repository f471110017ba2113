"""Which tables live at the place of a chat where something is asked for, and how one comes to live there."""

from domain.kernel.ids import GameId, Version
from services.acts import channels
from services.acts.channels import NOTHING
from services.chat.call import ChatCall
from services.store.chat.bindings import Binding, ChannelSettings


async def tables_here(call: ChatCall) -> list[GameId]:
    """The tables of the place; in a thread those of the thread alone."""
    return await call.services.chat.bindings.at(call.request.place)


async def bind(call: ChatCall, game: GameId, since: Version = NOTHING) -> bool:
    """Let a table live where it is asked for; false if it or the place has too many already."""
    settings, ask = ChannelSettings(language=call.lang), call.ask()
    binding = Binding(game=game, place=call.request.place, by=ask.user, settings=settings, since=since)
    return await channels.bind(call.acts, ask, binding)
