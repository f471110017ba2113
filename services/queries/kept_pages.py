"""Long parts of logs that were told lately: a log never changes, so that the same words need not be found again.

A part is known by the hash of its last record, which stands for everything before it, and by whom it was told to. It
is told anew if anybody in it is called otherwise now.
"""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Mapping
from typing import Generic, NamedTuple, TypeVar

from domain.kernel.ids import UserId

_MOST_LINES = 16_384
"""Of all parts together: half a kilobyte each."""

T = TypeVar("T")


class KeptPage(NamedTuple, Generic[T]):
    """A part of a log in words, everyone whom it may name, and what those who have a name were called."""

    told: T
    users: Collection[UserId]
    names: Mapping[UserId, str]
    lines: int


class KeptPages(Generic[T]):
    """Keeps those that were asked for last."""

    def __init__(self, most_lines: int = _MOST_LINES) -> None:
        self._most = most_lines
        self._lines = 0
        self._kept: OrderedDict[Hashable, KeptPage[T]] = OrderedDict()

    def get(self, key: Hashable) -> KeptPage[T] | None:
        """What was told under that key, if it is kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, page: KeptPage[T]) -> None:
        """Keep it, in place of those that were not asked for longest."""
        before = self._kept.pop(key, None)
        self._lines += page.lines - (before.lines if before else 0)
        self._kept[key] = page
        while self._lines > self._most and self._kept:
            self._lines -= self._kept.popitem(last=False)[1].lines
