"""The heads at the end of each round, found once in the log of a table and then only in what is new of it."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from domain.kernel.envelope import GENESIS, Codec
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Version
from domain.kernel.rounds import RoundHead, round_heads
from projections.folds import Logs
from services.commands.tables import MatchAt

_MOST = 512


class _Known(NamedTuple):
    version: Version
    head: str
    heads: tuple[RoundHead, ...]


_NOTHING = _Known(Version(0), GENESIS, ())


class RoundHeads:
    """Remembers the heads of the tables that were asked for most recently."""

    def __init__(self, logs: Logs, codec: Callable[[AnyGame], Codec]) -> None:
        """Read them from the logs; `codec` gives the reader of a game's events."""
        self._logs = logs
        self._codec = codec
        self._known: OrderedDict[GameId, _Known] = OrderedDict()

    async def of(self, loaded: MatchAt) -> tuple[RoundHead, ...]:
        """The heads of a table up to the version that it stands at."""
        known = self._known.pop(loaded.game_id, _NOTHING)
        if known.version > loaded.version or (known.version == loaded.version and known.head != loaded.head):
            known = _NOTHING  # a server that lost its newest events told another story before
        if known.version < loaded.version:
            known = await self._read_on(loaded, known)
        self._known[loaded.game_id] = known
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return known.heads

    async def _read_on(self, loaded: MatchAt, known: _Known) -> _Known:
        limit = loaded.version - known.version
        records = await self._logs.read(loaded.game_id, after=known.version, limit=limit)
        if known.version and records[0].envelope().prev != known.head:
            return await self._read_on(loaded, _NOTHING)
        found = round_heads(self._codec(loaded.match.game), records, loaded.match.table.first_seat)
        return _Known(loaded.version, loaded.head, (*known.heads, *found))
