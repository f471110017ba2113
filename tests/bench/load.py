"""A small load generator: keep-alive connections that send prepared requests in a loop, in a process of their own."""

import asyncio
import multiprocessing
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import cycle
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Script = list[bytes]
"""The requests of one connection, sent over and over in this order."""


class Figures(NamedTuple):
    """What a round measured."""

    per_second: float
    p50: float
    p99: float
    failures: int


def request(method: str, path: str, body: bytes, token: str = "") -> bytes:
    """The bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    return head.encode() + b"\r\n" + body


def press(port: int, scripts: Sequence[Script], seconds: float) -> Figures:
    """Press a server for a while, from another process, which stays: to start one costs more than to press."""
    return press_several([port], scripts, seconds)


def press_several(ports: Sequence[int], scripts: Sequence[Script], seconds: float) -> Figures:
    """Play the scripts against several processes of a server, to which the connections are dealt out."""
    return Figures(*on_generator(_press, ports, scripts, seconds))


def on_generator(work: Callable[..., T], *arguments: object) -> T:
    """Let the other process do some work."""
    return _generator().submit(work, *arguments).result()


@cache
def _generator() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


def _press(ports: Sequence[int], scripts: Sequence[Script], seconds: float) -> tuple[float, float, float, int]:
    return asyncio.run(all_pressed(ports, scripts, seconds))


async def all_pressed(
    ports: Sequence[int], scripts: Sequence[Script], seconds: float
) -> tuple[float, float, float, int]:
    times: list[float] = []
    began = time.perf_counter()
    dealt = zip(cycle(ports), scripts, strict=False)
    failures = sum(await asyncio.gather(*(_one(port, script, began + seconds, times) for port, script in dealt)))
    took = time.perf_counter() - began
    times.sort()
    return len(times) / took, statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000, failures


async def _one(port: int, script: Script, until: float, times: list[float]) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    failures = 0
    while True:
        for message in script:  # whole scripts only, one at least: the next round begins where this one ended
            began = time.perf_counter()
            writer.write(message)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
            await reader.readexactly(length)
            times.append(time.perf_counter() - began)
            failures += head[9:12] != b"200"
        if time.perf_counter() >= until:
            writer.close()
            return failures
