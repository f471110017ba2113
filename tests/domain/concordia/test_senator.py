"""Senator and Consul (sections 6.8 and 6.9)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import Good
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import holds, on_display, opening, stock
from tests.kit.scenario import given

SENATOR = cmd.PlayCard(card="start-senator")
ROW = ("I-mercator", "I-prefect", "I-architect", "I-farmer", "I-mason", "I-colonist", "I-smith")
NEXT = ("I-diplomat", "II-weaver", "II-consul")


def _display(*cards: str) -> ConcordiaState:
    state = opening()
    on_display(state, *(cards or ROW), deck=NEXT)
    return state


def test_t17_two_cards_by_the_slots_as_they_stood() -> None:
    state = _display()
    stock(state, 0, wine=1, tool=1, brick=1)
    scene = given(GAME, state).when(0, SENATOR)
    scene.when(0, cmd.BuyCard(card="I-mercator", goods=("wine",)))
    scene.then(ev.CardBought(seat=Seat(0), card="I-mercator", slot=1, goods=("wine",)))
    scene.when(0, cmd.BuyCard(card="I-architect", goods=("brick", "tool")))
    scene.then(
        ev.CardBought(seat=Seat(0), card="I-architect", slot=3, goods=("brick", "tool")),
        ev.DisplaySlid(cards=("I-prefect", "I-farmer", "I-mason", "I-colonist", "I-smith")),
        ev.CardsDealt(cards=("I-diplomat", "II-weaver")),
        ev.TurnBegan(seat=Seat(1)),
    )
    assert set(scene.state.public.players[0].goods.values()) == {0}
    assert scene.state.public.players[0].hand[-2:] == ["I-mercator", "I-architect"]
    assert scene.state.deck == ["II-consul"]


def test_t17_the_farmer_in_slot_four_costs_cloth_besides() -> None:
    state = _display()
    stock(state, 0, brick=1, food=1, cloth=1)
    scene = given(GAME, state).when(0, SENATOR)
    scene.offers(0, cmd.BuyCard(card="I-farmer", goods=("brick", "food", "cloth")))
    scene.refuses(0, cmd.BuyCard(card="I-farmer", goods=("brick", "food")), "wrong_price")
    scene.refuses(0, cmd.BuyCard(card="I-prefect", goods=("brick", "wine")), "cannot_pay_card")


def test_r14_the_second_price_does_not_slide() -> None:
    state = _display()
    stock(state, 0, wine=2, brick=1)
    scene = given(GAME, state).when(0, SENATOR).when(0, cmd.BuyCard(card="I-mercator", goods=("wine",)))
    scene.refuses(0, cmd.BuyCard(card="I-prefect", goods=("wine",)), "wrong_price")
    scene.offers(0, cmd.BuyCard(card="I-prefect", goods=("brick", "wine")))


@pytest.mark.parametrize(
    ("slot", "goods"),
    [
        (1, [("food",)]),
        (2, [("brick", "food"), ("food", "food"), ("food", "tool"), ("food", "wine"), ("food", "cloth")]),
        (4, [("food", "cloth")]),
        (5, [("food", "cloth")]),
        (6, [("brick", "food", "cloth"), ("food", "food", "cloth"), ("food", "tool", "cloth"),
             ("food", "wine", "cloth"), ("food", "cloth", "cloth")]),
        (7, [("food", "cloth", "cloth")]),
    ],
)  # fmt: skip
def test_every_slot_has_its_surcharge(slot: int, goods: list[tuple[Good, ...]]) -> None:
    others = [card for card in ROW if card != "I-colonist"]
    state = _display(*others[: slot - 1], "I-colonist", *others[slot - 1 :])
    stock(state, 0, brick=2, food=2, tool=2, wine=2, cloth=2)
    scene = given(GAME, state).when(0, SENATOR)
    offers = [
        o.goods for o in GAME.legal(scene.state, Seat(0)) if isinstance(o, cmd.BuyCard) and o.card == "I-colonist"
    ]
    assert offers == goods


def test_a_good_paid_by_choice_must_be_there_twice_if_the_card_costs_it_too() -> None:
    state = _display()
    stock(state, 0, wine=1)
    scene = given(GAME, state).when(0, SENATOR)
    scene.refuses(0, cmd.BuyCard(card="I-prefect", goods=("wine", "wine")), "cannot_pay_card")


def test_buying_nothing_or_one_card_is_allowed() -> None:
    state = _display()
    scene = given(GAME, state).when(0, SENATOR).when(0, cmd.EndAction())
    scene.then(ev.ActionForgone(seat=Seat(0), action="senator"), ev.TurnBegan(seat=Seat(1)))
    stock(state, 0, wine=1)
    scene = given(GAME, state).when(0, SENATOR).when(0, cmd.BuyCard(card="I-mercator", goods=("wine",)))
    scene.when(0, cmd.EndAction())
    scene.then(ev.DisplaySlid(cards=ROW[1:]), ev.CardsDealt(cards=("I-diplomat",)), ev.TurnBegan(seat=Seat(1)))


def test_t18_a_consul_pays_the_printed_cost_only() -> None:
    state = _display("I-mercator", "I-architect", "I-farmer", "I-mason", "I-smith", "I-colonist", "I-prefect")
    holds(state, 0, "III-consul")
    stock(state, 0, food=2, wine=2)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="III-consul"))
    scene.when(0, cmd.BuyCard(card="I-colonist", goods=("food",)))
    scene.then(
        ev.CardBought(seat=Seat(0), card="I-colonist", slot=6, goods=("food",)),
        ev.DisplaySlid(cards=("I-mercator", "I-architect", "I-farmer", "I-mason", "I-smith", "I-prefect")),
        ev.CardsDealt(cards=("I-diplomat",)),
        ev.TurnBegan(seat=Seat(1)),
    )
    assert scene.state.public.display[5:] == ["I-prefect", "I-diplomat"]
    scene.refuses(0, cmd.BuyCard(card="I-mercator", goods=("wine",)), "not_your_turn")


def test_t18_by_a_senator_the_same_card_costs_cloth_and_any_good() -> None:
    state = _display("I-mercator", "I-architect", "I-farmer", "I-mason", "I-smith", "I-colonist", "I-prefect")
    stock(state, 0, food=1, cloth=1, wine=1)
    scene = given(GAME, state).when(0, SENATOR)
    scene.offers(0, cmd.BuyCard(card="I-colonist", goods=("food", "wine", "cloth")))
    scene.refuses(0, cmd.BuyCard(card="I-colonist", goods=("food",)), "wrong_price")


def test_the_display_shrinks_once_the_deck_is_empty() -> None:
    state = _display()
    state.deck = []
    stock(state, 0, wine=1)
    scene = given(GAME, state).when(0, SENATOR).when(0, cmd.BuyCard(card="I-mercator", goods=("wine",)))
    scene.when(0, cmd.EndAction()).then(ev.DisplaySlid(cards=ROW[1:]), ev.TurnBegan(seat=Seat(1)))


def test_only_cards_on_display_are_for_sale() -> None:
    scene = given(GAME, _display()).when(0, SENATOR)
    scene.refuses(0, cmd.BuyCard(card="II-consul", goods=("cloth",)), "not_on_display")
    scene.refuses(0, cmd.BuyCard(card="start-senator", goods=()), "not_on_display")
