"""A turn: its tiles, and what is built."""

from domain.forum_trajanum.events.seat_event import SeatEvent
from domain.forum_trajanum.state import Owed, Shape, Which


class TurnBegan(SeatEvent, frozen=True):
    BELONGS_TO = "seat"
    PASSES = True

    owed: tuple[Owed, ...]


class TilesLaidOpen(SeatEvent, frozen=True):
    REVEALS = True

    own: str | None
    received: str | None


class DisplayTilePicked(SeatEvent, frozen=True):
    """A tile of the display is the second tile of this turn; or none is."""

    tile: str | None


class TribunesPaid(SeatEvent, frozen=True):
    tribunes: int


class TileUsed(SeatEvent, frozen=True):
    which: Which
    tile: str


class TilePutAway(SeatEvent, frozen=True):
    which: Which
    tile: str
    to: str
    used: bool = True


class ColonyTileTaken(SeatEvent, frozen=True):
    """A tile came from the grid by a reward, to be used at once."""

    REVEALS = True

    cell: str
    tile: str
    crane: str = ""
    """The colour of the crane that is open now."""


class ResourcesGained(SeatEvent, frozen=True):
    """What was received; what for, the event before says. At the set-up it is dealt."""

    resources: tuple[str, ...]
    dealt: bool = False


class ResourcesExchanged(SeatEvent, frozen=True):
    """`ability` is the citizen row that allowed it; 0: two workers for a builder, which needs none."""

    ability: int
    gives: str
    number: int
    gets: str


class SliderMoved(SeatEvent, frozen=True):
    position: int
    trajan_value: int = 0


class SliderTurned(SeatEvent, frozen=True):
    trajan_value: int = 0


class CitizenPlaced(SeatEvent, frozen=True):
    which: Which
    row: int
    tile: str
    foreign: bool
    times: int = 0
    """How often the row counts now."""


class ChoicesDue(SeatEvent, frozen=True):
    """Choices put on top of the stack of what is owed; the last one is owed first."""

    owed: tuple[Owed, ...]


class RewardDeclined(SeatEvent, frozen=True):
    """A reward was not taken; `possible` says whether it could have been."""

    what: str = ""
    possible: bool = True


class ResourceTaken(SeatEvent, frozen=True):
    """A choice among resources; what it brought follows."""

    resource: str


class BuildActionBegan(SeatEvent, frozen=True):
    pass


class BuildingChosen(SeatEvent, frozen=True):
    colour: str
    shape: Shape


class SiteChosen(SeatEvent, frozen=True):
    cells: tuple[str, ...]


class BuildingPlaced(SeatEvent, frozen=True):
    colour: str
    shape: Shape
    cells: tuple[str, ...]
    buildings: tuple[str, ...]
    paid: tuple[str, ...]


class RewardCollected(SeatEvent, frozen=True):
    """The reward of this building is carried out now."""

    cell: str
    building: str


class MarkerMoved(SeatEvent, frozen=True):
    track: str
    space: int


class RewardTaken(SeatEvent, frozen=True):
    track: str
    space: int


class MarkerSetBesideColumn(SeatEvent, frozen=True):
    track: str


class AreaBonusTaken(SeatEvent, frozen=True):
    bonus: str


class EnvoySent(SeatEvent, frozen=True):
    cell: str
    place: str = ""
    """The colour of the cell, or that it is an eagle."""
    completes: bool = False
    """Whether the area is full now."""


class TurnEnded(SeatEvent, frozen=True):
    PASSES = True

    built: bool = True


class StartPlayerMoved(SeatEvent, frozen=True):
    """Everyone had a turn: the figure goes to the right."""

    BELONGS_TO = "table"
    PASSES = True
    CLOSES_ROUND = True

    last: bool = False
    """Whether it was the last round."""
