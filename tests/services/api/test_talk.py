"""Table talk: said by who sits there, read by who may see the table, removed, muted and reported."""

import io

import pytest

from services.acts.acts import LINE_BURST
from services.free_text import LINE
from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import opened, started

WORDS = "Wine for cloth?\n<b>&amp; 🏛 'now'"


async def heard(person: Person, game: str, **params: Json) -> list[tuple[int, str, str | None, int | None]]:
    lines = (await person.seen(f"/games/{game}/talk", **params))["lines"]
    return [(line["number"], line["name"], line["text"], line["removes"]) for line in lines]


async def say(person: Person, game: str, *texts: str) -> int:
    number = 0
    for text in texts:
        number = (await person.done(f"/games/{game}/talk", {"text": text}))["number"]
    return number


async def test_what_is_said_is_read_as_it_was_said(site: Site, anna: Person, brutus: Person, carus: Person) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        assert await say(anna, game, WORDS) == 1
        assert await say(brutus, game, "No.") == 2
    for reader in (anna, brutus, carus, site.stranger):
        assert await heard(reader, game) == [(1, anna.name, WORDS, None), (2, brutus.name, "No.", None)]
    assert "No." not in (await anna.get(f"/games/{game}/export")).text


@pytest.mark.parametrize("text", ["", " \n\t ", "x" * (LINE.longest + 1), "\x00", "a\x1b[31mb", "a\rb", "\x7f", "\x9b"])
async def test_what_is_no_line_is_refused(anna: Person, brutus: Person, text: str) -> None:
    game = await started(anna, brutus)
    refusal(await anna.post(f"/games/{game}/talk", {"text": text}), 400, "bad-request")
    assert await heard(anna, game) == []


async def test_the_longest_line_is_said(anna: Person) -> None:
    game = await opened(anna)
    text = "🏛" * LINE.longest
    await say(anna, game, text)
    assert await heard(anna, game) == [(1, anna.name, text, None)]


async def test_talk_goes_on_after_the_game(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    assert await say(brutus, game, "Well played") == 1


async def test_pages_of_talk(anna: Person) -> None:
    game = await opened(anna)
    await say(anna, game, *"abcdef")
    newest = await anna.seen(f"/games/{game}/talk", limit=2)
    assert ([line["text"] for line in newest["lines"]], newest["next"]) == (["e", "f"], None)
    first = await anna.seen(f"/games/{game}/talk", after=0, limit=4)
    assert ([line["text"] for line in first["lines"]], first["next"]) == ([*"abcd"], 4)
    assert [text for _, _, text, _ in await heard(anna, game, after=4)] == ["e", "f"]
    assert (await anna.seen(f"/games/{game}/talk", after=6)) == {"lines": [], "next": None}
    assert (await anna.seen(f"/games/{game}/talk", after=99)) == {"lines": [], "next": None}


async def test_a_repeat_says_nothing_twice(anna: Person) -> None:
    game = await opened(anna)
    first, again = [await anna.done(f"/games/{game}/talk", {"text": "Salve"}, key="one") for _ in range(2)]
    assert (first, again) == ({"number": 1}, {"number": 1, "repeated": True})
    refusal(await anna.post(f"/games/{game}/talk", {"text": "Vale"}, key="one"), 422, "key-reused")
    assert len(await heard(anna, game)) == 1


async def test_nobody_talks_without_end(site: Site, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.app.state.api.acts.talk_limit, "_clock", lambda: 0.0)  # however long saying it takes
    game = await opened(anna)
    answers = [await anna.post(f"/games/{game}/talk", {"text": "bla"}) for _ in range(LINE_BURST + 2)]
    refusal(answers[-1], 429, "too-many-requests")
    assert len(await heard(anna, game, limit=200)) == LINE_BURST


@pytest.mark.parametrize("remover", ["author", "host"])
async def test_a_removed_line_leaves_a_mark(site: Site, anna: Person, brutus: Person, remover: str) -> None:
    game = await started(anna, brutus)
    number = await say(brutus, game, "You fool!")
    by = brutus if remover == "author" else anna
    for _ in range(2):  # asking again changes nothing
        assert (await by.delete(f"/games/{game}/talk/{number}")).status_code == 204
    assert await heard(site.stranger, game) == [(1, brutus.name, None, None), (2, by.name, None, 1)]
    refusal(await by.delete(f"/games/{game}/talk/2"), 404, "not-found")
    refusal(await by.delete(f"/games/{game}/talk/9"), 404, "not-found")
    keys = [key async for key in site.services.client.scan_iter(f"*{game}*talk*")]
    stored = [await site.services.client.dump(key) for key in keys]
    assert all(b"fool" not in (value or b"") for value in stored), "the words are gone for good"


async def test_nobody_removes_what_others_say(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await say(anna, game, "Mine")
    refusal(await brutus.delete(f"/games/{game}/talk/1"), 403, "forbidden")
    assert await heard(brutus, game) == [(1, anna.name, "Mine", None)]


async def test_a_muted_person_is_not_heard_by_the_one_who_muted(anna: Person, brutus: Person, carus: Person) -> None:
    game = await started(anna, brutus, carus)
    await say(brutus, game, "Bla")
    await say(carus, game, "Salve")
    assert (await anna.put(f"/me/muted/{brutus.user_id}", None)).status_code == 204
    assert await anna.seen("/me/muted") == {"items": [{"user_id": brutus.user_id, "name": brutus.name}]}
    assert await heard(anna, game) == [(2, carus.name, "Salve", None)]
    assert len(await heard(brutus, game)) == len(await heard(carus, game)) == 2
    assert (await anna.delete(f"/me/muted/{brutus.user_id}")).status_code == 204
    assert len(await heard(anna, game)) == 2
    refusal(await anna.delete(f"/me/muted/{brutus.user_id}"), 404, "not-found")
    refusal(await anna.put(f"/me/muted/{'0' * 32}", None), 404, "not-found")
    refusal(await anna.put(f"/me/muted/{anna.user_id}", None), 400, "bad-request")


async def reports(site: Site, game: str, *, settled: bool = False) -> list[Json]:
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = await site.admin.seen("/reports", settled=settled, after=after, limit=2)
        found += [report for report in page["items"] if report["game_id"] == game]
        after = page["next"]
    return found


async def test_a_reported_line_reaches_the_admins_even_if_its_author_removes_it(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    await say(brutus, game, "You fool!", "You ape!")
    first = await anna.done(f"/games/{game}/talk/1/report", {"reason": "insult"})
    await anna.done(f"/games/{game}/talk/2/report", {})
    assert await anna.done(f"/games/{game}/talk/1/report", {"reason": "again"}) == first
    await brutus.delete(f"/games/{game}/talk/1")
    refusal(await anna.post(f"/games/{game}/talk/1/report", {}), 404, "not-found")

    (report, _) = await reports(site, game)
    assert report["report_id"] == first["report_id"]
    assert (report["text"], report["reason"], report["line"]) == ("You fool!", "insult", 1)
    assert (report["reporter"]["name"], report["author"]["name"]) == (anna.name, brutus.name)
    assert report["verdict"] is None


async def test_an_admin_settles_a_report_once(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await say(brutus, game, "You fool!", "Hm.")
    ids = [(await anna.done(f"/games/{game}/talk/{n}/report", {}))["report_id"] for n in (1, 2)]
    settled = await site.admin.done(f"/reports/{ids[0]}/settle", {"remove": True, "note": "mind your words"})
    assert settled["verdict"]["removed"] is True
    assert settled["verdict"]["admin"] == site.admin.user_id
    assert [text for _, _, text, _ in await heard(anna, game)] == [None, "Hm.", None]
    again = await site.admin.done(f"/reports/{ids[0]}/settle", {"note": "never mind"})
    assert again == settled, "the first verdict stands"
    assert [report["report_id"] for report in await reports(site, game)] == ids[1:]
    assert [report["report_id"] for report in await reports(site, game, settled=True)] == ids[:1]


async def test_no_words_are_logged(site: Site, anna: Person, brutus: Person, log: io.StringIO) -> None:
    game, mark = await started(anna, brutus), "canary-4c1d"
    await say(anna, game, mark)
    await anna.put(f"/games/{game}/notes", {"text": mark})
    report = await brutus.done(f"/games/{game}/talk/1/report", {"reason": mark})
    await site.admin.done(f"/reports/{report['report_id']}/settle", {"note": mark})
    await anna.post(f"/games/{game}/talk", {"text": f"{mark}\x00"})
    assert "/talk/{number}/report" in log.getvalue(), "the search looks at what was logged"
    assert mark not in log.getvalue()
