"""The arena: bots play each other many times on all cores, without a store. Seeded, so that it can be repeated."""

import hashlib
import math
import multiprocessing
import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from domain.kernel import lobby
from domain.kernel.draft import confirm
from domain.kernel.game import AnyGame, PointsScored, Step
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import SYSTEM, Batch, Match
from domain.registry import Registry
from workers.bots.bot import Bot, BotTurn, Budget, Draft
from workers.bots.registry import bots_by_name

LOOKS = 8000
"""Looks that a bot may take per draft; counted, not timed, so that a game comes out the same on any machine."""


class PlannedGame(NamedTuple):
    """One game to be played: which bot sits where, and the seed of everything. `planner:500` takes 500 looks."""

    game: str
    extra_games: tuple[str, ...]
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    looks: int = LOOKS
    extra_bots: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What a game came to, by the bots' order in the plan."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    sources: tuple[Counter[str], ...]
    choices: int


class BotStanding(NamedTuple):
    """How a bot did over all games; a shared win counts its share. `low` and `high` bound the rate at 95 %."""

    bot: str
    games: int
    win_rate: float
    low: float
    high: float
    mean_score: float
    mean_margin: float
    by_source: Mapping[str, float]


def play_games(games: Sequence[PlannedGame], processes: int | None = None) -> Iterator[Outcome]:
    """Play on all cores, or in so many processes; outcomes come in the order of the games.

    The processes are not forked from this one, in which a progress bar may run a thread.
    """
    with ProcessPoolExecutor(processes, multiprocessing.get_context("forkserver")) as pool:
        yield from pool.map(play_game, games)


def play_game(planned: PlannedGame) -> Outcome:
    """Play one game. Seats are turned round by the seed, so that no bot always sits first."""
    game = Registry.with_extra(planned.extra_games).get(planned.game)
    count = len(planned.bots)
    seats = [Seat((index + planned.seed) % count) for index in range(count)]
    match = opened(game, count, planned.options, planned.seed)
    known = bots_by_name(planned.extra_bots)
    players = {seat: _player(known, told) for seat, told in zip(seats, planned.bots, strict=True)}
    rng = random.Random(planned.seed)  # noqa: S311 - repeatable on purpose
    choices, points = play_out(match, players, rng, planned.looks)
    winners = tuple(seats.index(seat) for seat in winners_of(match))
    scores = match.scores()
    return Outcome(winners, tuple(scores[s] for s in seats), tuple(points[s] for s in seats), choices)


def bot_and_looks(told: str) -> tuple[str, int | None]:
    """The name of a bot, and the looks that it shall take at most (`planner:500`)."""
    name, colon, looks = told.partition(":")
    return name, int(looks) if colon else None


def _player(known: Mapping[str, Bot], told: str) -> Bot:
    name, looks = bot_and_looks(told)
    return known[name] if looks is None else LimitedBot(known[name], looks)


class LimitedBot:
    """A bot that takes fewer looks than it might."""

    def __init__(self, bot: Bot, looks: int) -> None:
        """Let it take so many."""
        self._bot = bot
        self._looks = looks

    def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
        """What it finds within them."""
        return self._bot.choose(turn, rng, budget.at_most(self._looks))


def opened(game: AnyGame, count: int, options: Mapping[str, Any], seed: int) -> Match:
    """A table at which a game has just begun."""
    secret = hashlib.sha256(f"arena {seed}".encode()).digest()
    match = lobby.create(game, secret, UserId("0"), lobby.Terms(count, options)).match
    for number in range(1, count):
        lobby.join(Batch(match, UserId(str(number))), UserId(str(number)), None)
    return match


def winners_of(match: Match) -> Sequence[Seat]:
    """Who won a game that is over."""
    return () if match.table.result is None else match.table.result.winners


def play_out(
    match: Match, players: Mapping[Seat, Bot], rng: random.Random, looks: int
) -> tuple[int, Mapping[Seat, Counter[str]]]:
    """Let bots play a game to its end: how many choices it took, and the points of each seat by source."""
    points: dict[Seat, Counter[str]] = {seat: Counter() for seat in players}
    choices = 0
    while not match.table.over:
        waiting = match.to_act()
        if isinstance(waiting, Step):
            batch = Batch(match, SYSTEM)
            batch.resolve(waiting)
            batch.advance()
        else:
            seat = waiting[0]
            draft = list(players[seat].choose(BotTurn.of(match, seat), rng, Budget(looks=looks)))[-1]
            batch = confirm(match, seat, draft)
            choices += len(draft)
        for entry in batch.entries:
            if isinstance(entry.event, PointsScored):
                points[entry.event.seat][entry.event.source] += entry.event.points
    return choices, points


def standings(outcomes: Sequence[Outcome], bots: Sequence[str]) -> list[BotStanding]:
    """Sum up."""
    return [_standing(outcomes, index, bot) for index, bot in enumerate(bots)]


def _standing(outcomes: Sequence[Outcome], index: int, bot: str) -> BotStanding:
    games = len(outcomes)
    wins = sum(1 / len(outcome.winners) for outcome in outcomes if index in outcome.winners)
    low, high = wilson(wins, games)
    total: Counter[str] = Counter()
    for outcome in outcomes:
        total.update(outcome.sources[index])  # unlike a sum of counters it keeps what cost points
    return BotStanding(
        bot=bot,
        games=games,
        win_rate=wins / games,
        low=low,
        high=high,
        mean_score=statistics.fmean(outcome.scores[index] for outcome in outcomes),
        mean_margin=statistics.fmean(_margin(outcome.scores, index) for outcome in outcomes),
        by_source={source: points / games for source, points in total.most_common()},
    )


def _margin(scores: Sequence[int], index: int) -> int:
    """How far a bot is ahead of the best of the others, or behind it."""
    return scores[index] - max(score for other, score in enumerate(scores) if other != index)


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true rate with 95 % confidence (Wilson's score interval)."""
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
