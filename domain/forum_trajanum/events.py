"""Everything that can happen in Forum Trajanum.

A secret choice is one event of one type, sealed for its seat, and how many of them a seat makes follows from what
everyone sees. What a choice did (cells emptied, tribunes spent) is told by later events, at the reveal.
"""

from domain.forum_trajanum.state import Area, Owed, Shape, TrajanUnit, Which
from domain.kernel.game import Event, PointsScored
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody, owner


class SeatEvent(Event, frozen=True):
    """What happened to one seat."""

    seat: Seat


def giver_and_receiver(event: "DraftRevealed") -> tuple[Seat, ...]:
    return (event.seat, event.to)


# Set-up


class TableLaid(Event, frozen=True):
    players: int
    start_player: Seat
    first_game: bool
    newcomers: tuple[Seat, ...]
    unlimited_buildings: bool
    singles: dict[str, int]
    doubles: dict[str, int]
    trajan_unit: TrajanUnit = "square"


class ForumLaid(Event, frozen=True):
    layout: str
    boards: tuple[tuple[int, str, int], ...]
    areas: tuple[Area, ...]
    eagles: tuple[str, ...]


class TrajanCardsRevealed(Event, frozen=True):
    REVEALS = True

    cards: tuple[str, ...]


class StreetDecksShuffled(Event, frozen=True):
    SEALED = {"cards": nobody}

    cards: tuple[str, ...]


class ColonyFounded(SeatEvent, frozen=True):
    board: int
    stock: dict[str, int]


class ChoicesOpened(Event, frozen=True):
    """A stage of secret choices began; `steps` says how many each seat owes."""

    BELONGS_TO = "table"
    PASSES = True

    stage: str
    steps: tuple[int, ...]


class CranesArranged(SeatEvent, frozen=True):
    SEALED = {"colours": owner}

    colours: tuple[str, ...]


class CranesRevealed(SeatEvent, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    cranes: dict[str, str]


class StartCitizenDrawn(SeatEvent, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    tile: str


class StartRowChosen(SeatEvent, frozen=True):
    SEALED = {"row": owner}

    row: int


class CornersChosen(SeatEvent, frozen=True):
    SEALED = {"corners": owner}

    corners: tuple[str, ...]


class StartCitizenPlaced(SeatEvent, frozen=True):
    """A citizen of the set-up came to its row; a newcomer's second one from a corner."""

    BELONGS_TO = "table"
    REVEALS = True

    tile: str
    row: int
    corner: str = ""


class ColonyDealt(SeatEvent, frozen=True):
    """The tiles came to their cells; the corners lie open, the owner has seen the first envoy."""

    BELONGS_TO = "table"
    SEALED = {"fronts": nobody, "first_envoy": owner}
    REVEALS = True

    open: dict[str, str]
    covered: tuple[str, ...]
    fronts: tuple[str, ...]
    first_envoy: str


class NewcomerChose(SeatEvent, frozen=True):
    SEALED = {"corner": owner, "row": owner}

    corner: str
    row: int


class ChoiceWithdrawn(SeatEvent, frozen=True):
    pass


# Rounds and the draft


class RoundDue(SeatEvent, frozen=True):
    """The start player is to begin a round."""

    BELONGS_TO = "table"
    PASSES = True


class PhaseBegan(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True

    number: int
    fragment: int


class StreetCardsRevealed(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    round: int
    cards: tuple[str, ...]


class DraftTileTaken(SeatEvent, frozen=True):
    """A take, or going without one: from outside both look alike."""

    SEALED = {"street": owner, "cell": owner, "tile": owner, "tribune": owner}
    REVEALS = True

    street: str
    cell: str
    tile: str
    tribune: bool


class DraftTileKept(SeatEvent, frozen=True):
    SEALED = {"tile": owner}

    tile: str | None


class DraftRevealed(SeatEvent, frozen=True):
    """Which cells a seat has emptied and what it paid; of the tiles it kept one and passed the other one on."""

    BELONGS_TO = "table"
    SEALED = {"kept": owner, "passed": giver_and_receiver}
    REVEALS = True

    cells: tuple[str, ...]
    tribunes: int
    kept: str | None
    passed: str | None
    to: Seat
    cranes: tuple[str, ...] = ()
    """The colours of the cranes that are open now."""


# Turn, first half


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


# Turn, second half


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


# End of a phase


class PaymentChosen(SeatEvent, frozen=True):
    SEALED = {"rows": owner}

    rows: tuple[int, ...]


class CitizensPaid(SeatEvent, frozen=True):
    """The citizens of these rows are active now, all others are not."""

    REVEALS = True

    rows: tuple[int, ...]
    coins: int
    inactive: tuple[int, ...] = ()
    """The rows with citizens that were not paid."""


class StepDue(Event, frozen=True):
    """The system owes a scoring (no name: the game is over)."""

    BELONGS_TO = "table"
    PASSES = True

    step: str


class CraneScored(SeatEvent, frozen=True):
    cell: str


EVENTS: tuple[type[Event], ...] = (
    PointsScored,
    TableLaid,
    ForumLaid,
    TrajanCardsRevealed,
    StreetDecksShuffled,
    ChoicesOpened,
    PhaseBegan,
    StreetCardsRevealed,
    StepDue,
    *SeatEvent.__subclasses__(),
)
