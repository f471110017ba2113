"""What queries read from, and what a caller asks them for."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.kernel.ids import UserId
from services.commands.rounds import RoundHeads
from services.commands.tables import Tables
from services.queries.kept_ledgers import KeptLedgers
from services.queries.kept_pages import KeptPages
from services.queries.long_reads import LongReads
from services.queries.names import Names
from services.queries.version_waits import VersionWaits
from services.store.models import StoredModels


@dataclass(frozen=True)
class Sources:
    """Logs, read models and names, built once when the app is assembled."""

    tables: Tables
    rounds: RoundHeads
    models: StoredModels
    names: Names
    long_reads: LongReads
    waits: VersionWaits
    public_url: str
    ledgers: KeptLedgers = field(default_factory=KeptLedgers, kw_only=True)
    pages: KeptPages[Any] = field(default_factory=KeptPages, kw_only=True)


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
