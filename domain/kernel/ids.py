"""Distinct types for distinct things, so that a swapped argument fails the type check."""

from typing import NewType

Seat = NewType("Seat", int)
"""A chair at the table: 0-based, clockwise, fixed when it is taken."""

GameId = NewType("GameId", str)
UserId = NewType("UserId", str)

Version = NewType("Version", int)
"""The number of an event in its game's log: 1, 2, 3 … without gaps; 0 is the empty log."""
