"""Moments of time within a page. A script writes them anew in the reader's own zone and language."""

from datetime import UTC, datetime
from functools import lru_cache

from markupsafe import Markup, escape


@lru_cache(maxsize=2**12)
def moment(at: str | datetime, how: str = "when") -> Markup:
    """An element that tells a moment: `when` (a day and an hour), `since` (how long ago), `left` (how long still)."""
    then = datetime.fromisoformat(at) if isinstance(at, str) else at
    then = then.astimezone(UTC)
    shown = f"{then:%Y-%m-%d %H:%M} UTC"
    exact = f"{then:%Y-%m-%dT%H:%M:%SZ}"
    return Markup(f'<time datetime="{exact}" data-moment="{escape(how)}">{shown}</time>')  # noqa: S704 - digits


def instant(milliseconds: int) -> datetime:
    """A moment that is stored as a number."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
