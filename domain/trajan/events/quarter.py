"""What happens at the end of rounds and quarters, and what lies on the board from then on."""

from domain.kernel.game import Event
from domain.kernel.ids import Seat


class RoundEnded(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True
    CLOSES_ROUND = True

    quarter: int
    round: int


class NeedTurnedUp(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    need: str


class StepDue(Event, frozen=True):
    """The system owes a step (an empty name: the game is over)."""

    BELONGS_TO = "table"
    PASSES = True

    step: str


class NeedsCounted(Event, frozen=True):
    """Kept Trajan tiles covered some needs, stored tiles are to cover `needs`, the others stay unmet."""

    BELONGS_TO = "table"
    PASSES = True

    seat: Seat
    trajan: tuple[str, ...]
    needs: tuple[str, ...]
    unmet: int


class NeedCovered(Event, frozen=True):
    seat: Seat
    need: str
    tile: str


class NeedsSettled(Event, frozen=True):
    seat: Seat


class VotesCounted(Event, frozen=True):
    """The votes of each seat, and the seats from the most to the fewest."""

    BELONGS_TO = "table"

    votes: tuple[int, ...]
    ranking: tuple[Seat, ...]


class BonusTileTaken(Event, frozen=True):
    seat: Seat
    tile: str
    gold: bool


class QuarterCleared(Event, frozen=True):
    """The vote tiles of each seat, the rest of the forum area and the needs of the quarter left the game."""

    BELONGS_TO = "table"

    votes: tuple[tuple[str, ...], ...]
    forum: tuple[str, ...]
    needs: tuple[str, ...]


class ProvincesFilled(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    tiles: dict[str, str]


class ForumFilled(Event, frozen=True):
    """New tiles on the green and the yellow spaces; spaces for which no tile is left stay empty."""

    BELONGS_TO = "table"
    REVEALS = True

    forum: tuple[str, ...]
    spaces: int
    extra: tuple[str, ...]


class ShipsTurned(Event, frozen=True):
    """All ships show their coloured side."""

    BELONGS_TO = "table"


class QuarterEnded(Event, frozen=True):
    BELONGS_TO = "table"
    PASSES = True

    quarter: int


class QuarterBegan(Event, frozen=True):
    BELONGS_TO = "table"

    quarter: int


class DiscsStacked(Event, frozen=True):
    """All senate discs lie on the start space, the first of `seats` at the bottom."""

    BELONGS_TO = "table"

    seats: tuple[Seat, ...]


class BonusTilesOffered(Event, frozen=True):
    BELONGS_TO = "table"
    REVEALS = True

    tiles: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundEnded,
    NeedTurnedUp,
    StepDue,
    NeedsCounted,
    NeedCovered,
    NeedsSettled,
    VotesCounted,
    BonusTileTaken,
    QuarterCleared,
    ProvincesFilled,
    ForumFilled,
    ShipsTurned,
    QuarterEnded,
    QuarterBegan,
    DiscsStacked,
    BonusTilesOffered,
)
