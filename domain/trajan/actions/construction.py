"""The construction action (§5.6): hire, or build in a cell next to an own worker."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.data import BUILDINGS, CELL_NEIGHBOURS, CELLS, FIRST_ACTION
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_perform
from domain.trajan.scoring import score_building
from domain.trajan.state import Mat, TrajanRecorder, TrajanState

_BUILD = {cell: cmd.Build(cell=cell) for cell in CELLS}


def possible(state: TrajanState, seat: Seat) -> bool:
    mat = state.public.mats[seat]
    return mat.supply > 0 or (mat.worker_camp > 0 and bool(open_cells(mat)))


def options(state: TrajanState, seat: Seat) -> list[Command]:
    mat = state.public.mats[seat]
    found: list[Command] = [cmd.Hire()] if mat.supply else []
    if mat.worker_camp:
        found += [_BUILD[cell] for cell in open_cells(mat)]
    return found


def open_cells(mat: Mat) -> list[str]:
    """The cells that may be entered: any for the first worker, then those beside an own one (R9: one a cell)."""
    if not mat.workers:
        return [*CELLS]
    near = dict.fromkeys(cell for own in mat.workers for cell in CELL_NEIGHBOURS[own])
    return [cell for cell in near if cell not in mat.workers]


def hire(recorder: TrajanRecorder, seat: Seat, _command: cmd.Hire) -> None:
    if not must_perform(recorder.state, seat, "construction").supply:
        raise IllegalMove("supply_empty", rule="§5.6 a")
    begin_action(recorder, seat, "construction")
    recorder.emit(ev.FiguresPlaced(seat=seat, camp="worker", count=1))


def build(recorder: TrajanRecorder, seat: Seat, command: cmd.Build) -> None:
    mat = must_perform(recorder.state, seat, "construction")
    if not mat.worker_camp:
        raise IllegalMove("no_worker", rule="§5.6 b")
    if command.cell in mat.workers:
        raise IllegalMove("own_worker_there", rule="§5.6 b", cell=command.cell)
    if command.cell not in open_cells(mat):
        raise IllegalMove("no_own_neighbour", rule="§5.6 b", cell=command.cell)
    building = recorder.state.public.cells.get(command.cell)
    first = building is not None and not owned_of_kind(mat, building)
    begin_action(recorder, seat, "construction")
    recorder.emit(ev.WorkerPlaced(seat=seat, cell=command.cell, building=building))
    if building is not None:
        score_building(recorder, seat, building)
    if building is not None and first:
        recorder.emit(ev.ChoiceDue(seat=seat, kind="action", what=FIRST_ACTION[BUILDINGS[building][0]]))


def owned_of_kind(mat: Mat, building: str) -> int:
    """How many buildings of that kind the player owns; each kind gives its action with the first."""
    kind = BUILDINGS[building][0]
    return sum(BUILDINGS[own][0] == kind for own in mat.buildings)
