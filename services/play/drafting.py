"""The one stored draft of a player, as page and chat compose it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.game import Command
from domain.kernel.ids import UserId
from services.commands import choices
from services.commands.folding import MatchAt
from services.play.deps import GameDeps
from services.play.positions import stored_draft
from services.queries.composing import fitting
from services.store.drafts import Draft


async def fitting_draft(games: GameDeps, newest: MatchAt, user: UserId) -> Sequence[Command]:
    """The draft of somebody who plays, as far as it still fits: what is shown of it."""
    seat, stored = choices.seat_to_play(newest.match, user), await stored_draft(games, newest, user)
    return fitting(newest.match, seat, stored) if stored else stored


async def keep_draft(
    games: GameDeps, newest: MatchAt, user: UserId, commands: Sequence[Command], request: str = ""
) -> None:
    """Keep a draft in place of the former one; an empty one is forgotten."""
    if commands:
        games.free_space.require()
        kept = Draft(newest.version, tuple(command_values(commands)), request)
        await games.drafts.put(newest.game_id, user, kept)
    else:
        await games.drafts.drop(newest.game_id, user)


def command_values(commands: Sequence[Command]) -> list[dict[str, Any]]:
    """Commands as they are stored and confirmed."""
    return [msgspec.to_builtins(command) for command in commands]
