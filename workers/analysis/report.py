"""The analysis of a whole game: every decision judged, and for each seat where its result came from.

A seat's expected margin moves in three ways: by what it decides, by what others decide, and by luck, which is all that
happens in between (draws, and what the search cannot foresee). From the start they add up to the result, exactly.
"""

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.log import LoggedEvent
from workers.analysis.decisions import Replay
from workers.analysis.judging import Analyst, Judgement
from workers.bots.trial import Trials

VERSION = 1
"""Of the analyst: another one judges the same game otherwise."""
LEAST_LOSS = 100
"""A loss below a point is told of nobody, nor one within two errors."""
ERRORS = 2
TURNING_POINTS = 3
_HALF = 500
"""A decision that gives away so many hundredths is worth 1/e of a perfect one."""


class Account(NamedTuple):
    """Where the result of a seat came from, in hundredths of points: `start + own + others + luck == final`.

    `accuracy` is 100 for somebody who gave nothing away, and falls with every point that was.
    """

    start: int
    own: int
    others: int
    luck: int
    final: int
    accuracy: float


class Report(NamedTuple):
    """All that is known of a game: its decisions in their order, an account a seat, and the turning points by index."""

    judgements: Sequence[Judgement]
    accounts: Sequence[Account]
    turning_points: Sequence[int]


def analysed(
    game: AnyGame, secret: bytes, log: Sequence[LoggedEvent], analyst: Analyst | None = None
) -> Iterator[Judgement | Report]:
    """Each judgement as soon as it is made, and the report at the end."""
    replay, head = Replay(game, secret, log), log[-1].record.hash()
    judgements = []
    for number, decision in enumerate(replay.decisions()):
        judgements.append((analyst or Analyst()).judged(decision, _seed(head, number)))
        yield judgements[-1]
    state = replay.match.state
    trials = Trials(game)
    final = [round(100 * trials.margin(state, Seat(seat))) for seat in range(len(state.scores))]
    accounts = [_account(judgements, Seat(seat), margin) for seat, margin in enumerate(final)]
    yield Report(judgements, accounts, turning_points(judgements))


def _seed(head: str, number: int) -> int:
    """The same for the same game, whoever analyses it."""
    return int.from_bytes(hashlib.sha256(f"analysis {VERSION} {head} {number}".encode()).digest()[:8])


def _account(judgements: Sequence[Judgement], seat: Seat, final: int) -> Account:
    if not judgements:
        return Account(final, 0, 0, 0, final, 100.0)
    own = others = 0
    for judgement in judgements:
        moved = judgement.after[seat] - judgement.before[seat]
        if judgement.decision.turn.seat == seat:
            own += moved
        else:
            others += moved
    between = [later.before[seat] - earlier.after[seat] for earlier, later in pairwise(judgements)]
    luck = sum(between) + final - judgements[-1].after[seat]
    return Account(judgements[0].before[seat], own, others, luck, final, accuracy(judgements, seat))


def accuracy(judgements: Sequence[Judgement], seat: Seat) -> float:
    kept = [math.exp(-told / _HALF) for told in (_told(one) for one in judgements if one.decision.turn.seat == seat)]
    return round(100 * sum(kept) / len(kept), 1) if kept else 100.0


def _told(judgement: Judgement) -> int:
    """The loss, as far as it is certain enough to be told."""
    return judgement.loss if judgement.loss > max(LEAST_LOSS, ERRORS * judgement.error) else 0


def turning_points(judgements: Sequence[Judgement]) -> list[int]:
    """The decisions that gave most away, in the order of the game."""
    by_loss = sorted(range(len(judgements)), key=lambda index: _told(judgements[index]), reverse=True)
    return sorted(index for index in by_loss[:TURNING_POINTS] if _told(judgements[index]))
