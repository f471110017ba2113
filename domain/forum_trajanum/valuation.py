"""What a position of Forum Trajanum is worth to a player, in points: for bots, never for the rules.

The points made so far; what colony, forum, cranes and Trajan cards would bring in the scorings to come if nothing
changed; and what is likely to become points: resources, citizens, envoys, tiles in hand, room to build.
"""

from domain.forum_trajanum.data import CITIZENS, DATA, TILE
from domain.forum_trajanum.scoring import (
    area_terms,
    crane_terms,
    eagle_terms,
    envoys_of,
    open_cranes,
    points_of,
    street_terms,
    trajan_terms,
)
from domain.forum_trajanum.state import ForumTrajanumState, Public, citizens_active
from domain.kernel.ids import Seat
from domain.kernel.valuation import Assessment, WeightsFile

RESOURCES = ("builder", "assistant", "coin", "tribune", "upgrade")
TERMS = (
    *("scorings", *RESOURCES, "worker", "active_citizen", "envoy_on_ship"),
    *("marker_step", "slider_step", "building", "tile_to_come"),
)
WEIGHTS = WeightsFile.beside(__package__).weights(TERMS)
_GIFTS = {"builder": 0.9, "assistant": 0.6, "coin": 0.7, "tribune": 0.5, "upgrade": 1.0}
_A_WORKER = 0.6
"""What tiles bring, among each other."""
_A_CITIZEN_TILE = 2.0
_LATER = 0.7
"""What a point of a later scoring is worth now."""


def assess(state: ForumTrajanumState, seat: Seat) -> Assessment:
    """What a seat has."""
    public, hand = state.public, state.hands[seat]
    colony = public.colonies[seat]
    held = sum(_tile(tile) for tile in (hand.own, hand.received) if tile is not None)
    resources = [colony.stock.get(resource, 0) for resource in RESOURCES]
    terms = (
        _scorings(public, seat),
        *resources,
        sum(colony.stock.values()) - sum(resources),
        citizens_active(colony),
        colony.ship,
        sum(colony.markers.values()),
        colony.slider,
        len(colony.built),
        max(held, _drafted(state, seat)),
    )
    return Assessment(state.scores[seat], terms, _left(public))


def _left(public: Public) -> float:
    rounds = DATA.meta.rounds_per_phase
    return max(0.0, 1 - ((max(public.phase, 1) - 1) * rounds + public.round) / (DATA.meta.phases * rounds))


def _scorings(public: Public, seat: Seat) -> float:
    """What the scorings to come would bring as things stand; a later one counts less."""
    colony = public.colonies[seat]
    envoys = envoys_of(public.forum, seat)
    every_time = points_of(
        street_terms(colony) + eagle_terms(public.forum, envoys, colony) + area_terms(envoys, colony)
    )
    total, weight = 0.0, 1.0
    for phase in range(max(public.phase, 1), DATA.meta.phases + 1):
        card = public.trajan_cards[phase - 1]
        total += weight * (every_time + (points_of(trajan_terms(public, card, colony)) if card else 0))
        weight *= _LATER
    cranes = (crane_terms(colony, cell, max(public.phase, 1)) for cell in open_cranes(colony) if colony.cranes)
    return total + sum(map(points_of, cranes))


def _drafted(state: ForumTrajanumState, seat: Seat) -> float:
    """The better one of the tiles that the seat has taken in the draft under way, or the one it keeps."""
    secret = state.secrets[seat]
    if secret.kept is not None:
        return _tile(secret.kept)
    return max((_tile(take.tile) for take in secret.taken if take.tile), default=0.0)


def _tile(tile: str) -> float:
    if tile in CITIZENS:
        return _A_CITIZEN_TILE
    return sum(number * _GIFTS.get(resource, _A_WORKER) for resource, number in TILE[tile].gives.items())
