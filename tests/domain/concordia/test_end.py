"""The end of the game (section 8)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA
from domain.concordia.state import FINAL_SCORING, ConcordiaState
from domain.kernel.game import Step
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import (
    build,
    discarded,
    line_between,
    makes,
    on_display,
    opening,
    stand,
    stock,
)
from tests.kit.scenario import Given, given

SENATOR = cmd.PlayCard(card="start-senator")
IDLE = cmd.PlayCard(card="start-diplomat")


def _two_cards() -> ConcordiaState:
    state = opening(3, "imperium")
    on_display(state, "I-mason", "I-colonist")
    for seat in range(3):
        stock(state, seat, food=4)
    return state


def _end_by_cards() -> Given:
    scene = given(GAME, _two_cards())
    scene.when(0, SENATOR).when(0, cmd.BuyCard(card="I-mason", goods=("food",))).when(0, cmd.EndAction())
    assert scene.state.public.concordia is None
    scene.when(1, SENATOR).when(1, cmd.BuyCard(card="I-colonist", goods=("food",))).when(1, cmd.EndAction())
    return scene.then_among(ev.ConcordiaTaken(seat=Seat(1), reason="cards"))


def test_t25_the_buyer_of_the_last_card_ends_the_game() -> None:
    scene = _end_by_cards()
    assert scene.state.public.concordia == 1
    assert scene.state.public.display == []


def test_both_last_cards_in_one_purchase_end_the_game() -> None:
    scene = given(GAME, _two_cards()).when(0, SENATOR)
    scene.when(0, cmd.BuyCard(card="I-mason", goods=("food",)))
    scene.when(0, cmd.BuyCard(card="I-colonist", goods=("food", "food")))
    scene.then_among(ev.ConcordiaTaken(seat=Seat(0), reason="cards"), ev.TurnBegan(seat=Seat(1)))


def test_the_last_card_of_the_display_ends_nothing_while_the_deck_has_cards() -> None:
    state = opening(3, "imperium")
    on_display(state, "I-mason", deck=("I-smith",))
    stock(state, 0, food=1)
    scene = given(GAME, state).when(0, SENATOR).when(0, cmd.BuyCard(card="I-mason", goods=("food",)))
    scene.when(0, cmd.EndAction())
    assert scene.state.public.concordia is None


def test_everyone_else_takes_exactly_one_more_turn() -> None:
    scene = _end_by_cards()
    for seat in (2, 0):
        assert GAME.to_act(scene.state) == (seat,)
        scene.when(seat, cmd.PlayCard(card="start-tribune")).when(seat, cmd.EndAction())
    scene.then(ev.StepDue(step=FINAL_SCORING))
    assert GAME.to_act(scene.state) == Step(FINAL_SCORING)


def _fourteen() -> ConcordiaState:
    state = opening(3, "imperium")
    makes(state, massilia="brick", carthago="brick")
    free = {"massilia", "carthago"}
    build(state, 0, *[city.id for city in DATA.maps["imperium"].cities if city.id not in free][:14])
    stand(state, 0, sea=(line_between(state, "sea", "massilia", "carthago"),))
    stock(state, 0, money=9, food=2)
    return state


def test_the_fifteenth_house_ends_the_game_and_the_turn_is_finished() -> None:
    scene = given(GAME, _fourteen()).when(0, cmd.PlayCard(card="start-architect")).when(0, cmd.EndMoves())
    scene.when(0, cmd.BuildHouse(city="massilia")).then_among(ev.ConcordiaTaken(seat=Seat(0), reason="houses"))
    scene.refuses(0, cmd.BuildHouse(city="carthago"), "no_house_left")
    scene.when(0, cmd.EndAction()).then(ev.TurnBegan(seat=Seat(1)))


def test_a_copied_architect_counts_as_well() -> None:
    state = _fourteen()
    discarded(state, 2, "start-architect")
    scene = given(GAME, state).when(0, IDLE).when(0, cmd.CopyCard(opponent=Seat(2), card="start-architect"))
    scene.when(0, cmd.EndMoves()).when(0, cmd.BuildHouse(city="massilia"))
    assert scene.state.public.concordia == 0


def test_r15_a_second_end_changes_nothing() -> None:
    state = _fourteen()
    state.public.concordia = Seat(1)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-architect")).when(0, cmd.EndMoves())
    scene.when(0, cmd.BuildHouse(city="massilia"))
    assert scene.state.public.concordia == 1
    scene.when(0, cmd.EndAction()).then(ev.StepDue(step=FINAL_SCORING))


def test_praefectus_magnus_passes_in_the_last_turns_too() -> None:
    state = opening(3, "imperium")
    state.public.concordia = Seat(1)
    state.public.magnus = Seat(0)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="start-prefect-1"))
    scene.when(0, cmd.ProduceGoods(province="syria"))
    assert scene.state.public.magnus == 2
    assert GAME.to_act(scene.state) == Step(FINAL_SCORING)


class TestTies:
    @pytest.mark.parametrize(
        ("magnus", "scores", "order"),
        [
            (2, [50, 50, 50, 40], [2, 1, 0, 3]),
            (3, [50, 50, 20, 40], [1, 0, 3, 2]),
            (0, [20, 50, 20, 50], [3, 1, 0, 2]),
            (1, [10, 20, 40, 30], [2, 3, 1, 0]),
        ],
    )
    def test_the_holder_or_who_would_receive_it_soonest_wins(
        self, magnus: int, scores: list[int], order: list[int]
    ) -> None:
        state = opening(4, "imperium")
        state.public.magnus = Seat(magnus)
        state.scores = scores
        result = GAME.result(state)
        assert [rank.seat for rank in result.ranking] == order
        assert [rank.place for rank in result.ranking] == [1, 2, 3, 4]
        assert result.winners == (order[0],)
        assert result.tie_break == ("magnus" if scores.count(max(scores)) > 1 else None)
