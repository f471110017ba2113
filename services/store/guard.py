"""Turns the failures of Redis into our own errors, so that nobody above has to know its exceptions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import OutOfMemoryError, ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from domain.kernel.errors import OutcomeUnknown, StoreFull, StoreUnavailable

_FULL = ("MISCONF", "OOM")


@asynccontextmanager
async def reading() -> AsyncIterator[None]:
    """Nothing is written in this block (or it does not matter whether it is)."""
    try:
        yield
    except (NotConnected, NoAnswer, OSError) as error:
        raise StoreUnavailable(str(error)) from error


@asynccontextmanager
async def writing() -> AsyncIterator[None]:
    """What is written in this block may have been written even if no answer came."""
    try:
        yield
    except OutOfMemoryError as error:
        raise StoreFull from error
    except ResponseError as error:
        if str(error).startswith(_FULL):
            raise StoreFull from error
        raise
    except (NotConnected, NoAnswer, OSError) as error:
        raise OutcomeUnknown(str(error)) from error
