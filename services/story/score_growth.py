"""How scores grew: the points of each seat by source, round after round."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.story.course import END, CourseChoice, round_at
from services.story.ledger import LedgerEntry


class Growth(NamedTuple):
    """The points of one seat at the end of each column of a chart."""

    by_source: Sequence[Counter[str]]
    scores: Sequence[int]


class ScoreGrowth(NamedTuple):
    """Rounds in their order (`END` last) and what each seat had when they were over."""

    rounds: Sequence[int]
    seats: Sequence[Growth]


def growth(entries: Iterable[LedgerEntry], choices: Sequence[CourseChoice], seats: int) -> ScoreGrowth:
    """How the scores grew. Rounds before the first points of anybody are left out."""
    scored = [(round_at(choices, entry.version), entry) for entry in entries]
    played = [choice.round for choice in choices if choice.round != END]
    first = min((number for number, _ in scored if number != END), default=None)
    rounds = [] if first is None else [*range(first, max(played, default=0) + 1)]
    if any(choice.round == END for choice in choices):
        rounds.append(END)
    return ScoreGrowth(rounds, [_of_seat(scored, rounds, seat) for seat in range(seats)])


def _of_seat(scored: Sequence[tuple[int, LedgerEntry]], rounds: Sequence[int], seat: int) -> Growth:
    sums: Counter[str] = Counter()
    columns = []
    for number in rounds:
        for entry in (entry for at, entry in scored if at == number and entry.seat == seat):
            sums[entry.source] += entry.points
        columns.append(sums.copy())
    return Growth(columns, [sum(column.values()) for column in columns])
