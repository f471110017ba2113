"""Slack's rate limits: so many calls of a method a minute, and one message a second in a channel.

S apis/web-api/rate-limits; S is docs.slack.dev. `Retry-After` is in whole seconds.

Tests click quicker than people, so that the limits hold only where a test asks for them.
"""

from collections import defaultdict

from services.outbound.slack import limits
from tests.kit.discord.rates import Window
from tests.kit.slack.errors import limited

MINUTE = 60.0


class Rates:
    """Counts calls."""

    def __init__(self) -> None:
        self.enforced = False
        """Whether Slack's own limits hold."""
        self.narrow: dict[str, tuple[int, float]] = {}
        """By method: calls, seconds; they always hold."""
        self.refused = 0
        """How many calls came although they had been told to wait."""
        self._windows: dict[tuple[str, str], Window] = {}
        self._told_to_wait: dict[tuple[str, str], float] = defaultdict(float)

    def take(self, method: str, tier: int, channel: str, now: float) -> None:
        """Count a call; refuse one too many."""
        limit, seconds = self._limit(method, tier)
        if limit == 0:
            return
        key = (method, channel if method == "chat.postMessage" else "")
        window = self._windows.setdefault(key, Window(limit, seconds))
        window.limit, window.seconds = limit, seconds
        if now < self._told_to_wait[key]:
            self.refused += 1
        if not window.take(now):
            wait = int(window.reset_after(now)) + 1
            self._told_to_wait[key] = now + wait - 1
            raise limited(wait)

    def _limit(self, method: str, tier: int) -> tuple[int, float]:
        if method in self.narrow:
            return self.narrow[method]
        if not self.enforced:
            return 0, 0.0
        return (limits.POSTS_PER_SECOND, 1.0) if method == "chat.postMessage" else (limits.TIERS[tier], MINUTE)
