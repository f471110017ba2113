"""Drops the keys of requests once nobody can repeat them.

A request that came with a client's key may be repeated by that client, for as many days as the operator says. One that
came without is sent again only by the server itself, for seconds. What stands under a name of our own ("opened as
rematch", "bot 0") says once and for all that it was done, and so does whatever made the game: those keys stay.
"""

import re

from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import Client
from services.store.events import remembered_at
from services.store.redis_errors import reading, repeatable

_ONCE = re.compile(rf"{keys.USER_ID}:.+:[0-9a-f]{{64}}", re.DOTALL)
"""A client's key: user, route and the hash of it."""
_PASSING = re.compile(r"[0-9a-f]{20,32}|[a-z]+-.+-\d+", re.DOTALL)
"""The id of a command that came without a key, or of a job's choice at a version, which is past."""


class OldKeys:
    """Drops what is remembered of the requests of a game."""

    def __init__(self, client: Client) -> None:
        """Use the Redis of the logs."""
        self._client = client

    async def drop(self, game: GameId, *, until: int, passing_until: int | None = None) -> int:
        """Drop the keys of requests that were carried out by a version; gives how many.

        Those that only the server itself can repeat are dropped up to `passing_until`, if that is later.
        """
        name = keys.of(game).commands
        with reading():
            found = await self._client.hgetall(name)
        old = []
        for field, memo in found.items():
            key, (first, last) = field.decode(), remembered_at(memo)
            passing = _PASSING.fullmatch(key) is not None
            limit = max(until, passing_until or 0) if passing else until
            if first > 1 and last <= limit and (passing or _ONCE.fullmatch(key)):
                old.append(key)
        if old:
            with repeatable():
                await self._client.hdel(name, *old)
        return len(old)
