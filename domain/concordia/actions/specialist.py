"""Mason, Farmer, Smith, Vintner, Weaver: the player's own houses that make one good produce (§6.10)."""

from domain.concordia import events as ev
from domain.concordia.data import SPECIALISTS, Card, Good
from domain.concordia.state import ConcordiaRecorder, Public, Receipt
from domain.concordia.storehouse import send
from domain.concordia.turn import end_turn
from domain.kernel.ids import Seat


def begin(recorder: ConcordiaRecorder, seat: Seat, card: Card) -> None:
    goods = produced(recorder.state.public, seat, card)
    if goods:
        send(recorder, [Receipt(seat, goods)])
    else:
        recorder.emit(ev.ActionForgone(seat=seat, action=card.kind))
        end_turn(recorder)


def produced(public: Public, seat: Seat, card: Card) -> tuple[Good, ...]:
    """One good for each of the player's houses that make it."""
    good = SPECIALISTS[card.kind]
    return (good,) * sum(public.produce[city] == good for city in public.players[seat].houses)
