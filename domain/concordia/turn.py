"""Whose turn it is, and how it passes on."""

from typing import TypeAlias

from domain.concordia import events as ev
from domain.concordia.state import FINAL_SCORING, ConcordiaState, Overflow, Public
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Recorder
from domain.kernel.ids import Seat

ConcordiaRecorder: TypeAlias = Recorder[ConcordiaState]


def owed_by(public: Public, seat: Seat) -> Overflow | None:
    """The goods that this player still has to choose from."""
    for owed in public.overflows:
        if owed.seat == seat:
            return owed
    return None


def must_be_at(state: ConcordiaState, seat: Seat, *actions: str) -> str:
    """The action that this player is at, or a refusal if it is none of these."""
    public = state.public
    if owed_by(public, seat) is not None:
        raise IllegalMove("overflow_first", rule="§5.4")
    if public.action is None or public.active != seat:
        raise NotYourTurn(seat)
    if public.action not in actions:
        raise IllegalMove("not_offered")
    return public.action


def end_turn(recorder: ConcordiaRecorder) -> None:
    """Pass Præfectus Magnus on if it was used (§6.4), then the turn; after the last turns comes the scoring (§8.2)."""
    public = recorder.state.public
    count = len(public.players)
    if public.magnus_used:
        recorder.emit(ev.MagnusReceived(seat=Seat((public.magnus - 1) % count)))
    following = Seat((public.active + 1) % count)
    if following == public.concordia:
        recorder.emit(ev.StepDue(step=FINAL_SCORING))
    else:
        recorder.emit(ev.TurnBegan(seat=following))


def take_concordia(recorder: ConcordiaRecorder, seat: Seat, reason: ev.EndReason) -> None:
    """Trigger the end of the game, unless someone did so before (§8.3)."""
    if recorder.state.public.concordia is None:
        recorder.emit(ev.ConcordiaTaken(seat=seat, reason=reason))
