"""Players who choose at random and plan every turn, and what became of each plan held against what it said.

python -m tests.kit.planning_players [CASES]          (100,000 by default; `make plans`)
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import msgspec

from domain.kernel import draft
from domain.kernel import lifecycle as life
from domain.kernel.errors import BatchRefused
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.plans import Hindrance, PlannedStep, imagined_turn, judge, planned
from domain.registry import GAMES
from tests.kit.logged_match import LoggedMatch
from workers.bots.chance import PlainRng

PLAYERS, MOST_STEPS = 3, 12


class Judged(NamedTuple):
    """A plan when its turn had come: what was hindering it, and what was written of it."""

    seat: Seat
    steps: tuple[PlannedStep, ...]
    hindrance: Hindrance | None
    before: Match
    written: int


class PlanningPlayers:
    """Players who choose at random, and plan each turn as soon as they can."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.rng = random.Random(seed)
        self.log = LoggedMatch(game, PLAYERS, seed)
        self.plans: dict[Seat, tuple[PlannedStep, ...]] = {}

    def play(self, most: int) -> Iterator[Judged]:
        """Play so many choices; give every plan when its turn has come."""
        for _ in range(most):
            match = self.log.match
            waiting = match.to_act()
            if isinstance(waiting, Step):
                self.log.resolve()
                continue
            if not waiting:
                return
            self.plan(waiting)
            seat = match.game.begins_turn(match.state)
            if seat in self.plans:
                yield self.judged(seat)
                if seat not in self.plans:
                    continue
            self.choose(self.rng.choice(waiting))

    def plan(self, waiting: tuple[Seat, ...]) -> None:
        for seat in map(Seat, range(PLAYERS)):
            if seat in waiting or seat in self.plans:
                continue
            imagined = imagined_turn(self.log.match, seat, PlainRng(self.rng))
            if imagined is not None:
                self.plans[seat] = planned(imagined, seat, self.compose(imagined, seat))

    def compose(self, imagined: Match, seat: Seat) -> list[Command]:
        commands: list[Command] = []
        for _ in range(MOST_STEPS):
            folded = draft.preview(imagined, seat, commands)
            options = [] if folded.ends else folded.match.choices(seat)
            if not options:
                break
            commands.append(self.rng.choice(options))
        return commands

    def judged(self, seat: Seat) -> Judged:
        match, steps = self.log.match, self.plans[seat]
        before, written = match.copy(), len(self.log.records)
        verdict = judge(match, seat, steps)
        assert msgspec.msgpack.encode(match.state) == msgspec.msgpack.encode(before.state), "judging changes nothing"
        if verdict.hindrance is None:
            del self.plans[seat]
            self.log.keep(draft.confirm(match, seat, verdict.commands, planned_at=1))
            return Judged(seat, steps, None, before, written)
        told = Judged(seat, steps, verdict.hindrance, before, written)
        self.plans[seat] = steps
        self.choose(seat)
        del self.plans[seat]
        return told

    def choose(self, seat: Seat) -> None:
        waiting = self.log.match.to_act()
        if not isinstance(waiting, Step) and seat in waiting:
            self.log.play(seat, self.rng.choice(self.log.match.choices(seat)))


def own_events(players: PlanningPlayers, judged: Judged) -> str:
    """What the record of a played plan says that it meant to its seat, before anything came to light."""
    events = []
    for record in players.log.records[judged.written :]:
        event = players.log.codec.event(record)
        if event.REVEALS or event.PASSES:
            break
        if getattr(event, "seat", None) == judged.seat and not isinstance(event, life.PlanPlayed):
            events.append((type(event).__name__, event))
    return msgspec.json.encode(events, order="deterministic").decode()


def promised(steps: tuple[PlannedStep, ...]) -> str:
    """What a plan said it would mean."""
    return "[" + ",".join(one for step in steps if (one := step.outcome[1:-1])) + "]"


def check(players: PlanningPlayers, judged: Judged) -> None:
    """What was played was legal, cost and brought what the plan said; what was not has a reason, which is true."""
    if judged.hindrance is None:
        done = own_events(players, judged)
        assert promised(judged.steps).startswith(done[:-1]), "it cost and brought what it said"
        return
    step, reason, refusal = judged.hindrance
    assert 0 <= step < len(judged.steps)
    assert (refusal is not None) == (reason != "changed")
    if reason == "illegal" and judged.steps[step].facts is not None:
        chosen = [one.command for one in judged.steps[: step + 1] if one.facts is not None]
        assert _is_refused(judged.before, judged.seat, chosen)


def _is_refused(match: Match, seat: Seat, commands: list[Command]) -> bool:
    try:
        draft.confirm(match, seat, commands)
    except BatchRefused:
        return True
    return False


def main(cases: int) -> None:
    """Judge so many plans in games of all kinds, played to their ends, and print what became of them."""
    found: Counter[str] = Counter()
    for seed in count():
        game = GAMES[seed % len(GAMES)]
        players = PlanningPlayers(game, seed)
        for judged in players.play(sys.maxsize):
            check(players, judged)
            found[f"{game.name_in('en')}: {'played' if judged.hindrance is None else judged.hindrance.reason}"] += 1
        if found.total() >= cases:
            break
    for what, number in sorted(found.items()):
        print(f"{number:9,d}  {what}")  # noqa: T201 - a program by itself, too


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
