"""Where points come from: every `PointsScored` of Taberna starts here, with the arithmetic that explains it."""

from domain.kernel.game import Term
from domain.kernel.ids import Seat
from tests.kit.taberna.data import DATA
from tests.kit.taberna.state import TabernaRecorder

SOURCES = ("coins", "donation", "gift", "tip")


def score_coins(recorder: TabernaRecorder, seat: Seat) -> None:
    own = recorder.state.public.coins[seat]
    points = own // DATA.coins_per_point
    if points:
        args: dict[str, int | str] = {"coins": own, "each": DATA.coins_per_point}
        recorder.score(seat, "coins", Term(points=points, label="coins", args=args))


def score_donation(recorder: TabernaRecorder, seat: Seat) -> None:
    recorder.score(seat, "donation", Term(points=DATA.donation_points, label="donation"))


def score_gift(recorder: TabernaRecorder, seat: Seat) -> None:
    recorder.score(seat, "gift", Term(points=1, label="gift"))


def score_tip(recorder: TabernaRecorder, seat: Seat) -> None:
    recorder.score(seat, "tip", Term(points=1, label="tip"))
