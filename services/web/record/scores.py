"""`/games/{id}/scores`: who won, by how much and why; sources by round, and every point with its arithmetic."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.queries import ReadRequest
from services.queries.score_sheet import ScoreSheet, SheetLine, read_score_sheet
from services.queries.visible_log import open_log
from services.web.door import Web
from services.web.record.outcome import difference, headline, length, places
from services.web.record.score_table import score_charts, source_rows

_SHOWN = 24
"""Entries that are shown at first."""
_MOST_SHOWN = 250

OfSeat = Annotated[int | None, QueryParameter(ge=0, le=15)]
Whole = Annotated[bool, QueryParameter(name="all")]


@get("/games/{game_id:str}/scores")
async def score_page(
    request: AnyRequest, web: Web, game_id: FromPath[str], seat: OfSeat = None, *, whole: Whole = False
) -> Response[bytes]:
    """The score sheet of a game, finished or running."""
    web.acts.read_limit.take(request)
    lang = language_of(request)
    log = await open_log(web.acts, ReadRequest(game_id, user_of(request)))
    sheet = await read_score_sheet(log, lang)
    rows = source_rows(sheet, lang)
    lines, hidden = shown_lines(sheet, seat, whole=whole)
    return await web.page(
        request,
        "record/scores.html",
        here="tables",
        sheet=sheet,
        headline=headline(sheet, lang),
        length=length(sheet, lang),
        difference=difference(sheet, rows, lang),
        places=places(sheet),
        rows=rows,
        charts=score_charts(sheet, rows, lang),
        lines=lines,
        hidden=hidden,
        of_seat=seat,
    )


def shown_lines(sheet: ScoreSheet, seat: int | None, *, whole: bool) -> tuple[list[SheetLine], int]:
    """The newest lines of everybody or of a seat, and how many come before them."""
    wanted = [line for line in sheet.lines if seat is None or line.entry.seat == seat]
    most = _MOST_SHOWN if whole else _SHOWN
    return wanted[-most:], max(len(wanted) - most, 0)


HANDLERS = [score_page]
