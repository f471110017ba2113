"""Prefect and Præfectus Magnus (sections 6.3 and 6.4)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, discarded, makes, opening, room, turn_of
from tests.kit.scenario import Given, given

RED, BLUE, YELLOW = (Seat(number) for number in range(3))
PLAY = cmd.PlayCard(card="start-prefect-1")
SYRIA = cmd.ProduceGoods(province="syria")


def _syria(magnus: Seat) -> ConcordiaState:
    state = opening(3, "imperium")
    makes(state, antiochia="food", tyros="cloth")
    build(state, RED, "antiochia")
    build(state, BLUE, "antiochia")
    build(state, YELLOW, "tyros")
    state.public.magnus = magnus
    for seat in (RED, BLUE, YELLOW):
        room(state, seat, 3)
    return state


def _gains(scene: Given) -> dict[int, tuple[str, ...]]:
    return {event.seat: event.goods for event in scene.events if isinstance(event, ev.GoodsReceived)}


def test_t07_a_province_produces_for_everyone() -> None:
    scene = given(GAME, _syria(magnus=BLUE)).when(RED, PLAY).when(RED, SYRIA)
    scene.then_among(ev.ProvinceProduced(seat=RED, province="syria", good="cloth", bonus=1, magnus=False))
    assert _gains(scene) == {RED: ("food", "cloth"), BLUE: ("food",), YELLOW: ("cloth",)}
    assert scene.state.public.coin_side == ["syria"]
    assert scene.state.public.magnus == BLUE
    scene.when(BLUE, PLAY).refuses(BLUE, SYRIA, "marker_turned")
    before = scene.state.public.players[BLUE].money
    scene.when(BLUE, cmd.TakeIncome())
    assert scene.state.public.players[BLUE].money == before + 1
    scene.when(YELLOW, PLAY).offers(YELLOW, SYRIA)


def test_t08_the_holder_of_praefectus_magnus_receives_a_double_bonus() -> None:
    scene = given(GAME, _syria(magnus=RED)).when(RED, PLAY).when(RED, SYRIA)
    assert _gains(scene) == {RED: ("food", "cloth", "cloth"), BLUE: ("food",), YELLOW: ("cloth",)}
    scene.then_among(ev.MagnusReceived(seat=YELLOW))
    assert scene.state.public.magnus == YELLOW


@pytest.mark.parametrize("magnus", [RED, BLUE])
def test_t09_t10_income_of_six_turns_every_marker_back(magnus: Seat) -> None:
    state = _syria(magnus=magnus)
    makes(state, isca_d="cloth", londinium="brick", burdigala="wine", lutetia="food", massilia="food")
    makes(state, colonia_a="tool", vindobona="food")
    state.public.coin_side = ["syria", "britannia", "gallia", "germania"]
    assert [state.public.markers[p] for p in state.public.coin_side] == ["cloth", "cloth", "wine", "tool"]
    before = state.public.players[RED].money
    scene = given(GAME, state).when(RED, PLAY).when(RED, cmd.TakeIncome())
    assert scene.state.public.players[RED].money == before + 6
    assert scene.state.public.coin_side == []
    assert scene.state.public.magnus == magnus


class TestT29PathOfPraefectusMagnus:
    def test_t29_another_player_s_production_leaves_it_where_it_is(self) -> None:
        scene = given(GAME, opening(4, "imperium"))
        assert scene.state.public.magnus == 3
        scene.when(0, PLAY).when(0, SYRIA)
        assert scene.state.public.magnus == 3
        assert [event.bonus for event in scene.events if isinstance(event, ev.ProvinceProduced)] == [1]

    def test_t29_the_holder_s_production_passes_it_to_the_right(self) -> None:
        state = opening(4, "imperium")
        turn_of(state, 3)
        scene = given(GAME, state).when(3, PLAY).when(3, SYRIA)
        assert [event.bonus for event in scene.events if isinstance(event, ev.ProvinceProduced)] == [2]
        assert scene.state.public.magnus == 2

    def test_t29_with_two_players_it_goes_to_the_other(self) -> None:
        state = opening(2, "italia")
        turn_of(state, 1)
        scene = given(GAME, state).when(1, PLAY).when(1, cmd.ProduceGoods(province="sicilia"))
        assert scene.state.public.magnus == 0

    def test_it_doubles_a_copied_prefect_too(self) -> None:
        state = opening(4, "imperium")
        turn_of(state, 3)
        discarded(state, 1, "start-prefect-2")
        scene = given(GAME, state).when(3, cmd.PlayCard(card="start-diplomat"))
        scene.when(3, cmd.CopyCard(opponent=Seat(1), card="start-prefect-2")).when(3, SYRIA)
        assert [event.bonus for event in scene.events if isinstance(event, ev.ProvinceProduced)] == [2]
        assert scene.state.public.magnus == 2

    def test_r12_it_passes_even_if_nothing_can_be_stored(self) -> None:
        state = _syria(magnus=RED)
        room(state, RED, 0)
        scene = given(GAME, state).when(RED, PLAY).when(RED, SYRIA)
        scene.then_among(ev.GoodsReceived(seat=RED, goods=(), forgone=("food", "cloth", "cloth")))
        assert scene.state.public.magnus == YELLOW


def test_the_marker_turns_even_if_nobody_has_a_house_or_room() -> None:
    state = opening(3, "imperium")
    room(state, 0, 0)
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.ProduceGoods(province="hispania"))
    assert scene.state.public.coin_side == ["hispania"]


def test_r3_income_needs_a_marker_coin_side_up() -> None:
    scene = given(GAME, opening(3, "imperium")).when(0, PLAY)
    scene.refuses(0, cmd.TakeIncome(), "no_coins_up")
    scene.refuses(0, cmd.ProduceGoods(province="sicilia"), "no_such_province")


def test_only_income_is_left_when_every_marker_lies_coin_side_up() -> None:
    state = opening(3, "imperium")
    state.public.coin_side = list(state.public.markers)
    scene = given(GAME, state).when(0, PLAY)
    assert [option for option in GAME.legal(scene.state, Seat(0)) if not option.ASIDE] == [cmd.TakeIncome()]
