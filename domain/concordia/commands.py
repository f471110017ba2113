"""Every choice of Concordia. Ids of cards, cities, lines and provinces are those of data.toml."""

from typing import Literal, TypeAlias

from domain.concordia.data import Good, Kind
from domain.kernel.game import Command
from domain.kernel.ids import Seat

Order: TypeAlias = Literal["dearest", "ask"]
"""What happens to goods that do not fit when they come out of turn: keep the dearest, or ask their owner."""


class PlayCard(Command, frozen=True):
    card: str


class MoveColonist(Command, frozen=True):
    """Move a colonist from a city or a line to a free line, by the shortest way."""

    kind: Kind
    origin: str
    line: str


class EndMoves(Command, frozen=True):
    """Stop moving; building comes next."""


class BuildHouse(Command, frozen=True):
    city: str


class ProduceGoods(Command, frozen=True):
    """Prefect: let a province produce."""

    province: str


class TakeIncome(Command, frozen=True):
    """Prefect or Colonist: take money instead."""


class PlaceColonist(Command, frozen=True):
    """Pay for a new colonist and put it into a city."""

    kind: Kind
    city: str


class SellGoods(Command, frozen=True):
    good: Good
    count: int


class BuyGoods(Command, frozen=True):
    good: Good
    count: int


class CopyCard(Command, frozen=True):
    """Diplomat: act as the card on top of that opponent's discard pile."""

    opponent: Seat
    card: str


class BuyCard(Command, frozen=True):
    """Take a card from the display for these goods, cheapest first: its cost and perhaps the surcharge of its slot."""

    card: str
    goods: tuple[Good, ...]


class EndAction(Command, frozen=True):
    """Stop where the card would allow more."""


class StoreGoods(Command, frozen=True):
    """Say which of the incoming goods are kept, cheapest first; the others are forgone."""

    goods: tuple[Good, ...]


class OrderOverflow(Command, frozen=True):
    """Leave a standing order for goods that do not fit and come out of turn."""

    ASIDE = True

    order: Order


COMMANDS: tuple[type[Command], ...] = (
    PlayCard,
    MoveColonist,
    EndMoves,
    BuildHouse,
    ProduceGoods,
    TakeIncome,
    PlaceColonist,
    SellGoods,
    BuyGoods,
    CopyCard,
    BuyCard,
    EndAction,
    StoreGoods,
    OrderOverflow,
)
