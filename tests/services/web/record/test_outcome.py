"""What a score sheet says of the difference between the first and the second."""

from domain.concordia import GAME
from domain.kernel.game import Rank, Result
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.languages import ENGLISH
from domain.kernel.table import Table
from services.queries.score_sheet import ScoreSheet
from services.story.score_growth import ScoreGrowth
from services.web.record.outcome import difference
from services.web.record.score_table import SourceRow

ROWS = [SourceRow("mars", "Mars", 0, (30, 20)), SourceRow("vesta", "Vesta", 1, (10, 20))]


def _sheet(scores: tuple[int, int], tie_break: str | None) -> ScoreSheet:
    ranking = tuple(Rank(seat=Seat(seat), place=seat + 1, score=score) for seat, score in enumerate(scores))
    table = Table(result=Result(ranking=ranking, winners=(Seat(0),), tie_break=tie_break))
    growth, at = ScoreGrowth((), ()), "2026-03-27T12:00:00Z"
    return ScoreSheet(
        GameId("g"), GAME, table, Version(1), ("Livia", "Marcus"), None, scores, (), growth, 1, at, at, unjudged=False
    )


def test_what_made_the_difference_is_told() -> None:
    told = difference(_sheet((40, 35), None), ROWS, ENGLISH)
    assert told == "What made the difference: Mars, 10 points more than Marcus."


def test_equal_points_differ_by_no_source() -> None:
    assert difference(_sheet((40, 40), "magnus"), ROWS, ENGLISH) == ""
