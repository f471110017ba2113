"""Greedy: looks one whole turn ahead in imagined states, and plays the turn that ends in the best position.

It tries turns at random, then varies the best one found so far: keeps its beginning and plays its end anew, until that
has not helped for a while. It looks at nothing beyond the end of its own turn, and knows nothing but its seat's view.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.errors import IllegalMove
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from workers.bots.bot import BotTurn, Budget, Draft

WORLDS = 3
"""More than one, so that what is hidden is not taken for known; each costs time to imagine."""
MAX_CHOICES = 60
"""A bound for turns that random choices would never end; real ones are far shorter."""
FRESH_SHARE = 0.4
"""How often a turn is tried from its beginning instead of altering the best one."""
MAX_FUTILE_LOOKS = 40
"""Looks without a better turn before it is content. Its time is a limit, not a duty: the table is waiting."""


class TriedTurn(NamedTuple):
    """A turn that was tried: the choices up to the first thing that it would reveal, and what its end is worth."""

    choices: list[Command]
    draft: list[Command]
    value: float


class GreedyBot:
    """See the module."""

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """Ever better turns; one at least, however little time there is."""
        worlds = [_imagined(turn, rng) for _ in range(WORLDS)]
        untried = rng.sample(list(turn.options), len(turn.options))
        best: TriedTurn | None = None
        futile = 0
        while (budget.spend() or best is None) and (untried or futile < MAX_FUTILE_LOOKS):
            beginning = [untried.pop()] if untried else _beginning(best, rng)
            tried = _try_turn(turn.game, turn.seat, rng.choice(worlds), beginning, rng)
            futile += 1
            if tried is not None and (best is None or tried.value > best.value):
                best, futile = tried, 0
                yield tried.draft


def _beginning(best: TriedTurn | None, rng: random.Random) -> list[Command]:
    """What to keep of the best turn, which may be nothing."""
    if best is None or rng.random() < FRESH_SHARE:
        return []
    return best.choices[: rng.randrange(len(best.choices))]


def _imagined(turn: BotTurn, rng: random.Random) -> Any:  # noqa: ANN401 - any game's state
    return turn.game.imagine(turn.view, KeyedRng(rng.randbytes(32)))


def _try_turn(
    game: AnyGame,
    seat: Seat,
    world: Any,  # noqa: ANN401 - any game's state
    beginning: list[Command],
    rng: random.Random,
) -> TriedTurn | None:
    """Play a turn in an imagined world: its beginning as given, the rest at random."""
    recorder = game.recorder(game.copy(world), KeyedRng(rng.randbytes(32)))
    choices: list[Command] = []
    draft: list[Command] = []
    revealed = False
    for _ in range(MAX_CHOICES):
        waiting = game.to_act(recorder.state)
        if isinstance(waiting, Step) or seat not in waiting:
            break
        options = [option for option in game.legal(recorder.state, seat) if not option.ASIDE]
        forced = len(options) == 1 and not options[0].SECRET
        if forced:
            command = options[0]
        else:
            command = beginning[len(choices)] if len(choices) < len(beginning) else rng.choice(options)
            choices.append(command)
            if not revealed:
                draft.append(command)
        start = len(recorder.events)
        try:
            game.decide_into(recorder, seat, command)
        except IllegalMove:  # the beginning was tried in another world
            return None
        revealed = revealed or any(event.REVEALS for event in recorder.events[start:])
    return TriedTurn(choices, draft, game.value(recorder.state, seat))


GREEDY = GreedyBot()
