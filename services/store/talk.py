"""Table talk: what people say at a table, in a stream of its own beside the log and never a part of it.

The stream tells who said something and when; the words lie in a hash beside it, so that a line can be removed while
its place stays. A removal is an entry of the stream too: a reader that follows the stream learns of both.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.errors import KeyReused
from domain.kernel.ids import GameId, UserId
from services.free_text import LINE
from services.store import keys
from services.store.client import Client
from services.store.events import CommandKey
from services.store.redis_errors import reading, writing
from services.store.scripts import Script

_LAST = 2**53
"""No line has a higher number; Redis itself takes none above 2**64."""


class StoredLine(msgspec.Struct, frozen=True):
    """Something said, or the removal of something said before."""

    number: int
    at: str
    user: UserId
    text: str | None
    """The words, as they were sent; none if they were removed, and none in a removal."""
    removes: int | None = None


class Said(NamedTuple):
    """Where a line stands. `repeated`: it was said by an earlier request with the same key."""

    number: int
    repeated: bool = False


class Talk:
    """Reads and writes the talk of tables. Never decides what a person may do."""

    def __init__(self, client: Client) -> None:
        """Keep it beside the logs."""
        self._client = client
        self._say = Script("talk_say", "moving")
        self._remove = Script("talk_remove", "moving")

    async def say(self, game: GameId, user: UserId, text: str, at: str, key: CommandKey) -> Said:
        """Add a line, once for each key."""
        LINE.checked(text)
        with writing():
            number, body, repeated = await self._say.run(
                self._client, keys.talk(game), [game, keys.TALK, key.key, key.body, user, at, text.encode()]
            )
        if body.decode() != key.body:
            raise KeyReused
        return Said(int(number), repeated=bool(repeated))

    async def remove(self, game: GameId, number: int, user: UserId, at: str) -> bool:
        """Remove the words of a line; whether there were any."""
        with writing():
            return bool(await self._remove.run(self._client, keys.talk(game), [game, keys.TALK, number, user, at]))

    async def length(self, game: GameId) -> int:
        """The number of the newest line."""
        with reading():
            return await self._client.xlen(keys.talk(game).stream)

    async def read(self, game: GameId, after: int, limit: int | None = None) -> list[StoredLine]:
        """The lines after a number, in order."""
        places = keys.talk(game)
        with reading():
            rows = await self._client.xrange(places.stream, min=f"{after + 1}-0", count=limit)
            numbers = [row_id.decode().partition("-")[0] for row_id, _ in rows]
            texts = await self._client.hmget(places.texts, numbers) if numbers else []
        return [_line(*parts) for parts in zip(numbers, (row for _, row in rows), texts, strict=True)]

    async def line(self, game: GameId, number: int) -> StoredLine | None:
        """One line."""
        found: Sequence[StoredLine] = await self.read(game, number - 1, 1) if 0 < number <= _LAST else ()
        return found[0] if found else None


def _line(number: str, row: Mapping[bytes, bytes], text: bytes | None) -> StoredLine:
    removes = int(row[b"removes"]) if b"removes" in row else None
    words = None if text is None else text.decode()
    return StoredLine(int(number), row[b"at"].decode(), UserId(row[b"user"].decode()), words, removes)
