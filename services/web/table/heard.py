"""What was said at a table last, as its reader may see it."""

from typing import NamedTuple

from domain.kernel.ids import GameId, UserId
from services.queries.positions import Position, Reading
from services.queries.talk import TalkLine, visible_lines
from services.store.chat.places import Platform
from services.web.door import WebDoor

MOST_LINES = 50


class NewestLines(NamedTuple):
    """The newest lines of the talk as a reader may see them; what comes after `last`, the page's stream tells."""

    lines: list[TalkLine]
    last: int


class Heard(NamedTuple):
    """The newest lines of the talk as the reader may see them, the last one, and the reader's own notes."""

    lines: list[TalkLine]
    last: int
    notes: str
    gone: list[Platform]
    """Where the table is talked of no longer since its channel is gone; told to those who sit at it."""


async def hear(web: WebDoor, position: Position, reading: Reading) -> Heard:
    """What was said last, and what the reader noted down."""
    said = await newest_lines(web, position.game_id, reading.user, reading.lang)
    if position.seat is None or reading.user is None:
        return Heard(*said, "", [])
    services = web.acts.services
    notes = await services.people.notes.get(position.game_id, reading.user)
    return Heard(*said, notes or "", await services.chat.bindings.gone(position.game_id))


async def newest_lines(web: WebDoor, game: GameId, user: UserId | None, lang: str) -> NewestLines:
    """What was said last, as a reader may see it."""
    services = web.acts.services
    newest = await services.talk.lines.length(game)
    lines = await services.talk.lines.read(game, max(0, newest - MOST_LINES), MOST_LINES) if newest else []
    told = await visible_lines(services.talk.mutes, web.acts.names, lines, user, lang)
    return NewestLines([line for line in told if line.removes is None], newest)
