"""Moments that a script shows again: what happened since somebody's last turn, and how points were counted."""

from itertools import groupby
from typing import Annotated, NamedTuple

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from domain.kernel.errors import NotFound
from domain.kernel.ids import Seat, Version
from domain.kernel.match import SYSTEM
from domain.kernel.words import SHARED
from services.acts.acts import Acts
from services.identity.callers import AnyRequest
from services.queries.names import player_names
from services.queries.positions import Position, Reading, position_then
from services.queries.queries import ReadRequest
from services.queries.score_sheet import ScoreSheet, SheetLine, read_score_sheet
from services.queries.tables import visible_table
from services.queries.visible_log import open_log
from services.render.registry import renderer_of
from services.web.door import Web
from services.web.pages import frame, html, render
from services.web.table.drawn import Look, draw
from services.web.table.layouts import layout_of
from services.web.table.showing import reading_of

At = Annotated[int, QueryParameter(ge=1, le=2**53)]
Before = Annotated[int, QueryParameter(name="from", ge=1, le=2**53)]
After = Annotated[int, QueryParameter(ge=0, le=2**53)]


class Counted(NamedTuple):
    """A source of points in a scoring: where it lies on the table, and what each seat got from it."""

    area: str
    text: str
    lines: list[SheetLine]


@get("/games/{game_id:str}/moment")
async def moment(request: AnyRequest, web: Web, game_id: FromPath[str], at: At, before: Before) -> Response[bytes]:
    """The board as it was at a version, with what had changed since another one."""
    web.acts.read_limit.take(request)
    reading = reading_of(request, game_id)
    seen = await _position_at(web.acts, reading, Version(min(before, at)))
    position = await _position_at(web.acts, reading, Version(at))
    changed = renderer_of(position.game.meta.slug).changed(seen.view, position.view)
    drawn = draw(position, Look(reading.lang, reading.narrow, changed, whole=False))
    context = {"at": position, "drawn": drawn, "narrow": reading.narrow}
    return html(request, render("table/moment.html", frame(request, **context)))


@get("/games/{game_id:str}/scoring")
async def scoring(request: AnyRequest, web: Web, game_id: FromPath[str], after: After) -> Response[bytes]:
    """What was counted by the table itself after a version, source by source, with its arithmetic."""
    web.acts.read_limit.take(request)
    reading = reading_of(request, game_id)
    log = await open_log(web.acts, ReadRequest(reading.game_id, reading.user, reading.code))
    sheet = await read_score_sheet(log, reading.lang)
    records = await web.acts.tables.store.read(log.game_id, after, max(log.version - after, 0))
    counted = {record.envelope().version for record in records if record.envelope().actor == SYSTEM}
    lines = [line for line in sheet.lines if line.entry.version in counted]
    most = max([1, *sheet.totals, *(line.total - line.entry.points for line in lines)])  # points may be lost, too
    apart = SHARED.say("list.apart", {}, lang=reading.lang)
    context = {"sheet": sheet, "counted": _by_source(sheet, lines), "most": most, "apart": apart}
    return html(request, render("table/scoring.html", frame(request, **context)))


def _by_source(sheet: ScoreSheet, lines: list[SheetLine]) -> list[Counted]:
    areas = layout_of(sheet.game.meta.slug, ()).sources
    found = [(source, [*group]) for source, group in groupby(lines, key=lambda line: line.entry.source)]
    return [Counted(areas.get(source, ""), group[0].entry.text, group) for source, group in found]


async def _position_at(games: Acts, reading: Reading, version: Version) -> Position:
    async with visible_table(games.tables, reading.game_id, reading.user, reading.code) as newest:
        if newest.match.state is None or version > newest.version:
            raise NotFound
        seat: Seat | None = newest.match.table.seat_of(reading.user)
        players = await player_names(games.names, newest.match.table, reading.lang)
    then = await games.tables.at(reading.game_id, version)
    if then.match.state is None:  # before the game began
        raise NotFound
    return position_then(then, seat, players)


HANDLERS = [moment, scoring]
