"""How a turn passes on, and what brings the game to its end."""

from domain.concordia import events as ev
from domain.concordia.evolve import turn_began
from domain.concordia.guards import owed_by
from domain.concordia.state import CARD, FINAL_SCORING, ConcordiaRecorder, ConcordiaState, Public
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


def begins_turn(state: ConcordiaState) -> Seat | None:
    """Whoever is to play a card next; goods that are still owed an answer come first."""
    public = state.public
    begins = public.action == CARD and public.step is None and owed_by(public, public.active) is None
    return public.active if begins else None


def suppose_turn(state: ConcordiaState, seat: Seat) -> bool:
    """Let the turn come to a seat, unless nobody plays any more or its last turn is over (§8.3)."""
    public = state.public
    if public.step is not None or not _gets_a_turn(public, seat):
        return False
    public.magnus_used = False
    public.receipts = []
    turn_began(state, ev.TurnBegan(seat=seat))
    return True


def _gets_a_turn(public: Public, seat: Seat) -> bool:
    if public.concordia is None:
        return True
    count = len(public.players)
    return 0 < (seat - public.active) % count < ((public.concordia - public.active) % count or count)
