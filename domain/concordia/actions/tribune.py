"""Tribune: take the discard pile back for money, and perhaps a new colonist for Roma (§6.1)."""

from domain.concordia import events as ev
from domain.concordia.actions import colonist
from domain.concordia.data import DATA
from domain.concordia.maps import board_of
from domain.concordia.state import INTERIM_SCORING, ConcordiaRecorder, ConcordiaState
from domain.concordia.turn import end_turn
from domain.kernel.game import Command
from domain.kernel.ids import Seat

ACTION = "tribune"


def begin(recorder: ConcordiaRecorder, seat: Seat) -> None:
    cards = tuple(recorder.state.public.players[seat].discard)
    recorder.emit(ev.CardsReturned(seat=seat, cards=cards, money=money_for(len(cards))))
    recorder.emit(ev.ActionBegan(seat=seat, action=ACTION, allowance=1))


def money_for(cards: int) -> int:
    """A sestertius for each card taken back but the first few; the Tribune itself is one of them."""
    return max(0, cards - DATA.actions.tribune_free_returned_cards)


def options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return colonist.placements(state, seat, [board_of(state).start])


def finish(recorder: ConcordiaRecorder, seat: Seat) -> None:
    """With the variant, a player's first Tribune is followed by the player's interim scoring (§10.1)."""
    interim = recorder.state.public.interim
    if interim is not None and interim[seat] is None:
        recorder.emit(ev.StepDue(step=INTERIM_SCORING))
    else:
        end_turn(recorder)
