"""The difference of two views as data: the paths at which they differ. It only compares what it is given."""

from collections.abc import Iterator
from typing import Any

import msgspec


class Change(msgspec.Struct, frozen=True):
    """A place where two views differ, as a JSON Pointer (RFC 6901). Null stands also for what is not there."""

    path: str
    before: Any
    after: Any


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:  # noqa: ANN401 - any JSON value
    """Every smallest difference; a list that grew or shrank differs as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys([*before, *after]):
            yield from changes(before.get(name), after.get(name), f"{path}/{_escaped(name)}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from changes(*pair, f"{path}/{index}")
    elif before != after:
        yield Change(path, before, after)


def _escaped(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
