"""The first page, and a table at once."""

import pytest

from services.bots import LEVELS
from tests.kit.browser import Browser, browsing, some_address
from tests.kit.http import PASSWORD, Site, running_site
from tests.kit.processes import Server
from tests.services.api.tables import opened, started
from tests.services.web.accounts.test_gate import some_name

GAMES = {"concordia", "trajan", "forum-trajanum"}


async def play(browser: Browser, slug: str, **chosen: str) -> str:
    """The address of the table that one click leads a visitor to."""
    page = await browser.open("/")
    assert page.one("button", data_play_now=slug).get("form") == page.one("form", action="/play").get("id")
    fields = {**page.form("/play"), **chosen, "game": slug}
    answer = await browser.http.post("/play", data=fields, headers={"Origin": "http://acta.example"})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/games/")


async def test_a_stranger_finds_one_way_into_each_game(browser: Browser) -> None:
    page = await browser.open("/")

    offered = [one.get("data-play-now") for one in page.all("button") if "data-play-now" in one.attrib]
    assert set(offered) >= GAMES
    assert len(offered) == len(set(offered))


async def test_an_opponent_can_be_chosen_by_level_and_the_weakest_is_the_first(browser: Browser) -> None:
    page = await browser.open("/")
    offered = [one.get("value") for one in page.all("input", name="bot")]
    assert offered == [*LEVELS]
    assert all(len((one.text or "").split()) > 3 for one in page.one("form", id="play").iter("small"))
    for chosen, bot in (({}, "tiro"), ({"bot": "legatus"}, "legatus")):
        game = await play(browser, "trajan", **chosen)
        seats = (await browser.http.get(f"/api/v1/games/{game}")).json()["seats"]
        assert [seat["bot"] for seat in seats if seat["kind"] == "bot"] == [bot]


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_one_click_seats_a_guest_at_a_running_table_with_bots(site: Site, browser: Browser, slug: str) -> None:
    game = await play(browser, slug)
    seen = (await browser.http.get(f"/api/v1/games/{game}")).json()

    assert (seen["game"], seen["private"], seen["you"], seen["status"]) == (slug, True, 0, "active")
    assert [seat["kind"] for seat in seen["seats"]] == ["human", "bot"]
    assert (await site.http.get(f"/api/v1/games/{game}")).status_code == 404, "nobody else sees it"


async def test_a_guest_keeps_the_game_with_a_name_and_a_password(site: Site, browser: Browser) -> None:
    game, name = await play(browser, "concordia"), some_name()
    page = await browser.open("/sign-up")
    assert "Your game comes with you." in page.text
    await browser.send(page, "/sign-up", name=name, password=PASSWORD)
    async with browsing(site) as elsewhere:
        await elsewhere.send(await elsewhere.open("/login"), "/login", name=name, password=PASSWORD)
        seen = (await elsewhere.http.get(f"/api/v1/games/{game}")).json()

    assert (seen["you"], seen["seats"][0]["name"]) == (0, name)


async def test_a_guest_asks_nobody_in_and_sits_at_no_open_table(site: Site, browser: Browser) -> None:
    host = await site.person("Livia")
    public, own = await opened(host), await play(browser, "trajan")
    headers = {"Origin": "http://acta.example"}
    for path, body in (
        (f"/api/v1/games/{public}/seats", {}),
        ("/api/v1/games", {"game": "taberna", "players": 2}),
        (f"/api/v1/games/{own}/invitations", None),
        ("/api/v1/me/tokens", {"name": "bot", "scopes": ["play"]}),
    ):
        answer = await browser.http.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (403, "guest"), path


async def test_guests_are_limited_by_address(site: Site) -> None:
    async with browsing(site, some_address()) as browser:
        page = await browser.open("/")
        fields = page.form("/play")
        for number in range(21):
            browser.http.cookies.clear()
            answer = await browser.post("/play", {**fields, "game": "no such game"})
            assert answer.status == 404, number
            last = await browser.http.post(
                "/play", data={**fields, "game": "trajan"}, headers={"Origin": "http://acta.example"}
            )
            assert last.status_code == (303 if number < 20 else 429), number


@pytest.mark.parametrize("policy", ["invite", "closed"])
async def test_a_server_that_is_not_open_offers_no_seat_to_strangers(own_server: Server, policy: str) -> None:
    async with running_site(own_server.url, sign_up=policy) as site, browsing(site) as browser:
        page = await browser.open("/")
        token = (await browser.open("/login")).form("/login")["token"]
        answer = await browser.post("/play", {"token": token, "game": "trajan"})

    assert not [one for one in page.all("button") if "data-play-now" in one.attrib]
    assert (answer.status, answer.path) == (200, "/login")


async def test_a_player_sees_what_waits_first_and_what_happened_since(site: Site, browser: Browser) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game = await started(anna, brutus, title="Ides of March", clock={"turn_seconds": 86400})
    await opened(anna, 2, title="Kalends")
    await site.project()
    browser.http.cookies.set("acta", anna.token)
    page = await browser.open("/")

    assert page.one("h1").text == "1 table is waiting for you"
    (first,) = page.all("article", _class="card turn first")
    assert "Ides of March" in "".join(first.itertext())
    assert [one.get("data-moment") for one in first.iter("time")] == ["when", "left"]
    assert "Kalends" in page.text
    on = await browser.http.get("/next")
    assert (on.status_code, on.headers["location"]) == (303, f"/games/{game}")
