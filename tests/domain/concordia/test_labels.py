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
            "Play Tribune: take back only the Tribune, then place a colonist if you like",
            "Play Architect: 2 steps for your colonists, then build houses",
            "Play Prefect: produce (12 provinces ready, bonus 1 good); no money, since no marker shows coins",
            "Play Mercator: receive 3 sestertii, then trade in up to 2 kinds of goods",
            "Play Diplomat (Jupiter): no card to copy",
            "Play Senator: buy up to 2 cards; you can pay for 6 of the 7 for sale, taken one at a time",
            "Change your standing order for goods that do not fit to “keep the most expensive” (now “ask me”)",
        ]

    def test_a_tribune_pays_for_the_cards_beyond_the_third_and_counts_itself(self) -> None:
        state = _holding("start-tribune")
        discarded(state, 0, "start-mercator", "start-senator", "start-architect")
        stock(state, 0)
        assert _labels(state)[0] == "Play Tribune: take back 4 cards, receive 1 sestertius"

    def test_a_first_tribune_announces_the_interim_scoring(self) -> None:
        state = _holding("start-tribune")
        stock(state, 0)
        state.public.interim = [None, 5, None]
        assert _labels(state)[0] == "Play Tribune: take back only the Tribune, then the interim scoring of your cards"
        state.public.interim = [7, None, None]
        assert _labels(state)[0] == "Play Tribune: take back only the Tribune"

    def test_a_prefect_tells_what_the_markers_and_praefectus_magnus_bring(self) -> None:
        state = _holding("I-prefect")
        makes(state, massilia="cloth", antiochia="food", tyros="wine")
        state.public.coin_side = ["gallia", "syria"]
        state.public.magnus = Seat(0)
        assert _labels(state)[0] == "Play Prefect: produce (10 provinces ready, bonus 2 goods) or take 3 sestertii"
        state.public.coin_side = [*state.public.markers]
        state.public.markers = dict.fromkeys(state.public.markers, "brick")
        assert _labels(state)[0] == "Play Prefect: take 24 sestertii, since no province is ready to produce"

    def test_a_colonist_tells_how_many_can_be_paid(self) -> None:
        state = _holding("I-colonist")
        stock(state, 0, food=3, tool=2)
        assert _labels(state)[0] == "Play Colonist: up to 2 new colonists, or 7 sestertii"
        stock(state, 0, food=1, tool=2)
        assert _labels(state)[0] == "Play Colonist: a new colonist, or 7 sestertii"
        stock(state, 0)
        assert _labels(state)[0] == "Play Colonist: 7 sestertii (you cannot pay for a colonist)"
        stand(state, 0, land=("roma",) * 3, sea=("roma",) * 3)
        assert _labels(state)[0] == "Play Colonist: 11 sestertii (you have no colonist left to place)"

    def test_a_diplomat_tells_what_lies_on_the_piles_and_names_no_card_twice(self) -> None:
        state = _holding("start-diplomat")
        discarded(state, 1, "start-mercator")
        discarded(state, 2, "start-mercator")
        assert _labels(state)[0] == "Play Diplomat (Jupiter): copy Mercator"
        discarded(state, 2, "V-consul")
        assert _labels(state)[0] == "Play Diplomat (Jupiter): copy Mercator or Consul"

    def test_a_consul_leaves_the_surcharges_out(self) -> None:
        state = _holding("II-consul", "start-senator")
        on_display(state, "I-mason", "I-farmer", "II-weaver", "I-architect")
        stock(state, 0, food=1, tool=1)
        assert _labels(state)[:2] == [
            "Play Consul: buy 1 card without surcharge; you can pay for 2 of the 4 for sale",
            "Play Senator: buy up to 2 cards; you can pay for 1 of the 4 for sale",
        ]
        on_display(state, "II-weaver")
        assert _labels(state)[1] == "Play Senator: you cannot pay for the last card"
        on_display(state, "I-mason")
        assert _labels(state)[:2] == ["Play Consul: buy the last card", "Play Senator: buy the last card"]
        on_display(state)
        assert _labels(state)[0] == "Play Consul: no card is left in the market"

    @pytest.mark.parametrize(
        ("cells", "label"),
        [(2, "2 tools"), (1, "2 tools, but you have room for only 1"), (0, "2 tools, but you have no room")],
    )
    def test_a_specialist_tells_its_goods_and_when_not_all_fit(self, cells: int, label: str) -> None:
        state = _holding("I-smith")
        makes(state, massilia="tool", antiochia="tool")
        build(state, 0, "massilia", "antiochia")
        room(state, 0, cells)
        assert _labels(state)[0] == f"Play Smith: your houses bring {label}"

    def test_a_specialist_without_such_a_house_brings_nothing(self) -> None:
        assert _labels(_holding("I-smith"))[0] == "Play Smith: no goods, since no house of yours produces any"

    def test_every_card_has_its_words(self) -> None:
        view = GAME.view(opening(3, "imperium"), Seat(0))
        assert all(GAME.label(view, cmd.PlayCard(card=card)) for card in CARDS)


def test_a_copied_card_tells_what_it_does_for_who_copies_it() -> None:
    state = _at("diplomat")
    stand(state, 0, land=("roma",), sea=("roma", "roma"))
    discarded(state, 1, "start-architect")
    discarded(state, 2, "V-mercator")
    assert _labels(state)[:2] == [
        "Copy Bea’s Architect: 3 steps for your colonists, then build houses",
        "Copy Cato’s Mercator: receive 5 sestertii, then trade in up to 2 kinds of goods",
    ]


def test_moves_tell_the_goods_at_the_line_and_their_steps() -> None:
    state = _at("architect", 2)
    makes(state, massilia="cloth", valentia="wine")
    labels = _labels(state)
    assert "Move the sea colonist in Roma to the line Massilia–Roma (cloth): 1 of 2 steps" in labels
    assert "Move the sea colonist in Roma to the line Massilia–Valentia (cloth, wine): 2 of 2 steps" in labels
    assert "Stop moving (2 steps unused) and go on to build" in labels
    stand(state, 0, sea=(line_between(state, "sea", "roma", "massilia"),))
    labels = _labels(state)
    assert "Move the sea colonist on Massilia–Roma to the line Massilia–Valentia (cloth, wine): 1 of 2 steps" in labels
    state.public.allowance = 0
    assert _labels(state)[0] == "Go on to build"


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
            "Build the 2nd house in Carthago, Mauretania (wine) for 1 brick, 1 wine, 8 sestertii",
            "Build a house in Massilia, Gallia (brick) for 1 food, 1 sestertius",
        ]

    def test_the_last_house_takes_the_concordia_card_unless_somebody_has_it(self) -> None:
        state = self._beside_two_cities()
        last = "Build a house in Massilia, Gallia (brick) for 1 food, 1 sestertius"
        state.public.players[0].houses_left = 1
        assert f"{last}; this brings the Concordia card (7 points), then everyone else has one more turn" in _labels(
            state
        )
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
        assert "Let Syria produce: you get 1 food, 2 cloth" in _labels(state)

    def test_production_that_others_share_and_that_does_not_fit(self) -> None:
        state = self._in_syria()
        build(state, 1, "antiochia", "tyros")
        build(state, 2, "tyros")
        room(state, 0, 3)
        state.public.magnus = Seat(0)
        room(state, 1, 1)
        room(state, 2, 0)
        assert (
            "Let Syria produce: you get 1 food, 3 cloth, but you have room for only 3; "
            "Bea gets 1 food, 1 cloth, but you have room for only 1; Cato gets 1 cloth, "
            "but you have no room; Præfectus Magnus passes to Cato"
        ) in _labels(state)

    def test_income(self) -> None:
        state = self._in_syria()
        state.public.coin_side = ["gallia"]
        assert "Take 1 sestertius for the coins of Gallia, whose markers then show goods again" in _labels(state)


def test_colonists_or_money() -> None:
    state = _at("colonist")
    station(state, 0, "land", "roma")
    assert _labels(state)[:3] == [
        "Take 8 sestertii (5 + 3 colonists on the map) and place no colonist",
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
        assert labels[0] == "Buy Weaver from slot 1 for 1 brick, 1 cloth (Minerva, 10 points now)"
        assert "Buy Colonist from slot 2 for 2 food (Mars, 4 points now)" in labels

    @pytest.mark.parametrize(
        ("display", "deck", "end"),
        [
            (("II-weaver",), (), "; this brings the Concordia card (7 points), then everyone else has one more turn"),
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
        assert _labels(state)[0] == f"Buy Weaver from slot 1 for 1 brick, 1 cloth (Minerva, no points now){end}"


def test_goods_to_keep_and_to_forgo() -> None:
    state = _at("card")
    state.public.overflows = [Overflow(Seat(0), ("brick", "brick", "wine"), 2)]
    assert _labels(state)[:2] == ["Keep 2 bricks; give up 1 wine", "Keep 1 brick, 1 wine; give up 1 brick"]


@pytest.mark.parametrize(
    ("action", "idle", "label"),
    [
        ("tribune", True, "Place no colonist and end your turn"),
        ("building", True, "Build no house and end your turn"),
        ("building", False, "Stop building and end your turn"),
        ("more colonists", True, "Place no more colonists and end your turn"),
        ("mercator", True, "Do not trade and end your turn"),
        ("mercator", False, "Stop trading and end your turn"),
        ("senator", True, "Buy no card and end your turn"),
        ("senator", False, "Stop buying and end your turn"),
        ("consul", True, "Buy no card and end your turn"),
    ],
)
def test_whoever_stops_is_told_what_with(action: str, idle: bool, label: str) -> None:
    assert action in MAY_STOP
    state = _at(action, 1)
    state.public.idle = idle
    assert label in _labels(state)


def test_who_looks_on_has_nothing_to_choose() -> None:
    assert facts(GAME.view(opening(), None), cmd.PlayCard(card="start-tribune")) == {}
