"""The stored lobby: a row a game, and sorted indexes of games by time for everyone and for each person."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from domain.kernel.ids import GameId, UserId
from projections.lobby import LobbyRow
from services.store.client import Client
from services.store.guard import reading
from services.store.scripts import Script

ROWS, VERSIONS, CHECKPOINTS, ALL = "{lobby}:rows", "{lobby}:versions", "{lobby}:checkpoints", "{lobby}:all"
_CHUNK = 100
_START = "0-0"


class Page(NamedTuple):
    """Rows, newest first, and where the next page begins."""

    rows: list[LobbyRow]
    next: str | None


class LobbyRows:
    """Reads and writes the lobby's rows."""

    def __init__(self, client: Client) -> None:
        """Keep them in one hash slot, so that rows and checkpoint change together."""
        self._client = client
        self._store = Script("lobby")

    async def checkpoint(self, partition: int) -> str:
        """How far a partition of the feed was read."""
        with reading():
            found = await self._client.hget(CHECKPOINTS, str(partition))
        return _START if found is None else found.decode()

    async def store(self, partition: int, checkpoint: str, rows: Sequence[LobbyRow]) -> None:
        """Keep rows and checkpoint, all or nothing."""
        names = [ROWS, VERSIONS, CHECKPOINTS, ALL]
        arguments: list[object] = [partition, checkpoint, len(rows)]
        for row in rows:
            places = [names.index(ALL) + 1]
            for user in sorted(row.people()):
                names.append(_of(user))
                places.append(len(names))
            time = datetime.fromisoformat(row.created_at).timestamp()
            arguments += [row.game_id, row.version, time, msgspec.json.encode(row), len(places), *places]
        with reading():  # repeating it changes nothing, so it need not be known whether it was written
            await self._store.run(self._client, names, arguments)

    async def version(self, game: GameId) -> int:
        """The version that a game's row was made from."""
        with reading():
            return int(await self._client.hget(VERSIONS, game) or 0)

    async def page(
        self, user: UserId | None, wanted: Callable[[LobbyRow], bool], cursor: str | None, size: int
    ) -> Page:
        """The games of a user (or all), newest first, as far as they are wanted."""
        index = ALL if user is None else _of(user)
        top, last = _parsed(cursor)
        rows: list[LobbyRow] = []
        start = 0
        while True:
            with reading():
                found = await self._client.zrevrangebyscore(
                    index, top, "-inf", start=start, num=_CHUNK, withscores=True
                )
                stored = await self._client.hmget(ROWS, [game for game, _ in found]) if found else []
            for (game, score), text in zip(found, stored, strict=True):
                if text is None or (last is not None and score == float(top) and game >= last):
                    continue
                row = msgspec.json.decode(text, type=LobbyRow)
                if wanted(row):
                    rows.append(row)
                    if len(rows) == size:
                        return Page(rows, f"{score!r}:{game.decode()}")
            if len(found) < _CHUNK:
                return Page(rows, None)
            start += _CHUNK


def _parsed(cursor: str | None) -> tuple[str, bytes | None]:
    """Where a page begins: the score and the game after which it starts."""
    if cursor is None:
        return "+inf", None
    score, _, game = cursor.partition(":")
    return score, game.encode()


def _of(user: UserId) -> str:
    return f"{{lobby}}:user:{user}"
