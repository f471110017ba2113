"""What a player would count up at the table: points now, votes, needs, the way to the end. All of it lies open.

Every figure comes from the rules; nothing here decides anything.
"""

from collections import Counter

import msgspec

from domain.kernel.game import Term
from domain.kernel.ids import Seat
from domain.trajan.actions.construction import open_cells
from domain.trajan.data import DATA
from domain.trajan.phases.quarter import covered_needs, vote_ranking, votes_of
from domain.trajan.phases.sowing import spaces_of_loop
from domain.trajan.scoring import final_scores
from domain.trajan.state import Mat, Public

_ROUNDS = DATA.calendar.rounds_per_quarter


class SourceNow(msgspec.Struct, frozen=True):
    """What a part of the final scoring would give now, and for what."""

    source: str
    points: int
    detail: tuple[Term, ...]


class ScoreNow(msgspec.Struct, frozen=True):
    """What the final scoring would add to a player's points if it came now."""

    points: int
    sources: tuple[SourceNow, ...]


class NeedsNow(msgspec.Struct, frozen=True):
    """How many of the needs a player would leave unmet if the quarter ended now, and the points for it."""

    unmet: int
    points: int
    met: tuple[bool, ...]
    """For each of the needs whether it would be met."""


class Outlook(msgspec.Struct, frozen=True):
    """What the position means. Lists are indexed by chair, and empty until the table is laid."""

    scores_now: tuple[ScoreNow, ...] = ()
    votes: tuple[int, ...] = ()
    vote_ranking: tuple[Seat, ...] = ()
    """The seats from the most votes to the fewest, ties broken; the first two would be consuls."""
    needs: tuple[NeedsNow, ...] = ()
    free_cells: tuple[tuple[str, ...], ...] = ()
    """Where each player could place the next worker."""
    spaces_to_round_end: int = 0
    """Spaces from the time marker to the start; 0: the round ends after this turn."""
    spaces_to_quarter_end: int = 0
    last_turns: tuple[Seat, ...] = ()
    """Who still has a turn once the game is sure to end: the one whose turn it is, since nobody gets another."""


def outlook(public: Public, hand_sizes: list[int]) -> Outlook:
    if not public.mats:
        return Outlook()
    seats = [Seat(seat) for seat in range(len(public.mats))]
    to_round, to_quarter = _spaces_left(public)
    return Outlook(
        scores_now=tuple(_score_now(mat, cards) for mat, cards in zip(public.mats, hand_sizes, strict=True)),
        votes=tuple(votes_of(public, seat) for seat in seats),
        vote_ranking=vote_ranking(public),
        needs=tuple(_needs_now(mat, public.needs) for mat in public.mats),
        free_cells=tuple(tuple(open_cells(mat)) for mat in public.mats),
        spaces_to_round_end=to_round,
        spaces_to_quarter_end=to_quarter,
        last_turns=_last_turns(public, to_quarter),
    )


def _score_now(mat: Mat, cards_in_hand: int) -> ScoreNow:
    sources = [
        SourceNow(source, sum(term.points for term in terms), tuple(terms))
        for source, terms in final_scores(mat, cards_in_hand)
        if any(term.points for term in terms)
    ]
    return ScoreNow(sum(source.points for source in sources), tuple(sources))


def _needs_now(mat: Mat, needs: list[str]) -> NeedsNow:
    covered = Counter(covered_needs(mat, needs))
    met = tuple(needs[: place + 1].count(need) <= covered[need] for place, need in enumerate(needs))
    unmet = met.count(False)
    return NeedsNow(unmet, DATA.needs.penalty[unmet], met)


def _spaces_left(public: Public) -> tuple[int, int]:
    """To the end of the round and of the quarter; laps that were completed in this turn end theirs after it."""
    loop = spaces_of_loop(public)
    rounds = _ROUNDS - public.rounds - public.laps
    to_quarter = max(0, rounds * loop - public.time)
    return (0 if public.laps or not to_quarter else loop - public.time), to_quarter


def _last_turns(public: Public, to_quarter: int) -> tuple[Seat, ...]:
    is_last = public.quarter == DATA.calendar.quarters and not to_quarter
    return (public.turn,) if is_last and public.owed and public.step is None else ()
