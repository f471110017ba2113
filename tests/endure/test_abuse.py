"""A well-behaved group plays while one attacker does what a stranger with a script can do: the group hardly notices.

Each attack is measured beside the quiet of the same run, so that it does not matter how fast the machine is.
"""

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import quantiles

import httpx
import pytest
from anyio.from_thread import start_blocking_portal

from tests.endure.acta_server import Acta, running_acta
from tests.endure.attacks import ATTACKS, STRANGER
from tests.endure.players import OVER
from tests.kit.http import API, PASSWORD, Json
from tests.kit.mail_server import SENDER, MailServer, mail_server
from tests.kit.processes import running_tree

SECONDS = float(os.environ.get("ENDURE_ABUSE_SECONDS", "0"))
GROUP = 8
THINKING = 0.1
TIMES = 3
LONGEST_BOT = 5.0

pytestmark = [
    pytest.mark.skipif(not SECONDS, reason="takes minutes: make endure"),
    pytest.mark.timeout(60 + 20 * SECONDS),
]


class Group:
    """People who play against bots, each at a table of their own, and how long they waited."""

    def __init__(self, url: str, tokens: Sequence[str]) -> None:
        self.answers: list[float] = []
        self.bots: list[float] = []
        self.broken: list[str] = []
        self.url = url
        self.tokens = tokens

    async def plays(self, seconds: float) -> None:
        """Play for some seconds."""
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(self._person(token) for token in self.tokens))
        except TimeoutError:
            pass

    async def _person(self, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=self.url + API, headers=headers, timeout=60) as http:
            while True:
                await self._game(http)

    async def _game(self, http: httpx.AsyncClient) -> None:
        terms = {"game": "taberna", "players": 2, "options": {"rounds": 3}, "private": True}
        path = f"/games/{(await self._asked(http, 'POST', '/games', terms))['game_id']}"
        await self._asked(http, "POST", f"{path}/seats", {"bot": "random"})
        shown = await self._asked(http, "GET", path)
        while shown["status"] not in OVER:
            began = time.monotonic()
            while shown["status"] not in OVER and 0 not in shown["to_act"]:
                shown = (await http.get(path, params={"min_version": shown["version"] + 1})).json()
                self.bots.append(time.monotonic() - began)
            if 0 in shown["to_act"]:
                options = (await self._asked(http, "GET", f"{path}/options"))["options"]
                await self._asked(http, "POST", f"{path}/commands", {"command": options[0]["command"]})
                shown = await self._asked(http, "GET", path)
            await asyncio.sleep(THINKING)

    async def _asked(self, http: httpx.AsyncClient, method: str, path: str, body: Json = None) -> Json:
        began = time.monotonic()
        answer = await http.request(method, path, json=body)
        self.answers.append(time.monotonic() - began)
        if answer.status_code >= httpx.codes.BAD_REQUEST:
            self.broken.append(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json()

    @property
    def p99(self) -> float:
        return quantiles(self.answers, n=100)[-1]

    def __str__(self) -> str:
        return f"{len(self.answers)} answers, p99 {self.p99:.3f} s, slowest bot {max(self.bots):.3f} s"


@pytest.fixture(scope="module")
def mailboxes() -> Iterator[MailServer]:
    """The mail server of the attacked one, in a thread of its own."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(mail_server()) as one:
        yield one


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory, mailboxes: MailServer) -> Iterator[Acta]:
    folder = tmp_path_factory.mktemp("attacked")
    mail = {"ACTA_SMTP_URL": mailboxes.url, "ACTA_MAIL_FROM": SENDER}
    with running_acta(folder, ACTA_TRUSTED_PROXIES="127.0.0.1", **mail) as one:
        yield one


@pytest.fixture(scope="module")
def tokens(attacked: Acta) -> list[str]:
    names = [f"Livia {secrets.token_hex(6)}" for _ in range(GROUP)]
    bodies = [{"name": name, "password": PASSWORD} for name in names]
    return [httpx.post(f"{attacked.url}{API}/users", json=body, timeout=60).json()["token"] for body in bodies]


@pytest.fixture(scope="module")
def quiet(attacked: Acta, tokens: list[str]) -> Group:
    return measured(Group(attacked.url, tokens), None, Path())


def measured(group: Group, attack: str | None, folder: Path) -> Group:
    """What the group meets while that attack goes on."""
    words = ["-m", "tests.endure.attacks", attack or "", group.url]
    with running_tree(words, folder / "output") if attack else nullcontext():
        asyncio.run(group.plays(SECONDS))
    return group


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_group_plays_on_under_attack(
    quiet: Group,
    mailboxes: MailServer,
    attack: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    group = measured(Group(quiet.url, quiet.tokens), attack, tmp_path)
    with capsys.disabled():
        sys.stdout.write(f"\n{attack}: {group} (quiet: {quiet})\n")
    assert group.broken == []
    assert group.p99 <= TIMES * quiet.p99
    assert max(group.bots) <= LONGEST_BOT
    mailed = [message["Subject"] for message in mailboxes.messages if STRANGER in message["To"]]
    assert len(mailed) <= 1, "nothing but one mail that asks whether the address is theirs"
    assert len(mailed) == 1 or attack != "mail_a_stranger"
