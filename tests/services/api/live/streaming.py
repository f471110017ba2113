"""A real API process, people at its tables, and what their streams tell them."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.kit.processes import free_ports, wait_for

Frame = dict[str, Any]
STREAMS_PER_ADDRESS = 3


@contextmanager
def serving(redis_url: str, folder: Path) -> Iterator[str]:
    (port,) = free_ports(1)
    settings = {"ACTA_REDIS_URL": redis_url, "ACTA_GAMES": "tests.kit.taberna:GAME", "ACTA_DATA_DIR": str(folder)}
    settings["ACTA_STREAMS_PER_ADDRESS"] = str(STREAMS_PER_ADDRESS)
    command = [sys.executable, "-m", "services.cli", "api", "--port", str(port)]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env={**os.environ, **settings}, stderr=log) as process,
    ):
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(lambda: answers(address), what="the API")
            yield address
        finally:
            process.terminate()


def answers(address: str) -> bool:
    """Whether the server listens, which it does once it is ready; asking more would slow its start down."""
    host, _, port = address.removeprefix("http://").partition(":")
    try:
        socket.create_connection((host, int(port)), 1).close()
    except OSError:
        return False
    return True


class Table:
    """Two people at a table of Taberna."""

    def __init__(self, api: httpx.Client, **terms: object) -> None:
        self.api = api
        self.people = [self.person(), self.person()]
        opened = self.post(
            "", {"game": "taberna", "players": 2, "options": {"rounds": 1}, **terms}, path="/api/v1/games"
        )
        self.id = opened["game_id"]
        self.path = f"/api/v1/games/{self.id}"

    def person(self, **more: object) -> dict[str, str]:
        body = {"name": os.urandom(6).hex(), "password": "festina lente", **more}
        return {"Authorization": f"Bearer {self.api.post('/api/v1/users', json=body).json()['token']}"}

    def post(self, what: str, body: object, who: int = 0, path: str | None = None) -> dict[str, Any]:
        answer = self.api.post(path or f"{self.path}/{what}", json=body, headers=self.people[who])
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def start(self) -> None:
        self.post("seats", {}, who=1)

    def lay(self, who: int) -> int:
        options = self.api.get(f"{self.path}/options", headers=self.people[who]).json()["options"]
        version: int = self.post("commands", {"command": options[0]["command"]}, who=who)["version"]
        return version


class Listener:
    """Reads a stream in a thread of its own."""

    def __init__(
        self,
        table: Table,
        who: int | None,
        headers: dict[str, str] | None = None,
        query: str = "",
        path: str | None = None,
    ) -> None:
        self.frames: list[Frame] = []
        self.heads: list[tuple[int, Any]] = []
        """Each head of a round, and how many frames came before it."""
        self.ended = threading.Event()
        self._headers = {**(headers or {}), **(table.people[who] if who is not None else {})}
        self._url = f"{table.api.base_url}{path or table.path}/stream{query}"
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            with httpx.stream("GET", self._url, headers=self._headers, timeout=30) as answer:
                self._socket = answer.extensions["network_stream"].get_extra_info("socket")
                frame: Frame = {}
                for line in answer.iter_lines():
                    if line:
                        name, _, value = line.partition(": ")
                        frame[name] = value
                    elif "data" in frame:
                        self._keep({**frame, "data": json.loads(frame["data"])})
                        frame = {}
        except httpx.TransportError:
            return
        finally:
            self.ended.set()

    def _keep(self, frame: Frame) -> None:
        if frame["event"] == "head":
            assert "id" not in frame
            self.heads.append((len(self.frames), frame["data"]))
        else:
            self.frames.append(frame)

    def versions(self) -> list[int]:
        return [int(frame["id"]) for frame in self.frames if "id" in frame]

    def talk(self) -> list[Frame]:
        return [frame for frame in self.frames if frame["event"] == "talk"]

    def words(self) -> list[str | None]:
        return [frame["data"]["text"] for frame in self.talk()]

    def close(self) -> None:
        """Hang up, as a browser that is closed does."""
        wait_for(lambda: self._socket is not None or self.ended.is_set(), what="a connection to end")
        if self._socket is not None and not self.ended.is_set():
            with suppress(OSError):  # it may end by itself at this very moment
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
