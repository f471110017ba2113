"""What a position of Concordia is worth to a player, in points: for bots, never for the rules.

The points that the cards would bring if the game ended now, what will multiply them (houses and cards), and the money
and goods to go on with.
"""

from domain.concordia.data import GODS, PRICES
from domain.concordia.scoring import terms_of
from domain.concordia.state import ConcordiaState
from domain.kernel.ids import Seat

_A_SESTERTIUS = 0.07
_A_CARD_IN_HAND = 0.25
_A_HOUSE = 2.5
_A_CARD = 2.0


def value(state: ConcordiaState, seat: Seat) -> float:
    """How good the position is for a seat."""
    player = state.public.players[seat]
    points = sum(term.points for god in GODS for term in terms_of(state, seat, god))
    wealth = player.money + sum(PRICES[good] * count for good, count in player.goods.items())
    return (
        state.scores[seat]
        + points
        + _A_SESTERTIUS * wealth
        + _A_CARD_IN_HAND * len(player.hand)
        + _A_CARD * (len(player.hand) + len(player.discard))
        + _A_HOUSE * len(player.houses)
    )
