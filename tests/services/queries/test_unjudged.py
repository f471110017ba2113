"""A game that was imported without being judged: marked wherever it is shown, and nobody's result."""

import asyncio
import html
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from services.cli.flags import Flags
from services.cli.import_file import import_file
from tests.kit import forgery
from tests.kit.http import Person, Site
from tests.kit.logged_match import played
from tests.kit.taberna import GAME


def log_of(people: Iterable[Person], seed: int, **named: object) -> list[Record]:
    """A whole game of these people; `named` are other rules or data than those by which it was played."""
    logged = played(GAME, 2, seed)
    copy = anonymised(GAME, logged.secret, logged.records)
    for number, person in enumerate(people, 1):
        name = person.user_id.encode()
        copy = [Record(line.text.replace(b"player-%d" % number, name), line.openings) for line in copy]
    created, *lines = forgery.lines_of(GAME, forgery.rechained(copy))
    return forgery.written([created.with_fields(**named), *lines], logged.secret)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a game is imported from."""
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    return tmp_path / "game.jsonl"


async def imported(site: Site, file: Path, records: list[Record]) -> str:
    """Take a game into the site's store, whatever this Acta thinks of it."""
    await asyncio.to_thread(file.write_bytes, b"".join(map(to_line, records)))
    url = site.services.settings.redis_url
    assert url is not None
    await asyncio.to_thread(import_file, file, unjudged=True, flags=Flags(redis_url=url.reveal()))
    await site.project()
    return records[0].envelope().game


async def all_finished(site: Site) -> str:
    """All pages of the list: other tests have finished games too, which are newer than those of a log."""
    address, pages = "/tables?show=finished", ""
    while address:
        page = (await site.http.get(address)).text
        pages += page
        address = html.unescape((re.findall(r'class="more-tables"><a class="btn" href="([^"]+)"', page) or [""])[0])
    return pages


@pytest.mark.parametrize("unjudged", [True, False])
async def test_it_is_marked_everywhere_and_counts_for_nobody(
    site: Site, anna: Person, brutus: Person, file: Path, *, unjudged: bool
) -> None:
    named = {"rules_version": 7} if unjudged else {}
    game = await imported(site, file, log_of((anna, brutus), 21 + unjudged, **named))
    answers = [
        *((await anna.seen("/games", mine="true"))["items"]),
        await anna.seen(f"/games/{game}"),
        *[await anna.seen(f"/games/{game}/{part}") for part in ("timeline", "recap", "scores")],
    ]
    assert [answer["unjudged"] for answer in answers] == [unjudged] * 5
    first, *lines = (await anna.get(f"/games/{game}/export")).content.splitlines()
    assert (b',"unjudged":true' in first) is unjudged
    assert not any(b"unjudged" in line for line in lines)
    for path, mark in (
        (f"/games/{game}", "not checked here"),
        (f"/games/{game}/replay", "Nobody has checked these points here"),
        (f"/games/{game}/scores", "Only an Acta that has them can check"),
        (f"/api/v1/games/{game}/board.svg", "(not checked here)"),
        (f"/api/v1/games/{game}/roundel.svg", "(not checked here)"),
    ):
        shown = await site.http.get(path)
        assert shown.status_code == 200, path
        assert (mark in shown.text) is unjudged, path
    listed = await all_finished(site)
    assert f"/games/{game}/scores" in listed
    row = listed.partition(f"/games/{game}/scores")[2].partition("</li>")[0]
    assert ("not checked here" in row) is unjudged
    page = await brutus.seen(f"/users/{anna.user_id}")
    assert page["games"] == ({} if unjudged else {"finished": 1})
    assert [len(page[part]) for part in ("averages", "head_to_head", "results")] == [0 if unjudged else 1] * 3
