"""Tells this process at once that a user's rights changed; the scripts tell the other processes by a channel."""

from collections.abc import Callable

from domain.kernel.ids import UserId


class RightsChanges:
    def __init__(self) -> None:
        self._listeners: list[Callable[[UserId | None], None]] = []

    def subscribe(self, listener: Callable[[UserId | None], None]) -> None:
        self._listeners.append(listener)

    def announce(self, user: UserId | None) -> None:
        """`None`: the rights of anybody may have changed."""
        for listener in self._listeners:
            listener(user)
