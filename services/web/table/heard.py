"""What was said at a table last, as its reader may see it."""

from typing import NamedTuple

from services.queries.talk import TalkLine, visible_lines
from services.web.deps import WebDeps
from services.web.table.position import Position, Reading

MOST_LINES = 50


class Heard(NamedTuple):
    """The newest lines of the talk as the reader may see them, and the reader's own notes."""

    lines: list[TalkLine]
    notes: str


async def hear(web: WebDeps, position: Position, reading: Reading) -> Heard:
    """What was said last."""
    services, game = web.services, position.game_id
    newest = await services.talk.length(game)
    lines = await services.talk.read(game, max(0, newest - MOST_LINES), MOST_LINES) if newest else []
    told = await visible_lines(services.mutes, web.games.names, lines, reading.user, reading.lang)
    seated = position.seat is not None and reading.user is not None
    notes = await web.games.notes.get(game, reading.user) if seated and reading.user else None
    return Heard([line for line in told if line.removes is None], notes or "")
