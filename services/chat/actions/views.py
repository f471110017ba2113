"""What a table looks like and what happened there: board, hand, log, recap, points, clocks, proof."""

from collections.abc import Sequence

from domain.kernel.clock import SECOND
from domain.kernel.ids import Seat
from domain.kernel.table import Table
from domain.kernel.timekeeping import deadline
from services.acts.terms import clock_words, duration
from services.chat.action import Action
from services.chat.actions.lobby import lobby_message
from services.chat.call import ChatCall, NoSeatError
from services.chat.here import tables_here
from services.chat.message import (
    Answer,
    BoardWanted,
    Bold,
    Button,
    ChatLine,
    ChatPicture,
    LinkButton,
    Message,
    newest_lines,
    text_line,
)
from services.chat.reference import Reference
from services.chat.standing import moment, score_line, standing_lines, title_line
from services.chat.tables import AT_TABLE
from services.queries.positions import Position, Reading, position_of, read_position
from services.queries.queries import ReadRequest
from services.queries.score_sheet import ScoreSheet, read_score_sheet
from services.queries.timeline import TurnAnswer, in_short, read_recap
from services.queries.verdict import Verdicts
from services.queries.visible_log import VisibleLog, open_log

_RECORDS = 40
"""How much of the end of a log is told; the rest is in the browser."""
_LINES, _CHARACTERS = 25, 2800
"""As much as a message holds on any platform."""
_VERDICTS = Verdicts()


@Action("board", command=AT_TABLE, stores="never", who="anybody", looks_back=True, draws=True)
async def board(call: ChatCall) -> Answer:
    """The board: for everybody if it is asked for where the table lives, as the caller sees it otherwise."""
    public = not call.pressed and call.game in await tables_here(call)
    position = await _public_position(call) if public else await read_position(call.acts, call.reading)
    if position is None:
        return await lobby_message(call, public=public)
    lines = (title_line(call, position), *standing_lines(call, position), score_line(position))
    return _pictured(call, position, lines, public=public)


@Action("hand", command=AT_TABLE, stores="never", draws=True)
async def hand(call: ChatCall) -> Answer:
    """The table with what only the caller may see."""
    position = await read_position(call.acts, call.reading)
    if position is None:
        return await lobby_message(call)
    if position.seat is None:
        raise NoSeatError
    return _pictured(call, position, (title_line(call, position), call.line("hand.only_you", "small")))


async def _public_position(call: ChatCall) -> Position | None:
    """The table where it lives, as everybody there may see it."""
    tables = call.acts.tables
    async with tables.lock(call.game):
        newest = await tables.current(call.game)
        if newest.match.state is None:
            return None
        return await position_of(call.acts, newest, Reading(call.game, None, call.lang))


def _pictured(call: ChatCall, position: Position, lines: Sequence[ChatLine], *, public: bool = False) -> Message:
    alt = call.say("board.alt", game=position.game.name_in(call.lang))
    wanted = BoardWanted(call.game, position.version, call.lang, None if public else call.user)
    main = call.button(Reference(action="move", game=call.game), "main")
    others = [call.button(Reference(action=one, game=call.game)) for one in ("hand", "log", "scores", "table")]
    return Message(
        lines=tuple(lines),
        picture=ChatPicture(alt, wanted),
        buttons=(main, *others, call.browser()),
        private=not public,
        replaces=call.in_place and not public,
    )


@Action("log", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
async def log(call: ChatCall) -> Answer:
    """The newest turns in words."""
    log_ = await _open(call)
    start = max(log_.version - _RECORDS, 0)
    records = await call.acts.tables.store.read(log_.game_id, start, log_.version - start)
    newest = await in_short(log_, records, call.lang)
    return _looked_back(call, "log.title", _turn_lines(newest.turns))


@Action("recap", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
async def recap(call: ChatCall) -> Answer:
    """What happened since the asker's last turn, and what everybody gained."""
    log_ = await _open(call)
    recap_ = await read_recap(log_, None, call.lang)
    players = await log_.players(call.lang)
    gained = [f"{name} {points:+}" for name, points in zip(players, recap_.points, strict=True) if points]
    lines = _turn_lines(recap_.turns) or [call.line("recap.nothing")]
    if gained:
        lines.append(call.line("recap.gained", "small", gained=" · ".join(gained)))
    return _looked_back(call, "recap.title", lines)


@Action("scores", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
async def scores(call: ChatCall) -> Answer:
    """Who has how many points, and from what."""
    log_ = await _open(call)
    sheet = await read_score_sheet(log_, call.lang)
    order = sorted(range(len(sheet.players)), key=lambda seat: -sheet.totals[seat])
    lines = [line for seat in order for line in _seat_lines(call, sheet, seat)]
    return _looked_back(call, "scores.title", lines)


def _seat_lines(call: ChatCall, sheet: ScoreSheet, seat: int) -> list[ChatLine]:
    sources: dict[str, int] = {}
    for line in sheet.lines:
        if line.entry.seat == seat and line.entry.points:
            sources[line.entry.text] = sources.get(line.entry.text, 0) + line.entry.points
    shares = [f"{text} {points:+}" for text, points in sorted(sources.items(), key=lambda one: -one[1])]
    head = call.line("scores.seat", name=Bold(sheet.players[seat]), points=sheet.totals[seat])
    return [head, text_line(" · ".join(shares), "small")] if shares else [head]


@Action("clock", command=AT_TABLE, stores="never", who="anybody")
async def clock(call: ChatCall) -> Answer:
    """How long everybody may still take."""
    log_ = await _open(call)
    table, players = log_.table, await log_.players(call.lang)
    lines = [text_line(clock_words(table.clock, call.lang))]
    if table.clocks.paused:
        lines.append(call.line("clock_of.paused"))
    for seat in table.humans() if table.clock else ():
        lines += _clock_lines(call, table, seat, players[seat])
    return _looked_back(call, "clock_of.title", lines)


def _clock_lines(call: ChatCall, table: Table, seat: Seat, name: str) -> list[ChatLine]:
    clocks, lines = table.clocks, list[ChatLine]()
    due = deadline(table.clock, clocks, seat) if table.clock and table.phase == "active" else None
    if due is not None:
        lines.append(call.line("clock_of.until", name=Bold(name), moment=moment(call, due)))
    bank = clocks.banks[seat] // SECOND if clocks.banks else 0
    if bank:
        lines.append(call.line("clock_of.bank", "small", name=name, time=duration(bank, call.lang)))
    away = clocks.absence_of(seat)
    if away is not None and away.end > away.start:
        times = {"first": moment(call, away.start), "last": moment(call, away.end)}
        lines.append(call.line("clock_of.away", "small", name=name, **times))
    return lines


@Action("verify", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
async def verify(call: ChatCall) -> Answer:
    """Whether the record of the game holds, and what that proves."""
    log_ = await _open(call)
    players = await log_.players(call.lang)
    verdict = await _VERDICTS.read(call.acts, ReadRequest(log_.game_id, call.user), call.lang, players)
    lines = [
        call.line(f"verify.{'failed' if verdict.failures else 'holds'}"),
        *(text_line(f"✓ {text}") for text in verdict.proven),
        *(text_line(f"– {text}") for text in verdict.unproven),
        call.line("verify.head", "small", version=verdict.version, head=verdict.head),
    ]
    page = LinkButton(call.say("button.record"), f"{call.acts.public_url}/games/{log_.game_id}/record")
    return _looked_back(call, "verify.title", lines, page)


async def _open(call: ChatCall) -> VisibleLog:
    """The log of the table that is meant, as far as the asker may read it; looking back is counted."""
    person = call.request.person.account
    call.look_backs.take(f"{person.platform} {person.workspace} {person.user}")
    return await open_log(call.acts, ReadRequest(call.game, call.user))


def _turn_lines(turns: Sequence[TurnAnswer]) -> list[ChatLine]:
    """Turns in words, the newest as far as there is room."""
    lines = []
    for turn in turns:
        texts = [line.text for line in turn.lines if not line.retracted]
        if texts:
            lines.append(text_line(" ".join(texts)))
    return newest_lines(lines, _LINES, _CHARACTERS)


def _looked_back(call: ChatCall, title: str, lines: Sequence[ChatLine], *more: LinkButton) -> Message:
    buttons: list[Button | LinkButton] = [call.button_here("table"), *more, call.browser()]
    return call.tell(call.line(title, "heading"), *lines, buttons=buttons)
