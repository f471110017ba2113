"""Architect (section 6.2): moving and building."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.actions.architect import accessible
from domain.concordia.data import Good
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, line_between, makes, opening, stand, stock
from tests.kit.scenario import Given, given

PLAY = cmd.PlayCard(card="start-architect")


def _example() -> ConcordiaState:
    """The rule book's example; seat 0 is Red."""
    state = opening(5, "imperium")
    stand(state, 0, land=(line_between(state, "land", "colonia_a", "novaria"), "roma"), sea=("roma",))
    makes(state, massilia="cloth", novaria="wine", aquileia="food")
    build(state, 0, "colonia_a")
    build(state, 1, "aquileia")
    build(state, 2, "aquileia")
    stock(state, 0, money=15, brick=3, cloth=1, wine=1, food=1)
    return state


def _moved() -> Given:
    state = _example()
    sea = line_between(state, "sea", "roma", "massilia")
    land = line_between(state, "land", "aquileia", "vindobona")
    scene = given(GAME, state).when(0, PLAY).then_among(ev.ActionBegan(seat=Seat(0), action="architect", allowance=3))
    scene.when(0, cmd.MoveColonist(kind="sea", origin="roma", line=sea))
    scene.then(ev.ColonistMoved(seat=Seat(0), kind="sea", origin="roma", line=sea, points=1))
    scene.when(0, cmd.MoveColonist(kind="land", origin="roma", line=land))
    return scene.then(ev.ColonistMoved(seat=Seat(0), kind="land", origin="roma", line=land, points=2))


def test_t03_three_points_and_the_cities_in_reach() -> None:
    scene = _moved()
    assert GAME.legal(scene.state, Seat(0))[0] == cmd.EndMoves()
    scene.when(0, cmd.EndMoves())
    found = accessible(scene.state.public, scene.state.public.players[0])
    assert set(found) == {"colonia_a", "novaria", "massilia", "aquileia", "vindobona"}
    scene.refuses(0, cmd.BuildHouse(city="colonia_a"), "own_house_there")
    scene.refuses(0, cmd.BuildHouse(city="roma"), "no_house_in_roma")
    scene.refuses(0, cmd.BuildHouse(city="syracusae"), "no_access")


def test_t03_three_houses_for_fifteen_sestertii() -> None:
    scene = _moved().when(0, cmd.EndMoves())
    paid = []
    for city in ("massilia", "novaria", "aquileia"):
        (built,) = scene.when(0, cmd.BuildHouse(city=city)).events
        assert isinstance(built, ev.HouseBuilt)
        paid.append((built.money, built.goods, built.nth))
    assert paid == [(5, ("brick", "cloth"), 1), (4, ("brick", "wine"), 1), (6, ("brick", "food"), 3)]
    player = scene.state.public.players[0]
    assert player.money == 0
    assert set(player.goods.values()) == {0}
    assert player.houses_left == 14 - 3


@pytest.mark.parametrize(
    ("good", "others", "money", "goods"),
    [
        ("brick", 0, 1, ("food",)),
        ("brick", 1, 2, ("food",)),
        ("food", 2, 6, ("brick", "food")),
        ("tool", 3, 12, ("brick", "tool")),
        ("wine", 3, 16, ("brick", "wine")),
        ("cloth", 4, 25, ("brick", "cloth")),
    ],
)
def test_t04_house_prices(good: Good, others: int, money: int, goods: tuple[Good, ...]) -> None:
    state = opening(5, "imperium")
    makes(state, massilia=good)
    for seat in range(1, 1 + others):
        build(state, seat, "massilia")
    stand(state, 0, sea=(line_between(state, "sea", "roma", "massilia"),))
    stock(state, 0, money=money, **dict.fromkeys(goods, 1))
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.EndMoves())
    scene.when(0, cmd.BuildHouse(city="massilia"))
    built = ev.HouseBuilt(
        seat=Seat(0), city="massilia", money=money, goods=goods, province="gallia", good=good, nth=others + 1
    )
    scene.then(built)
    state.public.players[0].money -= 1
    poor = given(GAME, state).when(0, PLAY).when(0, cmd.EndMoves())
    poor.refuses(0, cmd.BuildHouse(city="massilia"), "cannot_pay_house")
    state.public.players[0].money += 1
    state.public.players[0].goods[goods[0]] -= 1
    bare = given(GAME, state).when(0, PLAY).when(0, cmd.EndMoves())
    bare.refuses(0, cmd.BuildHouse(city="massilia"), "cannot_pay_house")


def test_t06_a_colonist_in_a_city_builds_nothing() -> None:
    state = opening(3, "imperium")
    stock(state, 0, money=99, brick=2, food=2, tool=2)
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.EndMoves())
    assert [option for option in GAME.legal(scene.state, Seat(0)) if not option.ASIDE] == [cmd.EndAction()]


def test_houses_are_built_only_after_all_moves() -> None:
    scene = given(GAME, _example()).when(0, PLAY)
    scene.refuses(0, cmd.BuildHouse(city="novaria"), "not_offered")
    scene.when(0, cmd.EndMoves())
    line = line_between(scene.state, "sea", "roma", "massilia")
    scene.refuses(0, cmd.MoveColonist(kind="sea", origin="roma", line=line), "not_offered")


def test_moves_end_only_where_there_are_moves() -> None:
    scene = given(GAME, _example())
    scene.refuses(0, cmd.EndMoves(), "not_offered")
    scene.when(0, PLAY).refuses(1, cmd.EndMoves(), "not_your_turn")


def test_both_ends_of_a_line_and_both_kinds_give_access() -> None:
    state = opening(3, "imperium")
    makes(state, carthago="brick", massilia="brick", memphis="brick", alexandria="brick")
    stand(
        state,
        0,
        land=(line_between(state, "land", "alexandria", "memphis"),),
        sea=(line_between(state, "sea", "carthago", "massilia"),),
    )
    stock(state, 0, money=4, food=4)
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.EndMoves())
    for city in ("carthago", "massilia", "memphis", "alexandria"):
        scene.offers(0, cmd.BuildHouse(city=city))
        scene.when(0, cmd.BuildHouse(city=city))
    assert scene.state.public.players[0].houses_left == 11


class TestMoving:
    def test_a_move_may_cross_occupied_lines_but_not_end_on_one(self) -> None:
        state = opening(3, "imperium")
        near = line_between(state, "land", "roma", "syracusae")
        beyond = line_between(state, "land", "roma", "novaria")
        far = line_between(state, "land", "novaria", "massilia")
        stand(state, 0, land=(near,), sea=("roma",))
        stand(state, 1, land=(beyond,))
        scene = given(GAME, state).when(0, PLAY)
        scene.refuses(0, cmd.MoveColonist(kind="land", origin=near, line=beyond), "line_occupied")
        scene.when(0, cmd.MoveColonist(kind="land", origin=near, line=far))
        scene.then(ev.ColonistMoved(seat=Seat(0), kind="land", origin=near, line=far, points=2))

    def test_lines_of_the_other_kind_are_out_of_reach(self) -> None:
        state = opening(3, "imperium")
        scene = given(GAME, state).when(0, PLAY)
        sea = line_between(state, "sea", "roma", "massilia")
        land = line_between(state, "land", "roma", "aquileia")
        scene.refuses(0, cmd.MoveColonist(kind="land", origin="roma", line=sea), "no_way")
        scene.refuses(0, cmd.MoveColonist(kind="sea", origin="roma", line=land), "no_way")

    def test_a_colonist_never_stops_in_a_city_or_stays(self) -> None:
        state = opening(3, "imperium")
        line = line_between(state, "land", "roma", "aquileia")
        stand(state, 0, land=(line,), sea=("roma",))
        scene = given(GAME, state).when(0, PLAY)
        scene.refuses(0, cmd.MoveColonist(kind="land", origin=line, line="roma"), "no_way")
        scene.refuses(0, cmd.MoveColonist(kind="land", origin=line, line=line), "no_way")

    def test_points_are_the_colonists_on_the_board(self) -> None:
        state = opening(3, "imperium")
        scene = given(GAME, state).when(0, PLAY)
        scene.then_among(ev.ActionBegan(seat=Seat(0), action="architect", allowance=2))
        two = line_between(state, "land", "aquileia", "vindobona")
        scene.when(0, cmd.MoveColonist(kind="land", origin="roma", line=two))
        line = line_between(state, "sea", "roma", "massilia")
        scene.refuses(0, cmd.MoveColonist(kind="sea", origin="roma", line=line), "too_far")

    def test_r8_a_line_just_left_is_free_and_a_colonist_may_move_twice(self) -> None:
        state = opening(3, "imperium")
        first = line_between(state, "land", "roma", "aquileia")
        second = line_between(state, "land", "roma", "novaria")
        stand(state, 0, land=(first, "roma"), sea=("roma",))
        scene = given(GAME, state).when(0, PLAY)
        scene.when(0, cmd.MoveColonist(kind="land", origin=first, line=second))
        scene.when(0, cmd.MoveColonist(kind="land", origin="roma", line=first))
        third = line_between(state, "land", "roma", "syracusae")
        scene.when(0, cmd.MoveColonist(kind="land", origin=second, line=third))
        assert scene.state.public.players[0].colonists["land"] == [third, first]

    def test_only_own_colonists_move(self) -> None:
        state = opening(3, "imperium")
        line = line_between(state, "land", "roma", "aquileia")
        stand(state, 1, land=(line,))
        scene = given(GAME, state).when(0, PLAY)
        there = line_between(state, "land", "roma", "novaria")
        scene.refuses(0, cmd.MoveColonist(kind="land", origin=line, line=there), "no_colonist_there")
