"""Every choice of Forum Trajanum. A cell is named by its row and column: r2c3."""

from typing import Literal, TypeAlias

from domain.forum_trajanum.data import Colour
from domain.forum_trajanum.state import Shape
from domain.kernel.game import Command

Swappable: TypeAlias = Literal["coin", "tribune", "assistant"]

# Set-up


class ArrangeCranes(Command, frozen=True):
    """The colours of the cranes on the corners, from the top left one row by row."""

    SECRET = True
    SETS_UP = True

    colours: tuple[Colour, ...]


class PlaceStartCitizen(Command, frozen=True):
    SECRET = True
    SETS_UP = True

    row: int


class SeatWomen(Command, frozen=True):
    """The corners of the two other women, in the order of their classes."""

    SECRET = True
    SETS_UP = True

    corners: tuple[str, str]


class SettleNewcomer(Command, frozen=True):
    """A newcomer's second citizen, from an open corner to a row."""

    SECRET = True
    SETS_UP = True

    corner: str
    row: int


class LeaveCorners(Command, frozen=True):
    """A newcomer goes without a second citizen."""

    SECRET = True
    SETS_UP = True


class Withdraw(Command, frozen=True):
    """Take back the last secret choice before it is revealed."""

    ASIDE = True


# Draft


class RevealStreetCards(Command, frozen=True):
    """The start player begins the round. There is no choice in it: it keeps what it reveals out of the turn before."""


class TakeTile(Command, frozen=True):
    """Serve the card of a street, or ignore it for a tribune and take a tile from any cell."""

    SECRET = True

    street: str
    cell: str
    tribune: bool


class GoWithout(Command, frozen=True):
    """Take no tile for the cards that are left, because their streets are empty."""

    SECRET = True


class KeepTile(Command, frozen=True):
    """Keep this tile; another one that was taken is passed on."""

    SECRET = True

    tile: str | None


# Turn


class LayTilesOpen(Command, frozen=True):
    """The active player shows both tiles; no choice either."""


class PickTile(Command, frozen=True):
    tile: str


class PickNothing(Command, frozen=True):
    pass


class PayTribunes(Command, frozen=True):
    """Two tribunes, to use both tiles."""


class UseTile(Command, frozen=True):
    which: Literal["own", "received", "picked"]


class PlaceCitizen(Command, frozen=True):
    row: int


class ExchangeWorkers(Command, frozen=True):
    """Two workers of one colour for a builder."""

    colour: Colour


class HireWorker(Command, frozen=True):
    """Artisan I: an assistant for a worker."""

    colour: Colour


class HireBuilder(Command, frozen=True):
    """Artisan II: an assistant for a builder."""


class SwapResource(Command, frozen=True):
    """Merchant II."""

    gives: Swappable
    gets: Swappable


class ChooseBuilding(Command, frozen=True):
    colour: Colour
    shape: Shape


class ChooseSite(Command, frozen=True):
    """The cell of a single tile; of a double tile the grey building's cell first, or the upper left one."""

    cells: tuple[str, ...]


class Pay(Command, frozen=True):
    """The resources that are paid, one by one in the order of the data."""

    resources: tuple[str, ...]


class EndTurn(Command, frozen=True):
    pass


class CollectReward(Command, frozen=True):
    """Which building of the tile brings its reward next."""

    cell: str


class TakeReward(Command, frozen=True):
    """The reward of this space of the track."""

    space: int


class TakeResource(Command, frozen=True):
    resource: str


class TakeAreaBonus(Command, frozen=True):
    bonus: str


class SendEnvoy(Command, frozen=True):
    cell: str


class TakeColonyTile(Command, frozen=True):
    """Take a tile from the own grid and use it at once."""

    cell: str


class DeclineReward(Command, frozen=True):
    pass


# End of a phase


class PayCitizens(Command, frozen=True):
    """The citizen rows that are paid, in ascending order."""

    SECRET = True

    rows: tuple[int, ...]


COMMANDS = (
    ArrangeCranes,
    PlaceStartCitizen,
    SeatWomen,
    SettleNewcomer,
    LeaveCorners,
    Withdraw,
    RevealStreetCards,
    TakeTile,
    GoWithout,
    KeepTile,
    LayTilesOpen,
    PickTile,
    PickNothing,
    PayTribunes,
    UseTile,
    PlaceCitizen,
    ExchangeWorkers,
    HireWorker,
    HireBuilder,
    SwapResource,
    ChooseBuilding,
    ChooseSite,
    Pay,
    EndTurn,
    CollectReward,
    TakeReward,
    TakeResource,
    TakeAreaBonus,
    SendEnvoy,
    TakeColonyTile,
    DeclineReward,
    PayCitizens,
)
