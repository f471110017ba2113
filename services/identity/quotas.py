"""How much one person may have: open tables, running games with bots, what-if games, and new tables in an hour.

What is open is counted by the read models, which may be a moment late; what is new is counted at once.
"""

from limits import RateLimitItemPerHour

from domain.kernel.ids import UserId
from projections import hosted
from projections.rows import ModelKey
from services.identity.limits import SharedLimits
from services.problems import TOO_MANY_TABLES, ProblemError, told
from services.settings import Settings
from services.store.models import StoredModels


class Quotas:
    """Refuses what would be too much."""

    def __init__(self, models: StoredModels, limits: SharedLimits, settings: Settings) -> None:
        self._models = models
        self._limits = limits
        self._settings = settings
        self._per_hour = RateLimitItemPerHour(settings.tables_per_hour, namespace="tables")

    async def require_table(self, user: UserId) -> None:
        """Whether a person may open one more table."""
        await self._require(user, self._settings.open_tables, "open_tables", hosted.ANY)
        await self._limits.count_account(self._per_hour, user)

    async def require_branch(self, user: UserId) -> None:
        """Whether a person may begin one more what-if game, in which bots play from the first moment on."""
        await self._require(user, self._settings.open_branches, "open_branches", hosted.BRANCH)
        await self.require_bots(user)
        await self.require_table(user)

    async def require_bots(self, user: UserId) -> None:
        """Whether a person may let bots play at one more table."""
        await self._require(user, self._settings.bot_tables, "bot_tables", hosted.BOTS, hosted.BRANCH)

    async def _require(self, user: UserId, most: int, reason: str, *kinds: str) -> None:
        there = sum([await self._models.count(ModelKey(hosted.MODEL, user), kind) for kind in kinds])
        if there >= most:
            raise ProblemError(TOO_MANY_TABLES, told("has_too_many", number=there), reason=reason)
