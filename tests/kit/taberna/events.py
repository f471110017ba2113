"""Everything that can happen in Taberna."""

from domain.kernel.game import Event, PointsScored
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody, owner


class TableLaid(Event, frozen=True):
    players: int
    rounds: int


class RoundBegan(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True
    CLOSES_ROUND = True

    number: int


class DeckShuffled(Event, frozen=True):
    SEALED = {"cards": nobody}

    cards: tuple[int, ...]


class HandDealt(Event, frozen=True):
    SEALED = {"cards": owner}
    REVEALS = True

    seat: Seat
    cards: tuple[int, ...]


class CardLaid(Event, frozen=True):
    SEALED = {"card": owner}

    seat: Seat
    card: int


class CardTakenBack(Event, frozen=True):
    seat: Seat


class CardsRevealed(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    cards: tuple[int, ...]


class TurnBegan(Event, frozen=True):
    BELONGS_TO = "seat"
    PASSES = True

    seat: Seat
    errands: int


class ErrandRun(Event, frozen=True):
    seat: Seat
    what: str


class RewardsDue(Event, frozen=True):
    """Choices put on top of the stack of what is owed; the last one is owed first."""

    seat: Seat
    kinds: tuple[str, ...]


class CoinsGained(Event, frozen=True):
    seat: Seat
    coins: int


class CardDrawn(Event, frozen=True):
    SEALED = {"card": owner}
    REVEALS = True

    seat: Seat
    card: int


class GiftAnswered(Event, frozen=True):
    seat: Seat
    take: str


class TurnEnded(Event, frozen=True):
    seat: Seat


class StepDue(Event, frozen=True):
    """The system owes a step (an empty name: the game is over)."""

    BELONGS_TO = "table"
    PASSES = True

    step: str


class DonationDue(Event, frozen=True):
    BELONGS_TO = "seat"
    PASSES = True

    seat: Seat


class CoinsDonated(Event, frozen=True):
    seat: Seat
    coins: int


EVENTS: tuple[type[Event], ...] = (
    PointsScored,
    TableLaid,
    RoundBegan,
    DeckShuffled,
    HandDealt,
    CardLaid,
    CardTakenBack,
    CardsRevealed,
    TurnBegan,
    ErrandRun,
    RewardsDue,
    CoinsGained,
    CardDrawn,
    GiftAnswered,
    TurnEnded,
    StepDue,
    DonationDue,
    CoinsDonated,
)
