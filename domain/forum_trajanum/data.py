"""What is printed on boards, tiles and cards: loaded once, checked and hashed. Nothing here knows a rule."""

import hashlib
from collections import Counter
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

Printed: TypeAlias = tuple[int, int]
"""A cell as the data writes it: row and column, both from 1."""

Colour: TypeAlias = Literal["blue", "green", "orange", "yellow"]


class Frozen(msgspec.Struct, frozen=True):
    """A table of the data. Marks of provenance beside the values are for readers and are not loaded."""


class Start(Frozen, frozen=True):
    resources: dict[str, int]
    newcomer_extra_resources: dict[str, int]


class Temples(Frozen, frozen=True):
    cells: tuple[Printed, ...]


class ColonyBoard(Frozen, frozen=True):
    rows: int
    columns: int
    crane_cells: tuple[Printed, ...]
    diagonals: tuple[tuple[Printed, Printed], ...]
    temples: Temples


class StreetPlan(Frozen, frozen=True):
    rows: tuple[str, ...]
    columns: tuple[str, ...]


class Streets(Frozen, frozen=True):
    cards_per_symbol: int
    deck_size: int
    cards_per_round: int
    row_symbols: tuple[str, ...]
    column_symbols: tuple[str, ...]
    side_A: StreetPlan  # noqa: N815 - the name of the board's side
    side_B: tuple[StreetPlan, ...]  # noqa: N815 - as the data file names it


class ColonyTile(Frozen, frozen=True, rename={"social_class": "class"}):
    id: str
    kind: Literal["citizen", "resource"]
    social_class: str = ""
    woman: bool = False
    gives: dict[str, int] = {}


class Buildings(Frozen, frozen=True):
    grey: tuple[str, ...]
    coloured: tuple[str, ...]


class BuildingKind(Frozen, frozen=True):
    colour: str
    structure: str
    grey: str
    singles: int
    doubles: int


class TrajanColumn(Frozen, frozen=True):
    fragments: tuple[int, ...]
    per_active_citizen: int


class Reward(Frozen, frozen=True):
    space: int
    effect: str
    gain: dict[str, int] = {}


class RewardTracks(Frozen, frozen=True):
    spaces: int
    library: tuple[Reward, ...]
    basilica: tuple[Reward, ...]
    market: tuple[Reward, ...]


class AreaBonus(Frozen, frozen=True):
    choose: int
    choose_with_patrician_2: int
    options: tuple[dict[str, int], ...]


class CitizenRow(Frozen, frozen=True, rename={"social_class": "class"}):
    row: int
    name: str
    social_class: str
    second_bonus: str
    uses_per_turn: int = 0
    second_bonus_options: tuple[dict[str, int], ...] = ()


class CitizenRows(Frozen, frozen=True):
    spaces_per_row: int
    multiplier: tuple[int, ...]
    pay_per_row: dict[str, int]


class SliderSide(Frozen, frozen=True):
    head_field: int
    labels: tuple[tuple[int, ...], ...]


class Prestige(Frozen, frozen=True):
    positions: tuple[int, ...]
    points_below: tuple[int, ...]
    points_above: tuple[int, ...]
    cypress_positions: tuple[int, ...]
    zero_envoys_points: int
    base: SliderSide
    advanced: SliderSide


class Cranes(Frozen, frozen=True):
    points_per_structure: tuple[int, ...]


class Eagles(Frozen, frozen=True):
    on: int
    orthogonal: int
    diagonal_with_patrician_1: int


class Mosaics(Frozen, frozen=True):
    boards: int
    boards_for_players: dict[str, int]


class MosaicFace(Frozen, frozen=True):
    board: int
    side: str
    cells: tuple[str, ...]


class Slot(Frozen, frozen=True):
    at: Printed
    orient: Literal["h", "v"]


class ForumLayout(Frozen, frozen=True):
    id: str
    players: int
    slots: tuple[Slot, ...]


class PatternCell(Frozen, frozen=True, rename={"wanted": "is"}):
    at: Printed
    wanted: Literal["grey", "coloured", "any"]


class BuildObjective(Frozen, frozen=True):
    type: Literal["pattern", "temple_vertical", "temple_corners", "crane_sides", "one_of_each_colour"]
    cells: tuple[PatternCell, ...] = ()
    distinct: Literal["none", "grey_type", "colour"] = "none"


class Need(Frozen, frozen=True):
    kind: str
    n: int


class CollectObjective(Frozen, frozen=True):
    needs: tuple[Need, ...]


class TrajanCard(Frozen, frozen=True):
    id: str
    phase: int
    build: BuildObjective
    collect: CollectObjective


class TrajanCards(Frozen, frozen=True):
    unit: Literal["square"]


class Game(Frozen, frozen=True):
    title: str
    min_players: int
    max_players: int
    phases: int
    rounds_per_phase: int


class Colours(Frozen, frozen=True):
    names: tuple[Colour, ...]
    letters: dict[str, str]


class Resources(Frozen, frozen=True):
    kinds: tuple[str, ...]


class Classes(Frozen, frozen=True):
    names: tuple[str, ...]


class Data(Frozen, frozen=True):
    meta: Game
    colours: Colours
    resources: Resources
    classes: Classes
    start: Start
    colony: ColonyBoard
    streets: Streets
    colony_tile: tuple[ColonyTile, ...]
    buildings: Buildings
    building_kind: tuple[BuildingKind, ...]
    trajan_column: TrajanColumn
    reward_tracks: RewardTracks
    area_bonus: AreaBonus
    citizen_rows: CitizenRows
    citizen_row: tuple[CitizenRow, ...]
    prestige: Prestige
    cranes: Cranes
    eagles: Eagles
    mosaics: Mosaics
    mosaic_face: tuple[MosaicFace, ...]
    forum_layout: tuple[ForumLayout, ...]
    trajan: TrajanCards
    trajan_card: tuple[TrajanCard, ...]


def check(data: Data) -> None:
    """Refuse data whose parts do not fit together."""
    cells = data.colony.rows * data.colony.columns
    women = [tile for tile in data.colony_tile if tile.woman]
    symbols = data.streets.row_symbols + data.streets.column_symbols
    cards = len(symbols) * data.streets.cards_per_symbol
    rounds = data.meta.phases * data.meta.rounds_per_phase
    plans = (data.streets.side_A, *data.streets.side_B)
    per_phase = Counter(card.phase for card in data.trajan_card)
    facts = {
        "a tile for every cell but the temples, a start citizen and a first envoy": (
            len(data.colony_tile) == cells - len(data.colony.temples.cells) + 2
        ),
        "one woman of each class": sorted(tile.social_class for tile in women) == sorted(data.classes.names),
        "street cards for every round": cards == rounds * data.streets.cards_per_round == 3 * data.streets.deck_size,
        "every symbol once on every board": all(sorted(p.rows + p.columns) == sorted(symbols) for p in plans),
        "a board of side B for each player": len(data.streets.side_B) == data.meta.max_players,
        "one building kind per colour": sorted(kind.colour for kind in data.building_kind)
        == sorted(data.colours.names),
        "Trajan cards for each phase": set(per_phase) == set(range(1, data.meta.phases + 1)),
        "mosaic faces of every board": {face.board for face in data.mosaic_face}
        == set(range(1, data.mosaics.boards + 1)),
        "as many slots as mosaic boards": all(
            len(layout.slots) == data.mosaics.boards_for_players[str(layout.players)] for layout in data.forum_layout
        ),
    }
    for fact, holds in facts.items():
        if not holds:
            raise ValueError(f"data.toml lacks {fact}")


PRINTED = files(__package__).joinpath("data.toml").read_bytes()
DATA = msgspec.toml.decode(PRINTED, type=Data)
DATA_HASH = hashlib.sha256(PRINTED).hexdigest()
check(DATA)


# Tables as the rules look them up. A cell is named by its row and column, in the colony as in the forum: r2c3.

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
