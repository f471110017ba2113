"""What a finished game would have been worth with other turns: its judged turns, and where each result came from.

A seat's expected margin (how far it is ahead of its best opponent) moves in three ways: by what it decides, by what
others decide, and by luck, which is all that happens in between (draws, and what the search cannot foresee). From the
start they add up to the result, exactly: all points are whole hundredths. Pure: whoever judges lives elsewhere.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.log import AnyLine

ANALYST = 1
"""The analyst by number: another one judges the same game otherwise, and what an earlier one found is made anew."""
LEAST_LOSS = 100
"""A loss of a point or less is told of nobody, nor one within two errors."""
ERRORS = 2
MOMENTS = 3
_HALF = 500
"""A turn that gives away so many hundredths counts half for accuracy."""
_ENDS = {life.GameFinished.__name__, life.GameAbandoned.__name__}

CommandValues = tuple[Mapping[str, Any], ...]


class JudgedTurn(msgspec.Struct, frozen=True):
    """One decision with what it was worth. Points are margins over the best opponent, in hundredths, by seat."""

    version: int
    """The version on which it was decided."""
    until: int
    """The version that its last choice led to."""
    seat: int
    played: CommandValues
    best: CommandValues
    before: tuple[int, ...]
    """What every seat could expect if the best was played."""
    after: tuple[int, ...]
    """What every seat could expect after what was played."""
    spread: tuple[int, ...]
    """How unsure `after` is: the standard error of each."""
    error: int
    """The standard error of the loss."""
    sources: Mapping[str, int] = {}
    """What the best would have brought its seat more, by source of points, up to the end of its next turn."""

    @property
    def loss(self) -> int:
        """What was given away: less than nothing, if the player saw more than the search, or by chance.

        Such losses are kept, or the sum over a game would make good players look worse than they are.
        """
        return self.before[self.seat] - self.after[self.seat]

    @property
    def is_best(self) -> bool:
        """Whether the search would have played the same."""
        return self.played == self.best

    @property
    def slip(self) -> int:
        """The loss, as far as it is certain enough to be told."""
        return self.loss if self.loss > max(LEAST_LOSS, ERRORS * self.error) else 0


class Account(msgspec.Struct, frozen=True):
    """Where the result of a seat came from, in hundredths of points: `start + own + others + luck == final`."""

    start: int
    own: int
    others: int
    luck: int
    final: int
    accuracy: int
    """In thousandths: 1000 for somebody who gave nothing away, and less with every point that was."""
    turns: int
    best: int
    """Turns in which the search would have played the same, or found nothing that is better for certain."""
    slips: int
    given: int
    """What the slips gave away together."""


class Analysis(msgspec.Struct, frozen=True):
    """All that is known of a game: its turns in their order, an account a seat, and the turning points by index."""

    analyst: int
    head: str
    """The head of the log with which the game ended."""
    looks: int
    samples: int
    turns: tuple[JudgedTurn, ...]
    accounts: tuple[Account, ...]
    moments: tuple[int, ...]


encode = msgspec.json.Encoder(order="deterministic").encode
decode = msgspec.json.Decoder(Analysis).decode
decode_turn = msgspec.json.Decoder(JudgedTurn).decode


def played_part(log: Sequence[AnyLine]) -> Sequence[AnyLine]:
    """The log up to the end of its game; nothing of a game that goes on. What people do afterwards is left out."""
    ends = [number for number, line in enumerate(log, 1) if line.envelope().type in _ENDS]
    return log[: ends[-1]] if ends else []


def account_of(turns: Sequence[JudgedTurn], seat: int, final: int) -> Account:
    """Where the result of a seat came from."""
    own = [turn for turn in turns if turn.seat == seat]
    slips = [turn.slip for turn in own if turn.slip]
    moved = {
        whose: sum(_moved(turn, seat) for turn in turns if (turn.seat == seat) is whose) for whose in (True, False)
    }
    between = sum(later.before[seat] - earlier.after[seat] for earlier, later in pairwise(turns))
    return Account(
        start=turns[0].before[seat] if turns else final,
        own=moved[True],
        others=moved[False],
        luck=between + final - turns[-1].after[seat] if turns else 0,
        final=final,
        accuracy=accuracy(own),
        turns=len(own),
        best=len(own) - len(slips),
        slips=len(slips),
        given=sum(slips),
    )


def _moved(turn: JudgedTurn, seat: int) -> int:
    return turn.after[seat] - turn.before[seat]


def accuracy(turns: Sequence[JudgedTurn]) -> int:
    """The mean of what each turn kept, in thousandths. Whole numbers alone: the same on any machine."""
    if not turns:
        return 1000
    kept = sum(1_000_000 * _HALF // (_HALF + turn.slip) for turn in turns)
    return (kept // len(turns) + 500) // 1000


def moments(turns: Sequence[JudgedTurn]) -> tuple[int, ...]:
    """The turning points: the turns that gave most away for certain, in the order of the game."""
    by_loss = sorted(range(len(turns)), key=lambda index: turns[index].slip, reverse=True)
    return tuple(sorted(index for index in by_loss[:MOMENTS] if turns[index].slip))
