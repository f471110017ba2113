"""The page of a table, the same as a fragment for a script, and the board of another seat."""

import asyncio
from typing import Any

from litestar import MediaType, Response, get
from litestar.params import FromPath, FromQuery

from domain.kernel.errors import NotFound
from domain.kernel.ids import Seat
from services.identity.callers import AnyRequest
from services.queries.positions import read_position
from services.queries.reasons import why_not
from services.queries.refusals import refusal_in_words
from services.render.registry import renderer_of
from services.web.door import Web
from services.web.lobby.page import show_lobby
from services.web.pages import frame, html, render
from services.web.rules.about import rule_about
from services.web.table.drawn import Look, draw_seat, drawing_of, page_symbols
from services.web.table.showing import FRAGMENT, reading_of, show


@get("/games/{game_id:str}")
async def table(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes]:
    """A table: its lobby, then the board while it is played and afterwards."""
    reading = reading_of(request, game_id, request.query_params.get("path", ""))
    position = await read_position(web.acts, reading)
    if position is None:
        return await show_lobby(request, web, game_id)
    return await show(web, request, position, reading)


@get("/games/{game_id:str}/seats/{seat:int}")
async def other_seat(request: AnyRequest, web: Web, game_id: FromPath[str], seat: FromPath[int]) -> Response[bytes]:
    """What lies before somebody, as far as the reader may see it."""
    reading = reading_of(request, game_id)
    position = await read_position(web.acts, reading)
    if position is None or not 0 <= seat < len(position.players):
        raise NotFound
    parts = await asyncio.to_thread(draw_seat, position, Look(reading.lang, reading.narrow), Seat(seat))
    context: dict[str, Any] = {"at": position, "seat": seat, "parts_of_seat": parts, "symbols": page_symbols(position)}
    if request.headers.get(FRAGMENT):
        return html(request, render("table/seat.html", frame(request, **context)))
    return await web.page(request, "table/seat_page.html", here="table", **context)


@get("/games/{game_id:str}/why")
async def why(request: AnyRequest, web: Web, game_id: FromPath[str], thing: FromQuery[str]) -> Response[str]:
    """What something on the table is, line by line, and why a player cannot point at it now, if the rules say why."""
    reading = reading_of(request, game_id, request.query_params.get("path", ""))
    position = await read_position(web.acts, reading)
    if position is None:
        raise NotFound
    drawing = drawing_of(position, Look(reading.lang, reading.narrow))
    slug = position.game.meta.slug
    told = [*renderer_of(slug).about(drawing, thing)]
    rule = rule_about(slug, thing, reading.lang)
    if rule is not None:
        told = [*(told or filter(None, [rule.name])), rule.text]
    if position.composed is not None and thing not in drawing.legal:
        refused = await asyncio.to_thread(why_not, position.composed, position.path, thing)
        told += [refusal_in_words(position.game, refused, reading.lang)] if refused else []
    return Response("\n".join(told), media_type=MediaType.TEXT, headers={"Cache-Control": "no-store"})


HANDLERS = [table, other_seat, why]
