"""Modules of the folder that `acta` is started in are not the server's, whatever they are called."""

import signal
import sys
from pathlib import Path

import httpx
import pytest

from tests.kit.processes import Server, free_ports, running_tree, wait_for
from tests.services.api.live.streaming import answers
from tests.services.cli.test_serve import port_of

STRANGE = "taken from the current folder"
ACTA = str(Path(sys.executable).with_name("acta"))
STRANGERS = ("types", "random", "struct", "json", "queue", "multiprocessing", "services", "workers", "rq")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder full of modules that end whoever takes them for the server's or Python's."""
    here = tmp_path / "here"
    here.mkdir()
    for name in STRANGERS:
        (here / f"{name}.py").write_text(f"raise SystemExit({STRANGE!r})")
    return here


def require_drawn(address: str) -> None:
    """A picture of a new table, which a process of its own draws."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30) as client:
        person = {"name": "Livia", "password": "a long enough password"}
        client.headers["Authorization"] = f"Bearer {client.post('/users', json=person).json()['token']}"
        game = client.post("/games", json={"game": "trajan", "players": 2}).json()["game_id"]
        assert client.post(f"/games/{game}/seats", json={"bot": "random"}).status_code == 201
        assert client.get(f"/games/{game}/board.png").status_code == 200


def test_the_server_starts_and_draws(folder: Path, tmp_path: Path) -> None:
    words = [ACTA, "serve", "--port", "0", "--data-dir", str(tmp_path / "data")]
    with running_tree(words, tmp_path / "output", folder=folder) as tree:
        require_drawn(f"http://127.0.0.1:{port_of(tree)}")
        assert tree.end(signal.SIGINT) == 0
    assert "child died" not in tree.output()
    assert STRANGE not in tree.output()


def test_a_part_alone_draws(own_server: Server, folder: Path, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    address = f"http://127.0.0.1:{port}"
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_DATA_DIR": str(tmp_path)}
    with running_tree([ACTA, "api", "--port", str(port)], tmp_path / "output", environ, folder) as tree:
        wait_for(lambda: answers(address), what="the API")
        require_drawn(address)
    assert STRANGE not in tree.output()


def test_bots_play_each_other(folder: Path, tmp_path: Path) -> None:
    words = [ACTA, "arena", "concordia", "--bots", "random,random", "--games", "2"]
    with running_tree(words, tmp_path / "output", folder=folder) as tree:
        assert tree.process.wait(60) == 0, tree.output()
