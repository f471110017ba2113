"""A table as HTML: the whole page, or the part of it that a change has made another."""

import asyncio
from typing import Any, NamedTuple

import msgspec
from litestar import Response

from domain.kernel.clock import written
from domain.kernel.ids import GameId
from domain.kernel.timekeeping import deadline
from services.cache import Cache
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.asking import ask_of, is_secret
from services.queries.inbox import waiting_elsewhere
from services.queries.positions import Narrow, Position, PositionSource, Reading
from services.queries.proposing import may_propose
from services.queries.refusals import refusal_in_words
from services.web.compressed import HOLE, Sheet
from services.web.door import WebDoor
from services.web.pages import frame, html, render
from services.web.table.chronicle import read_chronicle, signed, told_lines
from services.web.table.dialogs import dialogs
from services.web.table.drawn import Look, draw, page_symbols, without
from services.web.table.heard import Heard, hear
from services.web.table.news import NewsOfTurn, news_of
from services.web.table.plan_told import PlanTold, plan_told
from services.web.table.turn_bar import joined, listed_choices, offered_steps, parted, shown_steps

FRAGMENT = "x-fragment"
"""The header with which a script asks for the table alone: `all` of it, or the `board` with the turn bar."""
KEPT = "x-kept"
"""The header with which a script names what it has of the drawing: that is not sent again."""
NARROW = "narrow"
"""A parameter, and a cookie that a script sets: whether the screen is that of a phone (1) or of a tablet (2)."""
_encode = msgspec.json.Encoder(order="deterministic").encode


class Word(NamedTuple):
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
        narrow=narrow_of(request),
        code=request.query_params.get("invitation"),
    )


def narrow_of(request: AnyRequest) -> Narrow:
    """Whether the table is shown on a phone or a tablet: a script says so, or else the browser."""
    told = request.query_params.get(NARROW) or request.headers.get("x-narrow") or request.cookies.get(NARROW)
    if told:
        return 2 if told == "2" else 1 if told == "1" else 0
    return 1 if request.headers.get("sec-ch-ua-mobile") == "?1" else 0


class _Around(NamedTuple):
    """What is told beside the position: talk, how many tables wait for the reader in all and elsewhere, the plan."""

    heard: Heard
    waiting: int
    elsewhere: int
    plan: PlanTold = PlanTold()


class _Shown(NamedTuple):
    """Everything that an answer is made from, but for the token of its forms."""

    part: str
    """Of the page: empty for all of it, else what a script asked for."""
    source: PositionSource | None
    path: tuple[str, ...]
    unjudged: bool
    narrow: Narrow
    news: NewsOfTurn
    said: str
    around: bytes
    renamed: int
    """How often anybody was: the chronicle calls people by their names."""
    frame: bytes
    kept: frozenset[str]


_SHEETS: Cache[_Shown, Sheet] = Cache(128)
"""Answers that were given lately, by all that they hold: whoever else asks for the same is shown the same."""


async def show(
    web: WebDoor, request: AnyRequest, position: Position, reading: Reading, said: Word | None = None, status: int = 200
) -> Response[bytes]:
    """The table in the frame of a page, or what a script asked for."""
    asked = request.headers.get(FRAGMENT, "")
    part = asked if asked in {"", "board"} else "all"
    said = said or _dropped(position, reading.lang)
    news = NewsOfTurn(position.version) if position.planning else await news_of(web.acts, position)
    around = await _around(web, position, reading, whole=part != "board")
    around = around._replace(plan=await plan_told(web.acts, position, reading))
    framed = frame(request, here="table", waiting=around.waiting, token=HOLE)
    shown = _Shown(
        part=part,
        source=position.source,
        path=position.path,
        unjudged=position.unjudged,
        narrow=reading.narrow,
        news=news,
        said=said.key if said else "",
        around=_encode(around),
        renamed=web.acts.names.renamed,
        frame=_encode(framed),
        kept=frozenset(request.headers.get(KEPT, "").split()) if part else frozenset(),
    )
    sheet = _SHEETS.get(shown)
    if sheet is None:
        context = await _context(web, position, reading, news, whole=part != "board")
        context["drawn"] = without(context["drawn"], shown.kept)
        context |= {"said": said, "fragment": bool(part), "heard": around.heard, "elsewhere": around.elsewhere}
        base = f"/games/{position.game_id}{'/plan' if position.planning else ''}"
        context |= {"plan": around.plan, "base": base}
        sheet = render("table/table.html" if part else "table/page.html", framed | context)
        if not (said and said.args):
            _SHEETS.put(shown, sheet)
    return html(request, sheet, status, await web.tokens.make(request))


async def _around(web: WebDoor, position: Position, reading: Reading, *, whole: bool) -> _Around:
    """A fragment for the board leaves out what pointing does not change."""
    user, elsewhere = reading.user, 0
    if user is not None and position.turn != "yours":
        elsewhere = await waiting_elsewhere(web.acts, user, reading.game_id)
    if not whole:
        return _Around(Heard([], 0, "", []), 0, elsewhere)
    if user is None:
        return _Around(await hear(web, position, reading), 0, 0)
    heard, waiting = await asyncio.gather(hear(web, position, reading), web.waiting(user))  # each takes two turns
    return _Around(heard, waiting, elsewhere)


async def _context(
    web: WebDoor, position: Position, reading: Reading, news: NewsOfTurn, *, whole: bool
) -> dict[str, Any]:
    """Everything else that the templates name."""
    look = Look(reading.lang, reading.narrow, frozenset() if position.drafted else news.changed, whole)
    found: dict[str, Any] = {
        "at": position,
        "drawn": draw(position, look),
        "news": news,
        "narrow": reading.narrow,
        "path_text": joined(position.path),
        "ask": ask_of(position, reading.lang),
        "secret": is_secret(position),
        "steps": shown_steps(position, reading.lang),
        "offered": offered_steps(position, reading.lang),
        "sets_up": may_propose(position.composed),
        "choices": listed_choices(position, reading.lang),
        "whole": whole,
        "due": due_of(position),
        "waiting_names": ", ".join(position.players[seat] for seat in position.to_act),
        "winners": ", ".join(position.players[seat] for seat in position.table.result.winners)
        if position.table.result
        else "",
    }
    if whole:
        found["symbols"], found["dialogs"] = page_symbols(position), dialogs(position, reading.lang)
        found["chronicle"] = await read_chronicle(web.acts, position, reading)
        found |= {"told_lines": told_lines, "signed": signed}
    return found


def _dropped(position: Position, lang: str) -> Word | None:
    """That a part of the stored draft is not legal any more, and why; what comes before it is kept."""
    refused = position.composed.refused if position.composed else None
    if refused is None:
        return None
    why = refusal_in_words(position.game, refused, lang)
    return Word("dropped", {"why": why, "kept": len(position.composed.commands) if position.composed else 0})


def due_of(position: Position) -> str | None:
    """When the reader's time runs out, or that of whoever acts."""
    table, seat = position.table, position.seat
    if table.clock is None or table.over:
        return None
    own = deadline(table.clock, table.clocks, seat) if seat is not None and position.turn == "yours" else None
    due = table.due() if own is None else own
    return None if due is None else written(due)
