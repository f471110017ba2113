"""What was said at a table last, as its reader may see it."""

from typing import NamedTuple

from domain.kernel.ids import GameId, UserId
from services.play.positions import Position, Reading
from services.queries.talk import TalkLine, visible_lines
from services.web.deps import WebDeps

MOST_LINES = 50


class Heard(NamedTuple):
    """The newest lines of the talk as the reader may see them, and the reader's own notes."""

    lines: list[TalkLine]
    notes: str


async def hear(web: WebDeps, position: Position, reading: Reading) -> Heard:
    """What was said last, and what the reader noted down."""
    lines = await newest_lines(web, position.game_id, reading.user, reading.lang)
    seated = position.seat is not None and reading.user is not None
    notes = await web.games.notes.get(position.game_id, reading.user) if seated and reading.user else None
    return Heard(lines, notes or "")


async def newest_lines(web: WebDeps, game: GameId, user: UserId | None, lang: str) -> list[TalkLine]:
    """What was said last, as a reader may see it."""
    services = web.services
    newest = await services.talk.length(game)
    lines = await services.talk.read(game, max(0, newest - MOST_LINES), MOST_LINES) if newest else []
    told = await visible_lines(services.mutes, web.games.names, lines, user, lang)
    return [line for line in told if line.removes is None]
