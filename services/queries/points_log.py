"""As much of a log as its ledger is made of, cached: a game that goes on costs only what is new in it."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.ids import GameId, Version
from domain.kernel.log import LoggedEvent
from projections.log_follower import LogFollower
from services.queries.long_reads import LongReads
from services.story.ledger import points_log
from services.tables.hot_tables import Tables

_MOST = 32
"""Games, some hundred kilobytes each."""


class PointsLog:
    """The events of a log that score or take back, up to a version whose record has the hash `head`."""

    weight = 1

    def __init__(self, game_id: GameId, codec: Codec, _first: Record) -> None:
        """Begin before the first event."""
        self.game_id = game_id
        self.version = Version(0)
        self.head = GENESIS
        self.told: dict[tuple[str, Version], Any] = {}
        """Entries in words, by language and version."""
        self._codec = codec
        self._lines: list[LoggedEvent] = []

    def add(self, records: Sequence[Record]) -> bool:
        """Add what follows; what it takes back stays, beside the event that takes it back."""
        self._lines += points_log(self._codec, records)
        self.version, self.head = records[-1].envelope().version, records[-1].hash()
        return True

    def up_to(self, version: Version) -> Sequence[LoggedEvent]:
        """As much of it as there was at a version."""
        return [line for line in self._lines if line.version <= version]


class PointsLogs(LogFollower[PointsLog]):
    """Follows the logs of the games whose ledgers were asked for last."""

    def __init__(self, tables: Tables, long_reads: LongReads, most: int = _MOST) -> None:
        """Read what `tables` are made of; much of it beside the event loop."""
        super().__init__(tables.store, tables.registry, PointsLog, most)
        self._long_reads = long_reads

    async def _add(self, followed: PointsLog, records: Sequence[Record]) -> bool:
        return await self._long_reads.run(len(records), lambda: followed.add(records))
