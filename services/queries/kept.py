"""A small memory of what was worked out lately; what was not asked for the longest is forgotten first."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Holds so many values at most. A key must say everything that its value was made from."""

    _all: "ClassVar[WeakSet[Kept[Any, Any]]]" = WeakSet()

    def __init__(self, most: int) -> None:
        """Nothing is kept yet."""
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        Kept._all.add(self)

    def get(self, key: K) -> V | None:
        """The value, if it is still known."""
        found = self._values.get(key)
        if found is not None:
            self._values.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> V:
        """Keep a value, and forget the one that was not asked for the longest."""
        self._values[key] = value
        while len(self._values) > self._most:
            self._values.popitem(last=False)
        return value

    def __len__(self) -> int:
        return len(self._values)

    def forget(self) -> None:
        """Forget everything: it costs time, nothing else."""
        self._values.clear()

    @classmethod
    def forget_all(cls) -> None:
        """Forget everything that anybody keeps."""
        for kept in cls._all:
            kept.forget()
