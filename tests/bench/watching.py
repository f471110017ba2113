"""From a player's choice to the table that somebody else has open in a real Chromium: the whole way.

A choice is sent to a real server over HTTP; the window of an onlooker has its new version once the page was asked for
what changed and has put it into its document. Both are timed by the clock of this machine: from the moment at which the
choice is sent, and from the moment at which it is answered.
"""

import random
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Page

from domain.registry import GAMES
from tests.bench.report import say, show
from tests.browser.chromium import MISSING, path_of_chromium, running_chromium, window
from tests.endure.acta_server import running_acta
from tests.kit.http import API, PASSWORD

CHOICES = 30
_WATCH = """() => {
  window.shown = [];
  const main = document.querySelector("main");
  const note = () => window.shown.push([Number(main.dataset.version), performance.timeOrigin + performance.now()]);
  new MutationObserver(note).observe(main, {attributeFilter: ["data-version"]});
}"""
_SHOWN = "(version) => window.shown.find(([seen]) => seen >= version)?.[1] ?? null"


class Way(NamedTuple):
    """Milliseconds from a choice, sent and answered, to the document that shows it."""

    from_sent: float
    from_answered: float


def run() -> None:
    """Print the figures."""
    executable = path_of_chromium()
    if executable is None:
        say(f"\nFrom a choice to the page of an onlooker: not measured. {MISSING}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running_acta(Path(folder), ACTA_GAMES="") as acta,
        running_chromium(executable) as chromium,
    ):
        rows = [_row(acta.url, chromium, game.meta.slug) for game in GAMES]
    head = ("table", "choices", "sent p50 ms", "p95", "answered p50 ms", "p95")
    show("From a choice to the page of an onlooker in Chromium (p50 below 150 ms wanted)", head, rows)


def _row(url: str, chromium: Browser, slug: str) -> tuple[str | float, ...]:
    with httpx.Client(base_url=f"{url}{API}") as http, window(chromium, url) as page:
        table = _Table(http, slug)
        page.goto(f"/games/{table.game}")
        page.wait_for_selector("main[data-live=on]")
        page.evaluate(_WATCH)
        ways = [_watched(table, page) for _ in range(CHOICES)]
    figures = [figure for times in zip(*ways, strict=True) for figure in (median(times), _late(times))]
    return (slug, len(ways), *figures)


def _late(times: tuple[float, ...]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def _watched(table: "_Table", page: Page) -> Way:
    chosen = table.next_choice()
    sent = time.time() * 1000
    version = table.send(chosen)
    answered = time.time() * 1000
    shown: float = page.wait_for_function(_SHOWN, arg=version, polling=20).json_value()
    return Way(shown - sent, shown - answered)


class _Choice(NamedTuple):
    token: str
    command: Any


class _Table:
    """Two people who choose at random, and as soon as they may."""

    def __init__(self, http: httpx.Client, slug: str) -> None:
        self._http = http
        self._rng = random.Random(slug)
        names = (f"{name} {self._rng.getrandbits(32):x}" for name in ("Livia", "Marcus"))
        self._tokens = [
            _done(http.post("/users", json={"name": name, "password": PASSWORD}))["token"] for name in names
        ]
        options = {"map": "italia"} if slug == "concordia" else {}  # the map for two
        made = {"game": slug, "players": len(self._tokens), "options": options}
        self.game: str = _done(http.post("/games", json=made, headers=_as(self._tokens[0])))["game_id"]
        _done(http.post(f"/games/{self.game}/seats", json={}, headers=_as(self._tokens[1])))

    def next_choice(self) -> _Choice:
        """What somebody chooses who is asked."""
        while True:  # the table itself may be counting points
            for token in self._tokens:
                asked = _done(self._http.get(f"/games/{self.game}/options", headers=_as(token)))
                options = [option for option in asked["options"] if not option.get("aside")]
                if options:
                    return _Choice(token, self._rng.choice(options)["command"])

    def send(self, chosen: _Choice) -> int:
        """The version that the table has then."""
        body, headers = {"command": chosen.command}, _as(chosen.token)
        return int(_done(self._http.post(f"/games/{self.game}/commands", json=body, headers=headers))["version"])


def _as(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _done(answer: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    assert answer.is_success, answer.text
    return answer.json()
