"""Mason, Farmer, Smith, Vintner, Weaver: the player's own houses that make one good produce (§6.10)."""

from domain.concordia.data import SPECIALISTS, Card
from domain.concordia.state import Receipt
from domain.concordia.storehouse import send
from domain.concordia.turn import Playing, end_turn
from domain.kernel.ids import Seat


def begin(play: Playing, seat: Seat, card: Card) -> None:
    public = play.state.public
    good = SPECIALISTS[card.kind]
    count = sum(public.produce[city] == good for city in public.players[seat].houses)
    if count:
        send(play, [Receipt(seat, (good,) * count)])
    else:
        end_turn(play)
