"""Naive readings of the rules, written from the fact sheet alone: slow, and with no thought in common with the code."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

COLOURS = ("blue", "green", "orange", "yellow")
GREY = {"column", "library", "basilica", "market"}
COLOUR = {"fountain": "blue", "park": "green", "house": "orange", "stable": "yellow"}
TEMPLES = ((2, 3), (3, 5), (4, 2), (5, 4))
CORNERS = ((1, 1), (1, 6), (6, 1), (6, 6))
Grid = Mapping[tuple[int, int], str]
Place = tuple[int, int]


# What a building costs


def divisible(paid: Counter[str], greys: int, structures: int, colour: str) -> bool:
    """Whether what is paid can be divided completely among the buildings (6.3, R-24, R-25)."""
    if greys:
        ways = [Counter({"builder": 1})]
        ways += [
            Counter([one, other]) + Counter({"assistant": one != other}) for one, other in product(COLOURS, COLOURS)
        ]
        return any(divisible(paid - way, greys - 1, structures, colour) for way in ways if way <= paid)
    if structures:
        ways = [Counter([one]) + Counter({"assistant": one != colour}) for one in COLOURS]
        return any(divisible(paid - way, 0, structures - 1, colour) for way in ways if way <= paid)
    return not +paid


MOST_PAID = 6
"""More than any building tile can cost: three workers and three assistants."""


def payments(stock: Mapping[str, int], greys: int, structures: int, colour: str) -> Iterator[Counter[str]]:
    """Every part of the stock that pays exactly."""
    kinds = ("builder", "assistant", *COLOURS)
    for numbers in product(*(range(stock[kind] + 1) for kind in kinds)):
        paid = +Counter(dict(zip(kinds, numbers, strict=True)))
        if paid.total() <= MOST_PAID and divisible(paid, greys, structures, colour):
            yield paid


# Trajan cards (10.2 to 10.4)


def is_grey(grid: Grid, cell: Place) -> bool:
    return grid.get(cell) in GREY


def is_coloured(grid: Grid, cell: Place) -> bool:
    return grid.get(cell) in COLOUR


def line(grid: Grid, cells: Sequence[Place], letters: str) -> bool:
    tests = {"g": is_grey, "c": is_coloured}
    return all(tests[letter](grid, cell) for letter, cell in zip(letters, cells, strict=True))


def down(cell: Place, number: int) -> list[Place]:
    return [(cell[0] + step, cell[1]) for step in range(number)]


def across(cell: Place, number: int) -> list[Place]:
    return [(cell[0], cell[1] + step) for step in range(number)]


def different(grid: Grid, cells: Sequence[Place]) -> bool:
    return len({grid[cell] for cell in cells}) == len(cells)


def lines(grid: Grid, letters: str, *, distinct: bool = False, horizontal: bool = False) -> list[frozenset[Place]]:
    found = []
    for start in product(range(1, 7), range(1, 7)):
        cells = (across if horizontal else down)(start, len(letters))
        if line(grid, cells, letters) and (not distinct or different(grid, cells)):
            found.append(frozenset(cells))
    return found


def squares(grid: Grid) -> list[frozenset[Place]]:
    found = []
    for row, column in product(range(1, 6), range(1, 6)):
        cells = frozenset(product((row, row + 1), (column, column + 1)))
        if all(cell in grid for cell in cells):
            found.append(cells)
    return found


def around_temples(grid: Grid) -> list[frozenset[Place]]:
    found = []
    for row, column in TEMPLES:
        cells = frozenset(product((row - 1, row + 1), (column - 1, column + 1)))
        if all(is_coloured(grid, cell) for cell in cells):
            found.append(cells)
    return found


def over_and_under_temples(grid: Grid) -> list[frozenset[Place]]:
    pairs = [frozenset({(row - 1, column), (row + 1, column)}) for row, column in TEMPLES]
    return [pair for pair in pairs if all(cell in grid for cell in pair)]


def beside_cranes(grid: Grid) -> list[frozenset[Place]]:
    pairs = [frozenset({(row, 2 if column == 1 else 5), (2 if row == 1 else 5, column)}) for row, column in CORNERS]
    return [pair for pair in pairs if all(cell in grid for cell in pair)]


def sets_of_colours(grid: Grid) -> int:
    numbers = Counter(COLOUR[name] for name in grid.values() if name in COLOUR)
    return min(numbers[colour] for colour in COLOURS)


PLACEMENTS: dict[str, Callable[[Grid], list[frozenset[Place]]]] = {
    "I-1": lambda grid: lines(grid, "gcg", horizontal=True),
    "I-2": over_and_under_temples,
    "I-3": lambda grid: lines(grid, "gg", distinct=True),
    "I-4": beside_cranes,
    "II-1": squares,
    "II-2": lambda grid: lines(grid, "cgc"),
    "II-4": lambda grid: lines(grid, "gcg"),
    "III-1": lambda grid: lines(grid, "cggc"),
    "III-2": lambda grid: lines(grid, "ccc", distinct=True),
    "III-3": around_temples,
    "III-4": lambda grid: lines(grid, "ggg", distinct=True),
}


def times_built(card: str, grid: Grid) -> int:
    if card == "II-3":
        return sets_of_colours(grid)
    return most_disjoint(PLACEMENTS[card](grid))


def most_disjoint(placements: list[frozenset[Place]]) -> int:
    """The largest number of placements that share no cell, by trying every set, largest first."""
    return next(
        number
        for number in range(len(placements), -1, -1)
        for chosen in combinations(placements, number)
        if sum(map(len, chosen)) == len(frozenset().union(*chosen))
    )


Pieces = Counter[str]


def of(*names: str) -> list[Pieces]:
    return [Counter(names)]


CLASS_PAIRS = [Counter(pair) for pair in combinations(("patrician", "merchant", "artisan"), 2)]
WORKER_PAIRS = [Counter(pair) for pair in combinations(COLOURS, 2)]
ANY_WORKER = [Counter([colour]) for colour in COLOURS]
COLLECTS: dict[str, list[list[Pieces]]] = {
    "I-1": [of("tribune", "coin")],
    "I-2": [CLASS_PAIRS, of("envoy")],
    "I-3": [of("assistant", "assistant", "coin")],
    "I-4": [of("builder", "assistant"), ANY_WORKER],
    "II-1": [of("assistant", "coin", "coin")],
    "II-2": [of("tribune", "builder", "assistant")],
    "II-3": [ANY_WORKER, of("column", "column")],
    "II-4": [of("crane", "crane"), CLASS_PAIRS],
    "III-1": [of("patrician", "merchant", "artisan")],
    "III-2": [of("column", "tribune", "builder")],
    "III-3": [of("crane", "crane"), WORKER_PAIRS],
    "III-4": [of("marker", "assistant", "coin")],
}


def times_collected(card: str, has: Pieces) -> int:
    """How often everything can be laid out, by trying every way to lay it out once and going on."""
    ways = [sum(parts, Counter()) for parts in product(*COLLECTS[card])]
    return max((1 + times_collected(card, has - way) for way in ways if way <= has), default=0)


# The draft (4.3 to 4.6, R-14 to R-16)

Take = tuple[int, str, bool]


def takes(lying: set[str], streets: Mapping[int, Sequence[str]], tribunes: int) -> set[Take]:
    """Card, cell and whether a tribune is paid, for the cards that are still open."""
    found = set()
    for card, street in streets.items():
        others = [lying & set(cells) for other, cells in streets.items() if other != card]
        here = lying & set(street)
        both = any(one != other for rest in others for one in here for other in rest)
        for cell in lying:
            left_alone = any(rest and rest == {cell} for rest in others)
            if cell in here and not (both and left_alone):
                found.add((card, cell, False))
            if tribunes and not left_alone:
                found.add((card, cell, True))
    return found


def most_tiles(lying: set[str], streets: Mapping[int, Sequence[str]], tribunes: int) -> int:
    """How many tiles a player can come to, by trying everything."""
    best = 0
    for card, cell, tribune in takes(lying, streets, tribunes):
        rest = {other: cells for other, cells in streets.items() if other != card}
        best = max(best, 1 + most_tiles(lying - {cell}, rest, tribunes - tribune))
        if best == len(streets):
            break
    return best
