"""What each seat would score at the end of this phase as things stand, by where the points come from."""

from typing import NamedTuple

from domain.forum_trajanum.data import DATA, TRAJAN_CARD
from domain.forum_trajanum.forum import largest_group
from domain.forum_trajanum.scoring import (
    area_terms,
    crane_terms,
    eagle_terms,
    envoys_of,
    open_cranes,
    points_of,
    street_terms,
    trajan_terms,
)
from domain.forum_trajanum.state import OVER, ROUND, SCORING, Public
from domain.forum_trajanum.trajan_cards import times_fulfilled
from domain.kernel.ids import Seat


class PhasePoints(NamedTuple):
    """Points by source."""

    cranes: int
    streets: int
    eagles: int
    area: int
    trajan: int

    @property
    def total(self) -> int:
        return sum(self)


def has_standing(public: Public) -> bool:
    """Whether a phase is under way and its scoring still to come."""
    if not public.phase or public.stage in {SCORING, OVER}:
        return False
    return public.stage != ROUND or public.round % DATA.meta.rounds_per_phase != 0


def standing(public: Public, chair: int) -> PhasePoints:
    """What the scoring of this phase would bring now."""
    colony = public.colonies[chair]
    eagles, area = forum_points(public, chair)
    cranes = [term for cell in open_cranes(colony) for term in crane_terms(colony, cell, public.phase)]
    card = card_of(public)
    return PhasePoints(
        cranes=points_of(cranes),
        streets=points_of(street_terms(colony)),
        eagles=eagles,
        area=area,
        trajan=points_of(trajan_terms(public, card, colony)) if card else 0,
    )


def forum_points(public: Public, chair: int) -> tuple[int, int]:
    """What eagles and the largest area would bring now."""
    colony, envoys = public.colonies[chair], envoys_of(public.forum, Seat(chair))
    return points_of(eagle_terms(public.forum, envoys, colony)), points_of(area_terms(envoys, colony))


def card_of(public: Public) -> str:
    """The Trajan card of this phase; none before the first phase and where a first game goes without."""
    return public.trajan_cards[public.phase - 1] if public.phase and public.trajan_cards else ""


def times(card: str, public: Public, chair: int) -> tuple[int, int]:
    """How often both objectives of a card are fulfilled."""
    return times_fulfilled(TRAJAN_CARD[card], public.colonies[chair], public.trajan_unit)


def largest(public: Public, chair: int) -> int:
    """How many envoys the largest area of a seat has."""
    return largest_group(envoys_of(public.forum, Seat(chair)))
