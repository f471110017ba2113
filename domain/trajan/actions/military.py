"""The military action (§5.3): recruit, move the general, or conquer the province where it stands."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.data import DATA, GENERAL_MOVES
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_perform
from domain.trajan.scoring import score_conquest
from domain.trajan.state import Mat, TrajanRecorder, TrajanState

_CAMP = DATA.players.start.general_node
_MOVES = {node: [cmd.MoveGeneral(province=near) for near in moves] for node, moves in GENERAL_MOVES.items()}


def possible(_state: TrajanState, _seat: Seat) -> bool:
    """Always: every province has a neighbour, so the general can move."""
    return True


def options(state: TrajanState, seat: Seat) -> list[Command]:
    mat = state.public.mats[seat]
    found: list[Command] = [*_MOVES[mat.general]]
    if mat.supply:
        found.append(cmd.Recruit())
    if why_not_conquer(mat) is None:
        found.append(cmd.Conquer())
    return found


def why_not_conquer(mat: Mat) -> str | None:
    """The reason that forbids to conquer, if there is one."""
    if mat.general == _CAMP:
        return "general_in_camp"
    if not mat.military_camp:
        return "no_legionary"
    return "already_conquered" if mat.general in mat.legionaries else None


def recruit(recorder: TrajanRecorder, seat: Seat, _command: cmd.Recruit) -> None:
    if not must_perform(recorder.state, seat, "military").supply:
        raise IllegalMove("supply_empty", rule="§5.3 a")
    begin_action(recorder, seat, "military")
    recorder.emit(ev.FiguresPlaced(seat=seat, camp="military", count=1))


def move_general(recorder: TrajanRecorder, seat: Seat, command: cmd.MoveGeneral) -> None:
    mat = must_perform(recorder.state, seat, "military")
    if command.province not in GENERAL_MOVES[mat.general]:
        raise IllegalMove("not_adjacent", rule="§5.3 b", province=command.province)
    begin_action(recorder, seat, "military")
    tile = recorder.state.public.provinces.get(command.province)
    recorder.emit(ev.GeneralMoved(seat=seat, province=command.province, tile=tile))


def conquer(recorder: TrajanRecorder, seat: Seat, _command: cmd.Conquer) -> None:
    mat = must_perform(recorder.state, seat, "military")
    reason = why_not_conquer(mat)
    if reason is not None:
        raise IllegalMove(reason, rule="§5.3 c")
    begin_action(recorder, seat, "military")
    recorder.emit(ev.ProvinceConquered(seat=seat, province=mat.general))
    score_conquest(recorder, seat, mat.general)
