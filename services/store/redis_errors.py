"""Turns the errors of Redis into our own, so that no caller has to know its exceptions."""

from redis.exceptions import (
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from domain.kernel.errors import ActaError, OutcomeUnknown, StoreFull, StoreMoving, StoreUnavailable

_NO_ROOM = ("MISCONF", "OOM command")  # the disk cannot be written; Redis 6.2 buries the second in a script's error


class _Translated:
    """A block in which the errors of Redis become ours.

    Every call of the store stands in one, and a `contextmanager` would cost as much as to fold an event.
    """

    __slots__ = ("_not_now",)

    def __init__(self, not_now: type[ActaError]) -> None:
        """Raise this when the store cannot be reached now."""
        self._not_now = not_now

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Exception) and (ours := _our_own(error, self._not_now)) is not None:
            raise ours from error


def _our_own(error: Exception, not_now: type[ActaError]) -> ActaError | None:
    """The error of ours that one of Redis means, if it is one of Redis."""
    match error:
        case NotConnected() | NoAnswer() | ClusterError() | RedisClusterException() | ReadOnlyError() | OSError():
            return not_now(str(error))
        case AttributeError(name="writelines") | RuntimeError() if _was_closed(error):
            return not_now("the connection was closed meanwhile")
        case ResponseError() if isinstance(error, OutOfMemoryError) or any(sign in str(error) for sign in _NO_ROOM):
            return StoreFull()
        case ResponseError() if str(error).startswith("STOREMOVING"):
            return StoreMoving(str(error))
        case ResponseError() if str(error).startswith("NOREPLICAS"):
            return not_now(str(error))
    return None


def _was_closed(error: Exception) -> bool:
    """Whether a connection was closed before it was written to, which redis-py says in no words of its own.

    Another task had closed that to a node of a cluster, or uvloop its socket.
    """
    return isinstance(error, AttributeError) or str(error).endswith("the handler is closed")


_reading = _Translated(StoreUnavailable)
_writing = _Translated(OutcomeUnknown)


def reading() -> _Translated:
    """Nothing is written in this block."""
    return _reading


def repeatable() -> _Translated:
    """What is written in this block can be written again without harm, so it does not matter whether it was."""
    return _reading


def writing() -> _Translated:
    """What is written in this block may have been written even if no answer came.

    Even a refusal proves little: the client may have sent the same write before and lost the answer.
    """
    return _writing
