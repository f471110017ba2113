"""What happens while the game is set up, each event with its outcome."""

from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody, owner
from domain.trajan.events.turn import TrajanTileTaken


class TableLaid(Event, frozen=True):
    """The mats were handed out, with the figures that each player begins with."""

    players: int
    first: Seat
    supply: int
    military_camp: int
    worker_camp: int
    general: str
    arch: str


class StacksShuffled(Event, frozen=True):
    SEALED = {"forum": nobody, "extra": nobody, "needs": nobody}

    forum: tuple[str, ...]
    extra: tuple[str, ...]
    needs: tuple[str, ...]


class ConstructionTilesLaid(Event, frozen=True):
    REVEALS = True

    cells: dict[str, str]


class MarkersHandedOut(Event, frozen=True):
    """All players fill the bowls of their circles at the same time."""

    BELONGS_TO = "table"
    PASSES = True

    seats: tuple[Seat, ...]


class MarkerPlaced(Event, frozen=True):
    seat: Seat
    bowl: str
    colour: str


class CircleFilled(Event, frozen=True):
    GATHERS = ("MarkerPlaced",)

    seat: Seat


class TrajanStacksLaid(Event, frozen=True):
    BELONGS_TO = "table"
    SEALED = {"below": nobody}
    REVEALS = True

    tops: dict[str, str]
    below: dict[str, tuple[str, ...]]


class BagFilled(Event, frozen=True):
    BELONGS_TO = "table"
    SEALED = {"tiles": nobody}

    tiles: tuple[str, ...]


class BonusTileDrawn(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    seat: Seat
    tile: str


class GoodsShuffled(Event, frozen=True):
    BELONGS_TO = "table"
    SEALED = {"cards": nobody}

    cards: tuple[str, ...]


class DiscardTurnedUp(Event, frozen=True):
    """The top card of the draw pile begins or goes on with a discard pile."""

    REVEALS = True

    pile: str
    card: str


class StartingChoicesDue(Event, frozen=True):
    """Each seat owes `times` choices of that kind, one seat after the other."""

    BELONGS_TO = "table"
    PASSES = True

    seats: tuple[Seat, ...]
    kind: str
    times: int


class StartingCardDrawn(Event, frozen=True):
    SEALED = {"card": owner}
    REVEALS = True

    seat: Seat
    card: str


class StartingCardTaken(Event, frozen=True):
    seat: Seat
    pile: str
    card: str


class StartingTileTaken(TrajanTileTaken, frozen=True):
    """A Trajan tile of the set-up was taken, in answer to a choice of its own."""


EVENTS: tuple[type[Event], ...] = (
    TableLaid,
    StacksShuffled,
    ConstructionTilesLaid,
    MarkersHandedOut,
    MarkerPlaced,
    CircleFilled,
    TrajanStacksLaid,
    BagFilled,
    BonusTileDrawn,
    GoodsShuffled,
    DiscardTurnedUp,
    StartingChoicesDue,
    StartingCardDrawn,
    StartingCardTaken,
    StartingTileTaken,
)
