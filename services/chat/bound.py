"""Which tables live at a place of a chat, and how one comes to live there."""

from domain.kernel.ids import GameId, Version
from services.chat.asked import Asked
from services.chat.deps import ChatDeps
from services.store.chat.bindings import Binding, ChannelSettings
from services.store.chat.places import Place

NOTHING = Version(0)
"""Nothing is known of the table yet where it is bound."""


async def tables_at(deps: ChatDeps, place: Place) -> list[GameId]:
    """The tables of a place; in a thread those of the thread alone."""
    return await deps.services.bindings.at(place)


async def bind(asked: Asked, game: GameId, since: Version = NOTHING) -> bool:
    """Let a table live where it is asked for; false if it or the place has too many already."""
    settings = ChannelSettings(language=asked.lang)
    binding = Binding(game=game, place=asked.request.place, by=asked.principal.user_id, settings=settings, since=since)
    return await asked.deps.services.bindings.bind(binding)
