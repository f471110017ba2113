"""Makes the digest of heads of each day that is over, once, also of those on which no server ran.

The digest is written to the server's log and kept; an operator who publishes it elsewhere lets everybody check that no
log was written anew since.
"""

from datetime import UTC, date, datetime, timedelta

import structlog

from domain.kernel.clock import SECOND
from domain.kernel.heads import digest_of, line_of, list_of
from services.foundation import Services

_SETTLED = timedelta(minutes=10)
"""How long after midnight a day is certainly over, whichever clock is asked."""
_DAY = timedelta(days=1)
_log = structlog.get_logger()


class HeadsDigester:
    """Remembers up to which day everything is done, so that a sweep costs nothing on all but one a day."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._next: date | None = None

    async def catch_up(self) -> None:
        """Make the digests of all days that are over and have none."""
        now = datetime.fromtimestamp(self._services.tables.now() / SECOND, UTC)
        today = (now - _SETTLED).date()
        self._next = self._next or await self._first_missing()
        while self._next is not None and self._next < today:
            await self._make(self._next)
            self._next += _DAY

    async def _first_missing(self) -> date | None:
        digests = await self._services.server.heads.digests()
        if digests:
            return date.fromisoformat(digests[0].day) + _DAY
        return await self._services.server.heads.first_day()

    async def _make(self, day: date) -> None:
        store, heads = self._services.tables.store, self._services.server.heads
        lines = []
        for game, version in (await heads.moved(day)).items():
            for record in await store.read(game, after=version - 1, limit=1):
                lines.append(line_of(game, version, record.hash()))  # noqa: PERF401 - two loops in a line hide one
        made = list_of(lines)
        if await heads.keep(day, made):
            _log.info("heads_digest", day=day.isoformat(), digest=digest_of(made), games=len(lines))
