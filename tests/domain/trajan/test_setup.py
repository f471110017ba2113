"""§3: what lies on the table before the first turn, and the choices on the way there."""

from collections import Counter

import pytest

from domain.kernel.game import Chairs
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from domain.trajan import GAME
from domain.trajan.commands import PlaceMarker, TakeStartingCard, TakeStartingTile
from domain.trajan.data import TRAJAN_TILES
from domain.trajan.state import Bonus, TrajanState
from tests.domain.trajan.positions import turn_began
from tests.kit.scenario import Given, given

COLOURS = ("yellow", "orange", "green", "white", "pink", "blue")


def opened(players: int, first: int = 0) -> TrajanState:
    recorder = GAME.recorder(GAME.blank(), KeyedRng(b"set-up"))
    GAME.setup_into(recorder, GAME.options_type(), Chairs(players, Seat(first)))
    return recorder.state


def with_markers(players: int, first: int = 0) -> Given:
    scenario = given(GAME, opened(players, first))
    for seat in range(players):
        for colour in COLOURS * 2:
            scenario.when(seat, PlaceMarker(colour=colour))
    return scenario


@pytest.mark.parametrize(("players", "spaces"), [(2, 6), (3, 9), (4, 12)])
def test_the_board_is_filled_for_the_number_of_players(players: int, spaces: int) -> None:
    state = opened(players)
    assert len(state.public.forum) == spaces
    assert None not in state.public.forum
    assert len(state.public.extra) == 3
    assert len(state.public.provinces) == 10
    assert len(state.public.cells) == 20
    assert len(state.forum_stack) == 70 - 10 - spaces
    assert len(state.need_stack) == 15
    assert GAME.view(state, None).need_stack_size == 12


def test_every_player_begins_with_the_same_pieces() -> None:
    for mat in opened(4).public.mats:
        assert (mat.supply, mat.military_camp, mat.worker_camp) == (13, 1, 1)
        assert (mat.general, mat.arch) == ("camp", 0)


def test_markers_are_placed_by_all_at_once_and_before_the_trajan_tiles_are_shown() -> None:
    state = opened(3)
    assert GAME.to_act(state) == (0, 1, 2)
    assert state.public.tops == {}
    assert state.public.offered == []
    assert state.public.discards == {}


def test_r2_two_markers_of_one_colour_may_share_a_bowl() -> None:
    scenario = given(GAME, opened(2)).when(0, PlaceMarker(colour="pink")).when(0, PlaceMarker(colour="pink"))
    assert scenario.state.public.mats[0].bowls[0] == ["pink", "pink"]
    scenario.refuses(0, PlaceMarker(colour="pink"), "colour_not_left")


def test_a_full_circle_takes_no_more_markers() -> None:
    scenario = given(GAME, opened(2))
    for colour in COLOURS * 2:
        scenario.when(0, PlaceMarker(colour=colour))
    scenario.refuses(0, PlaceMarker(colour="pink"), "not_your_turn")
    assert GAME.to_act(scenario.state) == (1,)


def test_only_the_top_tile_of_each_trajan_stack_is_known() -> None:
    state = with_markers(2).state
    assert {kind: TRAJAN_TILES[tile].kind for kind, tile in state.public.tops.items() if tile} == {
        kind: kind for kind in ("goods", "points", "workers", "legionaries", "plus_two", "need")
    }
    assert {len(below) for below in state.trajan_stacks.values()} == {8}


def test_senate_discs_lie_in_turn_order_with_the_first_player_at_the_bottom() -> None:
    assert with_markers(3, first=1).state.public.senate[0] == [1, 2, 0]


def test_everyone_has_one_golden_bonus_tile_and_two_more_are_offered() -> None:
    state = with_markers(4).state
    assert [len(mat.bonus) for mat in state.public.mats] == [1, 1, 1, 1]
    assert all(bonus == Bonus(bonus.tile, gold=True) for mat in state.public.mats for bonus in mat.bonus)
    assert len(state.public.offered) == 2
    assert len(state.bag) == 6


def test_a_card_from_a_discard_pile_is_replaced_at_once() -> None:
    scenario = with_markers(2, first=1)
    top, following = scenario.state.public.discards["left"][-1], scenario.state.draw_pile[-1]
    scenario.when(1, TakeStartingCard(pile="left"))
    assert scenario.state.hands[1] == [top]
    assert scenario.state.public.discards["left"] == [following]


def test_each_player_takes_all_three_cards_before_the_next_one_begins() -> None:
    scenario = with_markers(3, first=2)
    for seat in (2, 2, 2, 0, 0, 0, 1, 1, 1):
        assert GAME.to_act(scenario.state) == (seat,)
        scenario.when(seat, TakeStartingCard(pile="draw"))
    assert [len(hand) for hand in scenario.state.hands] == [3, 3, 3]


def test_r3_three_tiles_of_different_stacks_go_to_ii_iv_and_vi_in_turn_order() -> None:
    scenario = with_markers(2, first=1)
    for seat in (1, 1, 1, 0, 0, 0):
        scenario.when(seat, TakeStartingCard(pile="draw"))
    tops = dict(scenario.state.public.tops)
    scenario.when(1, TakeStartingTile(stack="need"))
    assert scenario.state.public.tops["need"] != tops["need"]
    scenario.refuses(1, TakeStartingTile(stack="need"), "stack_taken")
    scenario.refuses(1, TakeStartingTile(stack="roof"), "stack_empty")
    scenario.when(1, TakeStartingTile(stack="goods")).when(1, TakeStartingTile(stack="points"))
    assert scenario.state.public.mats[1].slots == [None, tops["need"], None, tops["goods"], None, tops["points"]]
    for stack in ("need", "goods", "points"):
        scenario.when(0, TakeStartingTile(stack=stack))
    assert scenario.events[-1] == turn_began(Seat(1))


def test_the_needs_of_the_box_are_never_among_the_twelve() -> None:
    state = opened(2)
    assert Counter(state.need_stack) == {"bread": 5, "games": 5, "religion": 5}
