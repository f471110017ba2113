"""Ledgers that were read lately, each with what it was told as: a game that goes on costs only what is new in it.

A ledger is used only as far as the log bears it out: its last record is compared every time.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from domain.kernel.envelope import Codec
from domain.kernel.ids import GameId, Version
from domain.kernel.log import LoggedEvent
from projections.ledger import points_log
from services.queries.long_reads import LongReads
from services.store.events import EventStore

_MOST = 32
"""Games whose ledgers are kept: some hundred kilobytes each."""


class KeptLedger:
    """The part of a log that its ledger is made of, up to a version whose record has that hash."""

    __slots__ = ("head", "lines", "told", "version")

    def __init__(self) -> None:
        self.version = Version(0)
        self.head = ""
        self.lines: list[LoggedEvent] = []
        self.told: dict[tuple[str, Version], Any] = {}
        """Entries in words, by language and version."""

    def up_to(self, version: Version) -> Sequence[LoggedEvent]:
        """As much of it as there was at a version."""
        if version >= self.version:
            return self.lines
        return [line for line in self.lines if line.version <= version]


class KeptLedgers:
    """Keeps the ledgers of the games that were asked for last."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._kept: OrderedDict[GameId, KeptLedger] = OrderedDict()

    async def read(
        self, store: EventStore, long_reads: LongReads, game_id: GameId, codec: Codec, version: Version
    ) -> KeptLedger:
        """The ledger of a game up to a version at least."""
        kept = self._kept.pop(game_id, None) or KeptLedger()
        first = max(kept.version, 1)
        records = await store.read(game_id, after=first - 1, limit=max(version, first) - first + 1)
        if kept.version and (not records or records[0].hash() != kept.head):  # the store has lost what was read
            kept, records = KeptLedger(), await store.read(game_id, limit=version)
        new = records[1:] if kept.version else records
        if new:
            kept.lines += await long_reads.run(len(new), lambda: points_log(codec, new))
            kept.version, kept.head = new[-1].envelope().version, new[-1].hash()
        self._kept[game_id] = kept
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return kept
