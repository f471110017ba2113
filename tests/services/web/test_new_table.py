"""The form for a new table."""

import pytest

from tests.kit.browser import Browser, Page
from tests.kit.http import Site


async def logged_in(site: Site, browser: Browser, name: str = "Livia") -> str:
    person = await site.person(name)
    browser.http.cookies.set("acta", person.token)
    return person.name


async def opened(browser: Browser, page: Page, **fields: str) -> dict[str, object]:
    """What the API tells of the table that a form leads to."""
    answer = await browser.http.post(
        "/new", data={**page.form("/new"), **fields}, headers={"Origin": "http://acta.example", "Accept": "text/html"}
    )
    assert answer.status_code == 303, answer.text
    found: dict[str, object] = (await browser.http.get(f"/api/v1{answer.headers['location']}")).json()
    return found


async def test_everything_is_preset(site: Site, browser: Browser) -> None:
    await logged_in(site, browser)
    page = await browser.open("/new")
    table = await opened(browser, page)

    assert table["title"] == page.one("input", name="title").get("value")
    assert (table["status"], table["game"], table["private"], table["you"]) == ("lobby", "concordia", False, 0)


async def test_bots_private_and_options_are_taken_at_their_word(site: Site, browser: Browser) -> None:
    await logged_in(site, browser)
    page = await browser.open("/new?game=concordia")
    wanted = {"players": "4", "bots": "2", "bot": "random", "private": "1", "map": "italia", "clock": "week"}
    table = await opened(browser, page, **wanted, interim_scoring="1", title="  Via   Appia ")

    assert table["options"] == {"map": "italia", "interim_scoring": True, "overflow": "ask"}
    assert [seat["bot"] if "bot" in seat else seat["kind"] for seat in table["seats"]] == [  # type: ignore[attr-defined] # JSON
        *("human", "random", "random", "open")
    ]
    assert (table["private"], table["title"]) == (True, "Via Appia")
    assert table["clock"]["terms"]["turn_seconds"] == 7 * 86400  # type: ignore[index] # JSON


async def test_a_form_that_is_sent_twice_opens_one_table(site: Site, browser: Browser) -> None:
    await logged_in(site, browser)
    page = await browser.open("/new")

    assert (await opened(browser, page, bots="1"))["game_id"] == (await opened(browser, page, bots="1"))["game_id"]


async def test_a_word_comes_once_the_table_has_promised_its_secret(site: Site, browser: Browser) -> None:
    """In two steps: while the word is unknown to the server, a table that its bots would fill does not begin."""
    await logged_in(site, browser)
    page = await browser.open("/new?game=concordia")
    wanted = {"players": "3", "bots": "2", "private": "1"}
    first = await opened(browser, page, **wanted, word="")
    assert [seat["kind"] for seat in first["seats"]] == ["human", "bot", "open"]  # type: ignore[attr-defined] # JSON
    for _ in range(2):  # sent again it is the same
        second = await opened(browser, page, **wanted, word="ab" * 32)
        assert [second[name] for name in ("game_id", "commitment", "status")] == [
            *(first[name] for name in ("game_id", "commitment")),
            "active",
        ]
    events = (await browser.http.get(f"/api/v1/games/{first['game_id']}/events")).json()["events"]
    kinds = [event["type"] for event in events if event["type"] in {"GameCreated", "NonceGiven", "GameStarted"}]
    assert kinds == ["GameCreated", "NonceGiven", "GameStarted"]
    assert [event["data"]["nonce"] for event in events if event["type"] == "NonceGiven"] == ["ab" * 32]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"game": "trajan", "players": "5"}, "variants do not go together"),
        ({"game": "concordia", "players": "5", "map": "italia"}, "variants do not go together"),
        ({"bots": "1", "bot": "nobody"}, "no such bot"),
    ],
)
async def test_what_does_not_fit_is_told_and_the_form_is_kept(
    site: Site, browser: Browser, fields: dict[str, str], told: str
) -> None:
    await logged_in(site, browser)
    page = await browser.send(await browser.open("/new"), "/new", title="Kept", **fields)

    assert page.status == 400
    assert told in page.text
    assert page.one("input", name="title").get("value") == "Kept"


async def test_the_sentence_sums_the_table_up(browser: Browser) -> None:
    fields = {"game": "concordia", "players": "4", "bots": "1", "bot": "greedy", "clock": "day", "map": "imperium"}
    answer = await browser.http.get("/new/sentence", params=fields)

    sentence, _, chairs = answer.text.partition("<!-- chairs -->")
    assert sentence == (
        "<b>Concordia</b> for <b>4</b>. You, <b>2 free seats</b>, and <b>1 bot</b> (<b>Crassus</b>). "
        "With: the map of the Imperium. Clock: <b>one day per turn</b>. Open to everyone."
    )
    assert chairs.count('class="chair"') == 2
    assert chairs.count('class="chair free"') == 2


async def test_a_stranger_plays_a_private_table_with_bots_and_must_log_in_for_more(browser: Browser) -> None:
    page = await browser.open("/new?game=trajan")
    more = await browser.send(page, "/new", bots="0")
    alone = await opened(browser, page)

    assert more.path == "/login"
    assert (alone["status"], alone["private"], alone["you"]) == ("active", True, 0)


async def test_what_few_tables_change_is_folded_away_until_somebody_changed_it(site: Site, browser: Browser) -> None:
    await logged_in(site, browser)
    page = await browser.open("/new?game=forum-trajanum")
    (variants,) = page.all("div", data_options="forum-trajanum")
    folded = variants.find(".//details")
    assert folded is not None
    shown = {field.get("name") for field in variants.iter("input")}
    rare = {field.get("name") for field in folded.iter("input")}
    assert rare == {"newcomers", "unlimited_buildings", "trajan_unit"}
    assert shown - rare == {"board_side", "first_game"}

    changed = await browser.send(page, "/new", unlimited_buildings="1", bots="1", bot="nobody")
    assert changed.status == 400
    again = changed.all("div", data_options="forum-trajanum")[0].find(".//details")
    assert again is not None
    assert (folded.get("open"), again.get("open")) == (None, "")
