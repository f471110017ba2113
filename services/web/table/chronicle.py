"""The chronicle: the newest turns in words."""

from typing import NamedTuple

from services.play.deps import GameDeps
from services.play.positions import Reading
from services.queries.sources import ReadRequest
from services.queries.timeline import TurnAnswer, in_words
from services.queries.visible_log import open_log

MOST_RECORDS = 120
"""How much of the end of a log is told on the page; the rest is in the replay."""


class Chronicle(NamedTuple):
    """The newest turns, the newest one first; `more` says that there are earlier ones."""

    turns: list[TurnAnswer]
    more: bool


async def read_chronicle(games: GameDeps, reading: Reading) -> Chronicle:
    """The end of the log in words."""
    log = await open_log(games, ReadRequest(reading.game_id, reading.user, reading.code))
    start = max(log.version - MOST_RECORDS, 0)
    records = await games.tables.store.read(log.game_id, start, log.version - start)
    turns = await in_words(log, records, reading.lang)
    return Chronicle(turns[::-1], start > 0)
