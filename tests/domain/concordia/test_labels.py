"""What an option costs and brings stands in its label: a menu is read without a board in sight."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.data import CARDS
from domain.concordia.labels import facts
from domain.concordia.legal import MAY_STOP
from domain.concordia.state import ConcordiaState, Overflow
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import (
    build,
    discarded,
    holds,
    line_between,
    makes,
    on_display,
    opening,
    room,
    stand,
    station,
    stock,
)

PLAYERS = ["Ada", "Bea", "Cato"]


def _labels(state: ConcordiaState, seat: int = 0) -> list[str]:
    view = GAME.view(state, Seat(seat))
    return [GAME.label(view, option, players=PLAYERS) for option in GAME.legal(state, Seat(seat))]


def _at(action: str, allowance: int = 0) -> ConcordiaState:
    """An opening in which Ada is at this action."""
    state = opening(3, "imperium")
    state.public.action, state.public.allowance = action, allowance
    return state


def _holding(*cards: str) -> ConcordiaState:
    """An opening in which Ada has these cards to play."""
    state = opening(3, "imperium")
    state.public.players[0].hand = []
    holds(state, 0, *cards)
    return state


class TestPlayCard:
    def test_every_card_of_the_start(self) -> None:
        state = opening(3, "imperium")
        on_display(state, "I-mason", "I-farmer", "II-weaver", "I-architect", "I-prefect", "I-diplomat", "II-consul")
        assert _labels(state) == [
            "Play Tribune: take back 1 card and 0 sestertii, perhaps place a colonist",
            "Play Architect: 2 points to move colonists, then build houses",
            "Play Prefect (1st): produce (12 provinces ready, bonus 1 good) or take 0 sestertii",
            "Play Prefect (2nd): produce (12 provinces ready, bonus 1 good) or take 0 sestertii",
            "Play Mercator: 3 sestertii, then trade in up to 2 goods",
            "Play Diplomat: no card to copy",
            "Play Senator: buy up to 2 cards, you can pay for 6",
            "When goods do not fit and it is not your turn: ask first",
        ]

    def test_a_tribune_pays_for_the_cards_beyond_the_third_and_counts_itself(self) -> None:
        state = _holding("start-tribune")
        discarded(state, 0, "start-mercator", "start-senator", "start-architect")
        stock(state, 0)
        assert _labels(state)[0] == "Play Tribune: take back 4 cards and 1 sestertius"

    def test_a_prefect_tells_what_the_markers_and_praefectus_magnus_bring(self) -> None:
        state = _holding("I-prefect")
        makes(state, massilia="cloth", antiochia="food", tyros="wine")
        state.public.coin_side = ["gallia", "syria"]
        state.public.magnus = Seat(0)
        assert _labels(state)[0] == "Play Prefect (I): produce (10 provinces ready, bonus 2 goods) or take 3 sestertii"

    def test_a_colonist_tells_how_many_can_be_paid(self) -> None:
        state = _holding("I-colonist")
        stock(state, 0, food=3, tool=2)
        assert _labels(state)[0] == "Play Colonist (I): up to 2 new colonists, or 7 sestertii"

    def test_a_diplomat_tells_what_lies_on_the_piles_and_names_no_card_twice(self) -> None:
        state = _holding("start-diplomat")
        discarded(state, 1, "start-mercator")
        discarded(state, 2, "start-mercator")
        assert _labels(state)[0] == "Play Diplomat: act as Mercator"
        discarded(state, 2, "V-consul")
        assert _labels(state)[0] == "Play Diplomat: act as Mercator, Consul (V)"

    def test_a_consul_leaves_the_surcharges_out(self) -> None:
        state = _holding("II-consul", "start-senator")
        on_display(state, "I-mason", "I-farmer", "II-weaver", "I-architect")
        stock(state, 0, food=1, tool=1)
        assert _labels(state)[:2] == [
            "Play Consul (II): buy 1 card without surcharge, you can pay for 2",
            "Play Senator: buy up to 2 cards, you can pay for 1",
        ]

    @pytest.mark.parametrize(
        ("cells", "label"),
        [(2, "2 tools from your houses"), (1, "2 tools (room for 1) from your houses")],
    )
    def test_a_specialist_tells_its_goods_and_when_not_all_fit(self, cells: int, label: str) -> None:
        state = _holding("I-smith")
        makes(state, massilia="tool", antiochia="tool")
        build(state, 0, "massilia", "antiochia")
        room(state, 0, cells)
        assert _labels(state)[0] == f"Play Smith (I): {label}"

    def test_a_specialist_without_such_a_house_brings_nothing(self) -> None:
        assert _labels(_holding("I-smith"))[0] == "Play Smith (I): nothing from your houses"

    def test_every_card_has_its_words(self) -> None:
        view = GAME.view(opening(3, "imperium"), Seat(0))
        assert all(GAME.label(view, cmd.PlayCard(card=card)) for card in CARDS)


def test_a_copied_card_tells_what_it_does_for_who_copies_it() -> None:
    state = _at("diplomat")
    stand(state, 0, land=("roma",), sea=("roma", "roma"))
    discarded(state, 1, "start-architect")
    discarded(state, 2, "V-mercator")
    assert _labels(state)[:2] == [
        "Act as Architect, played by Bea: 3 points to move colonists, then build houses",
        "Act as Mercator (V), played by Cato: 5 sestertii, then trade in up to 2 goods",
    ]


def test_moves_tell_the_goods_at_the_line_and_their_points() -> None:
    state = _at("architect", 2)
    makes(state, massilia="cloth", valentia="wine")
    labels = _labels(state)
    assert "Move by sea to Massilia–Roma (cloth) from Roma for 1 of 2 points" in labels
    assert "Move by sea to Massilia–Valentia (cloth, wine) from Roma for 2 of 2 points" in labels
    assert "Stop moving (2 points unused) and go on to build" in labels


class TestBuildHouse:
    def _beside_two_cities(self) -> ConcordiaState:
        state = _at("building")
        makes(state, massilia="brick", carthago="wine")
        build(state, 1, "carthago")
        stand(state, 0, sea=(line_between(state, "sea", "massilia", "carthago"),))
        stock(state, 0, money=8, brick=1, food=1, wine=1)
        return state

    def test_where_it_stands_what_it_makes_and_its_price(self) -> None:
        assert _labels(self._beside_two_cities())[:2] == [
            "Build a house in Carthago, Mauretania (wine) for 1 brick, 1 wine, 8 sestertii",
            "Build a house in Massilia, Gallia (brick) for 1 food, 1 sestertius",
        ]

    def test_the_last_house_takes_the_concordia_card_unless_somebody_has_it(self) -> None:
        state = self._beside_two_cities()
        last = "Build a house in Massilia, Gallia (brick) for 1 food, 1 sestertius"
        state.public.players[0].houses_left = 1
        assert f"{last}; takes the Concordia card: 7 points" in _labels(state)
        state.public.concordia = Seat(1)
        assert last in _labels(state)


class TestPrefect:
    def _in_syria(self) -> ConcordiaState:
        state = _at("prefect")
        makes(state, antiochia="food", tyros="cloth", massilia="cloth")
        build(state, 0, "antiochia", "tyros")
        return state

    def test_production_for_a_player_alone(self) -> None:
        state = self._in_syria()
        room(state, 0, 3)
        assert "Let Syria produce: 1 food, 2 cloth for you" in _labels(state)

    def test_production_that_others_share_and_that_does_not_fit(self) -> None:
        state = self._in_syria()
        build(state, 1, "antiochia", "tyros")
        build(state, 2, "tyros")
        room(state, 0, 3)
        state.public.magnus = Seat(0)
        label = "Let Syria produce: 1 food, 3 cloth (room for 3) for you; others: Bea 2 goods, Cato 1 good"
        assert label in _labels(state)

    def test_income(self) -> None:
        state = self._in_syria()
        state.public.coin_side = ["gallia"]
        assert "Take 1 sestertius and turn 1 marker back" in _labels(state)


def test_colonists_or_money() -> None:
    state = _at("colonist")
    station(state, 0, "land", "roma")
    assert _labels(state)[:3] == [
        "Take 8 sestertii and place no colonist",
        "Place a land colonist in Roma for 1 food, 1 tool",
        "Place a sea colonist in Roma for 1 food, 1 tool",
    ]


def test_trade() -> None:
    state = _at("mercator", 2)
    stock(state, 0, money=6, brick=2)
    assert _labels(state)[:4] == [
        "Sell 1 brick for 3 sestertii",
        "Sell 2 bricks for 6 sestertii",
        "Buy 1 brick for 3 sestertii",
        "Buy 2 bricks for 6 sestertii",
    ]


class TestBuyCard:
    def test_the_price_the_god_and_what_the_card_is_worth_now(self) -> None:
        state = _at("senator", 2)
        makes(state, massilia="cloth", tyros="cloth")
        build(state, 0, "massilia", "tyros")
        on_display(state, "II-weaver", "I-colonist")
        stock(state, 0, brick=1, food=2, cloth=1)
        labels = _labels(state)
        assert labels[0] == "Buy Weaver (II) for 1 brick, 1 cloth (Minerva, 10 points now)"
        assert "Buy Colonist (I) for 2 food (Mars, 4 points now)" in labels

    @pytest.mark.parametrize(
        ("display", "deck", "end"),
        [
            (("II-weaver",), (), "; takes the Concordia card: 7 points"),
            (("II-weaver", "I-colonist"), (), ""),
            (("II-weaver",), ("I-colonist",), ""),
        ],
    )
    def test_the_last_card_takes_the_concordia_card(
        self, display: tuple[str, ...], deck: tuple[str, ...], end: str
    ) -> None:
        state = _at("consul", 1)
        on_display(state, *display, deck=deck)
        stock(state, 0, brick=1, cloth=1)
        assert _labels(state)[0] == f"Buy Weaver (II) for 1 brick, 1 cloth (Minerva, 0 points now){end}"


def test_goods_to_keep_and_to_forgo() -> None:
    state = _at("card")
    state.public.overflows = [Overflow(Seat(0), ("brick", "brick", "wine"), 2)]
    assert _labels(state)[:2] == ["Keep 2 bricks; forgo 1 wine", "Keep 1 brick, 1 wine; forgo 1 brick"]


@pytest.mark.parametrize(
    ("action", "label"),
    [
        ("tribune", "Place no colonist and end your turn"),
        ("building", "Stop building and end your turn"),
        ("more colonists", "Place no more colonists and end your turn"),
        ("mercator", "Stop trading and end your turn"),
        ("senator", "Buy no more cards and end your turn"),
        ("consul", "Buy no card and end your turn"),
    ],
)
def test_whoever_stops_is_told_what_with(action: str, label: str) -> None:
    assert action in MAY_STOP
    assert label in _labels(_at(action, 1))


def test_who_looks_on_has_nothing_to_choose() -> None:
    assert facts(GAME.view(opening(), None), cmd.PlayCard(card="start-tribune")) == {}
