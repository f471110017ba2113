"""Where a table lives in chats: its host lets it live in a channel, chooses what is said there, and ends that."""

from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import GameId, Version
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.identity.access import PLAY
from services.queries.tables import visible_table
from services.store.chat.bindings import Binding
from services.store.chat.places import ChatPlace

NOTHING = Version(0)
"""Nothing is known of the table yet where it is bound."""


@act(PLAY)
async def bind(acts: Acts, ask: Ask, binding: Binding) -> bool:
    """Let a table live at a place, or say other things there; false if it or the place has too many already."""
    await require_host(acts, ask, binding.game)
    return await acts.services.chat.bindings.bind(binding)


@act(PLAY, room=False)
async def unbind(acts: Acts, ask: Ask, game: GameId, place: ChatPlace) -> None:
    """Let a table live at a place no longer."""
    await require_host(acts, ask, game)
    await acts.services.chat.bindings.unbind(game, place)


async def require_host(acts: Acts, ask: Ask, game: GameId) -> None:
    """Refuse everybody else than the host of a table."""
    async with visible_table(acts.tables, game, ask.user) as newest:
        if newest.match.table.host != ask.user:
            raise NotYourSeat
