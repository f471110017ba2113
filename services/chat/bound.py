"""Which tables live at a place of a chat, and how one comes to live there."""

from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import Language
from services.chat.deps import ChatDeps
from services.store.chat.bindings import Binding, ChannelSettings
from services.store.chat.places import Place


async def tables_at(deps: ChatDeps, place: Place) -> list[GameId]:
    """The tables of a place; in a thread those of the thread alone."""
    return await deps.services.bindings.at(place)


async def bind(deps: ChatDeps, game: GameId, place: Place, by: UserId, lang: Language) -> bool:
    """Let a table live at a place; false if it or the place has too many already."""
    settings = ChannelSettings(language=lang)
    return await deps.services.bindings.bind(Binding(game=game, place=place, by=by, settings=settings))
