"""Where on a colony a Trajan card is fulfilled: one largest set of places that do not overlap."""

from functools import lru_cache

from domain.forum_trajanum.data import ASLANT, CORNERS, STRAIGHT, TEMPLES, TRAJAN_CARD, TrajanCard, beside
from domain.forum_trajanum.trajan_cards import Built, packing, placements_built


def places(card: str, built: Built) -> tuple[frozenset[str], ...]:
    """The cells of each time that the card is fulfilled, with the temple or the crane that belongs to it."""
    return _places(card, frozenset(built.items()))


@lru_cache(maxsize=256)
def _places(name: str, built: frozenset[tuple[str, str]]) -> tuple[frozenset[str], ...]:
    card = TRAJAN_CARD[name]
    left = placements_built(card, dict(built))
    chosen = []
    most = packing(left)
    while most:
        first, *left = left
        apart = [cells for cells in left if not cells & first]
        if 1 + packing(apart) == most:
            chosen.append(_with_landmark(card, first))
            left, most = apart, most - 1
    return tuple(chosen)


def _with_landmark(card: TrajanCard, cells: frozenset[str]) -> frozenset[str]:
    kind = card.build.type
    if kind == "temple_vertical":
        return cells.union(temple for temple in TEMPLES if cells == {*beside(temple, (-1, 0), (1, 0))})
    if kind == "temple_corners":
        around = next(temple for temple in TEMPLES if cells == {*beside(temple, *ASLANT)})
        return cells.union({around}, beside(around, *STRAIGHT))
    if kind == "crane_sides":
        return cells.union(corner for corner in CORNERS if cells <= {*beside(corner, *STRAIGHT)})
    return cells
