"""How a game ended: from what counts for each seat to places, winners and the tie-break that decided."""

from collections.abc import Sequence
from typing import TypeAlias

from domain.kernel.game import Rank, Result
from domain.kernel.ids import Seat

Standing: TypeAlias = tuple[int, ...]
"""What counts for one seat, more is better: its score, then a number for each tie-break in its order."""


def result_of(standings: Sequence[Standing], tie_breaks: Sequence[str]) -> Result:
    """The result by these standings, one for each chair. Seats that are equal in everything share a place."""
    places = [1 + sum(other > own for other in standings) for own in standings]
    order = sorted(range(len(standings)), key=lambda chair: (places[chair], chair))
    ranking = tuple(Rank(seat=Seat(chair), place=places[chair], score=standings[chair][0]) for chair in order)
    winners = tuple(rank.seat for rank in ranking if rank.place == 1)
    return Result(ranking=ranking, winners=winners, tie_break=_tie_break(standings, tie_breaks))


def _tie_break(standings: Sequence[Standing], tie_breaks: Sequence[str]) -> str | None:
    """The last criterion that told the best apart, if points alone did not."""
    best = max(standings, default=())
    decided = None
    for depth, name in enumerate(tie_breaks, 1):
        before = sum(own[:depth] == best[:depth] for own in standings)
        after = sum(own[: depth + 1] == best[: depth + 1] for own in standings)
        if after < before:
            decided = name
    return decided
