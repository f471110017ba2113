"""Who may read what of an event. Fixed when the event is appended; what becomes known later is said by a later event.

A sealed field stands in the hashed text as a mark with its commitment and the seats that may read it; its opening
(salt and value) lies beside the text. A redacted copy is the same text with fewer openings.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from domain.kernel.ids import Seat

Sealing: TypeAlias = Callable[[Any], tuple[Seat, ...]]
"""From an event to the seats that may read its sealed field."""

_SALT_BYTES = 16


class Mark(msgspec.Struct, frozen=True, rename={"seats": "for"}):
    """What stands in the text in place of a sealed value."""

    sealed: str
    seats: tuple[Seat, ...]


class Opening(msgspec.Struct, frozen=True):
    """What opens a mark: the exact JSON text of the value, and the salt that was hashed before it."""

    salt: str
    value: msgspec.Raw


Openings: TypeAlias = Mapping[str, Opening]


def owner(event: Any) -> tuple[Seat, ...]:  # noqa: ANN401 - any event that has a seat
    """Readable by the event's own seat alone."""
    return (event.seat,)


def nobody(_event: object) -> tuple[Seat, ...]:
    """Readable by nobody before the game ends, such as the order of a deck."""
    return ()


def seal(secret: bytes, place: str, value: msgspec.Raw, seats: tuple[Seat, ...]) -> tuple[Mark, Opening]:
    """Commit to a value. `place` (game, version, field) makes each salt of a game's secret a different one."""
    salting = _salting(secret).copy()
    salting.update(place.encode())
    salt = salting.digest()[:_SALT_BYTES].hex()
    return Mark(commit(salt, value), seats), Opening(salt, value)


@lru_cache(maxsize=2**10)
def _salting(secret: bytes) -> hmac.HMAC:
    """What the salts of a game have in common: to begin anew for each would take half as long again."""
    return hmac.new(secret, b"acta/salt\x00", "sha256")


def commit(salt: str, value: bytes | msgspec.Raw) -> str:
    """The commitment to a value: SHA-256 of the salt's hexadecimal text followed by the value's JSON text."""
    return hashlib.sha256(salt.encode() + bytes(value)).hexdigest()


def may_open(mark: Mark, reader: Seat | None) -> bool:
    """Whether that seat (`None`: a spectator) may read the value behind the mark."""
    return reader is not None and reader in mark.seats
