"""How far somebody has come in each lesson: a cookie of the browser, and nothing that the server keeps."""

import re
from collections.abc import Mapping

from litestar.datastructures import Cookie

from services.identity.cookies import Connection

NAME = "lessons"
_ENTRY = re.compile(r"([a-z][a-z-]{0,39})\.(\d{1,2})")
_DAYS = 30
_MOST = 20


def progress_of(connection: Connection) -> dict[str, int]:
    """The step up to which each lesson was read, by the slug of its game."""
    entries = connection.cookies.get(NAME, "").split("_")[:_MOST]
    found = [match for match in map(_ENTRY.fullmatch, entries) if match]
    return {match[1]: int(match[2]) for match in found}


def remembered(progress: Mapping[str, int]) -> Cookie:
    """The cookie that keeps it for a month."""
    value = "_".join(f"{slug}.{step}" for slug, step in progress.items())
    return Cookie(key=NAME, value=value, max_age=_DAYS * 24 * 3600, path="/", samesite="lax", httponly=True)
