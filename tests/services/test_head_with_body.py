"""An answer goes out in one write, a head without a body all the same, and nothing is lost when the line is closed."""

import asyncio
from typing import cast

from services.cli.http_protocol import HeadWithBody


class Written:
    """A transport that only notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append(b"closed")


def answer() -> tuple[HeadWithBody, list[bytes]]:
    written = Written()
    return HeadWithBody(cast("asyncio.Transport", written), asyncio.get_running_loop()), written.done


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
