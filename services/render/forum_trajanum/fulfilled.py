"""Where on a colony a Trajan card is fulfilled: one largest set of places that do not overlap."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from domain.forum_trajanum.data import ASLANT, CORNERS, STRAIGHT, TEMPLES, TRAJAN_CARD, TrajanCard, beside
from domain.forum_trajanum.trajan_cards import Built, in_tiles, packing, placements_built

_Pairs: TypeAlias = frozenset[tuple[str, str]]
_NO_TILES: Mapping[str, str] = MappingProxyType({})


def places(card: str, built: Built, tiles: Mapping[str, str] = _NO_TILES) -> tuple[frozenset[str], ...]:
    """The cells of each time that the card is fulfilled, with the temple or the crane that belongs to it.

    `tiles` names the tile of a cell, where a whole tile serves one time only.
    """
    return _places(card, frozenset(built.items()), frozenset(tiles.items()))


@lru_cache(maxsize=256)
def _places(name: str, built: _Pairs, tiles: _Pairs) -> tuple[frozenset[str], ...]:
    card, tile_of = TRAJAN_CARD[name], dict(tiles)
    left = placements_built(card, dict(built))
    chosen = []
    most = _most(left, tile_of)
    while most:
        first, *left = left
        apart = [cells for cells in left if not in_tiles(cells, tile_of) & in_tiles(first, tile_of)]
        if 1 + _most(apart, tile_of) == most:
            chosen.append(_with_landmark(card, first))
            left, most = apart, most - 1
    return tuple(chosen)


def _most(placements: list[frozenset[str]], tiles: Mapping[str, str]) -> int:
    return packing([in_tiles(cells, tiles) for cells in placements])


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
