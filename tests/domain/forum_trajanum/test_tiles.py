"""Cases T-15 and T-18 to T-22: using tiles, where they go, and what may be exchanged."""

from typing import Literal

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.state import Citizen
from domain.kernel.draft import preview
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import Given, given

COIN_AND_TRIBUNE, TWO_WORKERS, PATRICIAN, MERCHANT = "R22", "R01", "C-P-m", "C-M-m"


def test_t15_coin_to_assistant_to_builder_in_one_turn() -> None:
    state = at.settle(at.settle(at.give(at.opened(), coin=1), 4), 6)
    scene = given(GAME, at.building(state)).when(0, cmd.SwapResource(gives="coin", gets="assistant"))
    scene.when(0, cmd.HireBuilder())
    assert at.colony_of(scene.state).stock["builder"] == 1
    at.colony_of(scene.state).stock["coin"] = 1
    scene.refuses(0, cmd.SwapResource(gives="coin", gets="assistant"), "ability_used")


def test_merchant_2_helps_only_in_the_build_half() -> None:
    state = at.turn(at.settle(at.give(at.opened(), coin=1), 4), own=TWO_WORKERS)
    given(GAME, state).refuses(0, cmd.SwapResource(gives="coin", gets="tribune"), "not_building").when(
        0, cmd.UseTile(which="own")
    ).offers(0, cmd.SwapResource(gives="coin", gets="tribune")).refuses(
        0, cmd.SwapResource(gives="coin", gets="coin"), "same_resource"
    )


def test_two_workers_of_one_colour_are_a_builder_at_any_time_of_the_turn() -> None:
    state = at.turn(at.give(at.opened(), worker_blue=5, worker_green=1), own=TWO_WORKERS)
    scene = given(GAME, state).refuses(0, cmd.ExchangeWorkers(colour="green"), "too_few")
    scene.when(0, cmd.ExchangeWorkers(colour="blue"))
    scene.then(ev.ResourcesExchanged(seat=Seat(0), ability=0, gives="worker_blue", number=2, gets="builder"))
    scene.when(0, cmd.UseTile(which="own"))
    scene.when(0, cmd.ExchangeWorkers(colour="blue")).when(0, cmd.ExchangeWorkers(colour="green"))
    assert at.colony_of(scene.state).stock["builder"] == 3
    scene.refuses(1, cmd.ExchangeWorkers(colour="blue"), "not_your_turn")


def test_t18_both_tribunes_must_be_owned_before_a_tile_is_used() -> None:
    state = at.turn(at.give(at.opened(), tribune=1), own=COIN_AND_TRIBUNE, received=TWO_WORKERS)
    scene = given(GAME, state).refuses(0, cmd.PayTribunes(), "no_tribune").when(0, cmd.UseTile(which="own"))
    scene.refuses(0, cmd.PayTribunes(), "not_offered")
    assert at.colony_of(scene.state).stock["tribune"] == 2


def test_two_tribunes_use_both_tiles_in_either_order() -> None:
    state = at.turn(at.give(at.opened(), tribune=2), own=COIN_AND_TRIBUNE, received=TWO_WORKERS)
    scene = given(GAME, state).when(0, cmd.PayTribunes()).refuses(0, cmd.PayTribunes(), "tribunes_too_late")
    scene.when(0, cmd.UseTile(which="received")).refuses(0, cmd.UseTile(which="received"), "no_such_tile")
    scene.when(0, cmd.UseTile(which="own"))
    stock = at.colony_of(scene.state).stock
    assert (stock["tribune"], stock["coin"], stock["worker_blue"], stock["worker_green"]) == (1, 1, 1, 1)
    assert (at.colony_of(scene.state).ship, at.colony_of(scene.state).display) == (2, [TWO_WORKERS])


def test_one_tile_cannot_be_used_twice_for_tribunes() -> None:
    state = at.turn(at.give(at.opened(), tribune=2), own=COIN_AND_TRIBUNE)
    given(GAME, state).refuses(0, cmd.PayTribunes(), "one_tile_only")


def used(own: str, received: str, which: Literal["own", "received"]) -> Given:
    scene = given(GAME, at.turn(at.opened(), own=own, received=received))
    return scene.when(0, cmd.UseTile(which=which))


def test_t19_a_used_received_citizen_goes_to_a_row() -> None:
    scene = used(TWO_WORKERS, PATRICIAN, "received").when(0, cmd.PlaceCitizen(row=2))
    assert at.colony_of(scene.state).rows[1] == [Citizen(PATRICIAN, foreign=True)]
    assert at.colony_of(scene.state).envoys == [TWO_WORKERS]


def test_t19_a_used_received_resource_goes_to_the_display_and_an_unused_own_citizen_to_the_ship() -> None:
    scene = used(PATRICIAN, TWO_WORKERS, "received")
    assert at.colony_of(scene.state).display == [TWO_WORKERS]
    assert (at.colony_of(scene.state).envoys, at.colony_of(scene.state).ship) == ([PATRICIAN], 2)


def test_t19_a_used_own_resource_goes_to_the_ship_and_an_unused_received_citizen_to_the_display() -> None:
    scene = used(TWO_WORKERS, MERCHANT, "own")
    assert at.colony_of(scene.state).envoys == [TWO_WORKERS]
    assert at.colony_of(scene.state).display == [MERCHANT]


def test_t19_a_used_own_citizen_goes_to_a_row_of_its_class() -> None:
    scene = used(MERCHANT, TWO_WORKERS, "own").refuses(0, cmd.PlaceCitizen(row=1), "wrong_class")
    scene.when(0, cmd.PlaceCitizen(row=4))
    assert at.colony_of(scene.state).rows[3] == [Citizen(MERCHANT, foreign=False)]
    assert at.colony_of(scene.state).ship == 1


def picking(*display: str, own: str | None = TWO_WORKERS) -> Given:
    state = at.opened()
    at.colony_of(state).display = list(display)
    return given(GAME, at.turn(state, own=own))


def test_t20_who_received_nothing_picks_from_the_display_and_what_he_uses_leaves_the_game() -> None:
    scene = picking("R07", "R11").refuses(0, cmd.PickTile(tile="R08"), "not_in_display")
    scene.when(0, cmd.PickTile(tile="R11")).when(0, cmd.UseTile(which="picked"))
    assert at.colony_of(scene.state).display == ["R07"]
    assert scene.state.public.out_of_game[1] == ["R11"]
    assert at.colony_of(scene.state).envoys == [TWO_WORKERS]


def test_t21_a_picked_tile_that_is_not_used_returns_to_the_display() -> None:
    scene = picking("R07", "R11").when(0, cmd.PickTile(tile="R11")).when(0, cmd.UseTile(which="own"))
    assert sorted(at.colony_of(scene.state).display) == ["R07", "R11"]


def test_t22_a_picked_citizen_goes_to_a_row() -> None:
    scene = picking(PATRICIAN).when(0, cmd.PickTile(tile=PATRICIAN)).when(0, cmd.UseTile(which="picked"))
    scene.when(0, cmd.PlaceCitizen(row=1))
    assert at.colony_of(scene.state).rows[0] == [Citizen(PATRICIAN, foreign=True)]
    assert scene.state.public.out_of_game == [[], []]


def test_t22_with_an_empty_display_there_is_only_the_own_tile() -> None:
    scene = picking()
    assert GAME.legal(scene.state, Seat(0)) == [cmd.UseTile(which="own")]


def test_t22_nobody_has_to_pick() -> None:
    scene = picking("R07").when(0, cmd.PickNothing()).when(0, cmd.UseTile(which="own"))
    assert at.colony_of(scene.state).display == ["R07"]


def test_r21_without_any_tile_the_build_action_follows_at_once() -> None:
    scene = picking("R07", own=None).when(0, cmd.PickNothing())
    assert scene.state.public.turn is not None
    assert scene.state.public.turn.owed[-1].kind == "build"


def test_two_tribunes_can_be_paid_for_a_picked_tile_too() -> None:
    state = at.give(at.opened(), tribune=2)
    at.colony_of(state).display = ["R07"]
    scene = given(GAME, at.turn(state, own=TWO_WORKERS)).when(0, cmd.PickTile(tile="R07")).when(0, cmd.PayTribunes())
    scene.when(0, cmd.UseTile(which="picked")).when(0, cmd.UseTile(which="own"))
    assert at.colony_of(scene.state).stock["worker_blue"] == 2


def test_r22_the_own_tile_of_the_turn_can_travel_as_envoy_in_the_build_half() -> None:
    state = at.opened()
    at.colony_of(state).ship = 0
    scene = given(GAME, at.turn(state, own=TWO_WORKERS)).when(0, cmd.UseTile(which="own"))
    assert at.colony_of(scene.state).ship == 1


def test_r22_an_unused_own_tile_cannot_travel_by_the_bonus_of_row_1() -> None:
    state = at.settle(at.opened(), 1)
    at.colony_of(state).ship = 0
    scene = given(GAME, at.turn(state, own=TWO_WORKERS, received=PATRICIAN)).when(0, cmd.UseTile(which="received"))
    scene.when(0, cmd.PlaceCitizen(row=1))
    assert GAME.legal(scene.state, Seat(0)) == [cmd.DeclineReward()]


@pytest.mark.parametrize("command", [cmd.EndTurn(), cmd.ChooseBuilding(colour="blue", shape="grey")])
def test_r21_a_tile_must_be_used_before_anything_is_built(command: cmd.EndTurn | cmd.ChooseBuilding) -> None:
    given(GAME, at.turn(at.opened(), own=TWO_WORKERS)).refuses(0, command, "not_offered")


def test_a_whole_turn_can_be_previewed_because_it_reveals_nothing() -> None:
    """What the next player lays open is no part of the turn before."""
    match = LoggedMatch(GAME, 2, 1).match
    match.state = at.turn(at.give(at.opened()), own="R25")
    seen = preview(match, Seat(0), [cmd.UseTile(which="own")])
    assert seen.ends == "passes"
    assert at.colony_of(seen.match.state).slider == 1
