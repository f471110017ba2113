"""§5.1 and §6.3: goods cards, ships and wild goods."""

import pytest

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.events import turn as ev
from domain.trajan.state import TrajanState
from tests.domain.trajan.positions import A, B, performing
from tests.kit.scenario import Given, given


def in_port(*hand: str, wilds: int = 0) -> TrajanState:
    state = performing("port")
    state.hands[A] = sorted(hand)
    state.public.mats[A].seen_in_hand = []
    state.public.mats[A].tiles = ["wild_good"] * wilds
    return state


def ship(state: TrajanState, name: str, *units: str) -> Given:
    """Seat A ships units, each written as a good, with a + for each wild good in it."""
    scenario = given(GAME, state).when(A, cmd.ShipGoods(ship=name))  # type: ignore[arg-type]  # a ship as plain text
    for unit in units:
        good = unit.rstrip("+")
        scenario.when(A, cmd.ChooseGoods(good=good or "wild_good", wilds=len(unit) - len(good)))
    return scenario.when(A, cmd.SetSail())


def test_tc22_draw_and_discard() -> None:
    state = in_port("fish", "oil", "wine")
    piles = state.public.discards
    before = len(piles["right"])
    scenario = given(GAME, state).when(A, cmd.DrawCards())
    assert len(scenario.state.hands[A]) == 5
    scenario.refuses(A, cmd.DiscardCard(card="nothing", pile="left"), "not_in_hand")
    scenario.when(A, cmd.DiscardCard(card="oil", pile="right"))
    assert len(scenario.state.hands[A]) == 4
    assert len(scenario.state.public.discards["right"]) == before + 1
    assert scenario.state.public.discards["right"][-1] == "oil"


def test_a_card_just_drawn_may_be_discarded() -> None:
    state = in_port()
    state.draw_pile += ["gems", "fur"]
    given(GAME, state).when(A, cmd.DrawCards()).offers(
        A, cmd.DiscardCard(card="gems", pile="left"), cmd.DiscardCard(card="fur", pile="right")
    )


def test_r7_an_emptied_discard_pile_is_not_refilled_in_play() -> None:
    state = in_port()
    state.public.discards = {"left": ["fish"], "right": ["wine"]}
    scenario = given(GAME, state).when(A, cmd.TakeDiscard(pile="left"))
    assert scenario.state.hands[A] == ["fish"]
    assert scenario.state.public.discards == {"left": [], "right": ["wine"]}


def test_an_empty_discard_pile_can_be_discarded_onto_but_not_taken_from() -> None:
    state = in_port("oil")
    state.public.discards = {"left": [], "right": ["wine"]}
    scenario = given(GAME, state).refuses(A, cmd.TakeDiscard(pile="left"), "pile_empty")
    scenario.when(A, cmd.DrawCards()).when(A, cmd.DiscardCard(card="oil", pile="left"))
    assert scenario.state.public.discards["left"] == ["oil"]


def test_one_or_two_cards_are_laid_out_and_as_many_are_drawn() -> None:
    state = in_port("fish", "oil", "oil")
    scenario = given(GAME, state).when(A, cmd.LayOutCards()).when(A, cmd.ChooseGoods(good="oil"))
    one = given(GAME, scenario.state).when(A, cmd.LayOut())
    assert one.state.public.mats[A].laid_out == ["oil"]
    two = scenario.when(A, cmd.ChooseGoods(good="oil")).when(A, cmd.LayOut())
    assert two.state.public.mats[A].laid_out == ["oil", "oil"]
    assert len(one.state.hands[A]) == len(two.state.hands[A]) == 3


def test_nobody_else_learns_what_is_chosen_before_it_is_laid_out() -> None:
    scenario = given(GAME, in_port("fish", "oil")).when(A, cmd.LayOutCards()).when(A, cmd.ChooseGoods(good="oil"))
    assert GAME.view(scenario.state, B).chosen == []
    assert GAME.view(scenario.state, B).chosen_units == 1
    assert [unit.good for unit in GAME.view(scenario.state, A).chosen] == ["oil"]
    (event,) = scenario.events
    assert set(event.SEALED) == {"good", "wilds"}


def test_the_whole_is_laid_out_only_on_the_player_s_own_word() -> None:
    scenario = given(GAME, in_port("fish", "oil")).when(A, cmd.LayOutCards()).when(A, cmd.ChooseGoods(good="oil"))
    (only,) = GAME.legal(scenario.state, A)
    assert only == cmd.LayOut()
    assert only.SECRET


def test_at_least_one_card_must_be_chosen_and_three_are_too_many() -> None:
    scenario = given(GAME, in_port("fish", "oil", "wine")).when(A, cmd.LayOutCards())
    scenario.refuses(A, cmd.LayOut(), "nothing_chosen")
    scenario.when(A, cmd.ChooseGoods(good="fish")).when(A, cmd.ChooseGoods(good="oil"))
    scenario.refuses(A, cmd.ChooseGoods(good="wine"), "does_not_fit")


def test_r12_wild_goods_are_neither_laid_out_nor_discarded() -> None:
    state = in_port("fish", wilds=1)
    given(GAME, state).when(A, cmd.LayOutCards()).refuses(A, cmd.ChooseGoods(good="wild_good", wilds=1))
    given(GAME, state).when(A, cmd.DrawCards()).refuses(A, cmd.DiscardCard(card="wild_good", pile="left"))
    given(GAME, in_port(wilds=1)).refuses(A, cmd.LayOutCards(), "hand_empty")


@pytest.mark.parametrize(
    ("name", "units", "coloured", "grey"),
    [
        ("same", ("wine",), 2, 0),
        ("same", ("wine",) * 2, 6, 1),
        ("same", ("wine",) * 3, 12, 7),
        ("same", ("wine",) * 4, 20, 15),
        ("pairs", ("fish",), 5, 1),
        ("pairs", ("fish", "oil"), 10, 6),
        ("pairs", ("fish", "oil", "wine"), 15, 11),
        ("different", ("fish",), 2, 0),
        ("different", ("fish", "oil"), 4, 1),
        ("different", ("fish", "oil", "wheat"), 6, 3),
        ("different", ("fish", "oil", "wheat", "wine"), 8, 5),
    ],
)
def test_a_ship_pays_by_the_side_that_is_up(name: str, units: tuple[str, ...], coloured: int, grey: int) -> None:
    hand = ("fish", "fish", "oil", "oil", "wheat", "wine", "wine", "wine", "wine")
    state = in_port(*hand)
    scenario = ship(state, name, *units).then_scored(A, coloured, "shipment")
    assert scenario.state.public.grey_ships == [name]
    state.public.grey_ships = [name]
    ship(state, name, *units).then_scored(A, grey, "shipment")


def test_tc19_shipping_twice() -> None:
    scenario = ship(in_port("wheat", "wheat", "wheat"), "same", "wheat", "wheat", "wheat").then_scored(A, 12)
    assert scenario.state.public.mats[A].laid_out == ["wheat"] * 3
    state = scenario.state
    later = in_port(*["fish"] * 4)
    later.public.grey_ships = list(state.public.grey_ships)
    again = ship(later, "same", *["fish"] * 4).then_scored(A, 15)
    assert again.state.public.grey_ships == ["same"]


def test_tc20_pairs() -> None:
    state = in_port(*["wine"] * 4)
    scenario = given(GAME, state).when(A, cmd.ShipGoods(ship="pairs")).when(A, cmd.ChooseGoods(good="wine"))
    scenario.refuses(A, cmd.ChooseGoods(good="wine"), "does_not_fit")
    scenario.when(A, cmd.SetSail()).then_scored(A, 5)
    assert scenario.state.hands[A] == ["wine", "wine"]


def test_a_shipment_needs_fitting_goods_and_draws_no_cards() -> None:
    state = in_port("fish", "oil")
    given(GAME, state).refuses(A, cmd.ShipGoods(ship="pairs"), "nothing_to_ship")
    assert ship(state, "different", "fish", "oil").state.hands[A] == []
    scenario = given(GAME, state).when(A, cmd.ShipGoods(ship="same")).when(A, cmd.ChooseGoods(good="fish"))
    scenario.refuses(A, cmd.ChooseGoods(good="oil"), "does_not_fit")
    scenario.refuses(A, cmd.LayOut(), "not_offered")


def test_r12_wild_goods_stand_for_cards_and_leave_the_game() -> None:
    scenario = ship(in_port("wine", "wine", wilds=2), "same", "wine", "wine", "+", "+").then_scored(A, 20)
    mat = scenario.state.public.mats[A]
    assert (mat.laid_out, mat.tiles) == (["wine", "wine"], [])
    assert scenario.state.public.removed.tiles.count("wild_good") == 2


def test_r12_a_shipment_may_consist_of_wild_goods_alone() -> None:
    ship(in_port(wilds=1), "same", "+").then_scored(A, 2)
    ship(in_port(wilds=2), "pairs", "++").then_scored(A, 5)
    ship(in_port(wilds=3), "different", "+", "+", "+").then_scored(A, 6)


def test_a_wild_good_completes_a_pair() -> None:
    scenario = ship(in_port("fish", "oil", "oil", wilds=3), "pairs", "fish+", "oil", "++").then_scored(A, 15)
    scenario.then_among(ev.GoodsShipped(seat=A, ship="pairs", cards=("fish", "oil", "oil"), wilds=3))


# When cards run out (§10)


def test_r17_an_empty_draw_pile_is_made_new_from_the_buried_discards() -> None:
    state = in_port("wine")
    state.draw_pile = ["fur"]
    state.public.discards = {"left": ["oil", "fish"], "right": ["gems"]}
    scenario = given(GAME, state).when(A, cmd.DrawCards())
    assert scenario.state.hands[A] == ["fur", "oil", "wine"]
    assert scenario.state.public.discards == {"left": ["fish"], "right": ["gems"]}


def test_only_what_exists_is_drawn_and_the_discard_is_still_made() -> None:
    state = in_port("wine")
    state.draw_pile = ["fur"]
    state.public.discards = {"left": ["fish"], "right": []}
    scenario = given(GAME, state).when(A, cmd.DrawCards())
    assert scenario.state.hands[A] == ["fur", "wine"]
    assert scenario.state.public.owed[-1].kind == "discard"


def test_without_any_card_to_draw_the_first_option_is_impossible_and_the_third_draws_less() -> None:
    state = in_port("wine")
    state.draw_pile = []
    state.public.discards = {"left": ["fish"], "right": []}
    scenario = given(GAME, state).refuses(A, cmd.DrawCards(), "nothing_to_draw")
    scenario.when(A, cmd.LayOutCards()).when(A, cmd.ChooseGoods(good="wine")).when(A, cmd.LayOut())
    assert scenario.state.hands[A] == []


def test_a_card_taken_from_a_discard_pile_stays_known_until_it_is_played() -> None:
    state = in_port("fish")
    state.public.discards["left"] = ["wine"]
    scenario = given(GAME, state).when(A, cmd.TakeDiscard(pile="left"))
    assert scenario.state.public.mats[A].seen_in_hand == ["wine"]
    after = performing("port")
    after.hands[A], after.public.mats[A].seen_in_hand = ["fish", "wine"], ["wine"]
    assert ship(after, "same", "wine").state.public.mats[A].seen_in_hand == []
