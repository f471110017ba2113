"""What a player would ask is in the view, and agrees with the rules."""

from itertools import product

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.actions import architect, senator
from domain.concordia.outlook import CardPrice, HousePrice, Outlook
from domain.concordia.state import FINAL_SCORING, ConcordiaState
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, line_between, makes, on_display, opening, stand, stock, turn_of
from tests.kit import recordings
from tests.kit.logged_match import position
from tests.kit.recordings import Recording


def _outlook(state: ConcordiaState, seat: int | None = 0) -> Outlook:
    return GAME.view(state, None if seat is None else Seat(seat)).outlook


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_at_the_end_it_is_the_score(name: str) -> None:
    recording: Recording = recordings.load(GAME, name)
    state = recording.match().state
    assert [now.points for now in _outlook(state).scores_now] == state.scores


def test_t23_points_now_are_told_by_god_and_from_what() -> None:
    first = _outlook(opening(3, "imperium")).scores_now[0]
    assert first.points == 7
    assert {now.source: now.points for now in first.sources if now.points} == {"vesta": 3, "mars": 4}
    assert [now.source for now in first.sources] == ["vesta", "jupiter", "saturnus", "mercurius", "mars"]
    assert all(sum(term.points for term in now.detail) == now.points for now in first.sources)


def test_the_concordia_card_counts_for_its_holder() -> None:
    state = opening(3, "imperium")
    state.public.concordia = Seat(1)
    assert [now.points for now in _outlook(state).scores_now] == [7, 14, 7]


class TestHouses:
    def _state(self) -> ConcordiaState:
        state = opening(3, "imperium")
        makes(state, massilia="cloth", carthago="wine")
        build(state, 1, "massilia")
        stand(state, 0, sea=(line_between(state, "sea", "massilia", "carthago"),))
        stock(state, 0, money=4, brick=1, wine=1)
        return state

    def _price(self, state: ConcordiaState, city: str, seat: int | None = 0) -> HousePrice:
        return next(price for price in _outlook(state, seat).house_prices if price.city == city)

    def test_what_is_missing_for_one_that_cannot_be_paid(self) -> None:
        assert self._price(self._state(), "massilia") == HousePrice(
            city="massilia", nth=2, money=10, goods=("brick", "cloth"), lacks_money=6, lacks_goods=("cloth",)
        )

    def test_a_spectator_is_told_the_price_alone(self) -> None:
        price = self._price(self._state(), "massilia", None)
        assert price == HousePrice(city="massilia", nth=2, money=10, goods=("brick", "cloth"))

    def test_the_order_does_not_depend_on_how_the_state_was_read(self) -> None:
        state = self._state()
        told = _outlook(state)
        state.public.houses = dict(reversed(state.public.houses.items()))
        assert _outlook(state) == told

    def test_why_none_can_be_built(self) -> None:
        state = self._state()
        assert self._price(state, "carthago").blocked is None
        assert self._price(state, "valentia").blocked == "no_access"
        build(state, 0, "carthago")
        assert self._price(state, "carthago").blocked == "own_house"
        state.public.players[0].houses_left = 0
        assert self._price(state, "massilia").blocked == "no_house_left"


def test_cards_for_sale_tell_what_is_missing() -> None:
    state = opening(3, "imperium")
    on_display(state, "II-weaver", "I-colonist", "I-smith", "I-farmer", "I-prefect", "I-mason", "II-consul")
    stock(state, 0, brick=1, food=1, cloth=1)
    assert _outlook(state).card_prices[:3] == (
        CardPrice(slot=1, card="II-weaver", cost=("brick", "cloth"), surcharge=()),
        CardPrice(slot=2, card="I-colonist", cost=("food",), surcharge=("any",)),
        CardPrice(
            slot=3,
            card="I-smith",
            cost=("brick", "tool"),
            surcharge=("any",),
            senator_lacks=("tool",),
            consul_lacks=("tool",),
        ),
    )
    stock(state, 0, food=1)
    assert _outlook(state).card_prices[1].senator_lacks == ("any",)
    assert _outlook(state).card_prices[1].consul_lacks == ()
    assert _outlook(state, None).card_prices[1].senator_lacks == ()


@settings(max_examples=15)
@for_all(seed=st.integers(0, 2**32))
def test_what_lacks_nothing_is_what_the_rules_offer(seed: int) -> None:
    state: ConcordiaState = position(GAME, 2 + seed % 4, seed, seed // 7 % 300).match.state
    for chair, player in enumerate(state.public.players):
        seat, seen = Seat(chair), _outlook(state, chair)
        offered = {
            option.city for option in architect.building_options(state, seat) if isinstance(option, cmd.BuildHouse)
        }
        open_ = {p.city for p in seen.house_prices if not (p.blocked or p.lacks_money or p.lacks_goods)}
        assert open_ == offered, player
        for action, price in product((senator.SENATOR, senator.CONSUL), seen.card_prices):
            lacks = price.senator_lacks if action == senator.SENATOR else price.consul_lacks
            payable = {offer.card for offer in senator.payable(state.public, seat, action)}
            assert (lacks == ()) == (price.card in payable), price


class TestTheWayToTheEnd:
    def test_cards_and_houses_that_are_left(self) -> None:
        state = opening(3, "imperium")
        build(state, 1, "massilia")
        assert _outlook(state).cards_to_end == 21
        assert _outlook(state).houses_to_end == (15, 14, 15)

    @pytest.mark.parametrize(("active", "last"), [(1, (2, 3, 0)), (2, (2, 3, 0)), (3, (3, 0)), (0, (0,))])
    def test_who_still_has_a_last_turn(self, active: int, last: tuple[int, ...]) -> None:
        state = opening(4, "imperium")
        assert _outlook(state).last_turns == ()
        state.public.concordia = Seat(1)
        turn_of(state, active)
        assert _outlook(state).last_turns == last

    def test_nobody_has_one_once_the_scoring_is_due(self) -> None:
        state = opening(4, "imperium")
        state.public.concordia, state.public.step, state.public.action = Seat(1), FINAL_SCORING, None
        assert _outlook(state).last_turns == ()

    def test_who_receives_praefectus_magnus_next(self) -> None:
        state = opening(3, "imperium")
        assert (state.public.magnus, _outlook(state).magnus_passes_to) == (2, 1)
        assert _outlook(state).free_cells == (2, 2, 2)
