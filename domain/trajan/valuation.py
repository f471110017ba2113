"""What a position of Trajan is worth to a player, in points: for bots, never for the rules.

The points made so far, what would be counted if the game ended now, the needs that are covered, and what is likely to
become points: goods in hand that make a shipment, tiles on the circle, tiles that repeat actions.
"""

from collections import Counter

from domain.kernel.game import Term
from domain.kernel.ids import Seat
from domain.trajan.actions.military import why_not_conquer
from domain.trajan.data import NEED_TILE_FOR, PROVINCE_VP, TRAJAN_TILES, VOTES_OF, WILD_NEED
from domain.trajan.scoring import best_goods_bonus, bonus_terms, building_sets
from domain.trajan.state import Mat, TrajanState

_A_CARD = 1.5
_A_PAIR_MORE = 1.5
_A_FIGURE_IN_CAMP = 1.5
_A_TILE_ON_THE_CIRCLE = 0.35
_A_NEED_COVERED = 4.0
_A_NEED_TILE = 1.5
_A_PLUS_TWO = 3.0
_A_VOTE = 0.6
_ANOTHER_TILE = 2.0
_A_PROVINCE_IN_REACH = 0.3


def value(state: TrajanState, seat: Seat) -> float:
    """How good the position is for a seat."""
    mat = state.public.mats[seat]
    return state.scores[seat] + _final(mat) + _hand(state.hands[seat]) + _tiles(state, mat) + _army(mat)


def _final(mat: Mat) -> float:
    best = best_goods_bonus(mat)
    bonus = sum(_points(bonus_terms(mat, one, wilds=one is best)) for one in mat.bonus)
    circle = sum(1 + _A_TILE_ON_THE_CIRCLE * TRAJAN_TILES[tile].vp for tile in mat.slots if tile is not None)
    return _points(building_sets(mat)) + bonus + circle + _A_FIGURE_IN_CAMP * mat.worker_camp


def _points(terms: list[Term]) -> int:
    return sum(term.points for term in terms)


def _hand(hand: list[str]) -> float:
    """Cards of one kind are worth more together: they sail together."""
    alike = Counter(hand).values()
    return _A_CARD * len(hand) + _A_PAIR_MORE * sum(count - 1 for count in alike)


def _tiles(state: TrajanState, mat: Mat) -> float:
    """Needs that are open now count as what leaving them unmet would cost; every other tile has its price."""
    owned = Counter(mat.tiles)
    covered = 0
    wild = owned[WILD_NEED]
    for need, asked in Counter(state.public.needs).items():
        kept = sum(TRAJAN_TILES[tile].need == need for tile in mat.kept)
        met = min(asked, owned[NEED_TILE_FOR[need]] + kept)
        covered += met
    covered += min(wild, len(state.public.needs) - covered)
    needs = sum(owned[tile] for tile in NEED_TILE_FOR.values()) + wild
    votes = sum(VOTES_OF[tile] * count for tile, count in owned.items() if tile in VOTES_OF)
    others = len(mat.tiles) - needs - sum(count for tile, count in owned.items() if tile in VOTES_OF)
    return (
        _A_NEED_COVERED * covered
        + _A_NEED_TILE * needs
        + 2 * _A_NEED_TILE * len(mat.kept)
        + _A_VOTE * votes
        + _ANOTHER_TILE * others
        + _A_PLUS_TWO * len(mat.plus_two)
    )


def _army(mat: Mat) -> float:
    """Legionaries in the camp, and the province that the general could conquer with one of them."""
    value = _A_FIGURE_IN_CAMP * mat.military_camp
    if why_not_conquer(mat) is None:
        value += _A_PROVINCE_IN_REACH * PROVINCE_VP[mat.general]
    return value
