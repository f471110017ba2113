"""The chronicle: the newest turns in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from markupsafe import Markup, escape

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.lifecycle import CaretakerPlayed
from projections import timeline
from services.play.deps import GameDeps
from services.play.positions import Position, Reading
from services.queries.kept import Kept
from services.queries.newest_records import newest_records
from services.queries.timeline import TimelineLine, TurnAnswer, in_words
from services.queries.visible_log import VisibleLog

MOST_RECORDS = 120
"""How much of the end of a log is told on the page; the rest is in the replay."""


class Chronicle(NamedTuple):
    """The newest turns, the newest one first; `more` says that there are earlier ones."""

    turns: list[TurnAnswer]
    more: bool


class _Telling(NamedTuple):
    """All that a chronicle depends on: the log by its head, whose share of it is told, in which language and names."""

    head: str
    seat: Seat | None
    lang: str
    renamed: int


class _Reader(NamedTuple):
    """Who is told of which log, in which language and names."""

    game_id: GameId
    seat: Seat | None
    lang: str
    renamed: int


class _Past(NamedTuple):
    """Turns that nothing can change any more, up to the record with that hash; then another turn began."""

    version: Version
    head: str
    turns: Sequence[TurnAnswer]


_TOLD: Kept[_Telling, Chronicle] = Kept(256)
_PAST: Kept[_Reader, _Past] = Kept(256)
"""What was told of a log lately: it only grows, and what follows is told after it if its hash is still in the log."""


async def read_chronicle(games: GameDeps, position: Position, reading: Reading) -> Chronicle:
    """The end of the log in words."""
    telling = _Telling(position.head, position.seat, reading.lang, games.names.renamed)
    told = _TOLD.get(telling)
    if told is not None:
        return told
    log = _log_of(games, position, reading)
    newest = await newest_records(games.tables.store, log.game_id, position.version, position.head)
    turns = await _turns(log, newest[-MOST_RECORDS:], _Reader(log.game_id, log.seat, *telling[2:]))
    return _TOLD.put(telling, Chronicle(turns[::-1], position.version > MOST_RECORDS))


def _log_of(games: GameDeps, position: Position, reading: Reading) -> VisibleLog:
    """The log up to a position that its reader was let see: others may have gone on since, and that is not shown."""
    return VisibleLog(
        sources=games,
        game_id=position.game_id,
        game=position.game,
        version=position.version,
        user=reading.user,
        seat=position.seat,
        reader=position.seat,
        table=position.table,
        as_other=False,
        to_act=[*position.to_act],
        unjudged=position.unjudged,
    )


async def _turns(log: VisibleLog, records: Sequence[Record], reader: _Reader) -> list[TurnAnswer]:
    """Records in words; those of turns that had passed on when the same reader was told of them are not told again."""
    types = [record.envelope().type for record in records]
    if CaretakerPlayed.__name__ in types:  # who chose in whose place is known for sure from the start of a choice only
        return await in_words(log, records, reader.lang)
    past, done = _PAST.get(reader), 0
    if past is not None and records:
        done = past.version - records[0].envelope().version + 1
    if past is None or not 0 < done <= len(records) or records[done - 1].hash() != past.head:
        past, done = None, 0
    turns = _since(past.turns, records[0].envelope().version) if past else []
    turns += await in_words(log, records[done:], reader.lang)
    beginning = timeline.beginning(log.game)
    begun = next((at for at in range(len(records) - 1, done, -1) if types[at] in beginning), 0)
    if begun:
        version = records[begun - 1].envelope().version
        over = [turn for turn in turns if turn.lines[0].version <= version]
        _PAST.put(reader, _Past(version, records[begun - 1].hash(), over))
    return turns


def _since(turns: Sequence[TurnAnswer], version: Version) -> list[TurnAnswer]:
    """Turns without what lies before a version."""
    left = [(turn, [line for line in turn.lines if line.version >= version]) for turn in turns]
    return [
        turn if lines == turn.lines else msgspec.structs.replace(turn, lines=lines) for turn, lines in left if lines
    ]


def told_lines(turn: TurnAnswer, game_id: GameId, since: Version) -> Markup:
    """The lines of a turn as items of a list; those after a version are new to the reader."""
    items = [_item(game_id, line.version, line.text, _mark(line, since)) for line in turn.lines]
    return Markup("".join(items))  # noqa: S704 - escaped below


def _mark(line: TimelineLine, since: Version) -> str:
    if line.version > since:
        return "new"
    return "retracted" if line.retracted else ""


@lru_cache(maxsize=2**12)
def _item(game_id: GameId, version: int, text: str, mark: str) -> str:
    """Most lines stood on the page before, and a template takes long for each."""
    marked = f' class="{mark}"' if mark else ""
    return f'<li{marked}><a href="/games/{escape(game_id)}/replay?at={version}">{escape(text)}</a></li>'
