"""What happens while the table is set up."""

from domain.forum_trajanum.events.seat_event import SeatEvent
from domain.forum_trajanum.state import Area, TrajanUnit
from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.visibility import nobody, owner


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
