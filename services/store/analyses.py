"""The computer's analyses of finished games: each beside its game, and which of them are still to be made.

An analysis is made turn by turn. What was judged is kept at once, so that a worker may die at any moment; that the rest
is owed stands here, too. Never knows what an analysis says.
"""

from typing import NamedTuple

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, repeatable

_SUBJECT, _TURNS, _WHOLE, _TRIES, _FAILED = "subject", "turns", "whole", "tries", "failed"
_TURN = "turn "


class UnderWay(NamedTuple):
    """An analysis that is not whole."""

    subject: str
    """What is analysed, and by whom: turns of another subject are of no use."""
    turns: int
    """How many turns there are to judge; 0 as long as nobody has counted."""
    judged: dict[int, bytes]
    tries: int
    """How often somebody began to judge since the last turn was kept."""
    failed: bool


class Analyses:
    """Keeps the analyses. Whatever is written here can be written again without harm."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client

    async def whole(self, game: GameId) -> bytes | None:
        """The analysis of a game, once it is whole."""
        with reading():
            return await self._client.hget(keys.analysis(game), _WHOLE)

    async def under_way(self, game: GameId) -> UnderWay | None:
        """The analysis of a game as far as it was made; none if nobody asked for it, or it is whole."""
        with reading():
            found = {name.decode(): value for name, value in (await self._client.hgetall(keys.analysis(game))).items()}
        if not found or _WHOLE in found:
            return None
        judged = {int(name.removeprefix(_TURN)): value for name, value in found.items() if name.startswith(_TURN)}
        turns, tries = (int(found.get(name, b"0")) for name in (_TURNS, _TRIES))
        return UnderWay(found.get(_SUBJECT, b"").decode(), turns, judged, tries, failed=_FAILED in found)

    async def ask(self, game: GameId, at: Millis) -> None:
        """Owe an analysis, from now on or again. What was judged before stays; a whole one makes room."""
        with repeatable():
            await self._client.hset(keys.analysis(game), _TRIES, "0")
            await self._client.hdel(keys.analysis(game), _FAILED, _WHOLE)
            await self._client.zadd(KeyKind.ANALYSES_OWED, {game: at})

    async def owed(self) -> list[GameId]:
        """The games whose analysis is owed, the one that was asked for first before the others."""
        with reading():
            return [
                GameId(game.decode())
                for game in await self._client.zrangebyscore(KeyKind.ANALYSES_OWED, "-inf", "+inf")
            ]

    async def begin(self, game: GameId, subject: str, turns: int, tries: int) -> None:
        """Note that somebody judges so many turns, for the how manyth time. Turns of another subject are dropped."""
        key = keys.analysis(game)
        with repeatable():
            held = await self._client.hget(key, _SUBJECT)
            if held is not None and held.decode() != subject:
                await self._client.delete(key)
            told = {_SUBJECT: subject.encode(), _TURNS: b"%d" % turns, _TRIES: b"%d" % tries}
            await self._client.hset(key, mapping=told)

    async def keep_turn(self, game: GameId, number: int, turn: bytes) -> None:
        """Keep a turn that was judged."""
        with repeatable():
            await self._client.hset(keys.analysis(game), mapping={f"{_TURN}{number}": turn, _TRIES: b"0"})

    async def finish(self, game: GameId, whole: bytes) -> None:
        """Keep the whole analysis in place of its parts; nothing is owed any more."""
        key = keys.analysis(game)
        with repeatable():
            await self._client.hset(key, _WHOLE, whole)
            names = [name.decode() for name in await self._client.hkeys(key)]
            await self._client.hdel(key, _SUBJECT, *(name for name in names if name != _WHOLE))
            await self._client.zrem(KeyKind.ANALYSES_OWED, game)

    async def give_up(self, game: GameId) -> None:
        """Owe the analysis no longer, since it fails again and again; what was judged stays."""
        with repeatable():
            await self._client.hset(keys.analysis(game), _FAILED, "1")
            await self._client.zrem(KeyKind.ANALYSES_OWED, game)

    async def settle(self, game: GameId) -> None:
        """Owe no analysis of a game: it is whole."""
        with repeatable():
            await self._client.zrem(KeyKind.ANALYSES_OWED, game)

    async def drop(self, game: GameId) -> None:
        """Owe no analysis of a game, and keep nothing of it."""
        with repeatable():
            await self._client.delete(keys.analysis(game))
            await self._client.zrem(KeyKind.ANALYSES_OWED, game)
