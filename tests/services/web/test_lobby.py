"""A table that fills up: chairs, bots, invitations, the start."""

import re

from domain.kernel.clock import DAY
from domain.kernel.ids import GameId
from services.store.events import CommandKey
from services.tables.hot_tables import Request
from services.tables.table_changes import close_quiet
from tests.kit.browser import Browser, Page, browsing
from tests.kit.http import Person, Site
from tests.services.api.tables import opened, started


def fields_of(page: Page, what: str, **fields: str) -> dict[str, str]:
    """The first form of the lobby that does this."""
    for form in page.all("form"):
        found = {one.attrib["name"]: one.get("value", "") for one in form.iter("input") if one.get("name")}
        if found.get("do") == what:
            return {**found, **fields}
    raise AssertionError(what)


async def do(browser: Browser, page: Page, what: str, **fields: str) -> Page:
    path = f"{page.path}/lobby"
    answer = await browser.http.post(
        path, data=fields_of(page, what, **fields), headers={"Origin": browser.origin, "Accept": "text/html"}
    )
    assert answer.status_code == 303, answer.text
    return await browser.open(answer.headers["location"])


def as_person(browser: Browser, person: Person) -> None:
    browser.http.cookies.set("acta", person.token)


async def test_a_host_gives_chairs_to_bots_frees_them_and_starts(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 4)
    page = await browser.open(f"/games/{game}")
    assert page.one("main").get("data-status") == "lobby"
    page = await do(browser, page, "bot", bot="random")
    assert [one.text for one in page.all("i") if one.text == "Fortuna"] == ["Fortuna"]
    page = await do(browser, page, "leave", seat="1", mine="")
    assert not [one.text for one in page.all("i") if one.text == "Fortuna"]
    await do(browser, page, "bot", bot="greedy")
    await browser.http.post(
        f"/games/{game}/lobby",
        data=fields_of(await browser.open(f"/games/{game}"), "start"),
        headers={"Origin": "http://acta.example"},
    )

    assert (await host.seen(f"/games/{game}"))["status"] == "active"


async def test_whoever_has_the_link_sits_down_without_an_account(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 3, private=True)
    page = await do(browser, await browser.open(f"/games/{game}"), "link")
    link = "".join(page.one("code").itertext())
    code = re.fullmatch(rf".*/games/{game}#invitation=([\w-]{{22}})", link)
    assert code is not None
    again = await browser.open(f"/games/{game}")
    assert "".join(again.one("code").itertext()) == link
    async with browsing(site) as friend:
        assert (await friend.open(f"/games/{game}")).status == 404
        assert (await friend.open(f"/games/{game}?invitation=wrong")).status == 404
        invited = await friend.open(f"/games/{game}?invitation={code[1]}")
        assert "invites you to play Taberna" in invited.text
        seated = await do(friend, invited, "sit")

    assert "You" in seated.text
    assert "invites you to play" not in seated.text
    assert [seat["kind"] for seat in (await host.seen(f"/games/{game}"))["seats"]] == ["human", "human", "open"]


async def test_a_person_sits_down_adds_a_word_and_leaves(site: Site, browser: Browser) -> None:
    host, guest = await site.person("Livia"), await site.person("Marcus")
    as_person(browser, guest)
    game = await opened(host, 3)
    page = await do(browser, await browser.open(f"/games/{game}"), "sit")
    page = await do(browser, page, "word", word="seven ravens")
    assert "added a word" in page.text
    home = await do(browser, page, "leave")

    assert home.path == "/"
    assert (await host.seen(f"/games/{game}"))["seats"][1]["kind"] == "open"


async def test_a_stranger_is_asked_to_log_in_at_an_open_table(site: Site, browser: Browser) -> None:
    game = await opened(await site.person("Livia"), 3)
    page = await browser.open(f"/games/{game}")

    assert not page.all("input", name="do")
    assert page.all("a", href=f"/login?back=/games/{game}")


async def test_a_host_invites_by_name_and_is_told_what_does_not_work(site: Site, browser: Browser) -> None:
    host, friend = await site.person("Livia"), await site.person("Marcus")
    as_person(browser, host)
    game = await opened(host, 3, private=True)
    page = await do(browser, await browser.open(f"/games/{game}"), "invite", name=friend.name)
    twice = await browser.post(f"/games/{game}/lobby", fields_of(page, "invite", name=friend.name))
    nobody = await browser.post(f"/games/{game}/lobby", fields_of(page, "invite", name="Nobody at all"))

    assert (twice.status, nobody.status) == (409, 400)
    assert "already been invited" in twice.text
    assert "Nobody here has that name" in nobody.text


async def test_a_host_changes_name_and_clock(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 3)
    page = await do(browser, await browser.open(f"/games/{game}"), "terms", title="Via Appia", clock="week")

    assert page.one("h1").text == "Via Appia"
    assert (await host.seen(f"/games/{game}"))["clock"]["terms"]["turn_seconds"] == 7 * 86400


async def test_a_running_game_has_no_lobby(site: Site, browser: Browser) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game = await started(anna, brutus)
    as_person(browser, anna)
    page = await browser.open("/sign-up")
    token = page.form("/sign-up")["token"]
    answer = await browser.http.post(
        f"/games/{game}/lobby", data={"token": token, "do": "start"}, headers={"Origin": "http://acta.example"}
    )

    assert answer.status_code == 409


async def test_a_link_that_was_withdrawn_stays_so_when_another_is_made(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 3, private=True)
    links = []
    for _ in range(2):
        page = await do(browser, await browser.open(f"/games/{game}"), "link")
        links.append("".join(page.one("code").itertext()))
        for one in (await host.seen(f"/games/{game}/invitations"))["items"]:
            assert (await host.delete(f"/games/{game}/invitations/{one['id']}")).status_code == 200
        assert not (await browser.open(f"/games/{game}")).all("code")

    assert links[0] != links[1]


async def test_people_talk_before_the_game_begins(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 3)
    page = await browser.send(await browser.open(f"/games/{game}"), f"/games/{game}/say", text="Evenings only <b>?")
    assert "Evenings only <b>?" in page.text


async def test_the_page_knows_after_which_line_its_stream_begins(site: Site, browser: Browser) -> None:
    """What is said before the stream is open would otherwise be missed, and what it removes told again and again."""
    host = await site.person("Livia")
    as_person(browser, host)
    game = await opened(host, 3)
    assert (await browser.open(f"/games/{game}")).one("main").get("data-line") == "0"
    await host.done(f"/games/{game}/talk", {"text": "Salve"})
    assert (await host.delete(f"/games/{game}/talk/1")).is_success
    assert (await browser.open(f"/games/{game}")).one("main").get("data-line") == "2", "the removal is a line too"


async def test_a_table_that_was_closed_before_it_began_says_so_and_is_opened_again(
    site: Site, browser: Browser
) -> None:
    host, guest = await site.person("Livia"), await site.person("Gallus")
    game = await opened(host, 3, title="Ides")
    await guest.done(f"/games/{game}/seats", {})
    tables = site.services.tables
    request = Request(GameId(game), "closing", CommandKey("closing", ""))
    await close_quiet(tables, request, 14, tables.now() + 14 * DAY)
    page = await browser.open(f"/games/{game}")
    assert "This table was closed before the game began." in page.text
    assert not [form for form in page.all("form") if game in form.get("action", "")], (
        "whoever did not sit there looks on"
    )
    assert "was closed before the game began" in (await browser.open(f"/games/{game}/scores")).text
    as_person(browser, guest)
    page = await browser.open(f"/games/{game}")
    answer = await browser.http.post(
        f"/games/{game}/life", data=page.form(f"/games/{game}/life"), headers={"Origin": browser.origin}
    )
    again = await guest.seen(answer.headers["location"])
    assert (again["status"], again["host"], again["title"]) == ("lobby", guest.user_id, "Ides")


async def test_a_lobby_says_in_which_hours_the_clock_runs(site: Site, browser: Browser) -> None:
    window = {"zone": "Europe/Rome", "opens": "08:00", "closes": "22:00"}
    host = await site.person("Livia")
    for days, told in (({"days": ["fri", "mon"]}, "Mon, Fri, 08:00–22:00 (Rome)"), ({}, "08:00–22:00 (Rome)")):
        game = await opened(host, 3, clock={"turn_seconds": 3600, "window": {**window, **days}})
        page = await browser.open(f"/games/{game}")
        assert told in ["".join(one.itertext()) for one in page.all("dd")]
