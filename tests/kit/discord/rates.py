"""Discord's rate limits: buckets by route and channel or webhook, and one for all of a bot's requests.

D topics/rate-limits: headers are told with every answer, and what came too soon is 429 with `retry_after` in its body.
"""

from collections import defaultdict
from dataclasses import dataclass

from services.outbound.discord import limits


@dataclass
class Window:
    """So many requests in so many seconds."""

    limit: int
    seconds: float
    began: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        """Count a request; whether it is within the limit."""
        if now - self.began >= self.seconds:
            self.began, self.used = now, 0
        self.used += 1
        return self.used <= self.limit

    def reset_after(self, now: float) -> float:
        return max(0.0, self.began + self.seconds - now)


class Rates:
    """Counts requests. A test makes a route's limit as narrow as it likes."""

    def __init__(self) -> None:
        self.limits: dict[str, tuple[int, float]] = {}
        """By route: requests, seconds."""
        self.refused = 0
        """How many requests came although they had been told to wait."""
        self._windows: dict[tuple[str, str], Window] = {}
        self._all = Window(limits.REQUESTS_PER_SECOND, 1.0)
        self._told_to_wait: dict[tuple[str, str], float] = defaultdict(float)

    def take(self, route: str, major: str, now: float, *, by_bot: bool) -> tuple[dict[str, str], float | None]:
        """Headers of the answer, and for how long to wait if the request was one too many."""
        limit, seconds = self.limits.get(route, (1000, 1.0))
        window = self._windows.setdefault((route, major), Window(limit, seconds))
        window.limit, window.seconds = limit, seconds
        if now < self._told_to_wait[route, major]:
            self.refused += 1
        if by_bot and not self._all.take(now):
            after = self._all.reset_after(now)
            return {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, after
        allowed = window.take(now)
        after = window.reset_after(now)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - window.used)),
            "X-RateLimit-Reset": f"{now + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"bucket-{route}",
        }
        if allowed:
            return headers, None
        self._told_to_wait[route, major] = now + after
        return headers | {"X-RateLimit-Scope": "user"}, after
