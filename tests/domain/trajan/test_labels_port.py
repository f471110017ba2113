"""What the options of the port tell."""

import pytest

from domain.kernel.game import Command
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.events import turn as ev
from domain.trajan.state import Owed, TrajanState, Unit
from tests.domain.trajan.labels import label
from tests.domain.trajan.positions import A, performing
from tests.kit.scenario import given


def in_port(*hand: str, owed: Owed | None = None) -> TrajanState:
    state = performing("port")
    state.hands[A] = sorted(hand)
    state.public.discards = {"left": [], "right": ["fish", "wine"]}
    state.public.owed = [owed or Owed(A, "action", "port")]
    state.public.mats[A].tiles = ["wild_good"]
    return state


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cmd.DrawCards(), "Draw 2 cards, then discard one (you hold 4 cards)"),
        (cmd.TakeDiscard(pile="right"), "Take a card: wine (you hold 2), right discard pile"),
        (cmd.LayOutCards(), "Lay out one or two cards and draw as many (you hold 4 cards)"),
        (cmd.ShipGoods(ship="same"), "Load the ship for equal commodities, coloured side: up to 12 points"),
        (cmd.ShipGoods(ship="pairs"), "Load the ship for pairs, grey side: up to 6 points"),
        (cmd.ShipGoods(ship="different"), "Load the ship for different commodities, coloured side: up to 8 points"),
        (cmd.SkipAction(), "Skip this action: seaport"),
    ],
)
def test_the_port_tells_what_is_held_and_what_ships_can_bring(command: Command, text: str) -> None:
    state = in_port("wine", "wine", "oil", "gems")
    state.public.grey_ships = ["pairs"]
    assert label(state, command) == text


SCARCE = {"left": ["fish", "wine"], "right": ["oil"]}
"""Discard piles under whose tops one card is buried."""


@pytest.mark.parametrize(
    ("owed", "command", "text"),
    [
        (Owed(A, "action", "port"), cmd.DrawCards(), "Draw 1 card, then discard one (you hold 2 cards)"),
        (
            Owed(A, "action", "port"),
            cmd.LayOutCards(),
            "Lay out one or two cards and draw the only card that is left (you hold 2 cards)",
        ),
        (Owed(A, "special", "T01"), cmd.UseSpecialAction(), "Use the special action: 1 commodity card"),
        (Owed(A, "lay_out"), cmd.LayOut(), "Lay out 1 oil, 1 wine; draw 1 card"),
    ],
)
def test_no_more_cards_are_promised_than_are_left(owed: Owed, command: Command, text: str) -> None:
    state = in_port("oil", "wine", owed=owed)
    state.chosen = [Unit("oil"), Unit("wine")] if owed.kind == "lay_out" else []
    state.draw_pile, state.public.discards = [], SCARCE
    assert label(state, command) == text
    drawn = [event.count for event in given(GAME, state).when(A, command).events if isinstance(event, ev.CardsDrawn)]
    assert sum(drawn) == (command != cmd.LayOutCards())


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (("oil",), "Lay out a card and draw none, since no card is left (you hold 1 card)"),
        (("oil", "oil"), "Lay out one or two cards and draw none, since no card is left (you hold 2 cards)"),
    ],
)
def test_laying_out_promises_no_card_if_none_is_left(hand: tuple[str, ...], text: str) -> None:
    state = in_port(*hand)
    state.draw_pile, state.public.discards = [], {"left": ["fish"], "right": []}
    assert label(state, cmd.LayOutCards()) == text


@pytest.mark.parametrize(
    ("hand", "ship", "points"),
    [
        (("oil",), "different", 4),
        (("fish", "gems", "oil", "wheat", "wine"), "different", 8),
        (("fish", "oil", "oil", "oil", "oil"), "same", 20),
        (("fish", "oil"), "pairs", 5),
        (("fish", "fish", "oil", "wine", "wine"), "pairs", 15),
    ],
)
def test_a_ship_tells_the_points_of_the_largest_shipment(
    hand: tuple[str, ...], ship: cmd.ShipName, points: int
) -> None:
    assert label(in_port(*hand), cmd.ShipGoods(ship=ship)).endswith(f"up to {points} points")


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cmd.DiscardCard(card="oil", pile="left"), "Discard a card: oil (you hold 1), left discard pile"),
        (
            cmd.DiscardCard(card="wine", pile="right"),
            "Discard a card: wine (you hold 2), right discard pile, onto wine",
        ),
    ],
)
def test_a_discard_tells_what_it_covers(command: Command, text: str) -> None:
    assert label(in_port("wine", "wine", "oil", owed=Owed(A, "discard")), command) == text


@pytest.mark.parametrize(
    ("owed", "chosen", "command", "text"),
    [
        (Owed(A, "lay_out"), [], cmd.ChooseGoods(good="column"), "Choose 1 column; so far this brings 1 card to draw"),
        (Owed(A, "lay_out"), [Unit("column")], cmd.LayOut(), "Lay out 1 column; draw 1 card"),
        (
            Owed(A, "lay_out"),
            [Unit("column")],
            cmd.ChooseGoods(good="oil"),
            "Choose 1 oil; so far this brings 2 cards to draw",
        ),
        (
            Owed(A, "shipment", "pairs"),
            [],
            cmd.ChooseGoods(good="column"),
            "Choose 2 columns; so far this brings 5 points",
        ),
        (
            Owed(A, "shipment", "pairs"),
            [Unit("column")],
            cmd.ChooseGoods(good="oil", wilds=1),
            "Choose 1 oil, 1 wild commodity; so far this brings 10 points",
        ),
        (
            Owed(A, "shipment", "pairs"),
            [Unit("column"), Unit("oil", 1)],
            cmd.SetSail(),
            "Ship 2 columns, 1 oil, 1 wild commodity for 10 points",
        ),
        (
            Owed(A, "shipment", "same"),
            [],
            cmd.ChooseGoods(good="oil"),
            "Choose 1 oil; so far this brings no points",
        ),
        (
            Owed(A, "shipment", "same"),
            [Unit("oil")],
            cmd.ChooseGoods(good="wild_good", wilds=1),
            "Choose 1 wild commodity; so far this brings 1 point",
        ),
    ],
)
def test_goods_tell_what_they_bring_so_far(owed: Owed, chosen: list[Unit], command: Command, text: str) -> None:
    state = in_port("column", "column", "oil", owed=owed)
    state.public.grey_ships = ["same"]
    state.chosen = chosen
    assert label(state, command) == text
