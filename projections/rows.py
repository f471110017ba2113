"""What a projection makes of one game: rows of read models, or the reason why it can make none.

A row belongs to an owner and a game. Made from the same version it is always the same bytes, whoever makes it and
whenever: nothing here may depend on a clock, on the order of delivery or on what was stored before.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from domain.kernel.ids import GameId, Version

EVERYONE = ""
"""The owner of rows that are for everybody."""


class ModelKey(NamedTuple):
    """Whose row of which model."""

    model: str
    owner: str


class ModelRow(NamedTuple):
    """A row; an owner's rows of one model stand in the order of this text."""

    order: str
    body: bytes


class GameRows(NamedTuple):
    """Every row of a game at a version; None where somebody had a row once and has none any more."""

    game: GameId
    version: Version
    rows: Mapping[ModelKey, ModelRow | None]


class ParkedGame(NamedTuple):
    """A game that reached a version but cannot be projected until somebody mends it."""

    game: GameId
    version: Version
    reason: str


Outcome: TypeAlias = GameRows | ParkedGame
