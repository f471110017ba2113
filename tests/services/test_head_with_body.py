"""An answer goes out in one write, a head without a body all the same, and nothing is lost when the line is closed."""

import asyncio
from typing import cast

from uvicorn.protocols.http.flow_control import FlowControl

from services.cli.http_protocol import HeadWithBody


class Written:
    """A transport that only notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append(b"closed")

    def is_closing(self) -> bool:
        return b"closed" in self.done


def answer(flow: FlowControl | None = None) -> tuple[HeadWithBody, list[bytes]]:
    transport = cast("asyncio.Transport", written := Written())
    return HeadWithBody(transport, flow or FlowControl(transport), asyncio.get_running_loop()), written.done


async def test_head_and_body_are_one_write() -> None:
    transport, done = answer()
    transport.write(b"head ")
    transport.write(b"body")
    transport.write(b"more")
    await asyncio.sleep(0)
    assert done == [b"head body", b"more"]


async def test_a_head_waits_only_for_the_end_of_the_turn() -> None:
    transport, done = answer()
    transport.write(b"head")
    assert done == []
    await asyncio.sleep(0)
    assert done == [b"head"]
    transport.write(b"event")
    assert done == [b"head", b"event"]


async def test_what_is_kept_is_sent_before_the_line_is_closed() -> None:
    transport, done = answer()
    transport.write(b"head")
    transport.close()
    await asyncio.sleep(0)
    assert done == [b"head", b"closed"]


async def test_a_piece_of_a_stream_is_written_at_once_after_its_head() -> None:
    transport, done = answer()
    assert not transport.write_chunk(b"too early")
    transport.write(b"head ")
    assert transport.write_chunk(b"twelve bytes")
    assert transport.write_chunk(b"more")
    await asyncio.sleep(0)
    assert done == [b"head c\r\ntwelve bytes\r\n", b"4\r\nmore\r\n"]


async def test_nothing_is_written_at_once_to_who_is_slow_or_gone() -> None:
    flow = FlowControl(cast("asyncio.Transport", None))
    transport, done = answer(flow)
    transport.write(b"head")
    await asyncio.sleep(0)
    flow.pause_writing()
    assert not transport.write_chunk(b"slow")
    flow.resume_writing()
    assert transport.write_chunk(b"again")
    transport.close()
    assert not transport.write_chunk(b"gone")
    assert done == [b"head", b"5\r\nagain\r\n", b"closed"]
