"""A piece of a stream is written at once, but never before its head, nor to a client that is slow or gone."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.protocols.http.flow_control import FlowControl

from services.fast.direct_write import DirectWrite, offer, offered


class Written:
    """A transport that only notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[bytes] = []
        self.closing = False

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def is_closing(self) -> bool:
        return self.closing


@pytest.fixture
def transport() -> Written:
    return Written()


@pytest.fixture
def answer(transport: Written) -> Any:  # noqa: ANN401 - what uvicorn knows of an answer
    flow = FlowControl(cast("asyncio.Transport", None))
    state = {"response_started": True, "chunked_encoding": True, "response_complete": False}
    return SimpleNamespace(transport=transport, flow=flow, **state)


@pytest.fixture
def write(answer: Any) -> DirectWrite:  # noqa: ANN401 - what uvicorn knows of an answer
    found = offered(cast("Any", {"extensions": offer(answer)}))
    assert found is not None
    return found


def test_a_piece_is_a_chunk(write: DirectWrite, transport: Written) -> None:
    assert write(b"twelve bytes")
    assert write(b"more")
    assert transport.done == [b"c\r\ntwelve bytes\r\n", b"4\r\nmore\r\n"]


@pytest.mark.parametrize(
    "state", [{"response_started": False}, {"response_complete": True}, {"chunked_encoding": None}]
)
def test_only_a_body_in_chunks_that_has_begun_takes_pieces(
    write: DirectWrite,
    answer: Any,  # noqa: ANN401 - what uvicorn knows of an answer
    transport: Written,
    state: dict[str, bool | None],
) -> None:
    vars(answer).update(state)
    assert not write(b"no")
    assert transport.done == []


async def test_nothing_is_written_to_who_is_slow_or_gone(
    write: DirectWrite,
    answer: Any,  # noqa: ANN401 - what uvicorn knows of an answer
    transport: Written,
) -> None:
    answer.flow.write_paused = True
    assert not write(b"slow")
    answer.flow.write_paused = False
    assert write(b"again")
    transport.closing = True
    assert not write(b"gone")
    assert transport.done == [b"5\r\nagain\r\n"]


def test_a_server_may_offer_nothing() -> None:
    assert offered(cast("Any", {"extensions": None})) is None
