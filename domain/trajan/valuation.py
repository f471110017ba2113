"""What a position of Trajan is worth to a player, in points: for bots, never for the rules.

Sure are the points made so far and what would be counted if the game ended now. Terms are what is likely to become
points: goods in hand that make a shipment, needs that are covered, tiles on the circle, tiles that repeat actions.
"""

from collections import Counter

from domain.kernel.game import Term
from domain.kernel.ids import Seat
from domain.kernel.valuation import Assessment, WeightsFile
from domain.trajan.actions.military import why_not_conquer
from domain.trajan.data import DATA, NEED_TILE_FOR, PROVINCE_VP, TRAJAN_TILES, VOTES_OF, WILD_NEED
from domain.trajan.scoring import bonus_tiles, building_sets
from domain.trajan.state import Mat, Public, TrajanState

TERMS = (
    *("worker_in_camp", "legionary_in_camp", "tile_on_circle", "point_on_circle", "card", "card_alike"),
    *("need_covered", "need_tile", "tile_kept", "vote", "other_tile", "plus_two", "province_in_reach"),
)
WEIGHTS = WeightsFile.beside(__package__).weights(TERMS)
_QUARTERS, _ROUNDS = DATA.calendar.quarters, DATA.calendar.rounds_per_quarter


def assess(state: TrajanState, seat: Seat) -> Assessment:
    """What a seat has."""
    mat = state.public.mats[seat]
    sure = state.scores[seat] + _points(building_sets(mat)) + sum(_points(terms) for _, terms in bonus_tiles(mat))
    slots = [tile for tile in mat.slots if tile is not None]
    camps = (mat.worker_camp, mat.military_camp)
    circle = (len(slots), sum(TRAJAN_TILES[tile].vp for tile in slots))
    reach = PROVINCE_VP[mat.general] if why_not_conquer(mat) is None else 0
    terms = (*camps, *circle, *_hand(state.hands[seat]), *_tiles(state, mat), len(mat.plus_two), reach)
    return Assessment(sure, terms, _left(state.public))


def _left(public: Public) -> float:
    return max(0.0, 1 - ((public.quarter - 1) * _ROUNDS + public.rounds) / (_QUARTERS * _ROUNDS))


def _points(terms: list[Term]) -> int:
    return sum(term.points for term in terms)


def _hand(hand: list[str]) -> tuple[int, int]:
    """Cards, and how many of them have one of their kind before them: those sail together."""
    return len(hand), len(hand) - len(set(hand))


def _tiles(state: TrajanState, mat: Mat) -> tuple[int, int, int, int, int]:
    """Needs that are open now and covered, and tiles by what they are for."""
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
    return covered, needs, len(mat.kept), votes, others
