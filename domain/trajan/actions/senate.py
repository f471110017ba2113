"""The senate action (§5.4): one space forward, on top of the discs there."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.data import SENATE_SPACES
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_perform
from domain.trajan.scoring import score_senate_space
from domain.trajan.state import Public, TrajanRecorder, TrajanState

_LAST = len(SENATE_SPACES) - 1


def space_of(public: Public, seat: Seat) -> int:
    """The space on which the seat's disc lies."""
    return next(space for space, discs in enumerate(public.senate) if seat in discs)


def possible(state: TrajanState, seat: Seat) -> bool:
    return seat not in state.public.senate[_LAST]


def options(state: TrajanState, seat: Seat) -> list[Command]:
    return [cmd.AdvanceInSenate()] if possible(state, seat) else []


def advance_in_senate(recorder: TrajanRecorder, seat: Seat, _command: cmd.AdvanceInSenate) -> None:
    must_perform(recorder.state, seat, "senate")
    if not possible(recorder.state, seat):
        raise IllegalMove("end_of_track", rule="§5.4")
    space = space_of(recorder.state.public, seat) + 1
    begin_action(recorder, seat, "senate")
    recorder.emit(ev.SenateAdvanced(seat=seat, space=space))
    score_senate_space(recorder, seat, space)
