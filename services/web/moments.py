"""Moments of time within a page, in its language. A script writes them anew in the reader's own zone."""

from datetime import UTC, datetime
from functools import lru_cache

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from services.story.moments import date_in_words


@pass_context
def moment(context: Context, at: str | datetime, how: str = "when") -> Markup:
    """An element that tells a moment.

    `when` is a day and an hour, `day` a day alone, `since` how long ago it was, `left` how long there is still.
    """
    return _element(at, how, context["lang"])


@lru_cache(maxsize=2**12)
def _element(at: str | datetime, how: str, lang: str) -> Markup:
    then = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
    day = date_in_words(then, lang)
    shown = day if how == "day" else f"{day}, {then:%H:%M} UTC"
    exact = f"{then:%Y-%m-%dT%H:%M:%SZ}"
    element = f'<time datetime="{exact}" data-moment="{escape(how)}">{shown}</time>'
    return Markup(element)  # noqa: S704 - a date in the words of a language


def instant(milliseconds: int) -> datetime:
    """A moment that is stored as a number."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
