"""Passwords: hashed in few threads, and nobody's password takes as long as somebody's."""

import asyncio
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher

from services.store.accounts.errors import BadField, Busy
from services.store.accounts.passwords import Passwords, check_password
from tests.services.store.accounts.conftest import CHEAP

pytestmark = pytest.mark.anyio


class Gate(PasswordHasher):
    """A hasher that counts who is inside and lets nobody out before it opens."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.inside = self.most = self.checked = 0
        self.open = threading.Event()
        self._lock = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - argon2's own name
        with self._lock:
            self.inside += 1
            self.checked += 1
            self.most = max(self.most, self.inside)
        self.open.wait(10)
        with self._lock:
            self.inside -= 1
        return super().verify(hash, password)


async def test_the_right_password_alone_is_right(passwords: Passwords) -> None:
    encoded = await passwords.hash("festina lente")
    assert encoded.startswith("$argon2id$")
    assert await passwords.verify("festina lente", encoded)
    assert not await passwords.verify("festina lentE", encoded)
    assert not await passwords.verify("festina lente", "no hash at all")


async def test_composition_of_letters_does_not_matter(passwords: Passwords) -> None:
    assert await passwords.verify("passwo\u0308rter", await passwords.hash("passw\u00f6rter"))


async def test_an_unknown_account_costs_a_whole_check_and_is_never_right() -> None:
    gate = Gate()
    gate.open.set()
    passwords = Passwords(gate)
    assert not await passwords.verify("festina lente", "")
    assert gate.checked == 1
    passwords.close()


async def test_few_run_some_wait_and_the_rest_is_turned_away() -> None:
    gate = Gate()
    passwords = Passwords(gate, lanes=2, queue=3)
    encoded = CHEAP.hash("festina lente")
    checks = [asyncio.ensure_future(passwords.verify("festina lente", encoded)) for _ in range(8)]
    done, _ = await asyncio.wait(checks[5:], timeout=10)
    assert len(done) == 3
    assert all(isinstance(check.exception(), Busy) for check in done)
    gate.open.set()
    assert await asyncio.gather(*checks[:5]) == [True] * 5
    assert gate.most <= 2
    assert await passwords.verify("festina lente", encoded), "there is room again"
    passwords.close()


@pytest.mark.parametrize("password", ["", "1234567", "x" * 257])
def test_too_short_and_too_long(password: str) -> None:
    with pytest.raises(BadField):
        check_password(password)
