"""Every way to pay for a building tile.

A grey building costs a builder, or two workers made alike; a structure costs one worker. An assistant makes one
worker count as another colour. What is paid is exact: it can be divided completely among the buildings (R-24, R-25).
"""

import operator
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain, combinations_with_replacement, product

from domain.forum_trajanum.commands import Pay
from domain.forum_trajanum.data import COLOURS, RESOURCES, WORKER, WORKERS, Colour
from domain.forum_trajanum.state import Shape

GREYS: dict[Shape, int] = {"grey": 1, "structure": 0, "grey_and_structure": 1, "two_structures": 0}
STRUCTURES: dict[Shape, int] = {"grey": 0, "structure": 1, "grey_and_structure": 1, "two_structures": 2}
_PAYING = ("builder", "assistant", *WORKERS)
_numbers = operator.itemgetter(*_PAYING)
_MOST = 3
"""No payment needs more of one resource than this: three workers of one colour for a grey and its structure."""

Parts = tuple[str, ...]
Pieces = frozenset[tuple[int, int]]
"""Resources one by one, each by its place in `_PAYING` and its number, so that a stock that holds a payment is a
superset of it."""


def payments(colour: str, shape: Shape, stock: Mapping[str, int]) -> tuple[Pay, ...]:
    """Every payment for that side of a tile that the stock can make."""
    return payable(stock).get((colour, shape), ())


def is_exact(colour: str, shape: Shape, payment: Pay) -> bool:
    """Whether somebody rich enough could pay so for that side of a tile."""
    return payment in _WAYS[colour, shape]


def payable(stock: Mapping[str, int]) -> Mapping[tuple[str, Shape], tuple[Pay, ...]]:
    """What the stock can pay for at all, and how."""
    return _payable(tuple([min(_MOST, number) for number in _numbers(stock)]))


@cache
def _payable(numbers: tuple[int, ...]) -> dict[tuple[str, Shape], tuple[Pay, ...]]:
    held = _pieces(numbers)
    found: dict[tuple[str, Shape], tuple[Pay, ...]] = {}
    for tile, ways in _WAYS.items():
        within = tuple([way for way, needed in ways.items() if needed <= held])
        if within:
            found[tile] = within
    return found


def _pieces(numbers: Iterable[int]) -> Pieces:
    return frozenset((place, piece) for place, number in enumerate(numbers) for piece in range(number))


def _ways(colour: Colour, shape: Shape) -> dict[Pay, Pieces]:
    """Every payment for a tile, resources in the order of the data, with the pieces that it needs."""
    for_greys = [_GREY] * GREYS[shape]
    for_structures = [[_recoloured(worker, WORKER[colour]) for worker in WORKERS]] * STRUCTURES[shape]
    ways = {
        tuple(sorted(chain.from_iterable(parts), key=RESOURCES.index)) for parts in product(*for_greys, *for_structures)
    }
    return {Pay(resources=way): _pieces(map(way.count, _PAYING)) for way in sorted(ways)}


def _recoloured(worker: str, wanted: str) -> Parts:
    """A worker who counts as that colour."""
    return (worker,) if worker == wanted else (worker, "assistant")


_GREY: list[Parts] = [
    ("builder",),
    *((one, *_recoloured(other, one)) for one, other in combinations_with_replacement(WORKERS, 2)),
]
_WAYS: dict[tuple[str, Shape], dict[Pay, Pieces]] = {
    (colour, shape): _ways(colour, shape) for colour in COLOURS for shape in GREYS
}
