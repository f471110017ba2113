"""What queries read from, and what a caller asks them for."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from domain.kernel.ids import UserId
from services.cache import Cache
from services.queries.long_reads import LongReads
from services.queries.names import Names
from services.queries.points_log import PointsLogs
from services.store.drafts import Drafts
from services.store.models import StoredModels
from services.tables.hot_tables import Tables
from services.tables.rounds import RoundHeads
from services.tables.version_waits import VersionWaits

_MOST_LINES = 16_384
"""In words: half a kilobyte each."""


@dataclass(frozen=True)
class Queries:
    """Logs, read models and names, built once when the app is assembled; and what was read of logs lately."""

    tables: Tables
    models: StoredModels
    drafts: Drafts
    names: Names
    waits: VersionWaits
    public_url: str

    @cached_property
    def long_reads(self) -> LongReads:
        """Where a whole log is gone through beside the event loop."""
        return LongReads()

    @cached_property
    def rounds(self) -> RoundHeads:
        """The heads at the end of each round."""
        return RoundHeads(self.tables.store, self.tables.registry)

    @cached_property
    def points(self) -> PointsLogs:
        """What ledgers are made of."""
        return PointsLogs(self.tables, self.long_reads)

    @cached_property
    def pages(self) -> Cache[Hashable, Any]:
        """Long parts of logs in words, weighed by their lines."""
        return Cache(_MOST_LINES)


class ReadRequest(NamedTuple):
    """Which game somebody asks for, and how.

    `code` is that of an invitation; `reader` names another reader than the caller, once the game is over;
    `min_version` waits until the log has reached it.
    """

    game_id: str
    user: UserId | None
    code: str | None = None
    reader: str | None = None
    min_version: int | None = None
