"""Bounds to how many connections may be held, from one address and in all."""

import socket
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from services.cli.connection_bounds import ConnectionBounds
from services.identity.client_address import ClientAddress
from tests.kit.processes import running_tree

FILES = 300
LIMITED = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
sys.argv = ["small_server", "api"]
runpy.run_module("tests.kit.small_server", run_name="__main__")
"""


class Line:
    """A connection that remembers whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def hang_up(self) -> None:
        self.closed = True


def bounds(per_address: int = 2, most: int = 4) -> ConnectionBounds:
    return ConnectionBounds(ClientAddress(["10.0.0.0/8"]), per_address, most)


@pytest.mark.parametrize(
    ("first", "others"),
    [("203.0.113.7", "203.0.113.7"), ("2001:db8::1", "2001:db8::2"), ("::ffff:203.0.113.7", "203.0.113.7")],
)
def test_one_address_holds_a_few(first: str, others: str) -> None:
    few = bounds()
    held = Line()
    assert few.admit(held, first)
    assert few.admit(Line(), others)
    assert not few.admit(Line(), others)
    assert few.admit(Line(), "203.0.113.8")
    few.forget(held)
    assert few.admit(Line(), first)


@pytest.mark.parametrize("exempt", ["127.0.0.1", "::1", "10.1.2.3", ""])
def test_loopback_and_proxies_speak_for_many(exempt: str) -> None:
    few = bounds(most=10)
    assert all(few.admit(Line(), exempt) for _ in range(5))


def test_the_longest_silent_one_makes_room() -> None:
    few = bounds()
    lines = [Line() for _ in range(4)]
    for line in lines:
        few.admit(line, "127.0.0.1")
    few.has_spoken(lines[0])
    assert few.admit(Line(), "127.0.0.1")
    assert few.admit(Line(), "127.0.0.1")
    assert [line.closed for line in lines] == [False, True, True, False]


def test_nobody_who_has_spoken_makes_room() -> None:
    few = bounds()
    for line in [Line() for _ in range(4)]:
        few.admit(line, "127.0.0.1")
        few.has_spoken(line)
    assert not few.admit(Line(), "127.0.0.1")


def test_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    """More of them than the server may have files open."""
    environ = {"ACTA_PORT": "0", "ACTA_DATA_DIR": str(tmp_path / "data")}
    with running_tree(["-c", LIMITED], tmp_path / "output", environ) as tree, ExitStack() as stack:
        said = tree.wait_until_it_says("Acta is ready on ")
        url = httpx.URL(said.partition("Acta is ready on ")[2].split()[0])
        for _ in range(FILES + 100):
            stack.enter_context(socket.create_connection((url.host, url.port or 0), timeout=10))
        for _ in range(3):
            assert httpx.get(url.join("/healthz"), timeout=10).is_success
        tree.wait_until_it_says("connection_closed")
