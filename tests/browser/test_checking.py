"""Records are checked in the visitor's own browser: one that is dropped, without an account, and that of a table."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.kernel.export import to_line
from domain.kernel.signed_note import SignedHead, read_head
from tests.browser.chromium import PHONE, WIDE, TableWindow, window
from tests.browser.test_people import meet
from tests.browser.test_pointing import sit_down, take_a_turn
from tests.endure.acta_server import Acta
from tests.kit.recordings import FIXTURES
from tests.kit.tamperings import TAMPERINGS, recorded

pytestmark = pytest.mark.timeout(600)
RECORD = FIXTURES / "trajan/two-laps-in-one-turn.jsonl"


def dropped(page: Page, file: Path) -> dict[str, list[str]]:
    """What the page lists of a file, by kind."""
    page.goto("/proof")
    page.locator("[data-check] input").set_input_files(file)
    return listed(page)


def listed(page: Page) -> dict[str, list[str]]:
    page.wait_for_selector("[data-check] output ul")
    lists = {kind: page.locator(f"output ul.{kind} li") for kind in ("checked", "unchecked", "broken")}
    return {kind: found.all_inner_texts() for kind, found in lists.items()}


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_a_stranger_drops_a_record(acta: Acta, chromium: Browser, size: ViewportSize, tmp_path: Path) -> None:
    with window(chromium, acta.url, size) as page:
        told = dropped(page, RECORD)
        assert [len(found) for found in told.values()] == [6, 2, 0]
        assert any("Every draw follows" in line for line in told["checked"])
        for number, tampering in enumerate(TAMPERINGS):
            records, version = tampering(recorded("trajan"))
            forged = tmp_path / f"{number}.jsonl"
            forged.write_bytes(b"".join(map(to_line, records)))
            (line,) = dropped(page, forged)["broken"]
            assert f"event {version}" in line
        other = tmp_path / "other.jsonl"
        other.write_text("no record\n")
        page.goto("/proof")
        page.locator("[data-check] input").set_input_files(other)
        page.wait_for_selector("[data-check] output.bad")


FORGET_OTHERWISE = """(key) => {
  const kept = JSON.parse(localStorage.getItem(key));
  for (const version of Object.keys(kept.heads)) kept.heads[version] = "0".repeat(64);
  localStorage.setItem(key, JSON.stringify(kept));
}"""
"""The browser has seen other heads than those that the server tells."""
KEPT = "([key, before]) => Object.keys(JSON.parse(localStorage.getItem(key)).heads).some((one) => one > Number(before))"
"""The browser has kept a newer head."""


AGREE_TO_STOP = """async (game) => (await fetch(`/api/v1/games/${game}/votes`, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({motion: "abandon"}),
})).status"""
"""Nobody but bots has to agree."""


def kept_of(page: Page) -> dict[str, Any]:
    """What the browser keeps of the game that is shown."""
    kept: dict[str, Any] = page.evaluate(
        "() => JSON.parse(localStorage.getItem(`record ${document.querySelector('main').dataset.id}`))"
    )
    return kept


def events_of(page: Page, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "async (game) => (await (await fetch(`/api/v1/games/${game}/events?limit=1000`)).json()).events", game
    )
    return found


def test_playing_now_adds_random_bytes_of_the_browser_and_keeps_what_was_seen(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        table = sit_down(page, "trajan")
        game = page.locator("main").get_attribute("data-id") or ""
        log = events_of(page, game)
        given = [event for event in log if event["type"] == "NonceGiven"]
        page.wait_for_function(KEPT, arg=[f"record {game}", ""])
        kept = kept_of(page)
        assert [event["data"]["nonce"] for event in given] == [kept["nonce"]]
        assert re.fullmatch("[0-9a-f]{64}", kept["nonce"])
        assert kept["commitment"] == log[0]["data"]["commitment"]
        assert {int(version): head for version, head in kept["heads"].items()}.items() <= {
            event["version"]: event["hash"] for event in log
        }.items()
        take_a_turn(table, random.Random(4))
        page.wait_for_function(KEPT, arg=[f"record {game}", max(kept["heads"], key=int)])

        page.goto(f"/games/{game}/record")
        page.locator("[data-check] button").click()
        told = listed(page)
        assert told["broken"] == []
        assert any("this browser saw" in line for line in told["checked"])

        page.goto(f"/games/{game}")
        TableWindow(page)
        assert page.locator("#history").is_hidden()
        page.evaluate(FORGET_OTHERWISE, f"record {game}")
        page.reload()
        page.wait_for_selector("#history:not([hidden])")
        page.locator("#history a").click()
        page.locator("[data-check] button").click()
        assert "a different history" in " ".join(listed(page)["broken"])
        assert "0000000000" in page.locator("[data-check] output pre").inner_text()


def test_a_game_that_ends_is_checked_whole_against_what_the_server_signed(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as page:
        sit_down(page, "concordia")
        game = page.locator("main").get_attribute("data-id") or ""
        page.wait_for_function(KEPT, arg=[f"record {game}", ""])
        assert page.evaluate(AGREE_TO_STOP, game) == 200
        page.wait_for_function(
            "(key) => Object.keys(JSON.parse(localStorage.getItem(key)).notes).length", arg=f"record {game}"
        )
        [(version, note)] = kept_of(page)["notes"].items()
        key = page.evaluate("async () => (await (await fetch('/api/v1/heads')).json()).key")
        ended = events_of(page, game)[int(version) - 1]
        assert read_head(note, key) == SignedHead(game, int(version), ended["hash"])
        page.goto(f"/games/{game}/record")
        page.locator("[data-check] button").click()
        told = listed(page)
        assert [len(found) for found in told.values()] == [7, 1, 0], told


def test_whoever_sits_down_adds_random_bytes_too(acta: Acta, chromium: Browser) -> None:
    with window(chromium, acta.url) as one, window(chromium, acta.url, PHONE) as other:
        meet(one, other, "concordia")
        game = one.locator("main").get_attribute("data-id") or ""
        words = [event["data"]["nonce"] for event in events_of(one, game) if event["type"] == "NonceGiven"]
        assert words == [kept_of(one)["nonce"], kept_of(other)["nonce"]]
