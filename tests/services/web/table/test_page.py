"""The page of a table: what it tells whom, and a game that is played from the list of choices alone."""

import random

import pytest

from domain.registry import GAMES
from services.cache import Cache
from tests.kit.browser import HTML, Browser, Page, browsing
from tests.kit.http import Site
from tests.services.web.table.players import Player, handles, hooks, listed, may_confirm, sitting

SLUGS = [game.meta.slug for game in GAMES]


@pytest.mark.parametrize("slug", ["taberna", *SLUGS])
async def test_a_player_sees_the_hooks_and_every_first_thing_of_the_options(site: Site, slug: str) -> None:
    async with sitting(site, slug) as players:
        for player in players:
            page = await player.look()
            told = await player.person.seen(f"/games/{player.game}")
            turn = "yours" if told["you"] in told["to_act"] else "others"
            found = hooks(page)
            assert (found["game"], found["status"], found["turn"]) == (slug, "active", turn)
            assert (found["version"], found["live"]) == (str(told["version"]), "lost")
            options = (await player.person.seen(f"/games/{player.game}/options"))["options"]
            assert len(listed(page, asides=True)) == len(options)
            assert {path.split()[0] for path in listed(page, asides=True)} == set(handles(page))


async def test_an_onlooker_sees_the_table_and_nothing_to_choose(site: Site, browser: Browser) -> None:
    async with sitting(site, "concordia") as (player, _):
        page = await browser.open(player.address)
        assert hooks(page)["turn"] == "others"
        assert handles(page) == listed(page, asides=True) == []
        assert page.one("*", id="part-map") is not None


async def test_a_tablet_is_shown_the_whole_map_and_a_phone_a_smaller_one(site: Site) -> None:
    async with sitting(site, "concordia", options={"map": "italia"}) as (player, _):
        named = {}
        for narrow in ("0", "1", "2"):
            page = await player.look(f"?narrow={narrow}")
            assert hooks(page)["narrow"] == narrow
            named[narrow] = "Neapolis" in {"".join(one.itertext()) for one in page.all("*", id="part-map")[0].iter()}
        assert named == {"0": True, "1": False, "2": True}


@pytest.mark.parametrize("slug", SLUGS)
async def test_what_is_kept_of_a_page_is_shown_to_nobody_who_would_not_be_drawn_the_same(
    site: Site, browser: Browser, slug: str
) -> None:
    async with sitting(site, slug) as players:
        addresses = [(player.browser, player.address) for player in players] + [(browser, players[0].address)]
        alone = []
        for reader, address in addresses:
            Cache.clear_all()
            alone.append(_without_token(await reader.open(address)))
        assert len(set(alone)) == len(alone)
        for _ in range(2):
            assert [_without_token(await reader.open(address)) for reader, address in addresses] == alone


async def test_a_page_that_is_kept_tells_what_came_since_and_has_a_token_of_its_own(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        first, again = await player.look(), await player.look()
        assert _without_token(first) == _without_token(again)
        assert hooks(first)["token"] != hooks(again)["token"]
        await player.act("say", first, text="Salvete!")  # each of both is good
        await player.act("notes", again, text="Brick in Massilia")
        told, heard = await player.look(), await other.look()
        assert "Salvete!" in told.text
        assert "Salvete!" in heard.text
        assert "Brick in Massilia" in told.text
        assert "Brick in Massilia" not in heard.text
        assert "Salvete!" not in first.text
        form = heard.form(f"{other.address}/say") | {"token": hooks(told)["token"]}
        refused = await other.browser.post(f"{other.address}/say", {**form, "text": "Vale"})
        assert refused.status == 403, "the token is that of the reader's session"


def _without_token(page: Page) -> str:
    return page.answer.text.replace(hooks(page)["token"], "")


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_board_of_another_seat_can_be_opened(site: Site, slug: str) -> None:
    async with sitting(site, slug) as (player, _):
        page = await player.look("/seats/1")
        assert "Marcus" in page.text
        assert len(page.all("*", class_="part")) >= 1
        missing = await player.browser.http.get(f"{player.address}/seats/2", headers=HTML)
        assert missing.status_code == 404


async def test_a_whole_game_is_played_from_the_list_of_choices(site: Site) -> None:
    chance = random.Random(4)
    async with sitting(site, "taberna", options={"rounds": 1}) as players:
        for _ in range(200):
            await site.settle(players[0].game)
            acting = [player for player in players if await _turn(player) == "yours"]
            if not acting:
                break
            await _take_a_turn(acting[0], chance)
        page = await players[1].look()
        assert hooks(page)["turn"] == "over"
        assert hooks(page)["status"] == "finished"


async def _turn(player: Player) -> str:
    return hooks(await player.look())["turn"]


async def _take_a_turn(player: Player, chance: random.Random) -> None:
    page = await player.look()
    while not may_confirm(page):
        page = await player.act("pick", page, path=chance.choice(listed(page)))
    await player.act("confirm", page)


@pytest.mark.parametrize("slug", SLUGS)
async def test_turns_of_each_game_are_played_by_pointing(site: Site, slug: str) -> None:
    chance = random.Random(7)
    async with sitting(site, slug) as players:
        for _ in range(6):
            await site.settle(players[0].game)
            acting = [player for player in players if await _turn(player) == "yours"]
            await _point_through_a_turn(acting[0], chance)
        assert len(await site.log(players[0].game)) > 20


async def _point_through_a_turn(player: Player, chance: random.Random) -> None:
    """Only things that glow are pointed at, each with the path that the page tells."""
    page = await player.look()
    while not may_confirm(page):
        path = hooks(page)["path"].split()
        thing = chance.choice([one for one in handles(page) if not one.startswith("order:")])
        page = await player.fragment(page, "pick", path=" ".join((*path, thing)))
        assert page.status == 200
    await player.act("confirm", page)


async def test_every_player_is_shown_around_whoever_goes_first(site: Site, browser: Browser) -> None:
    async with sitting(site, "concordia") as players:
        for player in players:
            assert (await player.look()).one("div", id="tour") is not None
        assert (await browser.open(players[0].address)).all("div", id="tour") == []


async def test_what_the_gods_give_stands_where_the_board_leaves_room(site: Site) -> None:
    async with sitting(site, "concordia") as (player, _), browsing(site) as browser:
        upright = await player.look()
        assert (upright.all("a", id="tab-gods"), upright.one("section", id="panel-gods").attrib.get("role")) == (
            [],
            None,
        )
        made = await player.person.done("/games", {"game": "concordia", "players": 3})
        for _ in range(2):
            await player.person.done(f"/games/{made['game_id']}/seats", {"bot": "random"})
        wide = await browser.open(f"/games/{made['game_id']}")
        assert wide.one("a", id="tab-gods").attrib["href"] == "#panel-gods"
        assert wide.one("div", id="panel-gods").attrib["role"] == "tabpanel"


async def test_who_has_played_is_led_to_the_next_table_that_waits(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        here, acting = players if await _turn(players[1]) == "yours" else players[::-1]
        assert _ways_on(await here.look()) == []
        there = here
        while await _turn(there) != "yours":  # who begins is drawn
            made = await here.person.done("/games", {"game": "concordia", "players": 2})
            await acting.person.done(f"/games/{made['game_id']}/seats", {})
            there = here._replace(game=made["game_id"])
        await site.project()
        (way,) = _ways_on(await here.look())
        assert (await here.browser.open(way)).path == there.address
        assert _ways_on(await there.look()) == [], "who is to play is not led away"
        assert (await here.browser.open(f"/next?after={there.game}")).path == "/"


def _ways_on(page: Page) -> list[str]:
    return [one.attrib["href"] for one in page.all("a") if "data-next-table" in one.attrib]
