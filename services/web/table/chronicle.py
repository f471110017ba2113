"""The chronicle: the newest turns in words."""

from typing import NamedTuple

from domain.kernel.ids import Seat, Version
from services.play.deps import GameDeps
from services.play.positions import Position, Reading
from services.queries.kept import Kept
from services.queries.newest_records import newest_records
from services.queries.sources import ReadRequest
from services.queries.timeline import TurnAnswer, in_words
from services.queries.visible_log import open_log

MOST_RECORDS = 120
"""How much of the end of a log is told on the page; the rest is in the replay."""


class Chronicle(NamedTuple):
    """The newest turns, the newest one first; `more` says that there are earlier ones."""

    turns: list[TurnAnswer]
    more: bool
    version: Version
    """Of the table when it was told: others may have gone on since the position was read."""


class _Telling(NamedTuple):
    """All that a chronicle depends on: the log by its head, whose share of it is told, in which language and names."""

    head: str
    seat: Seat | None
    lang: str
    renamed: int


_TOLD: Kept[_Telling, Chronicle] = Kept(256)


async def read_chronicle(games: GameDeps, position: Position, reading: Reading) -> Chronicle:
    """The end of the log in words."""
    telling = _Telling(position.head, position.seat, reading.lang, games.names.renamed)
    told = _TOLD.get(telling)
    if told is not None:
        return told
    log = await open_log(games, ReadRequest(reading.game_id, reading.user, reading.code))
    records = await newest_records(games.tables.store, log.game_id, position.version, position.head)
    turns = await in_words(log, records[-MOST_RECORDS:], reading.lang)
    told = Chronicle(turns[::-1], position.version > MOST_RECORDS, log.version)
    return _TOLD.put(telling, told) if log.version == position.version and log.seat == position.seat else told
