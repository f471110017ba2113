"""A set-up that the server proposes to whoever does not know the game yet: a draft to look at, to alter and to confirm.

Nothing is known here but what the seat may know. Each choice is the one after which imagined tables are worth most to
the seat; of equal ones chance takes one. It looks no further ahead, and nothing is written.
"""

import random
from collections.abc import Sequence
from typing import Any

from domain.kernel import draft
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.rng import KeyedRng
from services.queries.composing import Composed, may_follow

_WORLDS = 3
"""More than one, so that what is hidden is not taken for known."""


def may_propose(composed: Composed | None) -> bool:
    """Whether choices of the set-up may follow."""
    return composed is not None and any(choice.command.SETS_UP for choice in composed.pointing.choices)


def with_set_up(match: Match, seat: Seat, commands: Sequence[Command], chance: random.Random) -> Sequence[Command]:
    """A draft, followed by every choice of the set-up that can be made before something is revealed."""
    composed = tuple(commands)
    while options := [command for command in may_follow(match, seat, composed) if command.SETS_UP]:
        folded = draft.preview(match, seat, composed).match
        composed = (*composed, _best(folded, seat, options, chance))
    return composed


def _best(match: Match, seat: Seat, options: Sequence[Command], chance: random.Random) -> Command:
    game, view = match.game, match.game.view(match.state, seat)
    worlds = [game.imagine(view, KeyedRng(chance.randbytes(32))) for _ in range(_WORLDS)]
    worth = [sum(_worth(game, world, seat, command, chance) for world in worlds) for command in options]
    most = max(worth)
    return chance.choice([command for command, value in zip(options, worth, strict=True) if value == most])


def _worth(
    game: AnyGame,
    world: Any,  # noqa: ANN401 - any game's state
    seat: Seat,
    command: Command,
    chance: random.Random,
) -> float:
    """What a world is worth to a seat after its choice."""
    recorder = game.recorder(game.copy(world), KeyedRng(chance.randbytes(32)))
    game.decide_into(recorder, seat, command)
    return game.value(recorder.state, seat)
