"""Positions of Taberna that several tests of the kernel begin from."""

from domain.kernel.ids import Seat
from tests.kit.sitting import Sitting
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard


def dealt(players: int = 2, seed: int = 1) -> Sitting:
    """A game that has just begun: every seat owes a secret card."""
    return Sitting(GAME, players, seed)


def lay_lowest(sitting: Sitting, seat: Seat) -> None:
    """The seat lays the lowest card of its hand."""
    sitting.play(seat, LayCard(card=sitting.match.state.hands[seat][0]))


def revealed(players: int = 2, seed: int = 1) -> tuple[Sitting, Seat, Seat]:
    """The cards were revealed: the sitting, the seat that owes two errands, and its neighbour who gets its gifts."""
    sitting = dealt(players, seed)
    for number in range(players):
        lay_lowest(sitting, Seat(number))
    seat = sitting.match.state.public.turn
    return sitting, seat, Seat((seat + 1) % players)
