"""One bounded cache for whatever would take time to work out again.

What is cached is a head start and never the truth: emptying every cache of a process changes nothing but time. So each
stands on what cannot change, and needs no word from anybody to be right:

- Matches and folds of logs (`Tables`, `LogFollower`, ends of logs, earlier positions) stand on the log. A record names
  the hash of the one before it, and what is cached counts only if the log still bears it out: a store that lost its
  newest records is noticed, and its log is folded anew.
- Words and positions made from a log (turns in words, the page's position, news and chronicle) stand on the caches of
  the log. Their keys hold the hash of the last record, the seat that they are told to, the language, and what people
  are called.
- Names of people are the one thing that may change under a cache: they hold for a minute, and whoever is renamed is
  forgotten at once (`Names`).
- Drawings stand on positions, sheets of the page on drawings, news, chronicle and talk, compressed pieces on sheets.
  Each key holds all that its value was made from.

What live streams share of a game (`services.api.live.shared_reads`) is no cache of this kind: it is held while somebody
listens, and let go of at every hint. A pure function of a few small values needs none: `functools.lru_cache` does.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

import msgspec

from domain.kernel.match import Match

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_OBJECTS = 3
"""How many times the bytes of its encoding a match takes as objects, roughly."""
_BESIDES = 2048
"""Bytes that every match takes besides."""


class Cache(Generic[K, V]):
    """Holds values up to a weight, one at least; those that were not used for the longest time give way first."""

    _all: "ClassVar[WeakSet[Cache[Any, Any]]]" = WeakSet()

    def __init__(self, most: int) -> None:
        """Begin empty. `most` counts values, or whatever their weights count."""
        self._most = most
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        Cache._all.add(self)

    def get(self, key: K) -> V | None:
        """The value, if it is still known."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, weight: int = 1) -> V:
        """Hold a value, in the place of any that the key had."""
        before = self._entries.pop(key, None)
        self._weight += weight if before is None else weight - before[1]
        self._entries[key] = value, weight
        while self._weight > self._most and len(self._entries) > 1:
            self._weight -= self._entries.popitem(last=False)[1][1]
        return value

    def take(self, key: K) -> V | None:
        """The value, which is not held any more: whoever changes it puts it back unless that spoiled it."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return None
        self._weight -= entry[1]
        return entry[0]

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self._weight = 0

    @classmethod
    def clear_all(cls) -> None:
        """Forget everything that any cache of this process holds."""
        for cache in cls._all:
            cache.clear()


def weight_of(match: Match) -> int:
    """About how many bytes a match takes in memory."""
    return weight_of_encoded(len(msgspec.msgpack.encode([match.table, match.state])))


def weight_of_encoded(size: int) -> int:
    """About how many bytes a match takes that is encoded in so many as MessagePack."""
    return size * _OBJECTS + _BESIDES
