"""The storehouse (section 5): what fits, and who chooses when it does not, in turn and out of turn."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.state import FINAL_SCORING, ConcordiaOptions, ConcordiaState
from domain.concordia.storehouse import free_cells
from domain.kernel.clock import DAY, Clock
from domain.kernel.draft import preview
from domain.kernel.game import Chairs, Step
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import Batch, Match
from domain.kernel.rng import KeyedRng
from domain.kernel.table import Chair, Table
from tests.domain.concordia.positions import build, makes, opening, room, stand, stock, turn_of
from tests.kit.scenario import Given, given

PREFECT = cmd.PlayCard(card="start-prefect-1")
SYRIA = cmd.ProduceGoods(province="syria")
OTHER = Seat(1)


def _syria(cells: int = 1, order: cmd.Order = "ask") -> ConcordiaState:
    """Seat 1 has two houses in Syria (food, cloth) and this much room; seat 0 is about to let it produce."""
    state = opening(3, "imperium")
    makes(state, antiochia="food", tyros="cloth")
    build(state, OTHER, "antiochia", "tyros")
    room(state, OTHER, cells)
    state.public.players[OTHER].order = order
    return state


def _produced(state: ConcordiaState) -> Given:
    return given(GAME, state).when(0, PREFECT).when(0, SYRIA)


def _own(cells: int, order: cmd.Order = "ask") -> Given:
    """Seat 0 lets Syria produce for its own two houses: cloth as bonus, food and cloth."""
    state = opening(3, "imperium")
    makes(state, antiochia="food", tyros="brick", alexandria="brick")
    state.public.markers["syria"] = "cloth"
    build(state, 0, "antiochia")
    room(state, 0, cells)
    state.public.players[0].order = order
    return given(GAME, state).when(0, PREFECT).when(0, SYRIA)


class TestT20:
    def test_t20_one_free_cell_is_the_player_s_choice(self) -> None:
        scene = _own(1).then_among(ev.OverflowDue(seat=Seat(0), goods=("food", "cloth"), room=1))
        assert GAME.to_act(scene.state) == (0,)
        assert [option for option in GAME.legal(scene.state, Seat(0)) if not option.ASIDE] == [
            cmd.StoreGoods(goods=("food",)),
            cmd.StoreGoods(goods=("cloth",)),
        ]
        scene.when(0, cmd.StoreGoods(goods=("food",)))
        scene.then(ev.OverflowStored(seat=Seat(0), goods=("food",), forgone=("cloth",)), ev.TurnBegan(seat=Seat(1)))

    def test_r17_what_fits_is_taken_without_a_question(self) -> None:
        scene = _own(3).then_among(ev.GoodsReceived(seat=Seat(0), goods=("food", "cloth"), forgone=()))
        assert scene.state.public.active == 1

    def test_t20_a_full_storehouse_takes_nothing_and_throws_nothing_away(self) -> None:
        scene = _own(0).then_among(ev.GoodsReceived(seat=Seat(0), goods=(), forgone=("food", "cloth")))
        assert scene.state.public.players[0].goods["brick"] == 8

    def test_t20_every_free_cell_is_filled(self) -> None:
        scene = _own(1)
        scene.refuses(0, cmd.StoreGoods(goods=()), "fill_every_cell")
        scene.refuses(0, cmd.StoreGoods(goods=("food", "cloth")), "fill_every_cell")
        scene.refuses(0, cmd.StoreGoods(goods=("wine",)), "not_coming")
        scene.refuses(0, cmd.PlayCard(card="start-mercator"), "overflow_first")

    def test_r2_bonus_and_houses_are_one_choice(self) -> None:
        state = _syria()
        state.public.magnus = state.public.active
        build(state, 0, "antiochia", "tyros")
        room(state, 0, 2)
        scene = _produced(state).then_among(
            ev.OverflowDue(seat=Seat(0), goods=("food", "cloth", "cloth", "cloth"), room=2)
        )
        found = [option.goods for option in GAME.legal(scene.state, Seat(0)) if isinstance(option, cmd.StoreGoods)]
        assert found == [("food", "cloth"), ("cloth", "cloth")]
        scene.refuses(0, cmd.StoreGoods(goods=("cloth", "food")), "cheapest_first")
        scene.refuses(0, cmd.StoreGoods(goods=("food", "food")), "not_coming")

    def test_a_new_colonist_frees_its_cell_for_good(self) -> None:
        state = opening()
        before = free_cells(state.public.players[0])
        stand(state, 0, land=("roma", "roma"), sea=("roma",))
        assert free_cells(state.public.players[0]) == before + 1


class TestStandingOrder:
    def test_by_itself_the_owner_is_asked(self) -> None:
        assert [player.order for player in opening(3, "imperium").public.players] == ["ask"] * 3

    def test_the_table_can_agree_on_another_default(self) -> None:
        agreed = ConcordiaOptions(overflow="dearest")
        events = GAME.setup(agreed, Chairs(3, Seat(0)), KeyedRng(b"a table"))
        assert [event.order for event in events if isinstance(event, ev.PlayerEquipped)] == ["dearest"] * 3

    def test_by_order_the_dearest_goods_are_kept(self) -> None:
        scene = _produced(_syria(order="dearest"))
        scene.then_among(ev.GoodsReceived(seat=OTHER, goods=("cloth",), forgone=("food",)))
        assert GAME.to_act(scene.state) == (OTHER,)

    def test_in_the_own_turn_the_player_is_always_asked(self) -> None:
        scene = _own(1, order="dearest")
        scene.then_among(ev.OverflowDue(seat=Seat(0), goods=("food", "cloth"), room=1))

    def test_it_can_be_given_at_any_time_by_anyone(self) -> None:
        scene = given(GAME, opening(3, "imperium"))
        for seat in range(3):
            scene.offers(seat, cmd.OrderOverflow(order="dearest"))
            scene.refuses(seat, cmd.OrderOverflow(order="ask"), "order_in_force")
            scene.when(seat, cmd.OrderOverflow(order="dearest"))
            scene.then(ev.OverflowOrdered(seat=Seat(seat), order="dearest"))
            scene.offers(seat, cmd.OrderOverflow(order="ask"))
        assert GAME.to_act(scene.state) == (0,)

    def test_it_never_makes_a_choice_of_a_forced_one(self) -> None:
        """A lone Tribune that can place nobody is played through, although the order could be changed."""
        match = _match(opening(3, "imperium"))
        player = match.state.public.players[0]
        player.hand, player.discard = ["start-tribune"], player.hand[1:]
        stock(match.state, 0)
        batch = Batch(match, Seat(0))
        batch.advance()
        assert match.state.public.active == 1
        assert [type(entry.command) for entry in batch.entries if entry.command] == [cmd.PlayCard, cmd.EndAction]

    def test_it_does_not_hide_that_a_preview_ends_with_the_turn(self) -> None:
        seen = preview(_match(opening(3, "imperium")), Seat(0), [cmd.PlayCard(card="start-diplomat")])
        assert seen.ends == "passes"

    def test_it_ends_with_the_game(self) -> None:
        state = opening(3, "imperium")
        state.public.concordia, state.public.action, state.public.step = Seat(0), None, FINAL_SCORING
        scene = given(GAME, state).offers(1, cmd.OrderOverflow(order="dearest")).when_resolved()
        scene.refuses(1, cmd.OrderOverflow(order="dearest"), "not_your_turn")


class TestOverflowOutOfTurn:
    def test_the_table_goes_on_and_both_may_act(self) -> None:
        state = _syria()
        turn_of(state, 2)
        scene = given(GAME, state).when(2, PREFECT).when(2, SYRIA)
        scene.then_among(ev.OverflowDue(seat=OTHER, goods=("food", "cloth"), room=1), ev.TurnBegan(seat=Seat(0)))
        assert GAME.to_act(scene.state) == (0, OTHER)
        assert GAME.awaited(scene.state) == (0,), "nobody waits for the other yet"
        scene.when(0, cmd.PlayCard(card="start-mercator")).when(OTHER, cmd.StoreGoods(goods=("food",)))
        scene.then(ev.OverflowStored(seat=OTHER, goods=("food",), forgone=("cloth",)))
        assert GAME.to_act(scene.state) == (0,)

    def test_no_clock_runs_for_it_before_somebody_waits(self) -> None:
        state = _syria()
        turn_of(state, 2)
        match = Match(GAME, b"secret")
        match.table = Table(phase="active", chairs=[Chair(UserId(name)) for name in "abc"], clock=Clock())
        match.state = state
        batch = Batch(match, Seat(2))
        for command in (PREFECT, SYRIA):
            batch.choose(Seat(2), command)
        batch.settle(DAY)
        assert [owed.seat for owed in state.public.overflows] == [OTHER]
        assert [run.seat for run in match.table.clocks.running] == [0]

    def test_it_is_answered_before_its_owner_s_own_turn(self) -> None:
        scene = _produced(_syria())
        assert scene.state.public.active == OTHER
        assert GAME.to_act(scene.state) == GAME.awaited(scene.state) == (OTHER,)
        scene.refuses(OTHER, cmd.PlayCard(card="start-tribune"), "overflow_first")
        scene.when(OTHER, cmd.StoreGoods(goods=("cloth",)))
        scene.offers(OTHER, cmd.PlayCard(card="start-tribune"))

    def test_goods_that_come_meanwhile_find_no_room_and_the_table_goes_on(self) -> None:
        state = _syria()
        turn_of(state, 2)
        build(state, OTHER, "isca_d")
        scene = given(GAME, state).when(2, PREFECT).when(2, SYRIA)
        scene.when(0, PREFECT).when(0, cmd.ProduceGoods(province="britannia"))
        good = scene.state.public.produce["isca_d"]
        scene.then_among(ev.GoodsReceived(seat=OTHER, goods=(), forgone=(good,)), ev.TurnBegan(seat=OTHER))
        scene.when(OTHER, cmd.StoreGoods(goods=("food",)))
        scene.then(ev.OverflowStored(seat=OTHER, goods=("food",), forgone=("cloth",)))
        assert free_cells(scene.state.public.players[OTHER]) == 0

    def test_who_owes_no_answer_has_none_to_give(self) -> None:
        scene = _produced(_syria())
        scene.refuses(0, cmd.StoreGoods(goods=("food",)), "not_your_turn")

    def test_goods_for_others_do_not_wait(self) -> None:
        state = _syria()
        turn_of(state, 2)
        scene = given(GAME, state).when(2, PREFECT).when(2, SYRIA)
        scene.when(0, PREFECT).when(0, cmd.ProduceGoods(province="hispania"))
        assert scene.state.public.active == OTHER

    def test_it_is_answered_before_the_final_scoring(self) -> None:
        state = _syria()
        state.public.concordia = OTHER
        scene = _produced(state)
        assert scene.state.public.step == FINAL_SCORING
        assert GAME.to_act(scene.state) == GAME.awaited(scene.state) == (OTHER,)
        scene.when(OTHER, cmd.StoreGoods(goods=("cloth",)))
        assert GAME.to_act(scene.state) == Step(FINAL_SCORING)

    def test_it_is_answered_before_an_interim_scoring(self) -> None:
        state = _syria()
        state.public.interim = [None] * 3
        turn_of(state, 2)
        scene = given(GAME, state).when(2, PREFECT).when(2, SYRIA)
        scene.when(0, cmd.PlayCard(card="start-tribune")).when(0, cmd.EndAction())
        assert GAME.to_act(scene.state) == (OTHER,)
        scene.when(OTHER, cmd.StoreGoods(goods=("cloth",)))
        assert isinstance(GAME.to_act(scene.state), Step)

    @pytest.mark.parametrize("first", [0, OTHER])
    def test_r9_two_players_choose_in_any_order(self, first: int) -> None:
        state = _syria()
        build(state, 0, "antiochia")
        room(state, 0, 1)
        scene = _produced(state)
        assert GAME.to_act(scene.state) == (0, OTHER)
        scene.when(first, cmd.StoreGoods(goods=("food",))).when(1 - first, cmd.StoreGoods(goods=("cloth",)))
        assert scene.state.public.active == 1
        assert scene.state.public.overflows == []


def _match(state: ConcordiaState) -> Match:
    match = Match(GAME, bytes(32))
    match.table.phase = "active"
    match.state = state
    return match
