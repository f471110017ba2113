"""Whatever is sent to a page, the answer is one that a person can read: never a failure of the server."""

import random
import re

import pytest

from tests.kit.browser import HTML, ORIGIN, Browser
from tests.kit.http import Site
from tests.kit.page_routes import pages
from tests.services.api.tables import opened, started

VALUES = [
    "",
    "0",
    "-1",
    "99999999999999999999",
    "x",
    "\x00",
    "\ud7ff",
    "<b>&\"'",
    "../..",
    "é" * 300,
    "1e9",
    "[]",
    "null",
]
FIELDS = (
    *(
        "name",
        "password",
        "email",
        "invitation",
        "secret",
        "back",
        "game",
        "players",
        "bots",
        "bot",
        "private",
        "clock",
    ),
    *("title", "options", "map", "newcomers", "do", "seat", "word", "lang", "key", "handle", "path", "version", "text"),
    *("commands", "motion", "agree", "at", "kind", "section", "scopes", "time_zone", "note", "choice", "index"),
)
VERBS = ["sit", "bot", "leave", "start", "link", "invite", "word", "terms"]


@pytest.fixture
async def forms(site: Site, browser: Browser) -> dict[str, str]:
    """A person who is logged in, with a token that is good for every form, and the tables to try them at."""
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    browser.http.cookies.set("acta", anna.token)
    token = (await browser.open("/sign-up")).form("/sign-up")["token"]
    return {"token": token, "lobby": await opened(anna, 3), "game": await started(anna, brutus), "name": brutus.name}


def addresses(site: Site, forms: dict[str, str], method: str) -> list[str]:
    found = sorted(
        path for one, path in pages(site) if one == method and path not in {"/logout", "/static/{version}/{name}"}
    )
    tables = [path.replace("{game_id}", forms[table]) for table in ("lobby", "game") for path in found]
    return sorted({re.sub(r"\{name\}", forms["name"], re.sub(r"\{(?!name)\w+\}", "1", path)) for path in tables})


@pytest.mark.parametrize("seed", range(4))
async def test_forms_full_of_nonsense_are_refused_in_words(
    site: Site, browser: Browser, forms: dict[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    for path in addresses(site, forms, "POST"):
        fields = {name: chance.choice(VALUES) for name in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
        fields |= {"token": forms["token"], "do": chance.choice(VERBS)}
        body = {name: value.encode("utf-8", "surrogatepass") for name, value in fields.items()}
        answer = await browser.http.post(path, data=body, headers={**HTML, "Origin": ORIGIN})
        assert answer.status_code < 500, (path, fields, answer.text[:500])


@pytest.mark.parametrize("seed", range(4))
async def test_addresses_full_of_nonsense_lead_to_a_page(
    site: Site, browser: Browser, forms: dict[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    names = (
        "show",
        "game",
        "cursor",
        "mine",
        "live",
        "lang",
        "look",
        "at",
        "as",
        "back",
        "invitation",
        "path",
        "players",
    )
    for path in addresses(site, forms, "GET"):
        query = {name: chance.choice(VALUES) for name in chance.sample(names, chance.randrange(len(names)))}
        answer = await browser.http.get(path, params=query, headers=HTML)
        assert answer.status_code < 500, (path, query, answer.text[:500])


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{}", "application/json"),
        (b"\xff\xfe=\x00", "application/x-www-form-urlencoded"),
        (b"&".join(b"a=%d" % number for number in range(300)), "application/x-www-form-urlencoded"),
        (b"x" * 100_000, "application/x-www-form-urlencoded"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"", ""),
    ],
)
async def test_bodies_that_are_no_forms_are_refused(browser: Browser, body: bytes, kind: str) -> None:
    headers = {**HTML, "Origin": ORIGIN, "Content-Type": kind}
    answer = await browser.http.post("/login", content=body, headers=headers)

    assert answer.status_code in {400, 403, 413, 415}
