"""Word that a user's rights changed, for this process at once; the scripts tell the other processes by CHANGED."""

from collections.abc import Callable

from domain.kernel.ids import UserId


class Changes:
    def __init__(self) -> None:
        self._hearers: list[Callable[[UserId], None]] = []

    def hear(self, hearer: Callable[[UserId], None]) -> None:
        self._hearers.append(hearer)

    def tell(self, user: UserId) -> None:
        for hearer in self._hearers:
            hearer(user)
