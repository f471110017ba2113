"""boardgame.io as a peer: its server, installed into a folder of its own, and players who speak its protocol."""

import asyncio
import os
import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.bench.commands import Serving, answers
from tests.bench.report import say
from tests.kit.processes import REPOSITORY, free_ports, wait_for

FOLDER = REPOSITORY / "build" / "peers" / "boardgame"
SERVER = Path(__file__).with_name("boardgame_server.js")
# koa-compose is held back: with a newer one every route of its lobby is missing
PACKAGE = """{"private": true, "dependencies": {"boardgame.io": "0.50.2"}, "overrides": {"koa-compose": "4.1.0"}}"""
_STATE = re.compile(rb'"_stateID":(\d+)')


def installed() -> bool:
    """Install the peer, if there is a Node to do it with."""
    if not shutil.which("npm"):
        say("There is no npm here: boardgame.io is not measured.")
        return False
    if not (FOLDER / "node_modules").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text(PACKAGE)
        install = ["npm", "install", "--no-audit", "--no-fund"]
        done = subprocess.run(install, cwd=FOLDER, capture_output=True, check=False)
        if done.returncode:
            say(f"boardgame.io cannot be installed: {done.stderr.decode()[-200:]}")
            return False
    return True


@contextmanager
def serving_peer() -> Iterator[Serving]:
    """Its server process."""
    (port,) = free_ports(1)
    given = {**os.environ, "NODE_PATH": str(FOLDER / "node_modules"), "NODE_ENV": "production"}
    command = ["node", str(SERVER), str(port)]
    with subprocess.Popen(command, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(lambda: answers(port), seconds=60, what="boardgame.io")
            yield Serving(port, psutil.Process(process.pid))
        finally:
            process.terminate()


class Player(asyncio.Protocol):
    """A seat at a match, with as little work as possible: knows the number of the newest state that it was sent."""

    def __init__(self, match: str, seat: int) -> None:
        self.state = -1
        self._match = match
        self._seat = seat
        self._read = b""
        self._opened = False
        self._wanted: tuple[int, asyncio.Future[None]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
        )

    def sit_down(self) -> None:
        """Open the match, which begins with the first who comes."""
        self._send(f'42/counting,["sync","{self._match}","{self._seat}",null,2]')

    def move(self) -> None:
        action = f'{{"type":"MAKE_MOVE","payload":{{"type":"move","args":[],"playerID":"{self._seat}"}}}}'
        self._send(f'42/counting,["update",{action},{self.state},"{self._match}","{self._seat}"]')

    def reaches(self, state: int) -> "asyncio.Future[None]":
        """Done when that state has arrived."""
        future = asyncio.get_running_loop().create_future()
        self._wanted = state, future
        self._look()
        return future

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self._opened:
            head, ended, self._read = self._read.partition(b"\r\n\r\n")
            self._opened = bool(ended)
            if not ended:
                self._read = head
                return
            self._send("40/counting,")
        while (message := self._next()) is not None:
            if message.startswith(b"40/counting,"):
                self.sit_down()
            elif message.startswith(b"42/counting,") and (found := _STATE.search(message)):
                self.state = int(found[1])
                self._look()

    def _look(self) -> None:
        if self._wanted is not None and self.state >= self._wanted[0] and not self._wanted[1].done():
            self._wanted[1].set_result(None)

    def _next(self) -> bytes | None:
        """The next message, if it is whole."""
        if len(self._read) < 2:
            return None
        size, start = self._read[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(self._read) < start:
                return None
            size = int.from_bytes(self._read[2:start], "big")
        if len(self._read) < start + size:
            return None
        message, self._read = self._read[start : start + size], self._read[start + size :]
        return message

    def _send(self, text: str) -> None:
        """One frame, masked with zeros: what a client sends must be masked."""
        data = text.encode()
        size = struct.pack(">B", 128 | len(data)) if len(data) < 126 else struct.pack(">BH", 128 | 126, len(data))
        self._transport.write(b"\x81" + size + b"\0\0\0\0" + data)
