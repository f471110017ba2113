"""The truth of a game of Trajan. Only `evolve` changes it; what a seat may know of it is `view`'s business."""

from typing import TypeAlias

import msgspec

from domain.kernel.game import Recorder, State
from domain.kernel.ids import Seat


class Owed(msgspec.Struct, frozen=True, gc=False):
    """One entry of the stack of pending choices; `what` names the action, tile or ship that it is about."""

    seat: Seat
    kind: str
    what: str = ""


class Unit(msgspec.Struct, frozen=True, gc=False, order=True):
    """A part of what is about to be laid out or shipped: cards of one kind, `wilds` of them replaced by wild goods."""

    good: str
    wilds: int = 0


class Bonus(msgspec.Struct, frozen=True, gc=False):
    tile: str
    gold: bool


class Mat(msgspec.Struct):
    """Everything of one player that lies open: the mat, pieces on the board, cards on the table."""

    supply: int = 0
    military_camp: int = 0
    worker_camp: int = 0
    general: str = ""
    legionaries: list[str] = []
    """The provinces that hold an own legionary."""
    workers: list[str] = []
    """The cells that hold an own worker."""
    bowls: list[list[str]] = []
    """The markers' colours in each bowl, sorted."""
    slots: list[str | None] = []
    """The Trajan tiles on the circle."""
    arch: int | None = None
    """The slot of the arch; nothing: the centre."""
    kept: list[str] = []
    """Trajan tiles that cover a need every quarter."""
    plus_two: list[str] = []
    """The actions with a +2 tile."""
    tiles: list[str] = []
    """Stored forum and extra-action tiles."""
    buildings: list[str] = []
    laid_out: list[str] = []
    """Goods cards before the player."""
    seen_in_hand: list[str] = []
    """Hand cards that everyone saw being taken from a discard pile."""
    bonus: list[Bonus] = []
    open_needs: list[str] = []
    """Needs of this quarter for which the player still chooses the tile."""


class Removed(msgspec.Struct):
    """Tiles that left the game face up."""

    trajan: list[str] = []
    tiles: list[str] = []
    needs: list[str] = []


class Public(msgspec.Struct):
    """What lies open on the table, and whose choice it is."""

    mats: list[Mat] = []
    first: Seat = Seat(0)
    """The seat that began."""
    quarter: int = 1
    rounds: int = 0
    """Rounds that ended in this quarter."""
    time: int = 0
    laps: int = 0
    """Laps that the time marker completed and that have not ended a round yet."""
    needs: list[str] = []
    forum: list[str | None] = []
    extra: list[str | None] = []
    extra_seen: list[str] = []
    """Every tile that came off the extra-action stack: their fronts also occur among the forum tiles."""
    provinces: dict[str, str] = {}
    """Province → the forum tile in it."""
    cells: dict[str, str] = {}
    """Cell → the building tile in it."""
    tops: dict[str, str | None] = {}
    """Trajan stack → its top tile."""
    grey_ships: list[str] = []
    senate: list[list[Seat]] = []
    """The discs on each space of the track, the lowest first."""
    vote_ranking: list[Seat] = []
    """The seats by their votes in the last vote, the first consul first."""
    offered: list[str] = []
    """The bonus tiles beside the senate track."""
    discards: dict[str, list[str]] = {}
    removed: Removed = msgspec.field(default_factory=Removed)
    turn: Seat = Seat(0)
    """Whose turn it is, or was when the quarter ended."""
    in_hand: list[str] = []
    """Markers taken and not yet sown."""
    sown_into: int = 0
    """The bowl that was emptied or received the last marker."""
    extra_used: bool = False
    """Whether an extra-action tile was used in this turn."""
    owed: list[Owed] = []
    waiting: list[Seat] = []
    """Seats that all owe a choice at the same time."""
    step: str | None = None
    """What the system owes; an empty name: the game is over."""


class TrajanState(State):
    """The open table, and below it what is hidden."""

    public: Public = msgspec.field(default_factory=Public)
    hands: list[list[str]] = []
    drawn: list[list[str]] = []
    """The cards that each seat has drawn unseen since its last turn began; empty until anybody draws."""
    chosen: list[Unit] = []
    """What the seat whose turn it is has chosen to lay out or ship; the cards are still in its hand."""
    draw_pile: list[str] = []
    """The next card is the last one; so it is with every stack below."""
    forum_stack: list[str] = []
    extra_stack: list[str] = []
    need_stack: list[str] = []
    """The tiles in the box, never seen, lie at the bottom."""
    trajan_stacks: dict[str, list[str]] = {}
    """What lies below the top tile of each stack."""
    bag: list[str] = []


TrajanRecorder: TypeAlias = Recorder[TrajanState]
