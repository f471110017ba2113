"""Runs the account scripts of the lua folder and turns what Redis says into the kernel's errors.

Every write of an account goes through here: a script is atomic, and safe when the client library sends it twice.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import (
    BusyLoadingError,
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimedOut

from domain.kernel.errors import OutcomeUnknown, StoreFull, StoreUnavailable

Client = Redis | RedisCluster
NAMES = ("create", "find", "held", "issue", "revoke", "set_password", "spend")


class Scripts:
    """The scripts, known to one client."""

    def __init__(self, client: Client) -> None:
        folder = files("services.store.accounts").joinpath("lua")
        common = folder.joinpath("common.lua").read_text("utf-8")
        self._scripts = {
            name: client.register_script(common + folder.joinpath(f"{name}.lua").read_text("utf-8")) for name in NAMES
        }

    async def run(self, name: str, keys: Sequence[str], args: Sequence[str | int]) -> Any:  # noqa: ANN401 - as Redis answers
        with writing():
            return await self._scripts[name](keys=list(keys), args=list(args))


def text(value: bytes | str) -> str:
    """Redis answers in bytes or in text, as its client was built."""
    return value.decode() if isinstance(value, bytes) else value


@contextmanager
def writing() -> Iterator[None]:
    """A write that got no answer may have happened."""
    try:
        with _refusals():
            yield
    except (ConnectionLost, TimedOut, ClusterError, RedisClusterException) as error:
        raise OutcomeUnknown from error


@contextmanager
def reading() -> Iterator[None]:
    try:
        with _refusals():
            yield
    except (ConnectionLost, TimedOut, ClusterError, RedisClusterException) as error:
        raise StoreUnavailable from error


@contextmanager
def _refusals() -> Iterator[None]:
    """What the server refused, it did not do."""
    try:
        yield
    except (BusyLoadingError, ReadOnlyError) as error:
        raise StoreUnavailable from error
    except OutOfMemoryError as error:
        raise StoreFull from error
    except ResponseError as error:
        if str(error).startswith("MISCONF"):  # the disk is full, or cannot be written
            raise StoreFull from error
        raise
