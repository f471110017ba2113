"""Folded games for projections: each is brought from the version it stands at to the newest one, out of its stream."""

from collections import OrderedDict
from typing import Protocol

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from domain.kernel.replay import fold, read
from domain.registry import Registry

_MOST = 1024
_NO_SECRET = b""
"""A projection folds and never decides, so it needs no randomness and is given no secret."""


class Logs(Protocol):
    """Where the logs of games are read."""

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records after a version."""
        ...


class Folded(msgspec.Struct):
    """A game at a version."""

    game_id: GameId
    match: Match
    version: Version
    created_at: str
    updated_at: str


class Folds:
    """Keeps the most recently used games folded."""

    def __init__(self, logs: Logs, registry: Registry) -> None:
        """Read from `logs`."""
        self._logs = logs
        self._registry = registry
        self._codecs = {game.meta.slug: Codec(game) for game in registry}
        self._known: OrderedDict[GameId, Folded] = OrderedDict()

    async def newest(self, game_id: GameId) -> Folded:
        """The game at the head of its stream."""
        known = self._known.pop(game_id, None)
        records = await self._logs.read(game_id, after=known.version if known else 0)
        if known is None:
            known = self._from_start(game_id, records)
        elif records and not self._went_on(known, records):
            known = self._from_start(game_id, await self._logs.read(game_id))
        self._known[game_id] = known
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return known

    def _from_start(self, game_id: GameId, records: list[Record]) -> Folded:
        created = records[0].envelope()
        game = self._registry.get(msgspec.json.decode(created.data, type=life.GameCreated).game)
        match = fold(game, _NO_SECRET, read(self._codecs[game.meta.slug], records))
        return Folded(game_id, match, Version(len(records)), created.at, records[-1].envelope().at)

    def _went_on(self, known: Folded, records: list[Record]) -> bool:
        """Fold what is new; not possible across an undo, which counts from further back."""
        log = read(self._codecs[known.match.game.meta.slug], records)
        if any(isinstance(entry.event, life.ChoicesUndone) for entry in log):
            return False
        for entry in log:
            known.match.apply(entry.event)
        known.version = Version(known.version + len(records))
        known.updated_at = records[-1].envelope().at
        return True
