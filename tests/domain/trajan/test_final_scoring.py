"""§9: what counts at the end, and who wins."""

import pytest

from domain.kernel.game import PointsScored
from domain.trajan import GAME
from domain.trajan.state import Bonus, TrajanState
from tests.domain.trajan.positions import A, B, C, at_turn, quarter_end
from tests.kit.scenario import Given, given


def at_the_end(players: int = 2) -> TrajanState:
    """Nobody owns anything that counts."""
    state = quarter_end(at_turn(players))
    state.public.quarter = 4
    state.public.step = "final_scoring"
    state.hands = [[] for _ in state.hands]
    for mat in state.public.mats:
        mat.military_camp = mat.worker_camp = 0
        mat.bonus = []
    return state


def scored(state: TrajanState) -> Given:
    return given(GAME, state).when_resolved()


def test_nothing_scores_nothing() -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.kept, mat.supply, mat.tiles = ["T46"], 9, ["votes_5", "wild_good", "wild_building"]
    assert scored(state).state.scores == [0, 0]


def test_what_was_counted_is_told_even_if_it_brought_nothing() -> None:
    state = at_the_end()
    state.public.mats[A].bonus = [Bonus("goods_wine_fish", gold=True)]
    told = {(event.seat, event.source): event for event in scored(state).events if isinstance(event, PointsScored)}
    always = {"cards_in_hand", "workers_in_camp", "legionaries_in_camp", "tiles_on_circle", "building_sets"}
    assert {source for seat, source in told if seat == B} == always
    assert {source for seat, source in told if seat == A} == {*always, "bonus_goods"}
    assert {event.points for event in told.values()} == {0}


def test_cards_figures_in_the_camps_and_tiles_on_the_circle_count_one_each() -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    state.hands[A] = ["fish", "wine"]
    mat.worker_camp, mat.military_camp = 3, 4
    mat.slots = ["T01", None, "T02", "T03", "T04", "T05"]
    scenario = scored(state).then_scored(A, 2, "cards_in_hand").then_scored(A, 3, "workers_in_camp")
    scenario.then_scored(A, 4, "legionaries_in_camp").then_scored(A, 5, "tiles_on_circle").then_scored(A, 14)


@pytest.mark.parametrize(
    ("buildings", "wilds", "points"),
    [
        ("door door", 0, 0),
        ("door door door", 0, 10),
        ("door door door door", 0, 20),
        ("door door door door", 2, 20),
        ("door door", 1, 10),
        ("door door", 2, 20),
        ("door", 2, 10),
        ("", 2, 0),
        ("door door door roof roof", 1, 20),
        ("door door door roof roof", 2, 30),
        ("door door roof roof", 2, 20),
    ],
)
def test_sets_of_buildings(buildings: str, wilds: int, points: int) -> None:
    state = at_the_end()
    kinds = buildings.split()
    state.public.mats[A].buildings = [f"{kind}_{2 + kinds[:i].count(kind)}" for i, kind in enumerate(kinds)]
    state.public.mats[A].tiles = ["wild_building"] * wilds
    scored(state).then_scored(A, points, "building_sets").then_scored(A, points)


@pytest.mark.parametrize(("gold", "points"), [(True, 12), (False, 8)])
def test_a_goods_bonus_counts_laid_out_cards_of_both_kinds(gold: bool, points: int) -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus("goods_wine_fish", gold)]
    mat.laid_out = ["wine", "wine", "fish", "oil", "fish"]
    scored(state).then_scored(A, points, "bonus_goods")


@pytest.mark.parametrize(
    ("tiles", "points"), [(["goods_wine_fish"], 4), (["goods_wine_fish", "+goods_fruit_ceramics"], 6), ([], 0)]
)
def test_each_unused_wild_good_counts_once_for_the_best_goods_bonus(tiles: list[str], points: int) -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus(tile.removeprefix("+"), tile.startswith("+")) for tile in tiles]
    mat.tiles = ["wild_good", "wild_good"]
    scored(state).then_scored(A, points)


@pytest.mark.parametrize(("gold", "points"), [(True, 9), (False, 6)])
def test_a_need_bonus_pays_once_for_a_forum_tile_with_the_symbol(gold: bool, points: int) -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus("need_bread", gold)]
    mat.tiles = ["bread", "bread"]
    scored(state).then_scored(A, points, "bonus_need")


def test_r18_neither_a_kept_tile_nor_a_wild_need_earns_a_need_bonus() -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus("need_bread", gold=True)]
    mat.kept, mat.tiles = ["T46"], ["wild_need", "games"]
    scored(state).then_scored(A, 0)


@pytest.mark.parametrize(
    ("workers", "gold", "points"), [(5, True, 5), (5, False, 3), (4, False, 2), (1, False, 1), (0, True, 0)]
)
def test_a_workers_bonus_rounds_up_on_its_silver_side(workers: int, gold: bool, points: int) -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus("workers", gold)]
    mat.workers = ["A1", "A2", "A3", "A4", "A5"][:workers]
    scored(state).then_scored(A, points, "bonus_workers")


@pytest.mark.parametrize(("gold", "points"), [(True, 6), (False, 3)])
def test_a_legionaries_bonus_counts_those_in_provinces(gold: bool, points: int) -> None:
    state = at_the_end()
    mat = state.public.mats[A]
    mat.bonus = [Bonus("legionaries", gold)]
    mat.legionaries = ["alpes", "raetia", "britannia"]
    scored(state).then_scored(A, points, "bonus_legionaries")


@pytest.mark.parametrize(("gold", "points"), [(True, 9), (False, 4)])
def test_a_gold_tiles_bonus_counts_golden_tiles_itself_included(gold: bool, points: int) -> None:
    state = at_the_end()
    state.public.mats[A].bonus = [
        Bonus("gold_tiles", gold),
        Bonus("workers", gold=True),
        Bonus("legionaries", gold=True),
        Bonus("need_games", gold=False),
    ]
    scored(state).then_scored(A, points, "bonus_gold_tiles")


def test_most_points_win() -> None:
    state = at_the_end(3)
    state.scores = [10, -5, 12]
    state.public.senate[0] = [C, B, A]
    result = GAME.result(state)
    assert [(rank.seat, rank.place, rank.score) for rank in result.ranking] == [(C, 1, 12), (A, 2, 10), (B, 3, -5)]
    assert (result.winners, result.tie_break) == ((C,), None)


def test_tc34_tie() -> None:
    state = at_the_end()
    state.scores = [40, 40]
    state.public.senate[0] = [B, A]
    result = GAME.result(state)
    assert (result.winners, result.tie_break) == ((A,), "senate_stack")
