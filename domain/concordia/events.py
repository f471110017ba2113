"""Everything that can happen in Concordia."""

from typing import Literal, TypeAlias

from domain.concordia.commands import Order
from domain.concordia.data import Good, Kind
from domain.concordia.state import Receipt
from domain.kernel.game import Event, PointsScored, Term
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody

EndReason: TypeAlias = Literal["cards", "houses"]
MoneySource: TypeAlias = Literal["mercator", "colonist"]

# Set-up


class BoardLaid(Event, frozen=True):
    map: str
    players: int
    first: Seat
    interim_scoring: bool


class TokensPlaced(Event, frozen=True):
    """City → the good on its token."""

    REVEALS = True

    goods: dict[str, Good]


class MarkersPlaced(Event, frozen=True):
    """Province → the good on its marker, which lies goods side up."""

    goods: dict[str, Good]


class PlayerEquipped(Event, frozen=True):
    seat: Seat
    money: int
    goods: dict[Good, int]
    stored: dict[Kind, int]
    colonists: dict[Kind, tuple[str, ...]]
    houses: int
    hand: tuple[str, ...]
    order: Order = "dearest"


class DeckStacked(Event, frozen=True):
    SEALED = {"cards": nobody}

    cards: tuple[str, ...]


class CardsDealt(Event, frozen=True):
    """Cards came from the deck to the right end of the display."""

    REVEALS = True

    cards: tuple[str, ...]


# Turns


class TurnBegan(Event, frozen=True):
    """The turn passed to a seat; back to the one who began, and a round is over."""

    BELONGS_TO = "seat"
    PASSES = True
    CLOSES_ROUND = True

    seat: Seat


class CardPlayed(Event, frozen=True):
    seat: Seat
    card: str


class CardCopied(Event, frozen=True):
    seat: Seat
    opponent: Seat
    card: str


class ActionBegan(Event, frozen=True):
    """The player may choose now; `allowance` is how many steps, cards or kinds of goods there are for it."""

    seat: Seat
    action: str
    allowance: int = 0


class ActionForgone(Event, frozen=True):
    """The player did nothing of an action."""

    seat: Seat
    action: str


class CardsReturned(Event, frozen=True):
    seat: Seat
    cards: tuple[str, ...]
    money: int


class MoneyReceived(Event, frozen=True):
    """Money for a card: a fixed sum, and for the card Colonist some for each colonist on the board."""

    seat: Seat
    money: int
    source: MoneySource | None = None
    base: int = 0
    colonists: int = 0


class MagnusReceived(Event, frozen=True):
    """Præfectus Magnus lies before another player."""

    seat: Seat


# Colonists and houses


class ColonistPlaced(Event, frozen=True):
    seat: Seat
    kind: Kind
    city: str
    goods: tuple[Good, ...]


class ColonistMoved(Event, frozen=True):
    seat: Seat
    kind: Kind
    origin: str
    line: str
    points: int


class HouseBuilt(Event, frozen=True):
    seat: Seat
    city: str
    money: int
    goods: tuple[Good, ...]
    province: str | None = None
    good: Good | None = None
    """What the city makes."""
    nth: int = 1
    """How many houses the city has now."""


# Production, income and the storehouse


class ProvinceProduced(Event, frozen=True):
    """A Prefect turned the marker of a province to its coin side."""

    seat: Seat
    province: str
    good: Good
    bonus: int
    magnus: bool


class IncomeTaken(Event, frozen=True):
    """A Prefect turned markers back to their goods side."""

    seat: Seat
    provinces: tuple[str, ...]
    money: int


class GoodsDue(Event, frozen=True):
    """Goods are on their way, in this order."""

    receipts: tuple[Receipt, ...]


class GoodsReceived(Event, frozen=True):
    """The first of the goods on their way arrived."""

    seat: Seat
    goods: tuple[Good, ...]
    forgone: tuple[Good, ...]


class OverflowDue(Event, frozen=True):
    """The first of the goods on their way do not fit: the player must say which to keep."""

    seat: Seat
    goods: tuple[Good, ...]
    room: int


class OverflowStored(Event, frozen=True):
    seat: Seat
    goods: tuple[Good, ...]
    forgone: tuple[Good, ...]


class OverflowOrdered(Event, frozen=True):
    seat: Seat
    order: Order


# Trade and cards for sale


class GoodsSold(Event, frozen=True):
    seat: Seat
    good: Good
    count: int
    money: int


class GoodsBought(Event, frozen=True):
    seat: Seat
    good: Good
    count: int
    money: int


class CardBought(Event, frozen=True):
    """`slot` counts from 1 at the left."""

    seat: Seat
    card: str
    slot: int
    goods: tuple[Good, ...]


class DisplaySlid(Event, frozen=True):
    """The cards left in the display, without gaps."""

    cards: tuple[str, ...]


# Scoring and the end


class ConcordiaTaken(Event, frozen=True):
    """The end of the game was triggered: everyone else has one turn more."""

    seat: Seat
    reason: EndReason


class StepDue(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True

    step: str


class InterimScored(Event, frozen=True):
    """A trial count of the variant: shown on the score track, no part of the score."""

    seat: Seat
    points: int
    detail: tuple[Term, ...]


class InterimClosed(Event, frozen=True):
    """The trial counts were compared (or are void, since not everyone was counted); `money` by seat."""

    money: tuple[int, ...]
    void: bool = False


class GameEnded(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True


EVENTS: tuple[type[Event], ...] = (
    PointsScored,
    BoardLaid,
    TokensPlaced,
    MarkersPlaced,
    PlayerEquipped,
    DeckStacked,
    CardsDealt,
    TurnBegan,
    CardPlayed,
    CardCopied,
    ActionBegan,
    ActionForgone,
    CardsReturned,
    MoneyReceived,
    MagnusReceived,
    ColonistPlaced,
    ColonistMoved,
    HouseBuilt,
    ProvinceProduced,
    IncomeTaken,
    GoodsDue,
    GoodsReceived,
    OverflowDue,
    OverflowStored,
    OverflowOrdered,
    GoodsSold,
    GoodsBought,
    CardBought,
    DisplaySlid,
    ConcordiaTaken,
    StepDue,
    InterimScored,
    InterimClosed,
    GameEnded,
)
