"""How a turn passes on, and what brings the game to its end."""

from domain.concordia import events as ev
from domain.concordia.state import FINAL_SCORING, ConcordiaRecorder, Public
from domain.kernel.ids import Seat


def end_turn(recorder: ConcordiaRecorder) -> None:
    """Pass Præfectus Magnus on if it was used (§6.4), then the turn; after the last turns comes the scoring (§8.2)."""
    public = recorder.state.public
    count = len(public.players)
    if public.magnus_used:
        recorder.emit(ev.MagnusReceived(seat=magnus_passes_to(public)))
    following = Seat((public.active + 1) % count)
    if following == public.concordia:
        recorder.emit(ev.StepDue(step=FINAL_SCORING))
    else:
        recorder.emit(ev.TurnBegan(seat=following))


def magnus_passes_to(public: Public) -> Seat:
    """The right neighbour of the seat that holds Præfectus Magnus (§6.4)."""
    return Seat((public.magnus - 1) % len(public.players))


def take_concordia(recorder: ConcordiaRecorder, seat: Seat, reason: ev.EndReason) -> None:
    """Trigger the end of the game, unless someone did so before (§8.3)."""
    if recorder.state.public.concordia is None:
        recorder.emit(ev.ConcordiaTaken(seat=seat, reason=reason))
