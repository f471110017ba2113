"""The truth of a game of Forum Trajanum. Only the fold of events changes it.

`Public` is what everyone sees; beside it stand the hidden things: fronts of tiles, the order of the street decks,
and what each seat has chosen in secret. Lists are indexed by chair.
"""

from sys import intern
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from domain.kernel.game import Options, Recorder, State
from domain.kernel.ids import Seat

Shape: TypeAlias = Literal["grey", "structure", "grey_and_structure", "two_structures"]
"""What the visible side of a building tile shows."""

Which: TypeAlias = Literal["own", "received", "picked", "taken"]
"""A tile of a turn by where it came from: the draft, the left neighbour, the display, the grid by a reward."""

Duty: TypeAlias = Literal[
    "lay",
    "pick",
    "tiles",
    "citizen",
    "build",
    "extra_build",
    "site",
    "price",
    "rewards",
    "track",
    "marker",
    "bonus",
    "worker",
    "take",
    "envoy",
    "area_bonus",
    "close",
]
"""What the active player can owe; a marker that is due beside the column is no choice."""

TrajanUnit: TypeAlias = Literal["square", "tile"]
"""What may serve one combination of a Trajan card only: a built square, or a whole building tile (R-31)."""

SECRET_STAGES = ("cranes", "women", "newcomers", "draft", "payment")
ROUND, TURNS, SCORING, OVER = "round", "turns", "scoring", "over"


class ForumTrajanumOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The variants of the rule book, and the publisher's later word on building tiles."""

    RARE = frozenset({"newcomers", "unlimited_buildings", "trajan_unit"})

    board_side: Literal["A", "B"] = "A"
    first_game: bool = False
    newcomers: list[int] = []
    """Chairs, as a list: table options are compared with what JSON made of them."""
    unlimited_buildings: bool = False
    trajan_unit: TrajanUnit = "square"
    """Whether the halves of a double tile may serve a combination of a Trajan card each, or both only the same one."""


class Owed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of the stack of what the active player still has to choose; `kind` says how to read the rest."""

    kind: Duty
    of: str = ""
    number: int = 0
    which: Which = "own"
    shape: Shape = "grey"
    choices: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Hold the defaults' own strings: msgspec leaves out what *is* a default, not what equals it.

        A command that a bot sends from its own process brings other strings, and the log must read the same.
        """
        force_setattr(self, "which", intern(self.which))
        force_setattr(self, "shape", intern(self.shape))


class Citizen(msgspec.Struct, frozen=True, gc=False):
    """A tile in a citizen row; a foreign one came from the left neighbour."""

    tile: str
    foreign: bool


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A building tile in the colony; of a grey and a structure the grey one stands on the first cell."""

    colour: str
    shape: Shape
    cells: tuple[str, ...]


class Colony(msgspec.Struct):
    """What everyone sees of one player."""

    board: int
    stock: dict[str, int]
    start_citizen: str = ""
    cranes: dict[str, str] = {}
    scored_cranes: list[str] = []
    covered: list[str] = []
    """Cells with a face-down tile."""
    open: dict[str, str] = {}
    """Corners with an open tile."""
    built: dict[str, str] = {}
    placed: list[Placed] = []
    rows: list[list[Citizen]] = msgspec.field(default_factory=lambda: [[] for _ in range(6)])
    active: list[bool] = msgspec.field(default_factory=lambda: [False] * 6)
    slider: int = 0
    advanced: bool = False
    markers: dict[str, int] = {}
    beside_column: list[str] = []
    ship: int = 0
    envoys: list[str] = []
    """Fronts of the tiles that were seen before they became envoys; all but the first one were."""
    display: list[str] = []
    taken_open: list[str] = []
    """Tiles taken from corners in this round that have not been laid open again."""


class Area(msgspec.Struct, frozen=True, gc=False):
    colour: str
    cells: tuple[str, ...]


class Forum(msgspec.Struct):
    """The mosaic boards in the middle, and whose envoys stand on them."""

    layout: str = ""
    boards: list[tuple[int, str, int]] = []
    """Board, side and rotation of each slot of the layout."""
    areas: list[Area] = []
    eagles: list[str] = []
    envoys: dict[str, Seat] = {}


class Turn(msgspec.Struct, gc=False):
    """What the active player has laid open and done in this turn."""

    seat: Seat
    own: str | None = None
    received: str | None = None
    picked: str | None = None
    taken: str | None = None
    used: list[Which] = []
    uses: int = 1
    """How many tiles are still to be used."""
    building: bool = False
    """Whether the second half of the turn has begun."""
    abilities_used: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    """How often the ability of each citizen row was used in this turn."""
    owed: list[Owed] = []


class Public(msgspec.Struct):
    """What everyone sees."""

    first_game: bool = False
    newcomers: list[Seat] = []
    unlimited_buildings: bool = False
    trajan_unit: TrajanUnit = "square"
    phase: int = 0
    round: int = 0
    stage: str = ""
    step: str | None = None
    start_player: Seat = Seat(0)
    waiting: list[int] = []
    """How many secret choices each seat still owes in this stage."""
    chosen: list[int] = []
    """How many secret choices each seat has made in this stage."""
    streets: list[str] = []
    revealed: list[str] = []
    trajan_cards: list[str] = []
    """The card of each phase; an empty name in a phase without one."""
    singles: dict[str, int] = {}
    doubles: dict[str, int] = {}
    forum: Forum = msgspec.field(default_factory=Forum)
    colonies: list[Colony] = []
    out_of_game: list[list[str]] = []
    """Used tiles of each seat's own set that its right neighbour picked from the display."""
    turn: Turn | None = None


class Taken(msgspec.Struct, frozen=True, gc=False):
    """One take of a draft. Going without is a take from no street."""

    street: str = ""
    cell: str = ""
    tile: str = ""
    tribune: bool = False


class Secret(msgspec.Struct, gc=False):
    """What a seat has chosen in the current stage and nobody else may know."""

    cranes: tuple[str, ...] = ()
    row: int = 0
    corners: tuple[str, ...] = ()
    newcomer: tuple[str, int] = ("", 0)
    """Corner and row of a newcomer's second citizen."""
    taken: list[Taken] = []
    kept: str | None = None
    paid_rows: tuple[int, ...] = ()


class Hand(msgspec.Struct, gc=False):
    """The tiles of a round that have not been laid open."""

    own: str | None = None
    received: str | None = None


class ForumTrajanumState(State):
    public: Public = msgspec.field(default_factory=Public)
    deck: list[str] = []
    fronts: list[dict[str, str]] = []
    """For each seat the fronts of its face-down tiles by cell."""
    first_envoys: list[str] = []
    """For each seat the front of the tile that nobody but its owner has seen."""
    secrets: list[Secret] = []
    hands: list[Hand] = []


def left_of(seat: Seat, players: int) -> Seat:
    """The next to play; what this seat receives comes from there."""
    return Seat((seat + 1) % players)


def right_of(seat: Seat, players: int) -> Seat:
    """The seat that colony tiles and the start player figure are passed to."""
    return Seat((seat - 1) % players)


ForumTrajanumRecorder: TypeAlias = Recorder[ForumTrajanumState]


def citizens_active(colony: Colony) -> int:
    """How many citizens of this player are active; the inactive ones count as if they were not there."""
    return sum(len(row) for row, active in zip(colony.rows, colony.active, strict=True) if active)


def is_active(colony: Colony, row: int) -> bool:
    """Whether the ability of a citizen row (1 to 6) is available."""
    return colony.active[row - 1]
