"""The example bot plays a whole game on a real server, by one connection: once as a bot account, once for a person."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.kit.processes import REPOSITORY, running_tree, wait_for

BOT = REPOSITORY / "deploy" / "examples" / "bot.py"
PASSWORD = "festina lente"
FEWER_LINES = 80


@contextmanager
def server(folder: Path) -> Iterator[str]:
    words = ["-m", "services.cli", "serve", "--port", "0", "--data-dir", str(folder / "data")]
    with running_tree(words, folder / "output", {"ACTA_GAMES": "tests.kit.taberna:GAME"}) as tree:
        found = re.search(r"(http://127\.0\.0\.1:\d+) ", tree.wait_until_it_says("/schema"))
        assert found is not None
        yield found[1]


def sign_up(http: httpx.Client, name: str, **more: object) -> str:
    made = http.post("/users", json={"name": name, "password": PASSWORD, **more}).raise_for_status().json()
    token: str = made["token"]
    return token


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_it_takes_its_chair_and_plays_to_the_end(tmp_path: Path) -> None:
    with server(tmp_path) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=20) as http:
        anna, fortuna = sign_up(http, "Anna"), sign_up(http, "Fortuna", bot=True)
        order = {"name": "bot", "scopes": ["bot:play"]}
        token = http.post("/me/tokens", json=order, headers=bearer(fortuna)).raise_for_status().json()["token"]
        with (
            running_tree([str(BOT), address, token], tmp_path / "bot") as bot,
            running_tree([str(BOT), address, anna], tmp_path / "stand-in") as stand_in,
        ):
            terms = {"game": "taberna", "players": 2, "invite": ["Fortuna"], "options": {"rounds": 2}}
            opened = http.post("/games", json=terms, headers=bearer(anna)).raise_for_status().json()

            def seen() -> Any:  # noqa: ANN401 - an answer of the API
                return http.get(f"/games/{opened['game_id']}").json()

            wait_for(lambda: seen()["status"] == "finished", seconds=100, what="the end of the game")
            assert [(seat["name"], seat["kind"]) for seat in seen()["seats"]] == [("Anna", "human"), ("Fortuna", "bot")]
            assert bot.output() + stand_in.output() == "", "nothing went wrong"


def test_it_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < FEWER_LINES
