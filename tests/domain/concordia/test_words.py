"""Whatever happens, is offered or is refused can be told to a player."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import domain.concordia
from domain.concordia import GAME
from domain.concordia import events as ev
from domain.concordia.data import CARDS, DATA, GOODS
from domain.concordia.state import ConcordiaState, Overflow
from domain.kernel.game import Event
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
from tests.kit import recordings
from tests.kit.sitting import position

PLAYERS = ["Ada", "Bea", "Cato", "Dido", "Enno"]
SAY = GAME.words.languages["en"]


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_of_a_recorded_game_reads_as_a_sentence(name: str) -> None:
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            text = GAME.words.describe(entry.event, players=PLAYERS)
            assert text.endswith("."), text
            assert "-L0" not in text, text
            assert "start-" not in text, text


def test_everything_printed_has_a_name() -> None:
    things = [*GOODS, *CARDS, "roma"]
    for board in DATA.maps.values():
        things += [thing.id for row in (board.cities, board.provinces, board.lines) for thing in row]
    assert [thing for thing in things if f"name.{thing}" not in SAY] == []


def test_every_refusal_has_words() -> None:
    package = Path(domain.concordia.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    reasons = set(re.findall(r'IllegalMove\(\s*"(\w+)"', source))
    assert len(reasons) > 25
    assert [reason for reason in reasons if f"illegal.{reason}" not in SAY] == []


def _labels(state: ConcordiaState, seat: int = 0) -> list[str]:
    return [
        GAME.label(GAME.view(state, Seat(seat)), option, players=PLAYERS) for option in GAME.legal(state, Seat(seat))
    ]


def _at(action: str, allowance: int = 0) -> ConcordiaState:
    """An opening in which the first player is at this action."""
    state = opening(3, "imperium")
    state.public.action, state.public.allowance = action, allowance
    return state


class TestLabelsSayWhatAnOptionCostsAndBrings:
    def test_cards(self) -> None:
        state = opening(3, "imperium")
        assert _labels(state)[1:4] == ["Play Architect", "Play Prefect (1st)", "Play Prefect (2nd)"]
        assert _labels(state)[-1] == "When goods do not fit and it is not your turn: ask first"

    def test_moves_and_their_points(self) -> None:
        labels = _labels(_at("architect", 2))
        assert "Move the sea colonist from Roma to Massilia–Roma (1 point)" in labels
        assert "Move the sea colonist from Roma to Massilia–Valentia (2 points)" in labels

    def test_houses_and_their_price(self) -> None:
        state = _at("building")
        makes(state, massilia="brick", carthago="wine")
        build(state, 1, "carthago")
        stand(state, 0, sea=(line_between(state, "sea", "massilia", "carthago"),))
        stock(state, 0, money=8, brick=1, food=1, wine=1)
        assert _labels(state)[:2] == [
            "Build a house in Carthago for 1 brick, 1 wine, 8 sestertii",
            "Build a house in Massilia for 1 food, 1 sestertius",
        ]

    def test_production_and_income(self) -> None:
        state = _at("prefect")
        makes(state, antiochia="food", tyros="cloth")
        build(state, 0, "antiochia", "tyros")
        build(state, 1, "antiochia")
        assert "Let Syria produce; for you: 1 food, 2 cloth" in _labels(state)
        state.public.magnus = Seat(0)
        state.public.coin_side = ["gallia"]
        makes(state, massilia="cloth")
        assert "Let Syria produce; for you: 1 food, 3 cloth" in _labels(state)
        assert "Take 1 sestertius" in _labels(state)

    def test_colonists(self) -> None:
        assert _labels(_at("colonist"))[:2] == [
            "Take 7 sestertii",
            "Place a land colonist in Roma for 1 food, 1 tool",
        ]

    def test_trade(self) -> None:
        state = _at("mercator", 2)
        stock(state, 0, money=6, brick=2)
        assert _labels(state)[:4] == [
            "Sell 1 brick for 3 sestertii",
            "Sell 2 bricks for 6 sestertii",
            "Buy 1 brick for 3 sestertii",
            "Buy 2 bricks for 6 sestertii",
        ]

    def test_cards_for_sale(self) -> None:
        state = _at("senator", 2)
        on_display(state, "II-weaver", "I-mason")
        stock(state, 0, brick=1, food=2, cloth=1)
        labels = _labels(state)
        assert labels[0] == "Buy Weaver (II) of Minerva for 1 brick, 1 cloth"
        assert "Buy Mason (I) of Minerva for 2 food" in labels

    def test_goods_to_keep_and_a_card_to_copy(self) -> None:
        state = _at("diplomat")
        discarded(state, 1, "V-consul")
        assert _labels(state)[0] == "Act as Consul (V), played by Bea"
        state.public.overflows = [Overflow(Seat(0), ("brick", "brick", "wine"), 2)]
        assert _labels(state)[:2] == ["Keep 2 bricks", "Keep 1 brick, 1 wine"]


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_no_two_options_are_called_the_same(seed: int) -> None:
    state = position(GAME, 2 + seed % 4, seed, seed // 7 % 500).match.state
    for seat in range(len(state.public.players)):
        labels = _labels(state, seat)
        assert len(set(labels)) == len(labels), labels


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            ev.HouseBuilt(seat=Seat(0), city="massilia", money=1, goods=("food",)),
            "Ada built a house in Massilia for 1 food, 1 sestertius.",
        ),
        (
            ev.GoodsReceived(seat=Seat(1), goods=("tool", "tool", "cloth"), forgone=()),
            "Bea stored: 2 tools, 1 cloth. Forgone: nothing.",
        ),
        (
            ev.InterimClosed(money=(1, 0, 2)),
            "The interim scoring is over. Paid: Ada 1 sestertius, Cato 2 sestertii. The score track is back at 0.",
        ),
    ],
)
def test_amounts_are_told_in_full(event: Event, text: str) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == text
