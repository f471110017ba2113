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
