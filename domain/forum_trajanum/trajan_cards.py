"""Trajan cards: how often the two objectives of a card are fulfilled, always to the maximum (§10)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations

import msgspec

from domain.forum_trajanum.data import (
    ASLANT,
    BUILDABLE,
    COLOUR_OF,
    COLOURS,
    COLUMN,
    CORNERS,
    DATA,
    GREYS,
    KIND,
    STRAIGHT,
    TEMPLES,
    TILE,
    WORKERS,
    BuildObjective,
    Need,
    TrajanCard,
    beside,
)
from domain.forum_trajanum.state import Colony, Placed, TrajanUnit

Built = Mapping[str, str]
Cells = tuple[str, ...]


def times_fulfilled(card: TrajanCard, colony: Colony, unit: TrajanUnit) -> tuple[int, int]:
    """How often the build and the collect objective are fulfilled, together as often as can be (R-31, R-34)."""
    if unit == "square":
        return times_built(card, colony.built), times_collected(card, colony)
    doubles = [tile for tile in colony.placed if _has_column_to_collect(card, tile)]
    ways = chain.from_iterable(combinations(doubles, number) for number in range(len(doubles) + 1))
    return max((_by_tile(card, colony, doubles, collected) for collected in ways), key=sum)


def _has_column_to_collect(card: TrajanCard, tile: Placed) -> bool:
    """Whether the card could want one half of this tile for its pattern and the other one for its collection."""
    wants_columns = any(need.kind == "column_built" for need in card.collect.needs)
    return wants_columns and tile.shape == "grey_and_structure" and KIND[tile.colour].grey == COLUMN


def _by_tile(
    card: TrajanCard, colony: Colony, doubles: Sequence[Placed], collected: Sequence[Placed]
) -> tuple[int, int]:
    """What is fulfilled if these double tiles are collected and the others serve the pattern."""
    patterned = [tile for tile in doubles if tile not in collected]
    built, collecting = _without(colony.built, collected), _without(colony.built, patterned)
    return (
        _times_built_by_tile(card, built, colony.placed),
        times_collected(card, msgspec.structs.replace(colony, built=collecting)),
    )


def _without(built: Built, tiles: Sequence[Placed]) -> dict[str, str]:
    gone = {cell for tile in tiles for cell in tile.cells}
    return {cell: name for cell, name in built.items() if cell not in gone}


def _times_built_by_tile(card: TrajanCard, built: Built, placed: Sequence[Placed]) -> int:
    tiles = tiles_of(placed)
    if card.build.type == "one_of_each_colour":
        found = {(COLOUR_OF[name], tiles.get(cell, cell)) for cell, name in built.items() if name in COLOUR_OF}
        colours = [colour for colour, _ in found]
        return min(colours.count(colour) for colour in COLOURS)
    return packing([in_tiles(cells, tiles) for cells in placements_built(card, built)])


def tiles_of(placed: Sequence[Placed]) -> dict[str, str]:
    """For each cell of a building tile the first cell of that tile."""
    return {cell: tile.cells[0] for tile in placed for cell in tile.cells}


def in_tiles(cells: Iterable[str], tiles: Mapping[str, str]) -> frozenset[str]:
    """The tiles that stand on these cells; a cell of none stands for itself."""
    return frozenset(tiles.get(cell, cell) for cell in cells)


# Build objectives: the largest set of disjoint placements


def times_built(card: TrajanCard, built: Built) -> int:
    """How many disjoint placements of the card's pattern fit into the built squares."""
    if card.build.type == "one_of_each_colour":
        found = [COLOUR_OF[name] for name in built.values() if name in COLOUR_OF]
        return min(found.count(colour) for colour in COLOURS)
    return packing(placements_built(card, built))


def placements_built(card: TrajanCard, built: Built) -> list[frozenset[str]]:
    """Everywhere that the card's pattern stands, overlapping or not; nowhere if the card asks for no pattern."""
    if card.build.type == "one_of_each_colour":
        return []
    return [frozenset(cells) for cells in _PLACEMENTS[card.id] if _matches(card.build, cells, built)]


def packing(placements: Sequence[frozenset[str]]) -> int:
    """The size of the largest set of pairwise disjoint placements, by exact search in each connected cluster."""
    left = list(placements)
    total = 0
    while left:
        cluster = [left.pop()]
        for member in cluster:
            touching = [other for other in left if member & other]
            cluster += touching
            left = [other for other in left if not member & other]
        total += _best(cluster)
    return total


def _best(cluster: Sequence[frozenset[str]]) -> int:
    if not cluster:
        return 0
    first, rest = cluster[0], cluster[1:]
    apart = [other for other in rest if not first & other]
    with_first = 1 + _best(apart)
    return with_first if len(apart) == len(rest) else max(with_first, _best(rest))


def _matches(objective: BuildObjective, cells: Cells, built: Built) -> bool:
    names = [built[cell] for cell in cells if cell in built]
    if len(names) < len(cells):
        return False
    if objective.type == "temple_corners":
        return all(name in COLOUR_OF for name in names)
    if objective.type != "pattern":
        return True
    for name, part in zip(names, objective.cells, strict=True):
        if part.wanted != "any" and (name in COLOUR_OF) != (part.wanted == "coloured"):
            return False
    return objective.distinct == "none" or len(set(names)) == len(names)


def _placements(objective: BuildObjective) -> tuple[Cells, ...]:
    """Every set of cells where the pattern could stand on this board."""
    if objective.type == "pattern":
        steps = [part.at for part in objective.cells]
        wanted = [beside(cell, *steps) for cell in BUILDABLE]
    elif objective.type == "temple_vertical":
        wanted = [beside(temple, (-1, 0), (1, 0)) for temple in TEMPLES]
    elif objective.type == "temple_corners":
        wanted = [beside(temple, *ASLANT) for temple in TEMPLES]
    else:
        wanted = [tuple(cell for cell in beside(corner, *STRAIGHT) if cell in BUILDABLE) for corner in CORNERS]
    return tuple(cells for cells in wanted if all(cell in BUILDABLE for cell in cells))


_PLACEMENTS = {card.id: _placements(card.build) for card in DATA.trajan_card}


# Collect objectives: what a player has, each piece used once


def times_collected(card: TrajanCard, colony: Colony) -> int:
    """How often the player could lay out everything that the card asks for at the end of this phase, as things stand.

    Cranes that are open count: they are scored before the card is (R-33).
    """
    return min(_NEEDS.get(need.kind, _plain)(need, colony) for need in card.collect.needs)


def _plain(need: Need, colony: Colony) -> int:
    return colony.stock[need.kind] // need.n


def _pairs(counts: Sequence[int]) -> int:
    """How many pairs of two different kinds can be made."""
    return min(sum(counts) // 2, sum(counts) - max(counts))


def classes_active(colony: Colony) -> list[int]:
    """How many active citizens of each class the player has."""
    names = [
        TILE[citizen.tile].social_class
        for row, active in zip(colony.rows, colony.active, strict=True)
        if active
        for citizen in row
    ]
    return [names.count(name) for name in DATA.classes.names]


def _workers(colony: Colony) -> list[int]:
    return [colony.stock[worker] for worker in WORKERS]


_NEEDS: dict[str, Callable[[Need, Colony], int]] = {
    "worker_any": lambda need, colony: sum(_workers(colony)) // need.n,
    "worker_different": lambda _need, colony: _pairs(_workers(colony)),
    "citizen_different": lambda _need, colony: _pairs(classes_active(colony)),
    "citizen_each_class": lambda need, colony: min(classes_active(colony)) // need.n,
    "envoy_on_ship": lambda need, colony: colony.ship // need.n,
    "column_built": lambda need, colony: list(colony.built.values()).count(COLUMN) // need.n,
    "crane_scored": lambda need, colony: sum(corner not in colony.open for corner in CORNERS) // need.n,
    "forum_marker_at_column": lambda need, colony: len(colony.beside_column) // need.n,
}


def check_cards() -> None:
    """Refuse data that these functions would count wrongly: pairs are pairs, and greys differ by their names."""
    pairs = [need for card in DATA.trajan_card for need in card.collect.needs if need.kind.endswith("_different")]
    if any(need.n != 2 for need in pairs) or set(GREYS) & set(COLOUR_OF):  # noqa: PLR2004 - a pair
        raise ValueError("data.toml holds Trajan cards that cannot be counted")


check_cards()
