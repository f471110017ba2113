"""Turns the errors of Redis into our own, so that no caller has to know its exceptions."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import (
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from domain.kernel.errors import ActaError, OutcomeUnknown, StoreFull, StoreUnavailable

_NOT_NOW = (NotConnected, NoAnswer, ClusterError, RedisClusterException, ReadOnlyError, OSError)
_NO_ROOM = ("MISCONF", "OOM command")  # the disk cannot be written; Redis 6.2 buries the second in a script's error


@contextmanager
def reading() -> Iterator[None]:
    """Nothing is written in this block."""
    with _translated(StoreUnavailable):
        yield


@contextmanager
def repeatable() -> Iterator[None]:
    """What is written in this block can be written again without harm, so it does not matter whether it was."""
    with _translated(StoreUnavailable):
        yield


@contextmanager
def writing() -> Iterator[None]:
    """What is written in this block may have been written even if no answer came.

    Even a refusal proves little: the client may have sent the same write before and lost the answer.
    """
    with _translated(OutcomeUnknown):
        yield


@contextmanager
def _translated(not_now: type[ActaError]) -> Iterator[None]:
    try:
        yield
    except _NOT_NOW as error:
        raise not_now(str(error)) from error
    except AttributeError as error:
        if error.name != "writelines":
            raise
        raise not_now("the connection was closed meanwhile") from error  # which redis-py does not say of a cluster's
    except OutOfMemoryError as error:
        raise StoreFull from error
    except ResponseError as error:
        if any(sign in str(error) for sign in _NO_ROOM):
            raise StoreFull from error
        if str(error).startswith("NOREPLICAS"):
            raise not_now(str(error)) from error
        raise
