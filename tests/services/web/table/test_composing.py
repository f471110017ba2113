"""A turn is composed step by step, in one stored draft, and nothing is on record before it is confirmed."""

from domain.trajan.data import BOWLS
from tests.kit.browser import ORIGIN, Page
from tests.kit.http import Site, calling, running_site
from tests.kit.processes import Server
from tests.services.web.table.players import Player, handles, hooks, listed, may_confirm, sitting


async def on_turn(players: tuple[Player, Player]) -> tuple[Player, Player]:
    """Who is to act first, and the other one."""
    one, other = players
    return (one, other) if hooks(await one.look())["turn"] == "yours" else (other, one)


async def test_pointing_lights_what_follows_and_stores_whole_commands_alone(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        async with site.writes_nothing():
            page = await player.act("pick", path="card:start-architect")
            assert "Play Architect" in page.text
            assert {one.split(":")[0] for one in handles(page)} == {"colonist", "bar", "order"}
            page = await player.act("pick", page, path="colonist:land:roma")
            assert hooks(page)["path"] == "colonist:land:roma"
            assert any(one.startswith("line:") for one in handles(page))
            assert "colonist:sea:roma" in handles(page), "another one can be taken instead"
        draft = await player.person.seen(f"/games/{player.game}/draft")
        assert [command["type"] for command in draft["commands"]] == ["PlayCard"]


async def test_another_first_thing_replaces_the_path(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        await player.act("pick", path="card:start-architect")
        page = await player.act("pick", path="colonist:land:roma colonist:sea:roma")
        assert hooks(page)["path"] == "colonist:sea:roma"


async def test_back_takes_the_last_thing_then_the_last_step(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        await player.act("pick", path="card:start-architect")
        page = await player.act("pick", path="colonist:land:roma")
        page = await player.act("back", page)
        assert (hooks(page)["path"], hooks(page)["chosen"]) == ("", "1")
        page = await player.act("back", page)
        assert hooks(page)["chosen"] == "0"
        assert "card:start-architect" in handles(page)


async def test_a_step_shows_signs_and_says_all_of_it(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        page = await player.act("pick", path="card:start-architect")
        step = next(one for one in page.root.iter() if "chip" in one.get("class", "").split())
        assert [use.get("href") for use in step.iter() if use.tag.endswith("use")] == ["#card-architect"]
        assert step.get("title", "").startswith("Play Architect: 2 steps")


async def test_a_click_on_a_step_drops_what_follows_it(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        await player.act("pick", path="card:start-architect")
        page = await player.act("pick", path="bar:build")
        assert hooks(page)["chosen"] == "2"
        assert [one.get("value") for one in page.root.iter() if one.get("name") == "steps"] == ["1"]
        page = await player.act("back", page, steps="1")
        assert hooks(page)["chosen"] == "1"
        assert "bar:build" in handles(page)


PROPOSED = {"10", "11"}
"""Choices of Trajan's set-up: the last of twelve markers is forced, and the two last ones if they are of one colour."""


async def test_a_set_up_is_proposed_as_a_draft(site: Site) -> None:
    async with sitting(site, "trajan") as players:
        player, _ = players
        async with site.writes_nothing():
            assert proposes(await player.look())
            page = await player.act("propose")
            assert may_confirm(page)
            assert hooks(page)["chosen"] in PROPOSED
            page = await player.act("back", page)
            again = await player.act("propose", page)
        assert hooks(again)["chosen"] in PROPOSED
        confirmed = await player.act("confirm", again)
        assert hooks(confirmed)["chosen"] == "0"


async def test_an_address_has_so_many_set_ups_proposed(server: Server) -> None:
    async with running_site(server.url, reads_per_second=0.001) as site, sitting(site, "trajan") as (player, _):
        form = (await player.look()).form(f"{player.address}/propose")
        async with calling(site, "203.0.113.7") as outside:
            outside.cookies = player.browser.http.cookies
            headers = {"Origin": ORIGIN}
            answers = [await outside.post(f"{player.address}/propose", data=form, headers=headers) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 429]


def proposes(page: Page) -> bool:
    return any("data-propose" in button.attrib for button in page.all("button"))


async def set_up(players: tuple[Player, Player]) -> tuple[Player, Page]:
    """Both have the whole set-up proposed and confirm it; who is to act first, and what that one sees."""
    for _ in range(20):
        player, _ = await on_turn(players)
        page = await player.look()
        if not proposes(page):
            return player, page
        await player.act("confirm", await player.act("propose", page))
    raise AssertionError("a set-up has an end")


async def test_a_bowl_is_offered_by_the_action_that_it_leads_to(site: Site) -> None:
    async with sitting(site, "trajan") as players:
        player, page = await set_up(players)
        offered = [one for one in page.all("button") if one.get("class") == "offered"]
        assert [one.attrib["data-handle"] for one in offered] == [f"bowl:{bowl}" for bowl in BOWLS]
        signs = [use.get("href") for one in offered for use in one.iter() if use.tag.endswith("use")]
        assert len([sign for sign in signs if sign and sign.startswith("#a-")]) == len(BOWLS)
        page = await player.act("pick", page, path="bowl:I")
        assert hooks(page)["chosen"] == "1"
        assert "offered" not in {one.get("class") for one in page.all("button")}


async def test_only_a_set_up_is_proposed(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        assert not proposes(await player.look())


async def test_discarding_forgets_the_draft(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        page = await player.act("pick", path="card:start-architect")
        page = await player.act("discard", page)
        assert hooks(page)["chosen"] == "0"
        assert (await player.person.get(f"/games/{player.game}/draft")).status_code == 404


async def test_a_confirmed_turn_is_on_record_once(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, other = await on_turn(players)
        page = await player.act("pick", path="card:start-prefect")
        while not may_confirm(page):
            page = await player.act("pick", page, path=listed(page)[0])
        done = await player.act("confirm", page)
        assert hooks(done)["turn"] == "others"
        async with site.writes_nothing():
            again = await player.act("confirm", page)
        assert hooks(again)["turn"] == "others"
        assert hooks(await other.look())["turn"] == "yours"
        assert [one.text for one in (await other.look()).all("a") if "replay?at=" in one.get("href", "")]


async def test_a_page_that_shows_an_older_draft_changes_nothing(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        old = await player.look()
        await player.act("pick", path="card:start-architect")
        page = await player.fragment(old, "pick", path="card:start-prefect")
        assert "in another window" in page.text
        assert hooks(page)["chosen"] == "1"


async def test_what_is_not_possible_any_more_says_so(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        page = await player.fragment(await player.look(), "pick", path="card:never-printed")
        assert "no longer possible" in page.text


async def test_an_aside_is_given_at_once_and_leaves_the_draft(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        page = await player.act("pick", path="card:start-architect")
        (order,) = [one for one in handles(page) if one.startswith("order:")]
        async with site.writes(player.game, "OverflowOrdered"):
            page = await player.fragment(page, "pick", path=order)
        assert hooks(page)["chosen"] == "1"


async def test_a_confirmed_choice_that_showed_nothing_can_be_taken_back(site: Site) -> None:
    async with sitting(site, "taberna") as players:
        for player in players:
            page = await player.look()
            path = page.all("button", name="path")[0].attrib["value"]
            await player.act("confirm", await player.act("pick", page, path=path))
        player, _ = await on_turn(players)
        assert "undo" not in {form.get("action", "").rpartition("/")[2] for form in (await player.look()).all("form")}


async def test_somebody_elses_turn_cannot_be_composed(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        _, other = await on_turn(players)
        page = await other.fragment(await other.look(), "pick", path="card:start-architect")
        assert hooks(page)["chosen"] == "0"
        assert not may_confirm(page)


async def test_a_draft_that_fits_no_more_says_why_and_keeps_what_fits(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        commands = [{"type": "PlayCard", "card": "start-architect"}, {"type": "BuildHouse", "city": "roma"}]
        await player.person.put(f"/games/{player.game}/draft", {"version": 1, "commands": commands})
        page = await player.look()
        assert "have kept 1 step" in page.text
        assert hooks(page)["chosen"] == "1"
        page = await player.act("back", page)
        assert hooks(page)["chosen"] == "0"


async def test_of_a_draft_that_no_longer_fits_the_beginning_is_kept_and_the_reason_told(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        player, _ = await on_turn(players)
        commands = [{"type": "PlayCard", "card": "start-senator"}, {"type": "BuildHouse", "city": "novaria"}]
        await player.person.put(f"/games/{player.game}/draft", {"version": 1, "commands": commands})
        page = await player.look()
        assert hooks(page)["chosen"] == "1"
        assert "have kept 1 step" in page.text
        assert "You cannot choose that now." in page.text
