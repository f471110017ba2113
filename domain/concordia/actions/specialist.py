"""Mason, Farmer, Smith, Vintner, Weaver: the player's own houses that make one good produce (§6.10)."""

from domain.concordia.data import SPECIALISTS, Card, Good
from domain.concordia.state import Public, Receipt
from domain.concordia.storehouse import send
from domain.concordia.turn import Playing, end_turn
from domain.kernel.ids import Seat


def begin(play: Playing, seat: Seat, card: Card) -> None:
    goods = produced(play.state.public, seat, card)
    if goods:
        send(play, [Receipt(seat, goods)])
    else:
        end_turn(play)


def produced(public: Public, seat: Seat, card: Card) -> tuple[Good, ...]:
    """One good for each of the player's houses that make it."""
    good = SPECIALISTS[card.kind]
    return (good,) * sum(public.produce[city] == good for city in public.players[seat].houses)
