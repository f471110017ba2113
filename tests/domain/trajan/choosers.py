"""Players for recordings: they show what random play hardly ever does."""

import random
from collections import deque
from collections.abc import Callable
from functools import cache

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.rng import KeyedRng
from domain.trajan import commands as cmd
from domain.trajan.data import PLACE_OF
from domain.trajan.state import Public
from tests.kit.logged_match import Chooser

Counts = tuple[int, ...]
_GIVING_UP = (cmd.SkipAction, cmd.DeclineSpecialAction, cmd.RepeatNothing)
_LOOP = 11


def eager(seed: int) -> Chooser:
    """Takes the most points that one command brings, gives up nothing that it can do, else chooses at random."""
    rng = random.Random(seed)

    def choose(match: Match, seat: Seat, options: list[Command]) -> Command:
        def worth(command: Command) -> tuple[int, float]:
            recorder = match.game.recorder(match.game.copy(match.state), KeyedRng(b"eager"))
            match.game.decide_into(recorder, seat, command)
            gain = recorder.state.scores[seat] - match.state.scores[seat]
            return gain - isinstance(command, _GIVING_UP), rng.random()

        return max(options, key=worth)

    return choose


def trader(seed: int) -> Chooser:
    """Goes to the port whenever it can, draws cards there and keeps them: the draw pile runs out."""
    rng = random.Random(seed)

    def choose(match: Match, seat: Seat, options: list[Command]) -> Command:
        bowls = _counts(match.state.public, seat)
        to_port = [cmd.TakeMarkers(bowl=b) for b, place in PLACE_OF.items() if (place + bowls[place]) % 6 == 0]  # type: ignore[arg-type]  # PLACE_OF's keys are the bowls
        liked = [it for it in options if it in to_port or isinstance(it, cmd.DrawCards)]
        return rng.choice(liked or options)

    return choose


def hoarder(seed: int) -> Chooser:
    """Seat 0 gathers its markers in one bowl; seat 1 then brings the time marker to the last space of the loop."""
    rng = random.Random(seed)

    def choose(match: Match, seat: Seat, options: list[Command]) -> Command:
        public: Public = match.state.public
        fits = _gathers(public) if seat == 0 else _reaches_the_last_space(public)
        return next((it for it in options if isinstance(it, cmd.TakeMarkers) and fits(it)), None) or rng.choice(options)

    return choose


def _counts(public: Public, seat: int) -> Counts:
    return tuple(len(bowl) for bowl in public.mats[seat].bowls)


def _gathers(public: Public) -> Callable[[cmd.TakeMarkers], bool]:
    place = _moves_to_gather().get(_counts(public, 0))
    return lambda command: PLACE_OF[command.bowl] == place


def _reaches_the_last_space(public: Public) -> Callable[[cmd.TakeMarkers], bool]:
    bowls = _counts(public, 1)
    ready = max(_counts(public, 0)) == 12
    return lambda command: ready and (public.time + bowls[PLACE_OF[command.bowl]]) % _LOOP == _LOOP - 1


@cache
def _moves_to_gather() -> dict[Counts, int]:
    """For every distribution of twelve markers the bowl to take on the shortest way into a single bowl."""
    before: dict[Counts, list[tuple[Counts, int]]] = {}
    for counts in _distributions(6, 12):
        for place in range(6):
            if counts[place]:
                before.setdefault(_sown(counts, place), []).append((counts, place))
    ends = [counts for counts in _distributions(6, 12) if max(counts) == 12]
    moves = {counts: counts.index(12) for counts in ends}
    queue = deque(ends)
    while queue:
        for counts, place in before.get(queue.popleft(), []):
            if counts not in moves:
                moves[counts] = place
                queue.append(counts)
    return moves


def _sown(counts: Counts, place: int) -> Counts:
    after = list(counts)
    after[place] = 0
    for step in range(1, counts[place] + 1):
        after[(place + step) % 6] += 1
    return tuple(after)


def _distributions(bowls: int, markers: int) -> list[Counts]:
    if bowls == 1:
        return [(markers,)]
    return [(n, *rest) for n in range(markers + 1) for rest in _distributions(bowls - 1, markers - n)]
