"""Who may read what of an event. Fixed when the event is appended; what becomes known later is said by a later event.

A sealed field stands in the hashed text as a mark with its commitment and the seats that may read it; its opening
(salt and value) lies beside the text. A redacted copy is the same text with fewer openings.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from domain.kernel.ids import Seat

Sealing: TypeAlias = Callable[[Any], tuple[Seat, ...]]
"""From an event to the seats that may read its sealed field."""

_SALT_BYTES = 16
_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Mark(msgspec.Struct, frozen=True, gc=False, rename={"seats": "for"}):
    """What stands in the text in place of a sealed value."""

    sealed: str
    seats: tuple[Seat, ...]


class Opening(msgspec.Struct, frozen=True, gc=False):
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
    begun, ending = _salting(secret)
    inner, outer = begun.copy(), ending.copy()
    inner.update(place.encode())
    outer.update(inner.digest())
    salt = outer.digest()[:_SALT_BYTES].hex()
    return Mark(commit(salt, value), seats), Opening(salt, value)


@lru_cache(maxsize=2**10)
def _salting(secret: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """The two hashes of HMAC-SHA-256 (RFC 2104), begun with what the salts of a game have in common.

    A copy of `hmac`'s own objects takes more than twice as long, and whoever chooses in secret waits for several.
    """
    key = (secret if len(secret) <= _BLOCK else hashlib.sha256(secret).digest()).ljust(_BLOCK, b"\x00")
    return hashlib.sha256(key.translate(_INNER) + b"acta/salt\x00"), hashlib.sha256(key.translate(_OUTER))


def commit(salt: str, value: bytes | msgspec.Raw) -> str:
    """The commitment to a value: SHA-256 of the salt's hexadecimal text followed by the value's JSON text."""
    return hashlib.sha256(salt.encode() + bytes(value)).hexdigest()


def may_open(mark: Mark, reader: Seat | None) -> bool:
    """Whether that seat (`None`: a spectator) may read the value behind the mark."""
    return reader is not None and reader in mark.seats
