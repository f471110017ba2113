"""What Redis may answer, and what it is called above the store."""

import asyncio
import socket

import pytest
import uvloop
from redis import exceptions as redis

from domain.kernel.errors import ActaError, OutcomeUnknown, StoreFull, StoreUnavailable
from services.store.redis_errors import reading, writing

FULL = [
    redis.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
    redis.ResponseError("Error running script (call to f_0): @user_script:31: -OOM command not allowed"),  # Redis 6.2
    redis.ResponseError("MISCONF Errors writing to the AOF file: No space left on device"),
]
SILENT = [
    redis.ConnectionError("Connection refused"),
    redis.TimeoutError("Timeout reading from socket"),
    redis.ClusterDownError("The cluster is down"),
    redis.SlotNotCoveredError("Slot 1 is not covered"),
    ConnectionResetError("reset by peer"),
    # The client library may have sent the write before to the same server while it still listened:
    redis.BusyLoadingError("Redis is loading the dataset in memory"),
    redis.ReadOnlyError("You can't write against a read only replica."),
    redis.ResponseError("NOREPLICAS Not enough good replicas to write."),
    # What redis-py says where another task closed the connection to a node of a cluster:
    AttributeError("'NoneType' object has no attribute 'writelines'", name="writelines", obj=None),
    # What uvloop says where the server has closed it:
    RuntimeError("unable to perform operation on <TCPTransport closed=True reading=False>; the handler is closed"),
]


@pytest.mark.parametrize(
    ("answer", "read", "write"),
    [
        *(pytest.param(answer, StoreFull, StoreFull, id=str(answer)) for answer in FULL),
        *(pytest.param(answer, StoreUnavailable, OutcomeUnknown, id=str(answer)) for answer in SILENT),
    ],
)
def test_every_failure_of_redis_has_a_name_of_ours(
    answer: Exception, read: type[ActaError], write: type[ActaError]
) -> None:
    with pytest.raises(read), reading():
        raise answer
    with pytest.raises(write), writing():
        raise answer


@pytest.mark.parametrize(
    "mistake",
    [
        redis.ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value"),
        AttributeError("'NoneType' object has no attribute 'version'", name="version", obj=None),
        RuntimeError("dictionary changed size during iteration"),
    ],
    ids=str,
)
def test_a_mistake_of_ours_is_not_hidden(mistake: Exception) -> None:
    with pytest.raises(type(mistake)), writing():
        raise mistake


def test_a_connection_that_uvloop_has_closed_is_a_silent_server() -> None:
    async def write_to_a_closed_one() -> None:
        _, writer = await asyncio.open_connection(sock=ours)
        writer.close()
        await writer.wait_closed()
        writer.writelines([b"PING"])

    ours, theirs = socket.socketpair()
    with theirs, pytest.raises(StoreUnavailable), reading():
        uvloop.run(write_to_a_closed_one())
