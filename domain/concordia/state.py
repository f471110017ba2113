"""The truth of a game of Concordia. Everything is public but the order of the deck."""

from typing import Literal, TypeAlias

import msgspec

from domain.concordia.commands import Order
from domain.concordia.data import Good, Kind
from domain.kernel.game import Options, Recorder, State
from domain.kernel.ids import Seat

CARD = "card"
"""The action that begins every turn: to play a card."""
INTERIM_SCORING, FINAL_SCORING, OVER = "interim scoring", "final scoring", "over"


class ConcordiaOptions(Options, frozen=True, forbid_unknown_fields=True):
    RARE = frozenset({"overflow"})

    map: Literal["auto", "imperium", "italia"] = "auto"
    """Auto: Imperium, and Italia for two players."""
    interim_scoring: bool = False
    overflow: Order = "ask"
    """What is done with goods that do not fit and come out of turn, until a player leaves another order."""


class Player(msgspec.Struct):
    """What lies before one player."""

    money: int
    goods: dict[Good, int]
    stored: dict[Kind, int]
    """Colonists still in the storehouse."""
    colonists: dict[Kind, list[str]]
    """Colonists on the board, each by the city or line where it stands."""
    houses_left: int
    hand: list[str]
    discard: list[str] = []
    """The last card lies on top."""
    houses: list[str] = []
    """The cities with a house of this player."""
    order: Order = "dearest"
    """Without a word at the set-up, as in games by rules version 1."""


class Receipt(msgspec.Struct, frozen=True):
    """Goods on their way to a player."""

    seat: Seat
    goods: tuple[Good, ...]


class Overflow(msgspec.Struct, frozen=True):
    """Goods of which a player must keep exactly `room`."""

    seat: Seat
    goods: tuple[Good, ...]
    room: int


class Public(msgspec.Struct):
    """What everyone sees."""

    map: str = ""
    first: Seat = Seat(0)
    active: Seat = Seat(0)
    round: int = 0
    """The rule book knows none: one begins when the turn comes to the player who began."""
    action: str | None = None
    """What the active player is choosing for; none while goods are on their way or the system scores."""
    allowance: int = 0
    """How many steps, cards or kinds of goods are left for it."""
    idle: bool = False
    """Whether nothing has been done of it yet."""
    traded: list[Good] = []
    """The goods that a Mercator has dealt in."""
    step: str | None = None
    """What the system owes, or `OVER`."""
    receipts: list[Receipt] = []
    overflows: list[Overflow] = []
    players: list[Player] = []
    produce: dict[str, Good] = {}
    """City → the good on its token."""
    markers: dict[str, Good] = {}
    """Province → the good on its marker."""
    coin_side: list[str] = []
    """The provinces whose marker lies coin side up."""
    houses: dict[str, list[Seat]] = {}
    """City → the owners of its houses, first built first."""
    display: list[str | None] = []
    magnus: Seat = Seat(0)
    """The seat that holds Præfectus Magnus."""
    magnus_used: bool = False
    concordia: Seat | None = None
    """The seat that ended the game and holds the Concordia card."""
    interim: list[int | None] | None = None
    """The score track of the interim scoring; none without the variant and once it was compared."""


class ConcordiaState(State):
    public: Public = msgspec.field(default_factory=Public)
    deck: list[str] = []


ConcordiaRecorder: TypeAlias = Recorder[ConcordiaState]
