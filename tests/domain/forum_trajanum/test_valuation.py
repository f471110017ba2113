"""What a position is worth to bots: more of what brings points is worth more, at any moment of a game."""

import math
from collections.abc import Callable

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum.data import RESOURCES
from domain.forum_trajanum.prestige import trajan_value
from domain.forum_trajanum.state import ForumTrajanumState, Taken
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.kit.logged_match import LoggedMatch


def one_of(resource: str) -> Callable[[ForumTrajanumState], object]:
    return lambda state: at.give(state, **{resource: 1})


def gains() -> dict[str, Callable[[ForumTrajanumState], object]]:
    found: dict[str, Callable[[ForumTrajanumState], object]] = {
        "a grey building": lambda state: at.built(state, {"r3c3": "market"}),
        "an active citizen": lambda state: at.settle(state, 3),
        "an envoy beside an eagle": lambda state: at.envoys(state, 0, "r4c3"),
        "a tile in hand": lambda state: setattr(state.hands[0], "own", "R19"),
        "a tile just drafted": lambda state: state.secrets[0].taken.append(
            Taken(street="lyre", cell="r2c2", tile="R19")
        ),
        "an open crane": lambda state: at.uncover(state, "r1c1"),
    }
    for resource in RESOURCES:
        found[resource] = one_of(resource)
    return found


@pytest.mark.parametrize("gain", list(gains()))
def test_it_is_worth_something(gain: str) -> None:
    state = at.give(at.example_forum(at.opened(3)))
    at.built(state, {"r5c1": "park"})
    at.colony_of(state).cranes["r1c1"] = "green"
    before = GAME.value(state, Seat(0))
    gains()[gain](state)
    assert GAME.value(state, Seat(0)) > before


def test_points_made_count_in_full() -> None:
    state = at.opened()
    before = GAME.value(state, Seat(0))
    state.scores[0] += 7
    assert GAME.value(state, Seat(0)) == before + 7


def test_a_crane_that_will_be_scored_first_counts_for_the_card_that_asks_for_it() -> None:
    state = at.give(at.example_forum(at.opened(3)), worker_blue=1, worker_green=1)
    state.public.phase, state.public.trajan_cards[2] = 3, "III-3"
    at.uncover(state, "r1c1")
    before = GAME.value(state, Seat(0))
    at.uncover(state, "r6c6")
    assert GAME.value(state, Seat(0)) == before + trajan_value(at.colony_of(state))


def test_every_position_of_a_game_has_a_value() -> None:
    logged = LoggedMatch(GAME, 2, 3, {"newcomers": [0], "first_game": True})
    for _ in logged.steps(3):
        assert all(math.isfinite(GAME.value(logged.match.state, Seat(seat))) for seat in (0, 1))
