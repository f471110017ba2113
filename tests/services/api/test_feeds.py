"""The inbox at its secret address: as a calendar and as an Atom feed."""

import io
from uuid import UUID
from xml.etree import ElementTree as ET

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.api.feeds import atom, ics
from services.queries.waiting import WaitingGame, WaitingGames
from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import choose, started

CLOCK = {"turn_seconds": 24 * 3600}
TITLE = "Wine; cloth, \\ and <more> 🏛 of a title that goes beyond the seventy-five octets"
AT = "2026-01-01T00:00:00.000Z"
XML = f"{{{atom.NAMESPACE}}}"


async def made(person: Person) -> dict[str, str]:
    """The paths of new feeds."""
    answer = await person.done("/me/feeds")
    return {form: httpx.URL(answer[form]).path for form in ("ics", "atom")}


def unfolded(document: bytes) -> list[str]:
    assert document.endswith(b"\r\n")
    assert max(map(len, document.split(b"\r\n"))) <= 75
    return document.decode().replace("\r\n ", "").split("\r\n")[:-1]


def events(lines: list[str]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in {"BEGIN", "END"}:
            found[-1][name] = value
    return found


async def test_a_calendar_holds_every_deadline(site: Site, anna: Person, brutus: Person) -> None:
    paths = await made(anna)
    game = await started(anna, brutus, clock=CLOCK, title=TITLE)
    await started(anna, brutus)  # waits without a deadline
    await site.project()
    answer = await site.http.get(paths["ics"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    lines = unfolded(answer.content)
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    (event,) = events(lines)
    (item,) = [one for one in (await anna.seen("/me/inbox"))["items"] if one["game"]["game_id"] == game]
    due = item["deadline"]
    assert event["DTSTART"] == f"{due[:19]}Z".replace("-", "").replace(":", "")
    assert event["SUMMARY"] == (
        "Taberna (Wine\\; cloth\\, \\\\ and <more> 🏛 of a title that goes beyond the seventy-five octets): your turn"
    )
    assert event["URL"].endswith(f"/games/{game}")
    assert brutus.name in event["DESCRIPTION"]

    await choose(anna, game)
    await site.project()
    assert events(unfolded((await site.http.get(paths["ics"])).content)) == []


async def test_an_item_keeps_its_id_as_long_as_the_turn_lasts(site: Site, anna: Person, brutus: Person) -> None:
    paths = await made(anna)
    game = await started(anna, brutus, clock=CLOCK)
    seen = []
    for _ in range(2):
        await site.project()
        seen.append(events(unfolded((await site.http.get(paths["ics"])).content))[0])
        await brutus.done(f"/games/{game}/votes", {"motion": "extend", "seat": 0})
    assert seen[0]["UID"] == seen[1]["UID"]
    assert seen[0]["DTSTART"] < seen[1]["DTSTART"]


async def test_a_feed_holds_every_game_that_waits(site: Site, anna: Person, brutus: Person) -> None:
    paths = await made(anna)
    title = "<b>&\ufffe'"
    games = [await started(anna, brutus, title=one) for one in (title, "")]
    await site.project()
    answer = await site.http.get(paths["atom"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/atom+xml; charset=utf-8")
    root = ET.fromstring(answer.content)
    entries = root.findall(f"{XML}entry")
    assert [entry.findtext(f"{XML}title") for entry in entries] == [
        "Taberna (<b>&\ufffd'): your turn",
        "Taberna: your turn",
    ]
    links = [entry.find(f"{XML}link") for entry in entries]
    assert [link.get("href", "").rpartition("/")[2] for link in links if link is not None] == games
    for element in (root, *entries):
        assert UUID(str(element.findtext(f"{XML}id"))).version == 5
        assert str(element.findtext(f"{XML}updated")).endswith("Z")
    assert root.findtext(f"{XML}updated") == max(str(entry.findtext(f"{XML}updated")) for entry in entries)


@pytest.mark.parametrize("form", ["ics", "atom"])
async def test_a_reader_that_has_it_already_is_told_so(site: Site, anna: Person, brutus: Person, form: str) -> None:
    path = (await made(anna))[form]
    empty = await site.http.get(path)
    tag = empty.headers["etag"]
    for known in (tag, f'W/{tag}, "other"', "*"):
        answer = await site.http.get(path, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    await started(anna, brutus, clock=CLOCK)
    await site.project()
    changed = await site.http.get(path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.headers["etag"] != tag) == (200, True)


async def test_an_address_is_replaced_and_ended(site: Site, anna: Person) -> None:
    refusal(await anna.get("/me/feeds"), 404, "not-found")
    first, second = await made(anna), await made(anna)
    assert (await anna.seen("/me/feeds")).keys() == {"created_at", "expires_at"}
    assert [(await site.http.get(path)).status_code for path in first.values()] == [404, 404]
    assert [(await site.http.get(path)).status_code for path in second.values()] == [200, 200]
    assert (await anna.delete("/me/feeds")).status_code == 204
    assert [(await site.http.get(path)).status_code for path in second.values()] == [404, 404]


async def test_an_address_is_no_token_and_a_token_no_address(site: Site, anna: Person) -> None:
    secret = (await made(anna))["ics"].split("/")[2]
    refusal(await Person(site.http, token=secret).get("/me"), 401, "unauthenticated")
    refusal(await site.http.get(f"/feeds/{anna.token}/inbox.ics"), 404, "not-found")
    assert all(token["kind"] != "feed" for token in (await anna.seen("/me/tokens"))["items"])


async def test_the_address_stands_in_no_log(site: Site, anna: Person, log: io.StringIO) -> None:
    paths = await made(anna)
    secret = paths["ics"].split("/")[2]
    for path in (*paths.values(), f"/feeds/{secret}/other", f"/feeds/{secret[:-1]}/inbox.ics"):
        await site.http.get(path)
        await site.http.post(path)
    written = log.getvalue()
    assert "/feeds/{secret}/inbox.ics" in written, "the search looks at what was logged"
    assert secret[:-1] not in written
    assert secret not in (await site.http.get("/metrics")).text


@given(text=st.text(max_size=300))
def test_any_text_is_folded_and_unfolded(text: str) -> None:
    line = f"SUMMARY:{ics.escaped(text)}"
    pieces = ics.folded(line).split(b"\r\n")
    assert all(len(piece) <= 75 for piece in pieces)
    assert [piece[:1] for piece in pieces[1:]] == [b" "] * (len(pieces) - 1)
    assert "".join(piece.decode()[bool(n) :] for n, piece in enumerate(pieces)) == line


@given(title=st.text(), text=st.text())
def test_no_words_break_a_feed(title: str, text: str) -> None:
    item = WaitingGame(UUID(int=1), title, text, "https://acta.example/games/1", AT, AT, AT)
    inbox = WaitingGames(UUID(int=2), title, AT, [item])
    assert ET.fromstring(atom.feed(inbox, "https://acta.example")).find(f"{XML}entry") is not None
    assert len(events(unfolded(ics.calendar(inbox)))) == 1


def test_an_empty_calendar_is_one_too() -> None:
    lines = unfolded(ics.calendar(WaitingGames(UUID(int=2), "Nothing", AT, [])))
    assert lines.count("BEGIN:VTIMEZONE") == 1
    assert events(lines) == []
