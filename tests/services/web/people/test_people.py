"""People and their results, as far as the reader may know of their games."""

import pytest

from services.cli.rebuild import rebuild_models
from services.web.user_links import user_link
from tests.kit.browser import Browser
from tests.kit.http import Person, Site
from tests.kit.people import logged_in
from tests.services.api.tables import choose, options, started


async def played(site: Site, *people: Person, private: bool = False) -> str:
    game = await started(*people, private=private)
    while (await people[0].seen(f"/games/{game}"))["status"] != "finished":
        await site.settle(game)
        for person in people:
            if await options(person, game):
                await choose(person, game)
    await projected(site)
    return game


async def projected(site: Site) -> None:
    """Bring the read models up to date."""
    await rebuild_models(site.services, lambda _: None)


async def test_a_profile_tells_figures_results_and_rivals(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await played(site, anna, brutus)
    page = await browser.open(f"/users/{anna.name}")
    assert page.one("h1").text == anna.name
    figures = [one.text for one in page.one("section", class_="figs").iter("dd")]
    assert figures[0] == "1"
    assert [link for link in page.all("a") if link.get("href") == f"/games/{game}/scores"]
    assert [link for link in page.all("a") if link.get("href") == user_link(brutus.name)]
    assert not [link for link in page.all("a") if link.get("href") == "/settings"]


async def test_a_private_game_shows_to_its_own_people_alone(site: Site, browser: Browser) -> None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await played(site, anna, brutus, private=True)
    strange = await browser.open(f"/users/{anna.name}")
    assert game not in strange.answer.text
    assert brutus.name not in strange.answer.text
    assert brutus.name not in (await browser.open("/people")).text
    own = await logged_in(browser, anna).open(f"/users/{anna.name}")
    assert game in own.answer.text
    assert [link for link in own.all("a") if link.get("href") == "/settings"]
    assert brutus.name in (await browser.open("/people")).text


async def test_people_are_found_by_name(site: Site, browser: Browser) -> None:
    anna = await site.person("Anna")
    found = await browser.open(f"/people?name={anna.name.upper()}")
    assert found.one("h1").text == anna.name
    missing = await browser.open("/people?name=Nobody%20at%20all")
    assert "Nobody here is called Nobody at all." in missing.text


@pytest.mark.parametrize("name", ["nobody-at-all", "%00", "%E2%80%AE", "a" * 500])
async def test_nobody_has_no_page(browser: Browser, name: str) -> None:
    assert (await browser.open(f"/users/{name}")).status == 404


@pytest.mark.parametrize("name", ["Gaius/Maius", "who?", "50%", "a#b", "<i>", "A & B"])
async def test_every_name_leads_to_its_page(site: Site, browser: Browser, name: str) -> None:
    person = await site.person(name)
    page = await browser.open(user_link(person.name))
    assert page.one("h1").text == person.name
