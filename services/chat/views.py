"""What a table looks like and what happened there: board, hand, log, recap, points, clocks, proof."""

from collections.abc import Sequence

from domain.kernel.clock import SECOND
from domain.kernel.ids import GameId, Seat
from domain.kernel.table import Table
from domain.kernel.timekeeping import deadline
from services.chat.asked import HERE, Actions, Asked
from services.chat.bound import tables_at
from services.chat.lobby import lobby_message
from services.chat.seats import NoSeatError
from services.chat.standing import browser_button, moment, score_line, standing_lines, title_line
from services.chat.tables import table_of
from services.outbound.chat.message import (
    Answer,
    BoardWanted,
    Bold,
    Button,
    Line,
    LinkButton,
    Message,
    Picture,
    Plain,
)
from services.outbound.chat.reference import Reference
from services.play.positions import Position, Reading, position_of, read_position
from services.play.terms import clock_words, duration
from services.queries.score_sheet import ScoreSheet, read_score_sheet
from services.queries.sources import ReadRequest
from services.queries.timeline import TurnAnswer, in_words, read_recap
from services.queries.verdict import Verdicts
from services.queries.visible_log import VisibleLog, open_log

_RECORDS = 40
"""How much of the end of a log is told; the rest is in the browser."""
_LINES, _CHARACTERS = 25, 2800
"""As much as a message holds on any platform."""
_VERDICTS = Verdicts()


async def board(asked: Asked) -> Answer:
    """The board: for everybody if it is asked for where the table lives, as the asker sees it otherwise."""
    game = await table_of(asked)
    public = not asked.pressed and game in await tables_at(asked.deps, asked.request.place)
    position = await _position(asked, game, public=public)
    if position is None:
        return await lobby_message(asked, game, public=public)
    lines = (title_line(asked, position), *standing_lines(asked, position), score_line(position))
    return _picture(asked, position, lines, public=public)


async def hand(asked: Asked) -> Answer:
    """The table with what only the asker may see."""
    game, _ = await table_of(asked), asked.principal
    position = await _position(asked, game)
    if position is None:
        return await lobby_message(asked, game)
    if position.seat is None:
        raise NoSeatError
    return _picture(asked, position, (title_line(asked, position), asked.line("hand.only_you", "small")))


async def _position(asked: Asked, game: GameId, *, public: bool = False) -> Position | None:
    """The table as the asker may see it; where it lives, as everybody there may."""
    games = asked.deps.games
    if not public:
        return await read_position(games, Reading(game, asked.user, asked.lang))
    async with games.tables.lock(game):
        newest = await games.tables.current(game)
        if newest.match.state is None:
            return None
        return await position_of(games, newest, Reading(game, None, asked.lang))


def _picture(asked: Asked, position: Position, lines: Sequence[Line], *, public: bool = False) -> Message:
    game = position.game_id
    viewer = None if public else asked.user
    alt = asked.say("board.alt", game=position.game.name_in(asked.lang))
    return Message(
        lines=tuple(lines),
        picture=Picture(alt, BoardWanted(game, position.version, asked.lang, viewer)),
        buttons=(*table_buttons(asked, game), browser_button(asked, game)),
        private=not public,
        replaces=asked.replaces and not public,
    )


def table_buttons(asked: Asked, game: GameId) -> list[Button]:
    """What is asked for most often at a table that is played."""
    main = asked.button(Reference(action="move", game=game), "main")
    return [main, *(asked.button(Reference(action=one, game=game)) for one in ("hand", "log", "scores", "table"))]


async def log(asked: Asked) -> Answer:
    """The newest turns in words."""
    opened = await _opened(asked)
    start = max(opened.version - _RECORDS, 0)
    records = await asked.deps.games.tables.store.read(opened.game_id, start, opened.version - start)
    turns = await in_words(opened, records, asked.lang)
    return _told(asked, opened, asked.line("log.title", "heading"), _turn_lines(turns))


async def recap(asked: Asked) -> Answer:
    """What happened since the asker's last turn, and what everybody gained."""
    opened = await _opened(asked)
    told = await read_recap(opened, None, asked.lang)
    players = await opened.players(asked.lang)
    gained = [f"{name} {points:+}" for name, points in zip(players, told.points, strict=True) if points]
    lines = _turn_lines(told.turns) or [asked.line("recap.nothing")]
    if gained:
        lines.append(asked.line("recap.gained", "small", gained=" · ".join(gained)))
    return _told(asked, opened, asked.line("recap.title", "heading"), lines)


async def scores(asked: Asked) -> Answer:
    """Who has how many points, and from what."""
    opened = await _opened(asked)
    sheet = await read_score_sheet(opened, asked.lang)
    order = sorted(range(len(sheet.players)), key=lambda seat: -sheet.totals[seat])
    lines = [line for seat in order for line in _seat_lines(asked, sheet, seat)]
    return _told(asked, opened, asked.line("scores.title", "heading"), lines)


def _seat_lines(asked: Asked, sheet: ScoreSheet, seat: int) -> list[Line]:
    sources: dict[str, int] = {}
    for line in sheet.lines:
        if line.entry.seat == seat and line.entry.points:
            sources[line.entry.text] = sources.get(line.entry.text, 0) + line.entry.points
    told = [f"{text} {points:+}" for text, points in sorted(sources.items(), key=lambda one: -one[1])]
    head = asked.line("scores.seat", name=Bold(sheet.players[seat]), points=sheet.totals[seat])
    return [head, Line((Plain(" · ".join(told)),), "small")] if told else [head]


async def clock(asked: Asked) -> Answer:
    """How long everybody may still take."""
    opened = await _opened(asked)
    table, players = opened.table, await opened.players(asked.lang)
    lines = [Line((Plain(clock_words(table.clock, asked.lang)),))]
    if table.clocks.paused:
        lines.append(asked.line("clock_of.paused"))
    for seat in table.humans() if table.clock else ():
        lines += _clock_lines(asked, table, seat, players[seat])
    return _told(asked, opened, asked.line("clock_of.title", "heading"), lines)


def _clock_lines(asked: Asked, table: Table, seat: Seat, name: str) -> list[Line]:
    clocks, lines = table.clocks, list[Line]()
    due = deadline(table.clock, clocks, seat) if table.clock and table.phase == "active" else None
    if due is not None:
        lines.append(asked.line("clock_of.until", name=Bold(name), moment=moment(asked, due)))
    bank = clocks.banks[seat] // SECOND if clocks.banks else 0
    if bank:
        lines.append(asked.line("clock_of.bank", "small", name=name, time=duration(bank, asked.lang)))
    away = clocks.absence_of(seat)
    if away is not None and away.end > away.start:
        times = {"first": moment(asked, away.start), "last": moment(asked, away.end)}
        lines.append(asked.line("clock_of.away", "small", name=name, **times))
    return lines


async def verify(asked: Asked) -> Answer:
    """Whether the record of the game holds, and what that proves."""
    opened = await _opened(asked)
    players = await opened.players(asked.lang)
    found = await _VERDICTS.read(asked.deps.games, ReadRequest(opened.game_id, asked.user), asked.lang, players)
    lines = [
        asked.line(f"verify.{'failed' if found.failures else 'holds'}"),
        *(Line((Plain(f"✓ {text}"),)) for text in found.proven),
        *(Line((Plain(f"– {text}"),)) for text in found.unproven),
        asked.line("verify.head", "small", version=found.version, head=found.head),
    ]
    page = LinkButton(asked.say("button.record"), f"{asked.deps.games.public_url}/games/{opened.game_id}/record")
    return _told(asked, opened, asked.line("verify.title", "heading"), lines, [page])


async def _opened(asked: Asked) -> VisibleLog:
    """The log of the table that is meant, as far as the asker may read it; looking back is counted."""
    game, person = await table_of(asked), asked.request.person.account
    asked.deps.look_backs.take(f"{person.platform} {person.workspace} {person.user}")
    return await open_log(asked.deps.games, ReadRequest(game, asked.user))


def _turn_lines(turns: Sequence[TurnAnswer]) -> list[Line]:
    """Turns in words, the newest as far as there is room."""
    lines = []
    for turn in turns:
        texts = [line.text for line in turn.lines if not line.retracted]
        if texts:
            lines.append(Line((Plain(" ".join(texts)),)))
    return _newest(lines[-_LINES:])


def _newest(lines: list[Line]) -> list[Line]:
    """The last ones, as many as a message holds."""
    room, kept = _CHARACTERS, 0
    for line in reversed(lines):
        room -= sum(len(piece.text) for piece in line.pieces if isinstance(piece, Plain))
        if room < 0 and kept:
            break
        kept += 1
    return lines[len(lines) - kept :]


def _told(
    asked: Asked, opened: VisibleLog, title: Line, lines: Sequence[Line], more: Sequence[LinkButton] = ()
) -> Message:
    game = opened.game_id
    table = asked.button(Reference(action="table", game=game, part=HERE))
    return Message(
        lines=(title, *lines),
        buttons=(table, *more, browser_button(asked, game)),
        private=True,
        replaces=asked.replaces,
    )


ACTIONS: Actions = {
    "board": board,
    "hand": hand,
    "log": log,
    "recap": recap,
    "scores": scores,
    "clock": clock,
    "verify": verify,
}
