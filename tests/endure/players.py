"""People at a real server, one request at a time."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from domain.kernel.ids import GameId
from services.store import keys
from tests.endure.acta_server import Acta
from tests.kit.http import API, PASSWORD, Json

OVER = {"finished", "abandoned"}


@dataclass(frozen=True)
class Player:
    """A player with an account and a connection."""

    http: httpx.Client

    def opens(self, *others: str, rounds: int = 1) -> str:
        """Open a table of the small game with bots on the other chairs; it starts when it is full."""
        return self.opens_with(*others, game="taberna", options={"rounds": rounds})

    def opens_with(self, *others: str, **terms: Json) -> str:
        """Open a table on these terms, with bots on the other chairs."""
        answer = self.http.post("/games", json={"players": 1 + len(others)} | terms)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["game_id"]
        for bot in others:
            assert self.http.post(f"/games/{game}/seats", json={"bot": bot}).status_code == 201
        return game

    def shown(self, game: str, min_version: int = 1) -> Json:
        """The game, once it has reached a version."""
        answer = self.http.get(f"/games/{game}", params={"min_version": min_version})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def option(self, game: str) -> Json:
        """The first command that may be chosen."""
        return self.http.get(f"/games/{game}/options").json()["options"][0]["command"]

    def chooses(self, game: str, command: Json, key: str | None = None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.http.post(f"/games/{game}/commands", json={"command": command}, headers=headers)

    def until(self, game: str, *statuses: str) -> Json:
        """Look on until the game has one of these statuses or waits for this player (who holds chair 0)."""
        shown = self.shown(game)
        while shown["status"] not in statuses and 0 not in shown["to_act"]:
            shown = self.shown(game, shown["version"] + 1)
        return shown

    def plays_to_the_end(self, game: str) -> Json:
        """Choose whatever comes first until the game is over."""
        while (shown := self.until(game, *OVER))["status"] not in OVER:
            assert self.chooses(game, self.option(game)).status_code == 200
        return shown


@contextmanager
def newcomer(acta: Acta) -> Iterator[Player]:
    """A player with a new account, for the length of a block."""
    with httpx.Client(base_url=acta.url + API, timeout=60) as http:
        body = {"name": f"Livia {secrets.token_hex(6)}", "password": PASSWORD}
        answer = http.post("/users", json=body)
        assert answer.status_code == 201, answer.text
        http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        http.cookies.clear()
        yield Player(http)


def length(acta: Acta, game: str) -> int:
    """How many events of a game are stored."""
    with acta.store() as store:
        of = keys.of(GameId(game))
        with store.pipeline() as at_once:
            at_once.xlen(of.stream)
            at_once.hget(of.facts, "packed")
            left, packed = at_once.execute()
        return int(left) + int(packed or 0)
