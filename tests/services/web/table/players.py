"""People at browsers who sit at a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import html5lib

from tests.kit.browser import HTML, ORIGIN, Browser, Page, browsing
from tests.kit.http import Json, Person, Site


class Player(NamedTuple):
    """Somebody at a browser, without JavaScript."""

    person: Person
    browser: Browser
    game: str

    @property
    def address(self) -> str:
        return f"/games/{self.game}"

    async def look(self, query: str = "") -> Page:
        return await self.browser.open(self.address + query)

    async def act(self, action: str, page: Page | None = None, **fields: str) -> Page:
        """Send the form with that name, as a page has shown it."""
        page = page or await self.look()
        return await self.browser.send(page, f"{self.address}/{action}", **fields)

    async def fragment(self, page: Page, action: str, **fields: str) -> Page:
        """Send a form as the page's script does, and read the part that comes back."""
        fields = {**page.form(f"{self.address}/{action}"), **fields}
        headers = {**HTML, "Origin": ORIGIN, "X-Fragment": "board"}
        answer = await self.browser.http.post(f"{self.address}/{action}", data=fields, headers=headers)
        whole = f"<!doctype html><html lang=en><title>A fragment</title>{answer.text}"
        return Page(answer, html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(whole))


@asynccontextmanager
async def sitting(site: Site, game: str, **terms: Json) -> AsyncIterator[tuple[Player, Player]]:
    """Two people at a table that has just begun."""
    people = [await site.person(name) for name in ("Livia", "Marcus")]
    made = await people[0].done("/games", {"game": game, "players": 2, **terms})
    game_id: str = made["game_id"]
    await people[1].done(f"/games/{game_id}/seats", {})
    async with browsing(site) as one, browsing(site) as other:
        for browser, person in zip((one, other), people, strict=True):
            browser.http.cookies.set("acta", person.token)
        yield Player(people[0], one, game_id), Player(people[1], other, game_id)


def hooks(page: Page) -> dict[str, str]:
    """What tests in a browser hold on to."""
    main = page.one("main")
    return {name.removeprefix("data-"): value for name, value in main.attrib.items() if name.startswith("data-")}


def handles(page: Page) -> list[str]:
    """What can be pointed at."""
    return [one.attrib["data-handle"] for one in page.root.iter() if "data-handle" in one.attrib]


def listed(page: Page, *, asides: bool = False) -> list[str]:
    """The paths of the list of choices."""
    buttons = page.all("button", name="path")
    return [one.attrib["value"] for one in buttons if asides or "data-aside" not in one.attrib]


def may_confirm(page: Page) -> bool:
    (button,) = [one for one in page.all("button") if "data-confirm" in one.attrib]
    return "disabled" not in button.attrib
