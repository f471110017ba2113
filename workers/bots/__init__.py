"""Bots. They decide from their own seat's view, never from the state."""

from workers.bots.moves import move

__all__ = ["move"]
