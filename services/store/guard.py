"""Turns the failures of Redis into our own errors, so that nobody above has to know its exceptions."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import (
    BusyLoadingError,
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from domain.kernel.errors import OutcomeUnknown, StoreFull, StoreUnavailable

_SILENCE = (NotConnected, NoAnswer, ClusterError, RedisClusterException, OSError)


@contextmanager
def reading() -> Iterator[None]:
    """Nothing is written in this block (or it does not matter whether it is)."""
    try:
        with _refusals():
            yield
    except _SILENCE as error:
        raise StoreUnavailable(str(error)) from error


@contextmanager
def writing() -> Iterator[None]:
    """What is written in this block may have been written even if no answer came."""
    try:
        with _refusals():
            yield
    except _SILENCE as error:
        raise OutcomeUnknown(str(error)) from error


@contextmanager
def _refusals() -> Iterator[None]:
    """What the server refused, it did not do."""
    try:
        yield
    except (BusyLoadingError, ReadOnlyError) as error:
        raise StoreUnavailable(str(error)) from error
    except OutOfMemoryError as error:
        raise StoreFull from error
    except ResponseError as error:
        if str(error).startswith(("MISCONF", "OOM")):  # the disk is full, or cannot be written
            raise StoreFull from error
        raise
