"""What stands in an anonymous copy of a game in place of its people, tables and moments.

An event of a table's life declares the fields by which somebody could be recognised (`IDENTIFYING`), each with one of
the replacements of this module. The same thing always gets the same replacement.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId, UserId
from domain.kernel.timekeeping import Run

TITLE = "Anonymised copy"
_NO_HASH = "0" * 64
_ID_LENGTH = 20


class Pseudonyms:
    """The new names of everything in one log; `began` is taken off every moment of its clocks."""

    def __init__(self, began: Millis) -> None:
        """Start without names."""
        self.began = began
        self._users: dict[str, UserId] = {}
        self._batches: dict[str, str] = {}

    def user(self, user: str) -> UserId:
        """The new name of a person."""
        return self._users.setdefault(user, UserId(f"player-{len(self._users) + 1}"))

    def batch(self, command_id: str) -> str:
        """The new name of a batch."""
        return self._batches.setdefault(command_id, f"batch-{len(self._batches) + 1}")


Replacement: TypeAlias = Callable[[Pseudonyms, Any], Any]
"""From the value of a field to the one that stands in the copy."""


def user(names: Pseudonyms, value: UserId | None) -> UserId | None:
    """Somebody else, if anybody."""
    return None if value is None else names.user(value)


def users(names: Pseudonyms, value: Sequence[UserId]) -> tuple[UserId, ...]:
    """Somebody else for each."""
    return tuple(map(names.user, value))


def title(_names: Pseudonyms, _value: str) -> str:
    """One title for all."""
    return TITLE


def public(_names: Pseudonyms, _value: bool) -> bool:  # noqa: FBT001 - the value of a field
    """A copy for strangers is not private."""
    return False


def nothing(_names: Pseudonyms, _value: object) -> None:
    """The field is left empty."""


def other_id(_names: Pseudonyms, value: str) -> GameId:
    """Another table."""
    return game_id(value)


def no_hash(_names: Pseudonyms, _value: str) -> str:
    """A hash of nothing, in place of one that could be looked up."""
    return _NO_HASH


def moment(names: Pseudonyms, value: Millis) -> Millis:
    """The time since the clocks began."""
    return value - names.began


def runs(names: Pseudonyms, value: Sequence[Run]) -> tuple[Run, ...]:
    """Turns on the clock, each told by the time since the clocks began."""
    return tuple(msgspec.structs.replace(run, since=moment(names, run.since)) for run in value)


def game_id(text: str) -> GameId:
    """An id from which the text cannot be found."""
    return GameId(hashlib.sha256(f"anonymous {text}".encode()).hexdigest()[:_ID_LENGTH])
