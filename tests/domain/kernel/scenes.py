"""Positions of Taberna that several tests of the kernel begin from."""

from domain.kernel.ids import Seat
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard


def dealt(players: int = 2, seed: int = 1) -> LoggedMatch:
    """A game that has just begun: every seat owes a secret card."""
    return LoggedMatch(GAME, players, seed)


def lay_lowest(logged: LoggedMatch, seat: Seat) -> None:
    """The seat lays the lowest card of its hand."""
    logged.play(seat, LayCard(card=logged.match.state.hands[seat][0]))


def revealed(players: int = 2, seed: int = 1) -> tuple[LoggedMatch, Seat, Seat]:
    """The cards were revealed: the match, the seat that owes two errands, and its neighbour who gets its gifts."""
    logged = dealt(players, seed)
    for number in range(players):
        lay_lowest(logged, Seat(number))
    seat = logged.match.state.public.turn
    return logged, seat, Seat((seat + 1) % players)
