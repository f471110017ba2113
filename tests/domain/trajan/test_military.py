"""§5.3: recruits, generals and conquests."""

import pytest

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import GENERAL_MOVES, PROVINCE_VP
from domain.trajan.events import turn as ev
from domain.trajan.state import TrajanState
from tests.domain.trajan.positions import A, B, C, performing
from tests.kit.scenario import given


def campaign(general: str, *, foreign: int = 0) -> TrajanState:
    state = performing("military", players=3)
    state.public.mats[A].general = general
    for other in (B, C)[:foreign]:
        state.public.mats[other].legionaries = [general]
    return state


def test_recruiting_needs_a_figure_in_the_supply() -> None:
    scenario = given(GAME, performing("military")).when(A, cmd.Recruit())
    assert (scenario.state.public.mats[A].supply, scenario.state.public.mats[A].military_camp) == (12, 2)
    state = performing("military")
    state.public.mats[A].supply = 0
    given(GAME, state).refuses(A, cmd.Recruit(), "supply_empty")


def test_tc24_map() -> None:
    moves = [it for it in GAME.legal(campaign("noricum"), A) if isinstance(it, cmd.MoveGeneral)]
    assert moves == [cmd.MoveGeneral(province="raetia")]
    given(GAME, campaign("noricum")).refuses(A, cmd.MoveGeneral(province="camp"), "not_adjacent")


@pytest.mark.parametrize(
    ("node", "vp", "neighbours"),
    [
        ("camp", 0, {"alpes", "raetia", "noricum"}),
        ("alpes", 3, {"narbonensis", "lugudunensis", "belgica", "raetia"}),
        ("raetia", 3, {"alpes", "belgica", "germania_superior", "noricum"}),
        ("noricum", 5, {"raetia"}),
        ("narbonensis", 6, {"alpes", "aquitania", "lugudunensis"}),
        ("lugudunensis", 6, {"alpes", "aquitania", "belgica", "britannia", "narbonensis"}),
        (
            "belgica",
            6,
            {"alpes", "britannia", "germania_inferior", "germania_superior", "lugudunensis", "raetia"},
        ),
        ("germania_superior", 6, {"belgica", "germania_inferior", "raetia"}),
        ("aquitania", 10, {"lugudunensis", "narbonensis"}),
        ("britannia", 10, {"belgica", "germania_inferior", "lugudunensis"}),
        ("germania_inferior", 10, {"belgica", "britannia", "germania_superior"}),
    ],
)
def test_r8_generals_move_to_neighbours_and_never_back_to_the_camp(node: str, vp: int, neighbours: set[str]) -> None:
    assert set(GENERAL_MOVES[node]) == neighbours
    assert PROVINCE_VP[node] == vp


def test_a_general_takes_the_forum_tile_of_the_province_that_he_enters() -> None:
    state = campaign("camp")
    tile = state.public.provinces["alpes"]
    scenario = given(GAME, state).when(A, cmd.MoveGeneral(province="alpes"))
    scenario.then_among(ev.GeneralMoved(seat=A, province="alpes", tile=tile))
    assert scenario.state.public.mats[A].tiles == [tile]
    assert "alpes" not in scenario.state.public.provinces


def test_r21_an_extra_action_tile_may_lie_in_a_province_and_be_used_at_once() -> None:
    state = campaign("camp")
    state.public.provinces["alpes"] = "extra_military"
    scenario = given(GAME, state).when(A, cmd.MoveGeneral(province="alpes"))
    scenario.offers(A, cmd.UseExtraAction(tile="extra_military"))


def test_generals_may_share_a_province() -> None:
    state = campaign("camp")
    state.public.mats[B].general = "alpes"
    del state.public.provinces["alpes"]
    given(GAME, state).when(A, cmd.MoveGeneral(province="alpes")).then_among(
        ev.GeneralMoved(seat=A, province="alpes", tile=None)
    )


@pytest.mark.parametrize(
    ("province", "foreign", "points"), [("aquitania", 0, 10), ("aquitania", 1, 7), ("alpes", 1, 0), ("alpes", 2, 0)]
)
def test_tc23_conquest(province: str, foreign: int, points: int) -> None:
    scenario = given(GAME, campaign(province, foreign=foreign)).when(A, cmd.Conquer())
    scenario.then_scored(A, points, "conquest")
    assert scenario.state.public.mats[A].legionaries == [province]
    assert scenario.state.public.mats[A].military_camp == 0
    assert scenario.state.scores[B] == 0, "earlier conquerors lose nothing"


def test_tc23_conquest_is_illegal_where_an_own_legionary_stands() -> None:
    state = campaign("aquitania")
    state.public.mats[A].legionaries = ["aquitania"]
    given(GAME, state).refuses(A, cmd.Conquer(), "already_conquered")


def test_foreign_generals_do_not_reduce_a_conquest() -> None:
    state = campaign("aquitania")
    state.public.mats[B].general = "aquitania"
    given(GAME, state).when(A, cmd.Conquer()).then_scored(A, 10)


def test_a_conquest_needs_a_legionary_in_the_camp_and_a_general_outside() -> None:
    given(GAME, campaign("camp")).refuses(A, cmd.Conquer(), "general_in_camp")
    state = campaign("alpes")
    state.public.mats[A].military_camp = 0
    given(GAME, state).refuses(A, cmd.Conquer(), "no_legionary")
