"""An API process that is told to stop: it ends its streams with a hint when to come back, and finishes requests."""

import json
import re
import signal
import socket
import threading
from pathlib import Path

import httpx

from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, Server, free_ports, running_tree, wait_for
from tests.services.api.live.streaming import Table, answers


class RawStream:
    """Reads a stream as it is, to its end."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.text = ""
        self._ask = (url, headers)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        url, headers = self._ask
        with httpx.stream("GET", url, headers=headers, timeout=30) as answer:
            for part in answer.iter_text():
                self.text += part


def begun_request(port: int, table: Table) -> tuple[socket.socket, bytes]:
    """A command that the server has begun to read, and of which the end is not sent yet; and that end."""
    options = table.api.get(f"{table.path}/options", headers=table.people[0]).json()["options"]
    body = json.dumps({"command": options[0]["command"]}).encode()
    token = table.people[0]["Authorization"]
    head = f"POST {table.path}/commands HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n"
    head += f"Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n"
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sendall(head.encode())
    assert connection.recv(65536).startswith(b"HTTP/1.1 100 ")
    connection.sendall(body[:-5])
    return connection, body[-5:]


def test_a_process_that_is_told_to_stop_finishes_what_it_began(own_server: Server, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": ",".join(GAMES), "ACTA_DATA_DIR": str(tmp_path)}
    words = ["-m", "services.cli", "api", "--port", str(port)]
    address = f"http://127.0.0.1:{port}"
    with running_tree(words, tmp_path / "log", environ) as tree, httpx.Client(base_url=address, timeout=60) as api:
        wait_for(lambda: answers(address), what="the API")
        table = Table(api)
        table.start()
        paths = (table.path, "/api/v1/me")
        streams = [RawStream(f"{address}{path}/stream", table.people[0]) for path in paths]
        wait_for(lambda: all("data:" in stream.text for stream in streams), what="the streams")
        connection, rest = begun_request(port, table)
        tree.process.send_signal(signal.SIGTERM)
        streams[0].thread.join(PATIENCE)
        with connection:
            connection.sendall(rest)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        for stream in streams:
            stream.thread.join(PATIENCE)
            assert re.search(r"retry: \d+\n\n$", stream.text), stream.text[-200:]
        assert not answers(address), "nobody new is let in"
        ended = tree.process.wait(PATIENCE)
        assert ended == -signal.SIGTERM, tree.output()  # uvicorn ends by the signal that it was sent
