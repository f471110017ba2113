"""Passwords: argon2id in a few threads, and the same time for a name that does not exist.

One hash takes a fifth of a second and 64 MiB, so a flood of them would take the machine: at most `lanes` run at once,
each on one core and behind everybody who plays, and at most `queue` wait. Never keeps or logs a password.
"""

import asyncio
import os
import sys
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from services.store.accounts.errors import BadField, Busy

T = TypeVar("T")

SHORTEST = 8
LONGEST = 256
_NICE = 10


def check_password(password: str) -> None:
    """Refuse a password that is too short or too long; length is the only rule, as NIST SP 800-63B advises."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadField("password", "length", shortest=SHORTEST, longest=LONGEST)


class Passwords:
    """Hashes and checks passwords without holding up the event loop."""

    def __init__(self, hasher: PasswordHasher | None = None, *, lanes: int = 2, queue: int = 32) -> None:
        self._hasher = hasher or PasswordHasher(parallelism=1)
        self._threads = ThreadPoolExecutor(lanes, thread_name_prefix="argon2", initializer=_give_way)
        self._room = lanes + queue
        self._nobody = self._hasher.hash(token_hex())

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(_normal(password)))

    async def verify(self, password: str, encoded: str) -> bool:
        """Whether the password made this hash. An empty hash, of no account, takes just as long."""
        matches = await self._run(lambda: self._matches(password, encoded or self._nobody))
        return matches and encoded != ""

    def is_outdated(self, encoded: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(encoded)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _matches(self, password: str, encoded: str) -> bool:
        try:
            return self._hasher.verify(encoded, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._room <= 0:
            raise Busy(retry_after=1)
        self._room -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._room += 1


def _give_way() -> None:
    """Let others go first; only Linux knows the priority of a single thread."""
    if sys.platform == "linux":
        os.nice(_NICE)


def _normal(password: str) -> str:
    """The same keys give the same password on every keyboard and system."""
    return unicodedata.normalize("NFKC", password)
