"""Final and interim scoring (sections 9 and 10)."""

from collections import Counter

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA, Good
from domain.concordia.scoring import SOURCES, terms_of
from domain.concordia.state import FINAL_SCORING, INTERIM_SCORING, ConcordiaState
from domain.kernel.game import PointsScored, Term
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, makes, opening, stand, station, stock
from tests.kit.logged_match import position
from tests.kit.scenario import Given, given


def _ended(state: ConcordiaState, by: int) -> Given:
    state.public.concordia = Seat(by)
    state.public.action = None
    state.public.step = FINAL_SCORING
    return given(GAME, state).when_resolved()


def _points(scene: Given, seat: int) -> dict[str, int]:
    scored = [event for event in scene.events if isinstance(event, PointsScored) and event.seat == seat]
    return {event.source: event.points for event in scored}


def _rule_book_example() -> ConcordiaState:
    state = opening(3, "imperium")
    bricks = ("isca_d", "londinium", "burdigala")
    food = ("lutetia", "massilia", "brigantium", "olisipo")
    tools = ("valentia", "colonia_a", "aquileia")
    cloth = ("carthago", "napoca")
    printed: dict[Good, tuple[str, ...]] = {"brick": bricks, "food": food, "tool": tools, "cloth": cloth}
    makes(state, **{city: good for good, cities in printed.items() for city in cities})
    build(state, 0, *bricks, *food, *tools, *cloth)
    stand(state, 0, land=("roma",) * 3, sea=("roma",) * 2)
    stock(state, 0, money=13, cloth=1, tool=3, brick=1)
    player = state.public.players[0]
    player.hand = ["start-tribune", "start-architect", "start-senator", "I-farmer", "I-colonist", "II-colonist"]
    player.discard = ["start-prefect-1", "start-prefect-2", "I-prefect", "I-diplomat"]
    player.discard += ["start-mercator", "I-mercator", "I-architect"]
    return state


def test_t22_the_rule_book_s_example_is_worth_114() -> None:
    scene = _ended(_rule_book_example(), by=0)
    assert _points(scene, 0) == {
        "vesta": 3,
        "jupiter": 18,
        "saturnus": 28,
        "mercurius": 16,
        "mars": 30,
        "minerva": 12,
        "concordia": 7,
    }
    assert scene.state.scores[0] == 114
    assert GAME.to_act(scene.state) == ()


def test_t22_every_card_explains_its_points() -> None:
    scene = _ended(_rule_book_example(), by=0)
    details = {e.source: e.detail for e in scene.events if isinstance(e, PointsScored) and e.seat == 0}
    assert details["vesta"] == (
        Term(points=3, label="vesta", args={"card": "start-senator", "money": 13, "goods": 25}),
    )
    assert details["minerva"] == (Term(points=12, label="minerva", args={"card": "I-farmer", "houses": 4, "each": 3}),)
    assert [term.args["card"] for term in details["mars"]] == ["I-colonist", "II-colonist", "start-tribune"]
    assert [term.points for term in details["mars"]] == [10, 10, 10]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t23_after_set_up_everyone_s_cards_are_worth_7(players: int) -> None:
    state = opening(players)
    for seat in range(players):
        values = {god: sum(t.points for t in terms_of(state.public, Seat(seat), god)) for god in SOURCES[:-1]}
        assert values == {"vesta": 3, "jupiter": 0, "saturnus": 0, "mercurius": 0, "mars": 4, "minerva": 0}


def test_gods_are_scored_one_after_the_other_from_the_first_player_on() -> None:
    state = opening(3, "imperium", first=1)
    for seat in range(3):
        build(state, seat, "massilia", "valentia")
    scene = _ended(state, by=2)
    order = [(e.source, e.seat) for e in scene.events if isinstance(e, PointsScored)]
    assert order == sorted(order, key=lambda pair: (SOURCES.index(pair[0]), (pair[1] - 1) % 3))


def _naive_value(state: ConcordiaState, seat: int) -> dict[str, int]:
    """Section 9 of the fact sheet, from the printed data alone."""
    public = state.public
    player = public.players[seat]
    board = DATA.maps[public.map]
    own = [city for city in board.cities if seat in public.houses[city.id]]
    made = Counter(public.produce[city.id] for city in own)
    prices = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}
    on_board = 6 - player.stored["land"] - player.stored["sea"]
    each = {
        "vesta": (player.money + sum(prices[good] * count for good, count in player.goods.items())) // 10,
        "jupiter": len(own) - made["brick"],
        "saturnus": len({city.province for city in own}),
        "mercurius": 2 * len(made),
        "mars": 2 * on_board,
    }
    points = dict.fromkeys((*each, "minerva"), 0)
    printed = {card.id: card for card in (*DATA.cards.starting, *DATA.cards.market)}
    for name in player.hand + player.discard:
        god = printed[name].god
        if god != "minerva":
            points[god] += each[god]
    experts: dict[str, Good] = {
        "mason": "brick",
        "farmer": "food",
        "smith": "tool",
        "vintner": "wine",
        "weaver": "cloth",
    }
    for (kind, good), vp in zip(experts.items(), (3, 3, 3, 4, 5), strict=True):
        if any(printed[name].kind == kind for name in player.hand + player.discard):
            points["minerva"] += vp * made[good]
    return points


@settings(max_examples=25)
@for_all(seed=st.integers(0, 2**32))
def test_scores_agree_with_a_naive_count(seed: int) -> None:
    logged = position(GAME, 2 + seed % 4, seed, 150 + seed % 400)
    state = logged.match.state
    for seat in range(len(state.public.players)):
        found = {god: sum(t.points for t in terms_of(state.public, Seat(seat), god)) for god in SOURCES[:-1]}
        assert found == _naive_value(state, seat)


class TestInterimScoring:
    TRIBUNE = cmd.PlayCard(card="start-tribune")

    def _tribune(self, scene: Given, seat: int) -> Given:
        return scene.when(seat, self.TRIBUNE).when(seat, cmd.EndAction())

    def test_r5_it_follows_the_whole_first_tribune(self) -> None:
        state = opening(3, "imperium", interim=True)
        scene = given(GAME, state).when(0, self.TRIBUNE).when(0, cmd.PlaceColonist(kind="land", city="roma"))
        scene.then_among(ev.StepDue(step=INTERIM_SCORING))
        scene.when_resolved()
        scored = scene.events[0]
        assert isinstance(scored, ev.InterimScored)
        assert scored.points == 6 + (5 + 29 - 9) // 10
        assert scored.points == sum(term.points for term in scored.detail)
        assert scene.state.scores == [0, 0, 0]
        assert scene.state.public.interim == [scored.points, None, None]
        assert scene.state.public.active == 1

    def test_a_second_tribune_scores_nothing(self) -> None:
        scene = self._tribune(given(GAME, opening(2, "italia", interim=True)), 0).when_resolved()
        scene.when(1, cmd.PlayCard(card="start-diplomat"))
        self._tribune(scene, 0).then(ev.ActionForgone(seat=Seat(0), action="tribune"), ev.TurnBegan(seat=Seat(1)))

    def test_without_the_variant_there_is_none(self) -> None:
        scene = self._tribune(given(GAME, opening(2, "italia")), 0)
        scene.then(ev.ActionForgone(seat=Seat(0), action="tribune"), ev.TurnBegan(seat=Seat(1)))

    @pytest.mark.parametrize(
        ("colonists", "money"),
        [((2, 1, 0, 0), (2, 1, 0, 0)), ((2, 2, 1, 0), (2, 2, 1, 0)), ((0, 0, 0, 0), (2, 2, 2, 2))],
    )
    def test_r6_first_and_second_place_are_paid_and_equals_share_in_full(
        self, colonists: tuple[int, ...], money: tuple[int, ...]
    ) -> None:
        state = opening(4, "imperium", interim=True)
        for seat, count in enumerate(colonists):
            stock(state, seat, money=0)
            for _ in range(count):
                station(state, seat, "land", "roma")
        scene = given(GAME, state)
        for seat in range(4):
            self._tribune(scene, seat).when_resolved()
        scene.then_among(ev.InterimClosed(money=money), ev.TurnBegan(seat=Seat(0)))
        assert [player.money for player in scene.state.public.players] == list(money)
        assert scene.state.public.interim is None
        assert scene.state.scores == [0, 0, 0, 0]

    def test_r7_if_the_game_ends_before_nothing_is_paid(self) -> None:
        state = opening(3, "imperium", interim=True)
        state.public.interim = [7, None, 9]
        money = [player.money for player in state.public.players]
        scene = _ended(state, by=1)
        assert scene.events[0] == ev.InterimClosed(money=(0, 0, 0), void=True)
        assert [player.money for player in scene.state.public.players] == money
        assert scene.state.scores == [7, 14, 7]
