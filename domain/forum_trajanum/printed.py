"""The printed data as the rules look it up: tables made once, at import. Nothing here changes or decides anything.

A cell is named by its row and column, in the colony as in the forum: r2c3.
"""

from domain.forum_trajanum.data import DATA, Printed, Reward

COLOURS = DATA.colours.names
RESOURCES = DATA.resources.kinds
WORKER = {colour: f"worker_{colour}" for colour in COLOURS}
WORKERS = tuple(WORKER.values())
ROWS = tuple(row.row for row in DATA.citizen_row)
PATRICIAN_1, PATRICIAN_2, MERCHANT_1, MERCHANT_2, ARTISAN_1, ARTISAN_2 = ROWS
ROW = {row.row: row for row in DATA.citizen_row}
ROWS_OF_CLASS = {
    name: tuple(row.row for row in DATA.citizen_row if row.social_class == name) for name in DATA.classes.names
}

TILE = {tile.id: tile for tile in DATA.colony_tile}
TILES = tuple(TILE)
WOMEN = tuple(tile.id for tile in DATA.colony_tile if tile.woman)
CITIZENS = frozenset(tile.id for tile in DATA.colony_tile if tile.kind == "citizen")

KIND = {kind.colour: kind for kind in DATA.building_kind}
GREYS = DATA.buildings.grey
TRACKS: dict[str, tuple[Reward, ...]] = {
    "library": DATA.reward_tracks.library,
    "basilica": DATA.reward_tracks.basilica,
    "market": DATA.reward_tracks.market,
}
COLUMN = next(grey for grey in GREYS if grey not in TRACKS)
COLOUR_OF = {kind.structure: kind.colour for kind in DATA.building_kind}
AREA_BONUSES = tuple(next(iter(bonus)) for bonus in DATA.area_bonus.options)
AREA_BONUS = {name: bonus[name] for name, bonus in zip(AREA_BONUSES, DATA.area_bonus.options, strict=True)}
TRAJAN_CARD = {card.id: card for card in DATA.trajan_card}


def cell_at(printed: Printed) -> str:
    row, column = printed
    return f"r{row}c{column}"


def row_of(cell: str) -> int:
    return int(cell[1])


def beside(cell: str, *steps: Printed) -> tuple[str, ...]:
    """The cells that lie that many rows and columns away, as far as they have a name."""
    row, column = int(cell[1]), int(cell[3])
    wanted = [(row + down, column + right) for down, right in steps]
    return tuple(cell_at(place) for place in wanted if min(place) > 0 and max(place) <= LARGEST)


LARGEST = 9
"""No board or forum has more rows or columns than this: a name has one digit for each."""
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
ASLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))
EVERY_CELL = tuple(cell_at((row, column)) for row in range(1, LARGEST + 1) for column in range(1, LARGEST + 1))


CELLS = tuple(
    cell_at((row, column)) for row in range(1, DATA.colony.rows + 1) for column in range(1, DATA.colony.columns + 1)
)
TEMPLES = tuple(cell_at(cell) for cell in DATA.colony.temples.cells)
CORNERS = tuple(cell_at(cell) for cell in DATA.colony.crane_cells)
DIAGONALS = tuple((cell_at(one), cell_at(other)) for one, other in DATA.colony.diagonals)
COVERABLE = tuple(cell for cell in CELLS if cell not in TEMPLES)
BUILDABLE = tuple(cell for cell in COVERABLE if cell not in CORNERS)
NEIGHBOURS = tuple((cell, other) for cell in BUILDABLE for other in beside(cell, (0, 1), (1, 0)) if other in BUILDABLE)
"""Every pair of cells that a double tile can cover."""


def _streets(rows: tuple[str, ...], columns: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    streets = {}
    for number, symbol in enumerate(rows, 1):
        streets[symbol] = tuple(cell for cell in COVERABLE if row_of(cell) == number)
    for number, symbol in enumerate(columns, 1):
        streets[symbol] = tuple(cell for cell in COVERABLE if int(cell[3]) == number)
    return streets


STREETS = tuple(_streets(plan.rows, plan.columns) for plan in (DATA.streets.side_A, *DATA.streets.side_B))
"""For each board (0: side A, 1 to 4: the boards of side B) the cells of each street by its symbol."""

STREET_CARDS = tuple(
    symbol
    for symbol in DATA.streets.row_symbols + DATA.streets.column_symbols
    for _ in range(DATA.streets.cards_per_symbol)
)
ROUNDS = DATA.meta.phases * DATA.meta.rounds_per_phase
LAST_SPACE = DATA.reward_tracks.spaces
