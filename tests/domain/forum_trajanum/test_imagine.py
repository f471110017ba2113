"""Imagined worlds: complete, possible, and independent of the view that they were made from."""

import msgspec
import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from tests.domain.forum_trajanum import invariants
from tests.domain.forum_trajanum import positions as at
from tests.kit.logged_match import position


def encoded(view: ForumTrajanumView) -> bytes:
    return msgspec.json.encode(view, order="deterministic")


@pytest.mark.parametrize("plies", range(20, 300, 40))
def test_every_tile_has_a_place_in_an_imagined_world(plies: int) -> None:
    state = position(GAME, 3, plies, plies).match.state
    for seat in (None, Seat(0), Seat(1), Seat(2)):
        invariants.check(GAME.imagine(GAME.view(state, seat), KeyedRng(b"k")))


def test_a_colony_without_open_corners_and_envoys_is_imagined_too() -> None:
    state = at.uncover(at.set_up(), "r1c1", "r1c6", "r6c1", "r6c6")
    at.colony_of(state).ship = 0
    imagined = GAME.imagine(GAME.view(state, Seat(1)), KeyedRng(b"k"))
    assert set(imagined.fronts[0]) == set(at.colony_of(state).covered)


def test_playing_on_in_an_imagined_world_leaves_the_view_as_it_was() -> None:
    state = at.drafting(at.opened(), "lyre", "monument")
    GAME.decide_into(at.recorder(state), Seat(0), GAME.legal(state, Seat(0))[0])
    view = GAME.view(state, Seat(0))
    before = encoded(view)
    imagined = GAME.imagine(view, KeyedRng(b"k"))
    GAME.decide_into(at.recorder(imagined), Seat(0), GAME.legal(imagined, Seat(0))[0])
    assert encoded(view) == before


def test_a_tile_seen_on_a_corner_is_imagined_in_a_hand() -> None:
    """Everyone saw which tile lay on the corner: it was kept or passed on, and is nowhere else."""
    state = at.set_up(4)
    corner = at.colony_of(state).open["r1c1"]
    at.colony_of(state).taken_open = [corner]
    at.uncover(state, "r1c1", "r3c3")
    state.hands[0].own, state.hands[3].received = "R01", corner
    for key in (b"1", b"2", b"3"):
        imagined = GAME.imagine(GAME.view(state, Seat(2)), KeyedRng(key))
        assert corner in {imagined.hands[0].own, imagined.hands[3].received}
