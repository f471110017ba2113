"""A proposed set-up is legal as a whole, the same whenever it is asked for, and knows what its seat knows."""

from collections.abc import Iterator
from random import Random

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.kernel import draft
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from domain.trajan import GAME as TRAJAN
from services.queries.proposing import with_set_up
from tests.kit.logged_match import LoggedMatch

LONGEST = 40
"""Drafts of a set-up; four players of Trajan need 28."""


def setting_up(game: AnyGame, players: int) -> Iterator[tuple[LoggedMatch, Seat]]:
    """A table whose players have everything proposed and confirm it, and who is to confirm next."""
    logged = LoggedMatch(game, players, 3)
    for _ in range(LONGEST):
        waiting = logged.match.to_act()
        if isinstance(waiting, Step):
            return
        seat = waiting[0]
        composed = with_set_up(logged.match, seat, (), Random(1))
        if not composed:
            return
        yield logged, seat
        logged.play(seat, *composed)
    pytest.fail("a set-up has an end")


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("game", "drafts"), [(TRAJAN, 7), (FORUM_TRAJANUM, 2)], ids=["trajan", "forum-trajanum"])
def test_a_whole_set_up_can_be_proposed_and_confirmed(game: AnyGame, drafts: int, players: int) -> None:
    """The markers, three cards and three tiles; the cranes, then the citizen with the two women."""
    assert len([*setting_up(game, players)]) == drafts * players


@pytest.mark.parametrize("game", [TRAJAN, FORUM_TRAJANUM], ids=["trajan", "forum-trajanum"])
def test_a_proposal_depends_on_what_the_seat_knows_alone(game: AnyGame) -> None:
    for logged, seat in setting_up(game, 3):
        match = logged.match
        other = match.copy()
        other.state = game.imagine(game.view(match.state, seat), KeyedRng(bytes(32)))
        assert with_set_up(other, seat, (), Random(2)) == with_set_up(match, seat, (), Random(2))


def test_what_was_chosen_already_is_kept() -> None:
    match = LoggedMatch(TRAJAN, 2, 3).match
    seat = Seat(0)
    first = match.legal(seat)[:1]
    composed = with_set_up(match, seat, first, Random(1))
    assert composed[:1] == (*first,)
    assert draft.preview(match, seat, composed).ends is not None


def test_there_is_nothing_to_set_up_where_the_first_choice_is_a_turn() -> None:
    match = LoggedMatch(CONCORDIA, 2, 3).match
    waiting = match.to_act()
    assert isinstance(waiting, tuple)
    assert with_set_up(match, waiting[0], (), Random(1)) == ()
