"""Snapshots of folded games: a cache and nothing else. Deleting them all changes nothing but time.

A snapshot is taken at a barrier, so that no undo can reach behind it, and it is used only if it was made by the same
rules, data and shape of state; anything else is folded from the log again.
"""

import hashlib
from functools import cache
from typing import Any

import msgspec

from domain.kernel.errors import NotFound, StoreFull, StoreUnavailable
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from domain.kernel.table import Table
from domain.registry import Registry
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import repeatable


class Snapshot(msgspec.Struct, array_like=True):
    """A folded log up to `version`."""

    made_by: str
    version: Version
    head: str
    table: Table
    state: msgspec.Raw

    def restore(self, game: AnyGame, secret: bytes) -> Match:
        """The match that was folded."""
        match = Match(game, secret)
        match.table = self.table
        match.state = msgspec.msgpack.decode(self.state, type=game.state_type | None)
        return match


class Snapshots:
    """Keeps the snapshots of each game: the newest, and one for every so many versions before it."""

    def __init__(self, client: Client, *, every: int = 32, kept: int = 256) -> None:
        """Keep them in the same Redis as the logs.

        A new one is worth its price `every` so many versions; of those of `kept` versions the last one stays, for
        whoever looks back.
        """
        self.every = every
        self._kept = kept
        self._client = client

    async def save(self, game_id: GameId, match: Match, version: Version, head: str, before: int = 0) -> None:
        """Keep the fold of a log up to a barrier, perhaps in place of the newest one `before` it.

        A store that is full or does not answer costs only time.
        """
        state = msgspec.Raw(msgspec.msgpack.encode(match.state))
        snapshot = Snapshot(fingerprint(match.game), version, head, match.table, state)
        try:
            with repeatable():
                await self._client.hset(keys.snapshots(game_id), str(version), msgspec.msgpack.encode(snapshot))
                if before and before // self._kept == version // self._kept:
                    await self._client.hdel(keys.snapshots(game_id), str(before))
        except (StoreFull, StoreUnavailable):
            return


def usable(stored: bytes, registry: Registry) -> Snapshot | None:
    """A stored snapshot, if it is one that today's code can use."""
    try:
        snapshot = msgspec.msgpack.decode(stored, type=Snapshot)
        return snapshot if snapshot.made_by == fingerprint(registry.get(snapshot.table.game)) else None
    except (msgspec.DecodeError, NotFound):
        return None


@cache
def fingerprint(game: AnyGame) -> str:
    """What a snapshot depends on besides the log: rules, data, and the shapes of table and state."""
    shapes: Any = msgspec.json.schema_components([Table, game.state_type])
    meta = game.meta
    text = msgspec.json.encode([meta.slug, meta.rules_version, meta.data_hash, shapes], order="sorted")
    return hashlib.sha256(text).hexdigest()
