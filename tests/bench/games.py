"""How fast the rules are: whole random games, `legal`, and the fold of a log, for every game and for the small one.

Everything runs in one process and without a store. The yardstick is a bare loop of ten million additions, taken
before, between and after: it tells how fast this Python is on this machine at this moment.
"""

import random
from collections.abc import Callable, Iterator
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

import msgspec

from domain.kernel import draft, lobby
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat, UserId
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.replay import fold
from domain.registry import GAMES
from tests.bench.report import say, show
from tests.kit.logged_match import played
from tests.kit.taberna import GAME as TABERNA

SECONDS = 3.0
"""How long random games of one table are played; at least one is played to its end."""
REPEATS = 7
CANDIDATES = 5
ADDITIONS = 10_000_000


class Asked(NamedTuple):
    """One call of `legal`, and where to find its position again."""

    seconds: float
    options: int
    seed: int
    choice: int
    seat: Seat


class Played(NamedTuple):
    """Random games of one table. `choices` counts forced ones too."""

    games: int
    choices: int
    seconds: float
    asked: list[Asked]


def run() -> None:
    """Measure every game with the fewest and the most players."""
    tables = [(game, count) for game in (TABERNA, *GAMES) for count in fewest_and_most(game)]
    loops = [_additions()]
    results = []
    for game, players in tables:
        say(f"playing {game.name_in('en')} with {players} …")
        results.append(_play(game, players))
        loops.append(_additions())
    loop = median(loops)
    say(f"\na bare loop of {ADDITIONS:,} additions: {loop * 1000:,.0f} ms")
    names = [f"{game.name_in('en')}, {players} players" for game, players in tables]
    _show_games(names, results, loop)
    _show_legal(names, tables, results)
    _show_folds(names, tables, loop)


def fewest_and_most(game: AnyGame) -> list[int]:
    """The smallest and the largest table of a game."""
    return sorted({min(game.meta.players), max(game.meta.players)})


def _additions() -> float:
    start = perf_counter()
    total = 0
    for number in range(ADDITIONS):
        total += number
    return perf_counter() - start


# Random games -------------------------------------------------------------------------------------------------------


class Playout:
    """One random game: legal, decide and fold, forced choices included, no envelopes."""

    def __init__(self, game: AnyGame, players: int, seed: int) -> None:
        host = UserId("host")
        self.match = lobby.create(game, seed.to_bytes(32, "big"), host, lobby.Terms(players, {})).match
        for _ in range(players - 1):
            lobby.add_bot(Batch(self.match, host), host, "random")
        self.choices = 0
        self._seed = seed

    def positions(self) -> Iterator[Asked]:
        """Play to the end; stops before each choice, once its options are known."""
        rng = random.Random(self._seed)
        number = 0
        while not self.match.table.over:
            waiting = self.match.to_act()
            if isinstance(waiting, Step):
                self._resolve(waiting)
                continue
            seat = rng.choice(waiting)
            start = perf_counter()
            options = self.match.legal(seat)
            yield Asked(perf_counter() - start, len(options), self._seed, number, seat)
            self._count(draft.confirm(self.match, seat, [rng.choice(options)]))
            number += 1

    def _resolve(self, step: Step) -> None:
        batch = Batch(self.match, SYSTEM)
        batch.resolve(step)
        batch.advance()
        self._count(batch)

    def _count(self, batch: Batch) -> None:
        self.choices += sum(entry.command is not None for entry in batch.entries)


def _play(game: AnyGame, players: int) -> Played:
    games = choices = 0
    asked: list[Asked] = []
    start = perf_counter()
    while not games or perf_counter() - start < SECONDS:
        playout = Playout(game, players, games)
        asked += playout.positions()
        choices += playout.choices
        games += 1
    return Played(games, choices, perf_counter() - start, asked)


def _show_games(names: list[str], results: list[Played], loop: float) -> None:
    baseline = results[0].choices / results[0].seconds
    rows = [
        (
            name,
            result.games / result.seconds,
            result.choices / result.seconds,
            result.choices / result.games,
            result.choices / result.seconds / baseline,
            loop * result.games / result.seconds,
        )
        for name, result in zip(names, results, strict=True)
    ]
    head = ("random games", "games/s", "choices/s", "choices/game", f"speed ÷ {names[0]}", "games/loop")
    show("Whole random games in one process: legal, decide, fold", head, rows)


# Legal --------------------------------------------------------------------------------------------------------------


def _show_legal(names: list[str], tables: list[tuple[AnyGame, int]], results: list[Played]) -> None:
    rows = []
    for name, (game, players), result in zip(names, tables, results, strict=True):
        cuts = quantiles([ask.seconds for ask in result.asked], n=100)
        slowest = _slowest(game, players, result.asked)
        place = f"seed {slowest.seed}, choice {slowest.choice}, seat {slowest.seat}: {slowest.options} options"
        longest = max(ask.options for ask in result.asked)
        rows.append((name, longest, cuts[49] * 1e6, cuts[98] * 1e6, slowest.seconds * 1e6, place))
    head = ("legal", "longest list", "p50 µs", "p99 µs", "slowest µs", "where")
    show("The list of legal commands (the slowest position was taken again, best of several)", head, rows)


def _slowest(game: AnyGame, players: int, asked: list[Asked]) -> Asked:
    """The dearest position, not one at which the machine happened to pause: those with long lists are tried too."""
    slow = sorted(asked, reverse=True)[:CANDIDATES]
    long = sorted(asked, key=lambda ask: ask.options, reverse=True)[:CANDIDATES]
    return max(ask._replace(seconds=_again(game, players, ask)) for ask in {*slow, *long})


def _again(game: AnyGame, players: int, ask: Asked) -> float:
    playout = Playout(game, players, ask.seed)
    for position in playout.positions():
        if position.choice == ask.choice:
            break
    return _best(lambda: playout.match.legal(ask.seat))


# Folds --------------------------------------------------------------------------------------------------------------


def _show_folds(names: list[str], tables: list[tuple[AnyGame, int]], loop: float) -> None:
    rows: list[tuple[str | float, ...]] = []
    for name, (game, players) in zip(names, tables, strict=True):
        rows.append((name, *_folds(game, players, loop)))
    head = ("fold", "events", "decoded: ms", "events/s", "records: ms", "events/s", "folds/loop", "records ÷ decoding")
    show("Folding a whole game, from decoded events and from stored records", head, rows)


def _folds(game: AnyGame, players: int, loop: float) -> tuple[float, ...]:
    """The last figure sets the way from records beside msgspec's bare decoding of the same texts."""
    logged = played(game, players, seed=0)
    records = logged.records
    log = read(logged.codec, records)
    decoding = _best(lambda: [msgspec.json.decode(record.text) for record in records])
    folding = _best(lambda: fold(game, logged.secret, log))
    reading = _best(lambda: fold(game, logged.secret, read(logged.codec, records)))
    size = len(log)
    return size, folding * 1e3, size / folding, reading * 1e3, size / reading, loop / reading, reading / decoding


def _best(call: Callable[[], object]) -> float:
    """The quickest of several calls: the one that the machine disturbed least."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)
