"""What several processes know of the limits of a platform, if they share it."""

from typing import Protocol


class Holds(Protocol):
    """Remembers which calls are to wait."""

    async def left(self, call: str) -> float:
        """For how many seconds a call is to wait."""
        ...

    async def hold(self, call: str, seconds: float) -> None:
        """Let nobody make a call for so long."""
        ...


class NoHolds:
    """For a process that knows only what it was told itself."""

    async def left(self, call: str) -> float:  # noqa: ARG002 - none is held
        return 0.0

    async def hold(self, call: str, seconds: float) -> None:
        """Remember nothing."""
