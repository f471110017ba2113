"""What happens in a turn, each event with its outcome.

The fold works out nothing: an event that answers a choice says in `owed` what is owed in its place, the last one first.
"""

from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody, owner
from domain.trajan.state import Owed


class TurnBegan(Event, frozen=True):
    BELONGS_TO = "seat"
    SCHEMA = 2
    PASSES = True

    seat: Seat
    owed: tuple[Owed, ...]


class MarkersTaken(Event, frozen=True):
    SCHEMA = 2

    seat: Seat
    bowl: str
    colours: tuple[str, ...]
    owed: tuple[Owed, ...]


class TimeMoved(Event, frozen=True):
    """The time marker stands on `index`; it reached or passed the start `laps` times."""

    spaces: int
    index: int
    laps: int


class MarkerSown(Event, frozen=True):
    seat: Seat
    bowl: str
    colour: str


class BowlActivated(Event, frozen=True):
    """The last marker was sown: the action of its bowl is the main action."""

    SCHEMA = 2
    GATHERS = ("MarkersTaken", "TimeMoved", "MarkerSown")

    seat: Seat
    bowl: str
    action: str
    owed: tuple[Owed, ...]


class TrajanTileCompleted(Event, frozen=True):
    seat: Seat
    slot: str
    tile: str
    kept: bool


class ChoiceDue(Event, frozen=True):
    """A choice is put on top of what the seat owes."""

    seat: Seat
    kind: str
    what: str = ""


class SpecialActionUsed(Event, frozen=True):
    seat: Seat
    tile: str


class SpecialActionDeclined(Event, frozen=True):
    seat: Seat
    tile: str


class PlusTwoAttached(Event, frozen=True):
    seat: Seat
    action: str


class ArchMoved(Event, frozen=True):
    """The arch stands on a slot, or in the centre."""

    GATHERS = ("TrajanTileTaken",)

    seat: Seat
    slot: str | None


class ActionTaken(Event, frozen=True):
    """The seat performs the action that it owed; an extra-action tile may follow, if that is owed then."""

    SCHEMA = 2

    seat: Seat
    action: str
    owed: tuple[Owed, ...]


class ActionSkipped(Event, frozen=True):
    seat: Seat
    action: str


class FiguresPlaced(Event, frozen=True):
    """Figures went from the supply to the `military` or the `worker` camp."""

    seat: Seat
    camp: str
    count: int


class CardsDrawn(Event, frozen=True):
    SEALED = {"cards": owner}
    REVEALS = True

    seat: Seat
    count: int
    cards: tuple[str, ...]


class DiscardsReshuffled(Event, frozen=True):
    """All discards but the two on top form the new draw pile."""

    SEALED = {"cards": nobody}

    cards: tuple[str, ...]


class CardDiscarded(Event, frozen=True):
    REVEALS = True

    seat: Seat
    card: str
    pile: str


class DiscardTaken(Event, frozen=True):
    seat: Seat
    card: str
    pile: str


class GoodsChosen(Event, frozen=True):
    SEALED = {"good": owner, "wilds": owner}

    seat: Seat
    good: str
    wilds: int


class CardsLaidOut(Event, frozen=True):
    REVEALS = True

    seat: Seat
    cards: tuple[str, ...]


class GoodsShipped(Event, frozen=True):
    """The cards lie before the player, the wild goods left the game, the ship shows its grey side."""

    REVEALS = True

    seat: Seat
    ship: str
    cards: tuple[str, ...]
    wilds: int


class ForumTileTaken(Event, frozen=True):
    """A tile went from a space of the forum area (`forum` or `extra`) to a mat."""

    seat: Seat
    tile: str
    area: str
    space: int


class GeneralMoved(Event, frozen=True):
    """The general entered a province and took the forum tile that lay there."""

    seat: Seat
    province: str
    tile: str | None


class ProvinceConquered(Event, frozen=True):
    seat: Seat
    province: str


class SenateAdvanced(Event, frozen=True):
    seat: Seat
    space: int


class TrajanTileTaken(Event, frozen=True):
    """A Trajan tile was taken and the next one of its stack came to light."""

    REVEALS = True

    seat: Seat
    stack: str
    tile: str
    slot: str
    shows: str | None


class WorkerPlaced(Event, frozen=True):
    """A worker entered a cell and took the building that lay there."""

    seat: Seat
    cell: str
    building: str | None


class ExtraTileUsed(Event, frozen=True):
    """The action is repeated once, and with `twice` a second time if the player likes."""

    SCHEMA = 2

    seat: Seat
    tile: str
    action: str
    twice: bool
    owed: tuple[Owed, ...]


class RepeatDeclined(Event, frozen=True):
    seat: Seat
    action: str


class ChoicesLapsed(Event, frozen=True):
    """The topmost choices that the seat owed are no longer possible."""

    seat: Seat
    count: int


class TurnEnded(Event, frozen=True):
    PASSES = True

    seat: Seat


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    MarkersTaken,
    TimeMoved,
    MarkerSown,
    BowlActivated,
    TrajanTileCompleted,
    ChoiceDue,
    SpecialActionUsed,
    SpecialActionDeclined,
    PlusTwoAttached,
    ArchMoved,
    ActionTaken,
    ActionSkipped,
    FiguresPlaced,
    CardsDrawn,
    DiscardsReshuffled,
    CardDiscarded,
    DiscardTaken,
    GoodsChosen,
    CardsLaidOut,
    GoodsShipped,
    ForumTileTaken,
    GeneralMoved,
    ProvinceConquered,
    SenateAdvanced,
    TrajanTileTaken,
    WorkerPlaced,
    ExtraTileUsed,
    RepeatDeclined,
    ChoicesLapsed,
    TurnEnded,
)
