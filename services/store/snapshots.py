"""Snapshots of folded games: a cache and nothing else. Deleting them all changes nothing but time.

A snapshot is taken at a barrier, so that no undo can reach behind it, and it is used only if it was made by the same
rules, data and shape of state; anything else is folded from the log again.
"""

import hashlib
from functools import cache
from typing import Any

import msgspec

from domain.kernel.errors import StoreFull, StoreUnavailable
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from domain.kernel.table import Table
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable


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
    """Keeps the snapshots of each game, one for every so many versions."""

    def __init__(self, client: Client, *, every: int = 256) -> None:
        """Keep them in the same Redis as the logs; a new one is worth its price `every` so many versions."""
        self.every = every
        self._client = client

    async def load(self, game_id: GameId, game: AnyGame, until: Version | None = None) -> Snapshot | None:
        """The newest snapshot, or the newest up to a version, if there is one that today's code can use."""
        key = keys.snapshots(game_id)
        with reading():
            versions = [int(version) for version in await self._client.hkeys(key)]
            near = max((one for one in versions if until is None or one <= until), default=None)
            found = None if near is None else await self._client.hget(key, str(near))
        if found is None:
            return None
        try:
            snapshot = msgspec.msgpack.decode(found, type=Snapshot)
        except msgspec.DecodeError:
            return None
        return snapshot if snapshot.made_by == fingerprint(game) else None

    async def save(self, game_id: GameId, match: Match, version: Version, head: str) -> None:
        """Keep the fold of a log up to a barrier; a store that is full or does not answer costs only time."""
        state = msgspec.Raw(msgspec.msgpack.encode(match.state))
        snapshot = Snapshot(fingerprint(match.game), version, head, match.table, state)
        try:
            with repeatable():
                await self._client.hset(keys.snapshots(game_id), str(version), msgspec.msgpack.encode(snapshot))
        except (StoreFull, StoreUnavailable):
            return


@cache
def fingerprint(game: AnyGame) -> str:
    """What a snapshot depends on besides the log: rules, data, and the shapes of table and state."""
    shapes: Any = msgspec.json.schema_components([Table, game.state_type])
    meta = game.meta
    text = msgspec.json.encode([meta.slug, meta.rules_version, meta.data_hash, shapes], order="sorted")
    return hashlib.sha256(text).hexdigest()
