"""§5.6: hiring, building, and the action of a first building."""

import pytest

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import CELLS
from domain.trajan.events import turn as ev
from domain.trajan.state import Owed, TrajanState
from tests.domain.trajan.positions import A, B, performing
from tests.kit.scenario import given


def site(*own: str, **cells: str) -> TrajanState:
    """Seat A has workers in `own`; only the named cells hold buildings."""
    state = performing("construction")
    state.public.mats[A].workers = list(own)
    state.public.cells = cells
    return state


def cells_offered(state: TrajanState) -> set[str]:
    return {it.cell for it in GAME.legal(state, A) if isinstance(it, cmd.Build)}


def test_hiring_needs_a_figure_in_the_supply() -> None:
    scenario = given(GAME, site()).when(A, cmd.Hire())
    assert (scenario.state.public.mats[A].supply, scenario.state.public.mats[A].worker_camp) == (12, 2)
    state = site()
    state.public.mats[A].supply = 0
    given(GAME, state).refuses(A, cmd.Hire(), "supply_empty")


def test_the_first_worker_may_enter_any_cell_and_later_ones_only_beside_an_own_one() -> None:
    assert cells_offered(site()) == set(CELLS)
    assert cells_offered(site("B2")) == {"A2", "B1", "B3", "C2"}
    given(GAME, site("B2")).refuses(A, cmd.Build(cell="C3"), "no_own_neighbour")
    given(GAME, site("B2")).refuses(A, cmd.Build(cell="Z9"), "no_own_neighbour")


def test_r9_one_own_worker_a_cell() -> None:
    given(GAME, site("B2", "B3")).refuses(A, cmd.Build(cell="B2"), "own_worker_there")


def test_building_needs_a_worker_in_the_camp() -> None:
    state = site()
    state.public.mats[A].worker_camp = 0
    given(GAME, state).refuses(A, cmd.Build(cell="A1"), "no_worker")


@pytest.mark.parametrize(("supply", "camp", "possible"), [(1, 0, True), (0, 1, True), (0, 0, False)])
def test_construction_is_impossible_without_any_figure_left(supply: int, camp: int, possible: bool) -> None:
    state = site()
    state.public.mats[A].supply, state.public.mats[A].worker_camp = supply, camp
    state.public.owed.append(Owed(A, "special", "T19"))
    scenario = given(GAME, state).when(A, cmd.DeclineSpecialAction())
    assert (scenario.state.public.turn == A) == possible


def test_tc08_first_building() -> None:
    scenario = given(GAME, site(A1="door_3")).when(A, cmd.Build(cell="A1")).then_scored(A, 3, "building")
    assert scenario.state.public.mats[A].buildings == ["door_3"]
    scenario.offers(A, cmd.AdvanceInSenate(), cmd.SkipAction())
    scenario.when(A, cmd.AdvanceInSenate()).then_scored(A, 2)
    scenario.then_among(ev.TurnEnded(seat=A))


@pytest.mark.parametrize(
    ("kind", "action"),
    [("stairs", "forum"), ("door", "senate"), ("fountain", "port"), ("roof", "trajan"), ("window", "military")],
)
def test_every_kind_gives_its_action_on_the_first_tile_only(kind: str, action: str) -> None:
    state = site(A1=f"{kind}_2")
    scenario = given(GAME, state).when(A, cmd.Build(cell="A1"))
    assert scenario.state.public.owed[-1] == Owed(A, "action", action)
    state.public.mats[A].buildings = [f"{kind}_5"]
    given(GAME, state).when(A, cmd.Build(cell="A1")).then_scored(A, 2).then_among(ev.TurnEnded(seat=A))


def test_tc09_occupied_cell() -> None:
    state = site("A1", A3="window_4")
    state.public.mats[B].workers = ["A2"]
    scenario = given(GAME, state).when(A, cmd.Build(cell="A2")).then_scored(A, 0)
    assert scenario.state.public.mats[A].buildings == []
    later = site("A1", "A2", A3="window_4")
    scenario = given(GAME, later).when(A, cmd.Build(cell="A3")).then_scored(A, 4)
    assert scenario.state.public.owed[-1] == Owed(A, "action", "military")


def test_r10_the_action_of_a_first_building_may_be_skipped() -> None:
    scenario = given(GAME, site(A1="door_3")).when(A, cmd.Build(cell="A1")).when(A, cmd.SkipAction())
    scenario.then_among(ev.ActionSkipped(seat=A, action="senate"), ev.TurnEnded(seat=A))


def test_r10_an_impossible_action_of_a_first_building_is_skipped() -> None:
    state = site(A1="door_3")
    state.public.senate = [[B], [], [], [], [], [], [], [A]]
    given(GAME, state).when(A, cmd.Build(cell="A1")).then_scored(A, 3).then_among(ev.TurnEnded(seat=A))


def test_a_wild_building_does_not_count_as_having_a_kind() -> None:
    state = site(A1="door_3")
    state.public.mats[A].tiles = ["wild_building"]
    scenario = given(GAME, state).when(A, cmd.Build(cell="A1"))
    assert scenario.state.public.owed[-1] == Owed(A, "action", "senate")
