"""What a position is worth to bots: more of what brings points is worth more, at any moment of a game."""

import math
from collections.abc import Callable

import pytest

from domain.kernel.ids import Seat
from domain.trajan import GAME
from domain.trajan.data import EXTRA_TILE_FOR, GOODS, NEED_TILE_FOR, TRAJAN_TILES, VOTES_OF, WILD_NEED
from domain.trajan.state import Mat, TrajanState
from tests.domain.trajan.positions import A, at_turn
from tests.kit.logged_match import LoggedMatch

NEED = min(NEED_TILE_FOR)
KEPT = next(tile.id for tile in TRAJAN_TILES.values() if tile.need == NEED)
GAINS: dict[str, Callable[[Mat, list[str]], None]] = {
    "a figure in the camp of legionaries": lambda mat, _hand: setattr(mat, "military_camp", mat.military_camp + 1),
    "a figure in the camp of workers": lambda mat, _hand: setattr(mat, "worker_camp", mat.worker_camp + 1),
    "a goods card": lambda _mat, hand: hand.append(GOODS[0]),
    "a Trajan tile on the circle": lambda mat, _hand: mat.slots.__setitem__(0, KEPT),
    "a Trajan tile that covers a need": lambda mat, _hand: mat.kept.append(KEPT),
    "a need tile": lambda mat, _hand: mat.tiles.append(NEED_TILE_FOR[NEED]),
    "a wild need tile": lambda mat, _hand: mat.tiles.append(WILD_NEED),
    "votes": lambda mat, _hand: mat.tiles.append(next(iter(VOTES_OF))),
    "an extra action": lambda mat, _hand: mat.tiles.append(EXTRA_TILE_FOR["port"]),
    "an action of +2": lambda mat, _hand: mat.plus_two.append("port"),
}


def _quiet() -> TrajanState:
    """Seat A's turn; one need is known, and the mat holds nothing that counts."""
    state = at_turn()
    state.public.needs = [NEED]
    state.public.mats[A].tiles = []
    state.hands[A] = []
    return state


@pytest.mark.parametrize("gain", GAINS)
def test_it_is_worth_something(gain: str) -> None:
    state = _quiet()
    before = GAME.value(state, A)
    GAINS[gain](state.public.mats[A], state.hands[A])
    assert GAME.value(state, A) > before


def test_points_made_count_in_full() -> None:
    state = _quiet()
    before = GAME.value(state, A)
    state.scores[A] += 7
    assert GAME.value(state, A) == before + 7


def test_goods_of_one_kind_are_worth_more_than_mixed_ones() -> None:
    state = _quiet()
    state.hands[A] = list(GOODS[:2])
    mixed = GAME.value(state, A)
    state.hands[A] = [GOODS[0]] * 2
    assert GAME.value(state, A) > mixed


def test_a_tile_for_a_need_that_nobody_knows_yet_is_worth_less_than_one_that_is_asked_for() -> None:
    asked, unasked = _quiet(), _quiet()
    unasked.public.needs = []
    for state in (asked, unasked):
        state.public.mats[A].tiles.append(NEED_TILE_FOR[NEED])
    assert GAME.value(asked, A) > GAME.value(unasked, A)


def test_every_position_of_a_game_has_a_value() -> None:
    logged = LoggedMatch(GAME, 2, 3)
    for _ in logged.steps(3):
        assert all(math.isfinite(GAME.value(logged.match.state, Seat(seat))) for seat in (0, 1))
