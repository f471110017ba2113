"""A table as HTML: the whole page, or the part of it that a change has made another."""

from typing import Any, NamedTuple

from litestar import Response

from domain.kernel.clock import written
from domain.kernel.ids import GameId
from domain.kernel.timekeeping import deadline
from services.identity.callers import user_of
from services.identity.language import language_of
from services.play.asking import ask_of, is_secret
from services.play.deps import AnyRequest
from services.play.positions import Position, Reading
from services.queries.inbox import waiting_elsewhere
from services.queries.refusals import refusal_in_words
from services.web.deps import WebDeps
from services.web.pages import frame, html, render
from services.web.table.chronicle import read_chronicle
from services.web.table.drawn import Look, draw, page_symbols
from services.web.table.heard import hear
from services.web.table.news import News
from services.web.table.turn_bar import joined, listed_choices, parted

FRAGMENT = "x-fragment"
"""The header with which a script asks for the table alone: `all` of it, or the `board` with the turn bar."""
NARROW = "narrow"
"""A parameter, and a cookie that a script sets: whether the screen is that of a phone."""
NEWS = News()


class Said(NamedTuple):
    """Something to tell the reader about what was just asked for: a key below `table.said.`, and what fills it."""

    key: str
    args: dict[str, Any] = {}


def reading_of(request: AnyRequest, game_id: str, path: str = "") -> Reading:
    """Who asks for a table and how."""
    return Reading(
        GameId(game_id),
        user_of(request),
        language_of(request),
        parted(path),
        narrow=is_narrow(request),
        code=request.query_params.get("invitation"),
    )


def is_narrow(request: AnyRequest) -> bool:
    """Whether the table is shown on a phone: a script says so, or else the browser."""
    told = request.query_params.get(NARROW) or request.headers.get("x-narrow") or request.cookies.get(NARROW)
    return told == "1" if told else request.headers.get("sec-ch-ua-mobile") == "?1"


async def show(
    web: WebDeps, request: AnyRequest, position: Position, reading: Reading, said: Said | None = None, status: int = 200
) -> Response[bytes]:
    """The table in the frame of a page, or what a script asked for."""
    part = request.headers.get(FRAGMENT, "")
    context = await _context(web, position, reading, whole=part != "board")
    if reading.user is not None and position.turn != "yours":
        context["elsewhere"] = await waiting_elsewhere(web.games, reading.user, reading.game_id)
    context |= {"said": said or _dropped(position, reading.lang), "fragment": bool(part)}
    if not part:
        symbols = page_symbols(position)
        return await web.page(request, "table/page.html", status=status, here="table", symbols=symbols, **context)
    framed = frame(request, token=await web.tokens.make(request), **context)
    if part != "board" and reading.user is not None:
        framed["waiting"] = await web.waiting(reading.user)
    return html(request, render("table/table.html", framed), status)


async def _context(web: WebDeps, position: Position, reading: Reading, *, whole: bool) -> dict[str, Any]:
    """Everything that the templates name. A fragment for the board leaves out what pointing does not change."""
    news = await NEWS.of(web.games, position)
    look = Look(reading.lang, reading.narrow, frozenset() if position.drafted else news.changed, whole)
    drawn = await draw(position, look)
    found: dict[str, Any] = {
        "at": position,
        "drawn": drawn,
        "said": None,
        "news": news,
        "narrow": reading.narrow,
        "path_text": joined(position.path),
        "ask": ask_of(position, reading.lang),
        "secret": is_secret(position),
        "choices": listed_choices(position, reading.lang),
        "whole": whole,
        "due": due_of(position),
        "waiting_names": ", ".join(position.players[seat] for seat in position.to_act),
        "winners": ", ".join(position.players[seat] for seat in position.table.result.winners)
        if position.table.result
        else "",
        "elsewhere": 0,
        "tour": position.seat is not None and position.turn != "over",
    }
    if whole:
        found["chronicle"] = await read_chronicle(web.games, position, reading)
        found["heard"] = await hear(web, position, reading)
    return found


def _dropped(position: Position, lang: str) -> Said | None:
    """That a part of the stored draft is not legal any more, and why; what comes before it is kept."""
    refused = position.composed.refused if position.composed else None
    if refused is None:
        return None
    why = refusal_in_words(position.game, refused, lang)
    return Said("dropped", {"why": why, "kept": len(position.composed.commands) if position.composed else 0})


def due_of(position: Position) -> str | None:
    """When the reader's time runs out, or that of whoever acts."""
    table, seat = position.table, position.seat
    if table.clock is None or table.over:
        return None
    own = deadline(table.clock, table.clocks, seat) if seat is not None and position.turn == "yours" else None
    due = table.due() if own is None else own
    return None if due is None else written(due)
