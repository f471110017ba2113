"""How much of the waiting vanishes if players plan their turns: games between greedy players, played to their ends.

A wait is a stretch in which a person is asked, until the turn passes on or others are asked. As soon as a player is not
asked and has no plan, the next turn is planned where that is possible: the best turn that greedy finds in worlds that
the seat can imagine, then the best one that begins otherwise, then a third. When the turn begins, the first way is
played that can be; a wait vanishes if the turn passes on by that.
"""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from domain.kernel import draft
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Batch, Match
from domain.kernel.plans import MOST_ALTERNATIVES, PlannedStep, imagined_turn, judge, planned
from domain.registry import GAMES
from tests.bench.report import show
from tests.kit.logged_match import LoggedMatch
from workers.bots.bot import BotTurn, Budget, Draft
from workers.bots.chance import PlainRng
from workers.bots.greedy import GREEDY

PLAYERS = 3
LOOKS = 60
"""How long a player looks at a turn: enough to find a sensible one, few enough for hundreds of games."""
GAMES_PLAYED = int(os.environ.get("ACTA_BENCH_PLANNING_GAMES", "200"))


class _Players:
    """One game, in which so many alternatives are planned for every turn."""

    def __init__(self, game: AnyGame, seed: int, alternatives: int) -> None:
        self._rng = random.Random(seed)
        self._log = LoggedMatch(game, PLAYERS, seed)
        self._most = alternatives
        self._plans: dict[Seat, list[tuple[PlannedStep, ...]]] = {}
        self.counted: Counter[str] = Counter()

    def play(self) -> Counter[str]:
        """Play to the end; give how many waits there were, and how many of them vanished."""
        asked: set[Seat] = set()
        while not self._log.match.table.over:
            match = self._log.match
            waiting = match.to_act()
            if isinstance(waiting, Step):
                self._log.resolve()
                continue
            self._plan(match, waiting)
            self.counted["waits"] += len(set(waiting) - asked)
            seat, batch = self._chosen(match, waiting)
            self._log.keep(batch)
            asked = set(waiting) - {seat} if batch.passes else set(waiting)
        return self.counted

    def _chosen(self, match: Match, waiting: tuple[Seat, ...]) -> tuple[Seat, Batch]:
        """What is written next: a planned turn that begins and can be played, else what greedy chooses."""
        seat = match.game.begins_turn(match.state)
        if seat is not None and seat in waiting:
            for steps in self._plans.pop(seat, ()):
                verdict = judge(match, seat, steps)
                if verdict.hindrance is None:
                    batch = draft.confirm(match, seat, verdict.commands, planned_at=1)
                    self.counted["vanished"] += batch.passes
                    return seat, batch
        seat = waiting[0]
        return seat, draft.confirm(match, seat, _best(BotTurn.of(match, seat), self._rng))

    def _plan(self, match: Match, waiting: tuple[Seat, ...]) -> None:
        for seat in map(Seat, range(PLAYERS)):
            if seat in waiting or seat in self._plans or not self._most:
                continue
            imagined = imagined_turn(match, seat, PlainRng(self._rng))
            if imagined is not None:
                self._plans[seat] = self._ways(imagined, seat)

    def _ways(self, imagined: Match, seat: Seat) -> list[tuple[PlannedStep, ...]]:
        """The best turn, then the best of those that begin otherwise."""
        turn = BotTurn.of(imagined, seat)
        ways: list[tuple[PlannedStep, ...]] = []
        while turn.options and len(ways) < self._most:
            commands = _whole(imagined, seat, _best(turn, self._rng), self._rng)
            ways.append(planned(imagined, seat, commands))
            turn = turn._replace(options=[one for one in turn.options if one != commands[0]])
        return ways


def _best(turn: BotTurn, rng: random.Random) -> Draft:
    *_, best = GREEDY.choose(turn, rng, Budget(looks=LOOKS))
    return best


def _whole(imagined: Match, seat: Seat, begun: Draft, rng: random.Random) -> list[Command]:
    """A turn to its end, or to what comes to light: greedy confirms it part by part."""
    commands = list(begun)
    while True:
        folded = draft.preview(imagined, seat, commands)
        if folded.ends is not None or not folded.match.choices(seat):
            return commands
        commands += _best(BotTurn.of(folded.match, seat), rng)


def _share(place: int, alternatives: int, seed: int) -> Counter[str]:
    return _Players(GAMES[place], seed, alternatives).play()


def run() -> None:
    """Print the share of waits that vanish, by game and by how many alternatives are planned."""
    rows = []
    with ProcessPoolExecutor() as pool:
        for place, game in enumerate(GAMES):
            row: list[str | float] = [game.name_in("en")]
            for alternatives in range(1, MOST_ALTERNATIVES + 1):
                counted: Counter[str] = Counter()
                for one in pool.map(partial(_share, place, alternatives), range(GAMES_PLAYED)):
                    counted += one
                if alternatives == 1:
                    row.append(counted["waits"] / GAMES_PLAYED)
                row.append(f"{100 * counted['vanished'] / counted['waits']:.0f} %")
            rows.append(row)
    head = ["game of three", "waits a game", *(f"gone with {number}" for number in range(1, MOST_ALTERNATIVES + 1))]
    show(f"waits that vanish if turns are planned, in {GAMES_PLAYED} games of greedy players", head, rows)
