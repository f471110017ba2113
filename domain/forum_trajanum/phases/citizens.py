"""Placing a citizen (§5.6–5.8): a row of its class, its ability, and the bonus of a second one."""

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import AREA_BONUSES, DATA, MERCHANT_1, ROW, ROWS_OF_CLASS, TILE, WORKERS
from domain.forum_trajanum.guards import must_owe, turn_of
from domain.forum_trajanum.phases.resources import turn_slider
from domain.forum_trajanum.state import Colony, ForumTrajanumRecorder, ForumTrajanumState, Owed
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

_SPACES = DATA.citizen_rows.spaces_per_row
_FOREIGN = ("received", "picked")


def citizen_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    turn = turn_of(state, seat)
    tile = getattr(turn, turn.owed[-1].which)
    colony = state.public.colonies[seat]
    return [cmd.PlaceCitizen(row=row) for row in _rows_for(tile) if _has_space(colony, row)]


def _rows_for(tile: str) -> tuple[int, ...]:
    return ROWS_OF_CLASS[TILE[tile].social_class]


def _has_space(colony: Colony, row: int) -> bool:
    return len(colony.rows[row - 1]) < _SPACES


def place_citizen(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.PlaceCitizen) -> None:
    which = must_owe(recorder.state, seat, "citizen").which
    tile = getattr(turn_of(recorder.state, seat), which)
    colony = recorder.state.public.colonies[seat]
    if command.row not in _rows_for(tile):
        raise IllegalMove("wrong_class", rule="§5.6")
    if not _has_space(colony, command.row):
        raise IllegalMove("row_full", rule="§5.6")
    settled = len(colony.rows[command.row - 1])
    times, foreign = DATA.citizen_rows.multiplier[settled + 1], which in _FOREIGN
    recorder.emit(ev.CitizenPlaced(seat=seat, which=which, row=command.row, tile=tile, foreign=foreign, times=times))
    if command.row == MERCHANT_1:
        turn_slider(recorder, seat)
    if settled:
        recorder.emit(ev.ChoicesDue(seat=seat, owed=(_second_bonus(command.row),)))


def _second_bonus(row: int) -> Owed:
    """The one-off bonus of the second citizen (5.8); Patrician II does not double its own (R-29, T-29)."""
    printed = ROW[row]
    if printed.second_bonus == "area_bonus":
        return Owed(kind="area_bonus", number=1, choices=AREA_BONUSES)
    if printed.second_bonus == "place_envoy_on_any_coloured_cell":
        return Owed(kind="envoy", of="any")
    offered = [next(iter(option)) for option in printed.second_bonus_options]
    return Owed(kind="bonus", choices=WORKERS if offered == ["worker_any"] else tuple(offered))
