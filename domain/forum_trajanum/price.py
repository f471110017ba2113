"""Every way to pay for a building tile.

A grey building costs a builder, or two workers made alike; a structure costs one worker. An assistant makes one
worker count as another colour. What is paid is exact: it can be divided completely among the buildings (R-24, R-25).
"""

from collections.abc import Iterator
from functools import lru_cache

from domain.forum_trajanum.commands import Pay
from domain.forum_trajanum.printed import COLOURS, WORKER
from domain.forum_trajanum.state import Shape

GREYS: dict[Shape, int] = {"grey": 1, "structure": 0, "grey_and_structure": 1, "two_structures": 0}
STRUCTURES: dict[Shape, int] = {"grey": 0, "structure": 1, "grey_and_structure": 1, "two_structures": 2}
_FOUR = range(len(COLOURS))
_MOST_WORKERS = 3
_MOST_ASSISTANTS = 2

Parts = tuple[int, int, tuple[int, ...]]
"""Builders, assistants, and the workers of each colour."""


def payments(colour: str, shape: Shape, stock: dict[str, int]) -> tuple[Pay, ...]:
    """Every payment for that side of a tile that the stock can make."""
    workers = tuple(min(stock[WORKER[name]], _MOST_WORKERS) for name in COLOURS)
    return _payments(
        COLOURS.index(colour),
        shape,
        min(stock["builder"], GREYS[shape]),
        min(stock["assistant"], _MOST_ASSISTANTS),
        workers,
    )


def spent(payment: Pay) -> dict[str, int]:
    """A payment as resources; negative or missing parts are left as they are, for the caller to judge."""
    parts = {"builder": payment.builders, "assistant": payment.assistants}
    parts |= {WORKER[colour]: getattr(payment, colour) for colour in COLOURS}
    return {resource: number for resource, number in parts.items() if number}


@lru_cache(maxsize=1 << 14)
def _payments(colour: int, shape: Shape, builders: int, assistants: int, workers: tuple[int, ...]) -> tuple[Pay, ...]:
    ways = {
        (paid_builders, help_structures + help_greys, tuple(sorted(for_structures + for_greys)))
        for for_structures, help_structures in _structure_ways(colour, STRUCTURES[shape])
        for paid_builders, for_greys, help_greys in _grey_ways(GREYS[shape])
    }
    found = []
    for paid_builders, help_needed, hands in sorted(ways):
        counts = tuple(hands.count(index) for index in _FOUR)
        enough = all(count <= have for count, have in zip(counts, workers, strict=True))
        if enough and paid_builders <= builders and help_needed <= assistants:
            found.append(Pay(builders=paid_builders, assistants=help_needed, **dict(zip(COLOURS, counts, strict=True))))
    return tuple(found)


def _structure_ways(colour: int, structures: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Workers for structures of one colour, and the assistants they need."""
    if structures == 0:
        yield (), 0
    else:
        for workers, helpers in _structure_ways(colour, structures - 1):
            for worker in _FOUR:
                yield (*workers, worker), helpers + (worker != colour)


def _grey_ways(greys: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Builders or pairs of workers for the grey building, and the assistants that make a pair alike."""
    if greys == 0:
        yield 0, (), 0
        return
    yield 1, (), 0
    for one in _FOUR:
        for other in range(one, len(COLOURS)):
            yield 0, (one, other), int(one != other)
