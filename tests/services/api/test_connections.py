"""Bytes that no well-behaved client sends, on real connections: the server refuses them, and serves the others."""

import asyncio
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
import redis
from prometheus_client import REGISTRY

from services.api.requests import MAX_BODY
from services.cli.http_protocol import Protocol
from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from tests.kit.http import API, GAMES, serving, token_on
from tests.kit.processes import Server, running_server, wait_for

BODY = b'{"game": "taberna", "players": 2}'
SECONDS = 10


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="module")
def token(server: Server) -> bytes:
    return asyncio.run(token_on(server.url)).encode()


@pytest.fixture(scope="module")
def store(server: Server) -> Iterator[redis.Redis]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def port(server: Server) -> Iterator[int]:
    with serving(create_app(Settings(redis_url=Secret(server.url), games=GAMES))) as number:
        yield number


def posting(token: bytes, *headers: bytes) -> bytes:
    """The head of a request that opens a table."""
    lines = (b"POST /api/v1/games HTTP/1.1", b"Host: acta", b"Content-Type: application/json")
    return b"\r\n".join((*lines, b"Authorization: Bearer " + token, *headers, b"", b""))


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def told(port: int, *pieces: bytes) -> bytes:
    """Send pieces and read what comes back until the server has answered or hung up."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
            return connection.recv(65536)
        except ConnectionError:
            return b""


def lives(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}{API}/catalog", timeout=SECONDS).status_code == httpx.codes.OK


def tables(store: redis.Redis) -> int:
    found: int = sum(store.scard(key) for key in store.keys("*:games"))
    return found


def test_a_body_in_chunks_is_a_body(port: int, token: bytes, store: redis.Redis) -> None:
    before = tables(store)
    head = posting(token, b"Transfer-Encoding: chunked")
    assert told(port, head, chunk(BODY[:7]), chunk(BODY[7:]), chunk(b"")).startswith(b"HTTP/1.1 201 ")
    assert tables(store) == before + 1


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ([b"Transfer-Encoding: chunked", chunk(b" " * MAX_BODY), chunk(BODY), chunk(b"")], 413),
        ([b"Content-Length: 100000", b" " * 100000], 413),
        ([b"Content-Length: 33\r\nContent-Length: 5", BODY], 400),
        ([b"Content-Length: many", BODY], 400),
        ([b"Transfer-Encoding: chunked", b"zz\r\n" + BODY], 400),
    ],
    ids=["too much in chunks", "too much announced", "two lengths", "a length that is none", "a broken chunk"],
)
def test_a_strange_body_is_refused(
    port: int, token: bytes, store: redis.Redis, pieces: list[bytes], status: int
) -> None:
    before = tables(store)
    headers, *body = pieces
    assert told(port, posting(token, headers), *body).startswith(b"HTTP/1.1 %d " % status)
    assert tables(store) == before
    assert lives(port)


@pytest.mark.parametrize(
    "begun",
    [b"", b"Content-Length: 33", b"Transfer-Encoding: chunked"],
    ids=["in the head", "in the body", "in a chunk"],
)
def test_a_request_that_breaks_off_has_asked_for_nothing(
    port: int, token: bytes, store: redis.Redis, begun: bytes
) -> None:
    before = tables(store)
    head = posting(token, begun)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(head + BODY[:10] if begun.startswith(b"C") else head[:-4])
    assert lives(port)
    assert tables(store) == before


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/v1/games/\xff\xfe HTTP/1.1\r\nHost: acta\r\n\r\n",
        b"GET /api/v1/games/%00%ff HTTP/1.1\r\nHost: acta\r\n\r\n",
        b"GET http://[::bad/ HTTP/1.1\r\nHost: acta\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: acta\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: acta\r\n" + b"X: x\r\n" * 50_000 + b"\r\n",
        b"BREW /api/v1/games HTTP/1.1\r\nHost: acta\r\n\r\n",
        b"CONNECT acta:443 HTTP/1.1\r\nHost: acta\r\n\r\n",
    ],
    ids=["TLS", "a version", "raw bytes", "escapes", "a host", "a long header", "many headers", "a method", "a tunnel"],
)
def test_what_is_no_request_breaks_nothing(port: int, rubbish: bytes) -> None:
    answer = told(port, rubbish)
    assert answer == b"" or answer[9:10] in {b"2", b"4"}, answer[:100]
    assert lives(port)


@pytest.mark.parametrize("more", [b"x" * 20_000, b"X: x\r\n" * 4000], ids=["a header", "headers"])
def test_a_head_without_end_is_ended(port: int, more: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: acta\r\nX: ")
        with pytest.raises(ConnectionError):  # noqa: PT012 - any of the pieces may be one too many
            for _ in range(10_000):
                connection.sendall(more)
    assert lives(port)


def test_a_long_body_is_not_taken_for_a_head(port: int, token: bytes) -> None:
    body = BODY.ljust(MAX_BODY)
    whole = posting(token, b"Content-Length: %d" % len(body)) + body
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        for pieces in ([whole], [whole[:1000], whole[1000:]], [whole[:-1], whole[-1:]]):
            for piece in pieces:
                connection.sendall(piece)
            assert connection.recv(65536).startswith(b"HTTP/1.1 201 ")


def test_a_long_head_says_nothing_about_the_next_one(port: int) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: acta\r\nX: " + b"x" * 40_000
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        for _ in range(3):
            connection.sendall(head)
            connection.sendall(b"\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_asking_for_the_head_of_a_stream_does_not_hold_the_line(port: int, token: bytes) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=SECONDS) as http:
        authorization = {"Authorization": f"Bearer {token.decode()}"}
        game = http.post("/games", content=BODY, headers={"Content-Type": "application/json"} | authorization).json()
        for _ in range(2):
            assert http.head(f"/games/{game['game_id']}/stream").headers["content-type"].startswith("text/event-stream")
            assert http.get("/catalog").status_code == httpx.codes.OK


class Hasty(Protocol):
    """For tests that cannot wait for 20 seconds."""

    seconds = 0.3


@pytest.fixture(scope="module")
def hasty_port(server: Server) -> Iterator[int]:
    with serving(create_app(Settings(redis_url=Secret(server.url), games=GAMES)), Hasty) as number:
        yield number


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HTTP/1.1\r\nHost: ac", b"body"], ids=["silence", "head", "body"])
def test_a_request_that_takes_too_long_is_ended(hasty_port: int, token: bytes, begun: bytes) -> None:
    begun = posting(token, b"Content-Length: 33") + BODY[:10] if begun == b"body" else begun
    with socket.create_connection(("127.0.0.1", hasty_port), timeout=SECONDS) as connection:
        connection.sendall(begun)
        assert connection.recv(65536).startswith(b"HTTP/1.1 408 ")
        assert connection.recv(65536) == b""


def test_time_runs_for_each_request_by_itself(hasty_port: int) -> None:
    with socket.create_connection(("127.0.0.1", hasty_port), timeout=SECONDS) as connection:
        deadline = time.monotonic() + 2 * Hasty.seconds
        while time.monotonic() < deadline:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: acta\r\n\r\n")
            answer = b""
            while not answer.endswith(b'{"alive":true}'):  # its head and its body are two writes
                answer += connection.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET /healthz")
        assert connection.recv(65536).startswith(b"HTTP/1.1 408 ")


def test_a_stream_may_take_longer(hasty_port: int, token: bytes) -> None:
    authorization = {"Authorization": f"Bearer {token.decode()}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{hasty_port}{API}", timeout=SECONDS, headers=authorization) as http:
        path = f"/games/{http.post('/games', json={'game': 'taberna', 'players': 3}).json()['game_id']}"
        with http.stream("GET", f"{path}/stream") as stream:
            frames = stream.iter_text()
            next(frames)
            assert told(hasty_port, b"GET").startswith(b"HTTP/1.1 408 ")  # so much time has passed
            http.post(f"{path}/seats", json={"bot": "random"}).raise_for_status()
            assert any("SeatTaken" in frame for frame in frames if "Seat" in frame)


def test_who_does_not_read_is_not_waited_for(hasty_port: int) -> None:
    asked = 40
    with socket.create_connection(("127.0.0.1", hasty_port), timeout=SECONDS) as connection:
        connection.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: acta\r\n\r\n" * asked)
        figure = ("acta_connections_closed_total", {"reason": "unread"})
        wait_for(lambda: REGISTRY.get_sample_value(*figure), what="the server to give up")
    assert lives(hasty_port)


@pytest.mark.parametrize(
    "body", [[b"Content-Length: 33", BODY], [b"Transfer-Encoding: chunked", chunk(BODY), chunk(b"")]]
)
def test_a_request_that_offers_another_protocol_keeps_its_body(
    port: int, token: bytes, store: redis.Redis, body: list[bytes]
) -> None:
    before = tables(store)
    offers = (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk")
    head, *pieces = body
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        for _ in range(2):
            for piece in (posting(token, *offers, head), *pieces):
                connection.sendall(piece)
            assert connection.recv(65536).startswith(b"HTTP/1.1 201 ")
    assert tables(store) == before + 2


def test_dawdlers_keep_nobody_waiting(port: int, token: bytes) -> None:
    """Thirty requests that never end are open while others are answered."""
    dawdlers = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
    try:
        for number, connection in enumerate(dawdlers):
            connection.sendall(posting(token, b"Content-Length: 33")[: -(number % 30) or None])
        wait_for(lambda: lives(port), seconds=SECONDS, what="an answer")
    finally:
        for connection in dawdlers:
            connection.close()


def test_the_stream_of_who_is_sent_away_ends(port: int, server: Server, token: bytes) -> None:
    host, guest = ({"Authorization": f"Bearer {one}"} for one in (token.decode(), asyncio.run(token_on(server.url))))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=SECONDS) as http:
        terms = {"game": "taberna", "players": 3, "private": True}
        path = f"/games/{http.post('/games', json=terms, headers=host).json()['game_id']}"
        code = http.post(f"{path}/invitations", headers=host).json()["code"]
        http.post(f"{path}/seats", json={"invitation": code}, headers=guest).raise_for_status()
        with http.stream("GET", f"{path}/stream", headers=guest) as stream:
            frames = stream.iter_text()
            seen = ""
            while "SeatTaken" not in seen:
                seen += next(frames)
            http.delete(f"{path}/seats/1", headers=host).raise_for_status()
            seen += "".join(frames)
    assert "SeatLeft" not in seen
