"""A turn is planned on the page of the table, as if it had begun, and nobody but its player is shown any of it."""

import pytest

from domain.kernel.ids import GameId
from services.tables.planned_turns import attempt
from tests.kit.browser import Page
from tests.kit.http import Site
from tests.services.web.table.players import Player, handles, hooks, sitting
from tests.services.web.table.test_composing import on_turn


def flag(page: Page) -> str | None:
    """The flag in the head of the table."""
    return next((one.get("class") for one in page.all("a") if "data-plan" in one.attrib), None)


async def planned(player: Player) -> Page:
    """A plan of the whole turn: the Mercator, without trading."""
    page = await player.look("/plan")
    for step in ("card:start-mercator", "bar:stop"):
        page = await player.act("plan/pick", page, path=step)
    return page


@pytest.mark.parametrize("again", [False, True])
async def test_a_turn_is_planned_kept_and_played(site: Site, again: bool) -> None:
    async with sitting(site, "concordia") as players:
        acting, planner = await on_turn(players)
        assert flag(await planner.look()) == "plan-chip can"
        assert flag(await acting.look()) is None
        async with site.writes_nothing():
            page = await planner.look("/plan")
            assert hooks(page)["base"] == f"/games/{planner.game}/plan"
            assert "As if it were your turn" in page.text
            assert "card:start-architect" in handles(page)
            page = await planned(planner)
            assert hooks(page)["chosen"] == "2"
            assert hooks(await planner.look())["chosen"] == "0", "nothing of it is shown at the table itself"
            for _ in range(1 + again):
                await planner.act("plan/keep", page, wait="0")
        assert "Planned: 2 steps" in (await planner.look()).text
        assert flag(await acting.look()) is None


async def test_a_second_way_is_kept_behind_the_first(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        _, planner = await on_turn(players)
        await planner.act("plan/keep", await planned(planner), wait="900")
        page = await planned(planner)
        assert "Your turn is complete" in page.text
        assert "keep it, or go back a step" in page.text
        await planner.act("plan/keep", page, wait="0", otherwise="1")
        kept = await planner.person.seen(f"/games/{planner.game}/plans")
        assert len(kept["alternatives"]) == 2
        assert "Otherwise" in (await planner.look("/plan")).text
        await planner.act("plan/drop", page)
        assert flag(await planner.look()) == "plan-chip can"


async def test_what_was_played_from_a_plan_says_so(site: Site) -> None:
    async with sitting(site, "concordia") as players:
        acting, planner = await on_turn(players)
        await planner.act("plan/keep", await planned(planner), wait="0")
        for step in ("card:start-mercator", "bar:stop"):
            await acting.act("pick", path=step)
        await acting.act("confirm", await acting.look())
        services = site.services
        made = await attempt(services.tables, services.people.plans, GameId(planner.game))
        assert made.outcome == "played"
        assert "PlanPlayed" in [line.type for line in await site.log(planner.game)]
        assert "had planned this at version" in (await acting.look()).text
