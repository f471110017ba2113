"""Every way to pay for a building tile.

A grey building costs a builder, or two workers made alike; a structure costs one worker. An assistant makes one
worker count as another colour. What is paid is exact: it can be divided completely among the buildings (R-24, R-25).
"""

import operator
from collections.abc import Iterator, Mapping
from functools import cache

from domain.forum_trajanum.commands import Pay
from domain.forum_trajanum.printed import COLOURS, WORKER
from domain.forum_trajanum.state import Shape

GREYS: dict[Shape, int] = {"grey": 1, "structure": 0, "grey_and_structure": 1, "two_structures": 0}
STRUCTURES: dict[Shape, int] = {"grey": 0, "structure": 1, "grey_and_structure": 1, "two_structures": 2}
_FOUR = range(len(COLOURS))
_WORKERS = tuple(WORKER[colour] for colour in COLOURS)
_MOST_WORKERS = 3
_MOST_ASSISTANTS = 2


def payments(colour: str, shape: Shape, stock: Mapping[str, int]) -> tuple[Pay, ...]:
    """Every payment for that side of a tile that the stock can make."""
    return payable(stock).get((colour, shape), ())


def payable(stock: Mapping[str, int]) -> Mapping[tuple[str, Shape], tuple[Pay, ...]]:
    """What the stock can pay for at all, and how. No payment needs more than the numbers that are looked at."""
    return _payable(
        min(stock["builder"], 1),
        min(stock["assistant"], _MOST_ASSISTANTS),
        tuple([min(stock[worker], _MOST_WORKERS) for worker in _WORKERS]),
    )


def spent(payment: Pay) -> dict[str, int]:
    """A payment as resources."""
    parts = {"builder": payment.builders, "assistant": payment.assistants}
    parts |= {WORKER[colour]: getattr(payment, colour) for colour in COLOURS}
    return {resource: number for resource, number in parts.items() if number}


@cache
def _payable(builders: int, assistants: int, workers: tuple[int, ...]) -> dict[tuple[str, Shape], tuple[Pay, ...]]:
    found: dict[tuple[str, Shape], tuple[Pay, ...]] = {}
    for tile, ways in _WAYS.items():
        payments = tuple(
            way
            for way, hands in ways
            if way.builders <= builders and way.assistants <= assistants and all(map(operator.le, hands, workers))
        )
        if payments:
            found[tile] = payments
    return found


def _ways(colour: int, shape: Shape) -> list[tuple[Pay, tuple[int, ...]]]:
    """Every payment for a tile, with its workers of each colour."""
    ways = {
        (builders, for_structures + for_greys, tuple(sorted(structure_workers + grey_workers)))
        for structure_workers, for_structures in _structure_ways(colour, STRUCTURES[shape])
        for builders, grey_workers, for_greys in _grey_ways(GREYS[shape])
    }
    found = []
    for builders, assistants, workers in sorted(ways):
        hands = tuple(workers.count(index) for index in _FOUR)
        blue, green, orange, yellow = hands
        pay = Pay(builders=builders, assistants=assistants, blue=blue, green=green, orange=orange, yellow=yellow)
        found.append((pay, hands))
    return found


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


_WAYS = {(colour, shape): _ways(index, shape) for index, colour in enumerate(COLOURS) for shape in GREYS}
