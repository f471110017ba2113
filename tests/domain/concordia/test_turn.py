"""Turns (section 4)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.kernel.draft import confirm, preview
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import discarded, holds, line_between, on_display, opening, stock, turn_of
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import given


def test_a_turn_is_exactly_one_card_from_the_own_hand() -> None:
    state = opening(3, "imperium")
    discarded(state, 0, "start-mercator")
    scene = given(GAME, state)
    scene.refuses(0, cmd.PlayCard(card="start-mercator"), "not_in_hand")
    scene.refuses(0, cmd.PlayCard(card="I-consul"), "not_in_hand")
    scene.refuses(1, cmd.PlayCard(card="start-tribune"), "not_your_turn")
    scene.when(0, cmd.PlayCard(card="start-diplomat"))
    assert scene.state.public.players[0].discard == ["start-mercator", "start-diplomat"]
    assert GAME.to_act(scene.state) == (1,)


def test_of_cards_that_do_and_score_the_same_one_is_offered() -> None:
    state = opening(3, "imperium")
    holds(state, 0, "IV-architect", "II-mercator", "III-mercator", "I-diplomat", "III-diplomat", "I-architect")
    assert [option.card for option in GAME.legal(state, Seat(0)) if isinstance(option, cmd.PlayCard)] == [
        "start-tribune",
        "I-architect",
        "start-prefect-1",
        "start-mercator",
        "start-diplomat",
        "start-senator",
        "II-mercator",
        "I-diplomat",
    ]
    given(GAME, state).refuses(0, cmd.PlayCard(card="start-prefect-2"), "first_of_equals")


def test_turns_go_clockwise_and_a_round_begins_with_who_began() -> None:
    state = opening(3, "imperium", first=2)
    scene = given(GAME, state)
    for seat, round_ in ((2, 1), (0, 1), (1, 1), (2, 2)):
        assert GAME.to_act(scene.state) == (seat,)
        assert scene.state.public.round == round_
        scene.when(seat, cmd.PlayCard(card="start-tribune")).when(seat, cmd.EndAction())


def test_nobody_can_pass() -> None:
    given(GAME, opening(3, "imperium")).refuses(0, cmd.EndAction(), "not_offered")


@pytest.mark.parametrize(
    "command",
    [
        cmd.MoveColonist(kind="land", origin="roma", line="imp-L08"),
        cmd.EndMoves(),
        cmd.BuildHouse(city="massilia"),
        cmd.ProduceGoods(province="syria"),
        cmd.TakeIncome(),
        cmd.PlaceColonist(kind="land", city="roma"),
        cmd.SellGoods(good="food", count=1),
        cmd.BuyGoods(good="brick", count=1),
        cmd.CopyCard(opponent=Seat(1), card="start-architect"),
        cmd.BuyCard(card="I-mason", goods=("food",)),
        cmd.EndAction(),
    ],
)
def test_no_action_without_its_card(command: Command) -> None:
    state = opening(3, "imperium")
    on_display(state, "I-mason")
    discarded(state, 1, "start-architect")
    state.public.coin_side = ["gallia"]
    given(GAME, state).refuses(0, command, "not_offered").refuses(1, command, "not_your_turn")


def test_a_bought_card_can_be_played_in_the_next_turn() -> None:
    state = opening(2, "italia")
    on_display(state, "I-mason", deck=("I-smith",))
    stock(state, 0, food=1)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-senator"))
    scene.when(0, cmd.BuyCard(card="I-mason", goods=("food",)))
    scene.refuses(0, cmd.PlayCard(card="I-mason"), "not_offered")
    scene.when(0, cmd.EndAction())
    turn_of(scene.state, 0)
    scene.when(0, cmd.PlayCard(card="I-mason")).then_among(ev.CardPlayed(seat=Seat(0), card="I-mason"))


def test_a_whole_turn_is_composed_as_one_draft() -> None:
    logged = LoggedMatch(GAME, 3, 11, {"map": "imperium"})
    match = logged.match
    seat = match.state.public.active
    line = line_between(match.state, "sea", "roma", "massilia")
    stock(match.state, seat, money=99, brick=2, food=1, tool=1, wine=1, cloth=1)
    draft = [
        cmd.PlayCard(card="start-architect"),
        cmd.MoveColonist(kind="sea", origin="roma", line=line),
        cmd.EndMoves(),
        cmd.BuildHouse(city="massilia"),
    ]
    seen = preview(match, seat, draft)
    assert seen.ends == "passes"
    assert seen.match.state.public.players[seat].houses == ["massilia"]
    assert match.state.public.players[seat].houses == []
    confirm(match, seat, draft)
    assert match.state.public.players[seat].houses == ["massilia"]
