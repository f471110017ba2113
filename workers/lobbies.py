"""Closes tables that never begin: those in whose lobby nothing has happened for `lobby_days`.

The read model only says where to look. Whether a table was quiet for so long is decided on its newest state, so it does
not matter if somebody sits down meanwhile, or if two processes do this at once. A clock that is far ahead would close
every lobby, so the days count by whichever is behind, the clock of this process or that of the store.
"""

import structlog

from domain.kernel.clock import DAY, SECOND, Millis, written
from domain.kernel.errors import NotAllowed, StaleVersion, StoreFull, StoreUnavailable
from domain.kernel.ids import GameId
from projections import unstarted
from services.foundation import Services
from services.tables.table_changes import close_quiet
from workers.job import request_of

_EVERY: Millis = 3600 * SECOND
_log = structlog.get_logger()


class QuietLobbies:
    """Remembers when it last looked, so that a sweep costs nothing but once an hour."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._next: Millis = 0

    async def catch_up(self) -> None:
        """Close what has been quiet for long enough by now, at most once an hour."""
        now = self._services.tables.now()
        if self._services.settings.lobby_days and now >= self._next:
            await self.close()
            self._next = now + _EVERY

    async def close(self) -> int:
        """Close the lobbies that have been quiet for long enough; gives how many."""
        tables = self._services.tables
        now = min(tables.now(), await tables.store_now())
        before, closed = written(now - self._services.settings.lobby_days * DAY), 0
        async for _, row in self._services.models.walk(unstarted.ALL, unstarted.UnstartedRow, backwards=False):
            if row.since > before:
                break
            closed += await self._close(row.game_id, now)
        if closed:
            _log.info("lobbies_closed", number=closed)
        return closed

    async def _close(self, game_id: GameId, now: Millis) -> bool:
        """Close one; false if it has begun, was closed or has changed by now."""
        tables, days = self._services.tables, self._services.settings.lobby_days
        try:
            version = await tables.store.version(game_id)
            done = await close_quiet(tables, request_of("lobbies", game_id, version), days, now)
        except (NotAllowed, StaleVersion):
            return False
        except (StoreUnavailable, StoreFull):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game must not keep the others waiting
            _log.error("lobby_not_closed", game=game_id, error=type(error).__name__)
            return False
        return not done.appended.repeated
