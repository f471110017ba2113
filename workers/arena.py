"""The arena: bots play each other many times on all cores, without a store. Seeded, so that it can be repeated."""

import hashlib
import math
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
from workers.bots.bot import Bot, Budget, Situation
from workers.bots.choosers import BOTS

LOOKS = 60
"""Looks of a bot per turn; counted, not timed, so that a game comes out the same on any machine."""


class Bout(NamedTuple):
    """One game to be played: which bot sits where, and the seed of everything."""

    game: str
    further: tuple[str, ...]
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    looks: int = LOOKS


class Outcome(NamedTuple):
    """What a game came to, by the bots' order in the bout."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    sources: tuple[Counter[str], ...]
    choices: int


class Standing(NamedTuple):
    """How a bot did over all games; a shared win counts its share. `low` and `high` bound the rate at 95 %."""

    bot: str
    games: int
    win_rate: float
    low: float
    high: float
    mean_score: float
    mean_margin: float
    by_source: Mapping[str, float]


def play_bouts(bouts: Sequence[Bout], processes: int | None = None) -> Iterator[tuple[Bout, Outcome]]:
    """Play on all cores; outcomes come as they are done."""
    with ProcessPoolExecutor(processes) as pool:
        yield from zip(bouts, pool.map(play_bout, bouts), strict=True)


def play_bout(bout: Bout) -> Outcome:
    """Play one game. Seats are turned round by the seed, so that no bot always sits first."""
    game = Registry.with_extra(bout.further).get(bout.game)
    count = len(bout.bots)
    seats = [Seat((index + bout.seed) % count) for index in range(count)]
    match = _opened(game, count, bout)
    players = {seat: BOTS[name] for seat, name in zip(seats, bout.bots, strict=True)}
    rng = random.Random(bout.seed)  # noqa: S311 - repeatable on purpose
    choices, points = _play(match, players, rng, bout.looks)
    result = match.table.result
    winners = () if result is None else tuple(seats.index(seat) for seat in result.winners)
    scores = match.scores()
    return Outcome(winners, tuple(scores[s] for s in seats), tuple(points[s] for s in seats), choices)


def _opened(game: AnyGame, count: int, bout: Bout) -> Match:
    secret = hashlib.sha256(f"arena {bout.seed}".encode()).digest()
    match = lobby.create(game, secret, UserId("0"), lobby.Terms(count, bout.options)).match
    for number in range(1, count):
        lobby.join(Batch(match, UserId(str(number))), UserId(str(number)), None)
    return match


def _play(
    match: Match, players: Mapping[Seat, Bot], rng: random.Random, looks: int
) -> tuple[int, Mapping[Seat, Counter[str]]]:
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
            situation = Situation(match.game, seat, match.game.view(match.state, seat), match.choices(seat))
            draft = list(players[seat].choose(situation, rng, Budget(looks=looks)))[-1]
            batch = confirm(match, seat, draft)
            choices += len(draft)
        for entry in batch.entries:
            if isinstance(entry.event, PointsScored):
                points[entry.event.seat][entry.event.source] += entry.event.points
    return choices, points


def standings(outcomes: Sequence[Outcome], bots: Sequence[str]) -> list[Standing]:
    """Sum up."""
    games = len(outcomes)
    table = []
    for index, bot in enumerate(bots):
        wins = sum(1 / len(outcome.winners) for outcome in outcomes if index in outcome.winners)
        low, high = wilson(wins, games)
        margins = [o.scores[index] - max(s for i, s in enumerate(o.scores) if i != index) for o in outcomes]
        total: Counter[str] = sum((o.sources[index] for o in outcomes), Counter())
        mean = statistics.fmean(o.scores[index] for o in outcomes)
        by_source = {source: points / games for source, points in total.most_common()}
        table.append(Standing(bot, games, wins / games, low, high, mean, statistics.fmean(margins), by_source))
    return table


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true rate with 95 % confidence (Wilson's score interval)."""
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - spread) / scale, (centre + spread) / scale
