"""The keyed random generator: every draw can be recomputed by anyone who knows the key.

A draw is named by its purpose and by how often that purpose was drawn before, never by time, version or order of
arrival; so neither a retry nor an undo can change its outcome. Nothing else in the domain may use randomness.

    key    = HMAC-SHA-256(secret, JSON list of the seats' nonces)
    block  = HMAC-SHA-256(key, purpose ‖ 0x00 ‖ count ‖ index)      count, index: 8 bytes, big-endian
    number = the next 8 bytes of block 0, 1, 2 …, rejected while outside the largest multiple of n
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, MutableMapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.errors import WouldReveal

T = TypeVar("T")
_WORD = 8
_SPAN = 1 << (8 * _WORD)
_WORDS = struct.Struct(">4Q")
"""A block as numbers of one word each."""
SECRET_BYTES = 32


class Rng(Protocol):
    """What the rules may ask of chance."""

    def below(self, purpose: str, n: int) -> int:
        """Give a number from 0 to n - 1, each with the same chance."""
        ...

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Give the items in random order."""
        ...


def commitment(secret: bytes) -> str:
    """The public promise of a secret: published when the game is created, checked when it is revealed."""
    return hashlib.sha256(b"acta/secret\x00" + secret).hexdigest()


def game_key(secret: bytes, nonces: Sequence[str | None]) -> bytes:
    """The key of a game's randomness: neither the server nor a player alone can choose it."""
    return hmac.digest(secret, msgspec.json.encode(list(nonces)), "sha256")


class KeyedRng:
    """Draws by HMAC-SHA-256 under one key.

    `counts` says how often each purpose was drawn; it belongs to the caller's state. `witness` is called at every draw
    before its outcome is used, so that the log shows it.
    """

    def __init__(
        self,
        key: bytes,
        counts: MutableMapping[str, int] | None = None,
        witness: Callable[[str, int], None] | None = None,
    ) -> None:
        """Continue the draws of `counts` under `key`."""
        self._key = key
        self._counts = {} if counts is None else counts
        self._witness = witness

    def below(self, purpose: str, n: int) -> int:
        """Give a number from 0 to n - 1, each with the same chance."""
        return self._draw(purpose).below(n)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Give the items in random order (Fisher-Yates, one draw for the whole shuffle)."""
        stream = self._draw(purpose)
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = stream.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def _draw(self, purpose: str) -> "_Stream":
        count = self._counts.get(purpose, 0)
        self._counts[purpose] = count + 1
        if self._witness is not None:
            self._witness(purpose, count + 1)
        return _Stream(self._key, purpose.encode() + b"\x00" + count.to_bytes(_WORD, "big"))


class _Stream:
    """The endless bytes of one draw, handed out as unbiased numbers."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = key
        self._label = label
        self._index = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        if not 0 < n <= _SPAN:
            message = f"cannot draw below {n}"
            raise ValueError(message)
        limit = _SPAN - _SPAN % n
        while True:
            word = self._next()
            if word < limit:
                return word % n

    def _next(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._label + self._index.to_bytes(_WORD, "big"), "sha256")
            self._index += 1
            self._words = [*reversed(_WORDS.unpack(block))]
        return self._words.pop()


class NoRng:
    """Refuses every draw: previews run on it, so that they can never look into the future."""

    def below(self, purpose: str, n: int) -> int:  # noqa: ARG002 - the protocol's signature
        """Refuse."""
        raise WouldReveal(purpose)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:  # noqa: ARG002 - the protocol's signature
        """Refuse."""
        raise WouldReveal(purpose)
