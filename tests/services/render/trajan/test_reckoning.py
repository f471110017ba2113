"""What the picture counts up is what the rules would count."""

from domain.kernel.ids import Seat
from domain.trajan.data import DATA
from domain.trajan.phases.quarter import unmet_needs, votes_of
from domain.trajan.scoring import conquest_terms
from services.render.trajan import reckoning
from tests.services.render.trajan.tables import positions


def test_votes_and_needs_are_those_of_the_rules() -> None:
    for position in positions():
        public = position.view.public
        for number, mat in enumerate(public.mats):
            seat = Seat(number)
            assert reckoning.loss(mat, public.needs) == DATA.needs.penalty[unmet_needs(mat, public.needs)]
            if any(public.senate):
                assert reckoning.votes(public)[seat].total == votes_of(public, seat)


def test_a_conquest_brings_what_the_rules_say() -> None:
    for position in positions():
        public = position.view.public
        for number, mat in enumerate(public.mats):
            seat = Seat(number)
            if mat.general != DATA.players.start.general_node:
                terms = conquest_terms(public, seat, mat.general)
                assert reckoning.conquest(public, seat, mat.general) == sum(term.points for term in terms)


def test_the_consuls_of_the_last_vote_lie_on_top() -> None:
    """Before anyone has moved or taken votes, the stack of discs alone decides, from its top."""
    stacked = [position.view.public for position in positions() if position.view.public.senate[0]]
    assert stacked
    for public in stacked:
        level = [vote.total for vote in reckoning.votes(public)]
        if max(level) == 0:
            assert reckoning.consuls(public) == public.senate[0][::-1]
