"""Snapshots of folded games: a cache and nothing else. Deleting them all changes nothing but time.

A snapshot is taken at a barrier, so that no undo can reach behind it, and it is used only if it was made by the same
rules, data and shape of state; anything else is folded from the log again.
"""

import hashlib
import zlib
from contextlib import suppress
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
from services.store.scripts import Script

_COMPRESSED = b"\x78"
"""What a compressed snapshot begins with, and none that is stored as it is."""


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

    def __init__(self, client: Client, *, every: int = 24, kept: int = 256) -> None:
        """Keep them in the same Redis as the logs.

        A new one is worth its price `every` so many versions; of those of `kept` versions the last one stays, for
        whoever looks back.
        """
        self.every = every
        self._kept = kept
        self._client = client
        self._keep = Script("snapshot_keep")
        self._replace = Script("snapshot_replace")

    async def save(self, game_id: GameId, match: Match, version: Version, head: str, before: int = 0) -> int:
        """Keep the fold of a log up to a barrier, perhaps in place of the newest one `before` it; tell its weight.

        A store that is full or does not answer costs only time.
        """
        state = msgspec.Raw(msgspec.msgpack.encode(match.state))
        plain = msgspec.msgpack.encode(Snapshot(fingerprint(match.game), version, head, match.table, state))
        replaced = before if before and before // self._kept == version // self._kept else ""
        with suppress(StoreFull, StoreUnavailable), repeatable():
            await self._keep.run(self._client, [keys.snapshots(game_id)], [version, plain, replaced])
        return len(plain)

    async def compress(self, game_id: GameId) -> None:
        """Compress what is kept of a game: not while a choice waits for it, but before it lies there for days."""
        place = keys.snapshots(game_id)
        with repeatable():
            for version, stored in (await self._client.hgetall(place)).items():
                if not stored.startswith(_COMPRESSED):
                    await self._replace.run(self._client, [place], [version, zlib.compress(stored)])


def usable(stored: bytes, registry: Registry) -> Snapshot | None:
    """A stored snapshot, if it is one that today's code can use."""
    try:
        plain = zlib.decompress(stored) if stored.startswith(_COMPRESSED) else stored
        snapshot = msgspec.msgpack.decode(plain, type=Snapshot)
        return snapshot if snapshot.made_by == fingerprint(registry.get(snapshot.table.game)) else None
    except (zlib.error, msgspec.DecodeError, NotFound):
        return None


@cache
def fingerprint(game: AnyGame) -> str:
    """What a snapshot depends on besides the log: rules, data, and the shapes of table and state."""
    shapes: Any = msgspec.json.schema_components([Table, game.state_type])
    meta = game.meta
    text = msgspec.json.encode([meta.slug, meta.rules_version, meta.data_hash, shapes], order="sorted")
    return hashlib.sha256(text).hexdigest()
