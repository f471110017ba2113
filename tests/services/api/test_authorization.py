"""Who may call what: every route against every kind of caller. A route that is missing here fails the suite.

At a private table: its host, who is seated, who is invited, a stranger with an account, an admin who does not play,
nobody (no token), a token that was ended, and a token of the host that may only read. At a public table: a spectator
with an account and a passer-by without. A status below 400 lets the caller do it; 400, 409 and 422 pass the call on
to the rules, which then have their own reasons.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import pytest
from litestar.routes import HTTPRoute

from domain.kernel.ids import UserId
from services.accounts import Scope
from services.store.accounts.credentials import NewCredential
from tests.kit.http import Json, Person, Site
from tests.kit.page_routes import pages
from tests.services.api.tables import END_TURN, started

CALLERS = (
    *("host", "seated", "invited", "stranger", "admin", "nobody", "revoked", "read-only"),
    *("spectator", "passer-by"),
)
PUBLIC = {"spectator", "passer-by"}


class Row(NamedTuple):
    """A call and what it is answered, by caller."""

    method: str
    path: str
    phase: Literal["lobby", "active", "over"]
    body: Json
    #        host seat invi stra admi nobo revo read spec pass
    answers: str

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body or ''}".rstrip()


GAME = "/api/v1/games/{game_id}"
# fmt: off
TABLE = [
    #                                                       host seat invi stra admi nobo revo read spec pass
    Row("GET",    GAME,                     "lobby",  None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME,                     "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME,                     "over",   None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/options",        "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/events",         "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/export",         "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/stream",         "over",   None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/scores",         "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/analysis",       "active", None, "403 403 403 404 404 404 401 403 403 403"),
    Row("GET",    GAME + "/analysis",       "over",   None, "404 404 404 404 404 404 401 404 404 404"),
    Row("POST",   GAME + "/analysis",       "active", None, "403 403 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/analysis",       "over",   None, "202 202 202 404 404 401 401 403 202 401"),
    Row("GET",    GAME + "/analysis.png",   "active", None, "403 403 403 404 404 404 401 403 403 403"),
    Row("GET",    GAME + "/analysis/{number}/board.svg", "active", None, "403 403 403 404 404 404 401 403 403 403"),
    Row("GET",    GAME + "/timeline",       "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/recap",          "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/diff",           "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/board.svg",      "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/board.svg",      "lobby",  None, "404 404 404 404 404 404 401 404 404 404"),
    Row("GET",    GAME + "/roundel.svg",    "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    GAME + "/roundel.svg",    "lobby",  None, "404 404 404 404 404 404 401 404 404 404"),
    Row("GET",    GAME + "/board.png",      "over",   None, "200 200 200 404 404 404 401 200 200 200"),
    Row("POST",   GAME + "/picture-links",  "active", {},   "200 200 200 404 404 404 401 200 200 200"),
    Row("GET",    "/pictures/{name}",       "active", None, "404 404 404 404 404 404 404 404 404 404"),
    Row("POST",   "/integrations/slack/commands",        "active", {},   "404 404 404 404 404 404 404 404 404 404"),
    Row("POST",   "/integrations/slack/interactivity",   "active", {},   "404 404 404 404 404 404 404 404 404 404"),
    Row("POST",   "/integrations/slack/events",          "active", {},   "404 404 404 404 404 404 404 404 404 404"),
    Row("POST",   "/integrations/discord/interactions", "lobby", {},
                                                            "404 404 404 404 404 404 404 404 404 404"),
    Row("PATCH",  GAME,                     "lobby",  {"title": "x"},
                                                            "200 403 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/seats",          "lobby",  {},   "409 409 201 404 404 401 401 403 201 401"),
    Row("POST",   GAME + "/seats",          "lobby",  {"bot": "random"},
                                                            "201 403 403 404 404 401 401 403 403 401"),
    Row("DELETE", GAME + "/seats/{seat}",   "lobby",  None, "200 200 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/nonce",          "lobby",  {"nonce": "x"},
                                                            "200 200 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/invitations",    "lobby",  None, "201 403 403 404 404 401 401 403 403 401"),
    Row("GET",    GAME + "/invitations",    "lobby",  None, "200 403 403 404 404 401 401 200 403 401"),
    Row("DELETE", GAME + "/invitations/{invitation_id}", "lobby", None,
                                                            "409 403 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/invited",        "lobby",  {"name": "Admin"},
                                                            "400 400 400 404 404 401 401 403 400 401"),
    Row("POST",   GAME + "/start",          "lobby",  None, "200 403 403 404 404 401 401 403 403 401"),
    Row("GET",    GAME + "/draft",          "active", None, "200 200 403 404 404 401 401 200 403 401"),
    Row("PUT",    GAME + "/draft",          "active", {"version": 1, "commands": []},
                                                            "200 200 403 404 404 401 401 403 403 401"),
    Row("DELETE", GAME + "/draft",          "active", None, "204 204 403 404 404 401 401 403 403 401"),
    Row("GET",    GAME + "/plans",          "active", None, "404 404 403 404 404 401 401 404 403 401"),
    Row("PUT",    GAME + "/plans",          "active", {"alternatives": [{"commands": [END_TURN]}]},
                                                            "409 409 403 404 404 401 401 403 403 401"),
    Row("DELETE", GAME + "/plans",          "active", None, "204 204 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/plans/preview",  "active", {"commands": []},
                                                            "409 409 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/preview",        "active", {"commands": []},
                                                            "200 200 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/commands",       "active", {"command": END_TURN},
                                                            "422 422 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/undo",           "active", {},   "409 409 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/votes",          "active", {"motion": "abandon"},
                                                            "200 200 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/vacation",       "active", {},   "409 409 403 404 404 401 401 403 403 401"),
    Row("GET",    "/api/v1/me/vacation",    "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("POST",   "/api/v1/me/vacation",    "lobby",  {},   "200 200 200 200 200 401 401 403 200 401"),
    Row("POST",   GAME + "/resign",         "active", None, "200 200 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/branch",         "active", {"at": 5},
                                                            "201 201 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/branch",         "over",   {"at": 5},
                                                            "201 201 201 404 404 401 401 403 201 401"),
    Row("POST",   GAME + "/rematch",        "over",   None, "201 201 403 404 404 401 401 403 403 401"),
    # Words between people: who sees a table reads its talk, who sits there speaks; notes are their writer's alone.
    Row("GET",    GAME + "/talk",           "active", None, "200 200 200 404 404 404 401 200 200 200"),
    Row("POST",   GAME + "/talk",           "lobby",  {"text": "Salve"},
                                                            "201 201 403 404 404 401 401 403 403 401"),
    Row("DELETE", GAME + "/talk/{number}",  "active", None, "204 204 403 404 404 401 401 403 403 401"),
    Row("POST",   GAME + "/talk/{number}/report", "active", {},
                                                            "201 201 201 404 404 401 401 403 201 401"),
    Row("GET",    GAME + "/notes",          "over",   None, "200 200 403 404 404 401 401 200 403 401"),
    Row("PUT",    GAME + "/notes",          "active", {"text": "Hoard wine."},
                                                            "200 200 403 404 404 401 401 403 403 401"),
    Row("GET",    "/api/v1/me/muted",       "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("PUT",    "/api/v1/me/muted/{user_id}", "lobby", None,
                                                            "400 204 204 204 204 401 401 403 204 401"),
    Row("DELETE", "/api/v1/me/muted/{user_id}", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    Row("GET",    "/api/v1/reports",        "lobby",  None, "403 403 403 403 200 401 401 403 403 401"),
    Row("POST",   "/api/v1/reports/{report_id}/settle", "lobby", {},
                                                            "403 403 403 403 404 401 401 403 403 401"),
    Row("GET",    "/api/v1/catalog",        "lobby",  None, "200 200 200 200 200 200 401 200 200 200"),
    Row("GET",    "/api/v1/catalog/{slug}", "lobby",  None, "404 404 404 404 404 404 401 404 404 404"),
    Row("GET",    "/api/v1/heads",          "lobby",  None, "200 200 200 200 200 200 401 200 200 200"),
    Row("GET",    "/api/v1/heads/{day}",    "lobby",  None, "404 404 404 404 404 404 401 404 404 404"),
    Row("GET",    "/api/v1/games",          "lobby",  None, "200 200 200 200 200 200 401 200 200 200"),
    Row("POST",   "/api/v1/games",          "lobby",  {"game": "taberna", "players": 2},
                                                            "201 201 201 201 201 401 401 403 201 401"),
    # Accounts: what needs no log-in asks no token, not even an ended one.
    Row("POST",   "/api/v1/users",          "lobby",  {},   "400 400 400 400 400 400 400 400 400 400"),
    Row("POST",   "/api/v1/sessions",       "lobby",  {},   "400 400 400 400 400 400 400 400 400 400"),
    Row("DELETE", "/api/v1/sessions",       "lobby",  None, "204 204 204 204 204 401 401 204 204 401"),
    Row("POST",   "/api/v1/password-resets", "lobby", {},   "400 400 400 400 400 400 400 400 400 400"),
    Row("PUT",    "/api/v1/password-resets/{secret}", "lobby", {},
                                                            "400 400 400 400 400 400 400 400 400 400"),
    Row("GET",    "/api/v1/me",             "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("GET",    "/api/v1/me/inbox",       "active", None, "200 200 200 200 200 401 401 200 200 401"),
    Row("GET",    "/api/v1/me/stream",      "active", None, "200 200 200 200 200 401 401 200 200 401"),
    Row("GET",    "/api/v1/me/feeds",       "lobby",  None, "404 404 404 404 404 401 401 404 404 401"),
    Row("POST",   "/api/v1/me/feeds",       "lobby",  None, "201 201 201 201 201 401 401 403 201 401"),
    Row("DELETE", "/api/v1/me/feeds",       "lobby",  None, "404 404 404 404 404 401 401 403 404 401"),
    Row("GET",    "/feeds/{secret}/inbox.ics", "lobby", None,
                                                            "404 404 404 404 404 404 404 404 404 404"),
    Row("GET",    "/feeds/{secret}/inbox.atom", "lobby", None,
                                                            "404 404 404 404 404 404 404 404 404 404"),
    Row("GET",    "/api/v1/users/{user_id}", "over",  None, "200 200 200 200 200 200 401 200 200 200"),
    Row("PUT",    "/api/v1/me/password",    "lobby",  {},   "400 400 400 400 400 401 401 403 400 401"),
    Row("PUT",    "/api/v1/me/name",        "lobby",  {},   "400 400 400 400 400 401 401 403 400 401"),
    Row("GET",    "/api/v1/me/export",      "lobby",  None, "200 200 200 200 200 401 401 403 200 401"),
    Row("POST",   "/api/v1/me/deletion",    "lobby",  {},   "400 400 400 400 400 401 401 403 400 401"),
    Row("PUT",    "/api/v1/me/email",       "lobby",  {},   "400 400 400 400 400 401 401 403 400 401"),
    Row("POST",   "/api/v1/me/email/confirmations", "lobby", None,
                                                            "409 409 409 409 409 401 401 403 409 401"),
    Row("PUT",    "/api/v1/email-confirmations/{secret}", "lobby", None,
                                                            "404 404 404 404 404 404 404 404 404 404"),
    Row("GET",    "/api/v1/me/tokens",      "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("POST",   "/api/v1/me/tokens",      "lobby",  {},   "400 400 400 400 400 401 401 403 400 401"),
    Row("DELETE", "/api/v1/me/tokens/{token_id}", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    Row("GET",    "/api/v1/invitations",    "lobby",  None, "403 403 403 403 200 401 401 403 403 401"),
    Row("POST",   "/api/v1/invitations",    "lobby",  {},   "403 403 403 403 201 401 401 403 403 401"),
    Row("DELETE", "/api/v1/invitations/{invitation_id}", "lobby", None,
                                                            "403 403 403 403 404 401 401 403 403 401"),
    # Notices.
    Row("PUT",    GAME + "/mute",           "active", None, "204 204 204 404 404 401 401 403 204 401"),
    Row("DELETE", GAME + "/mute",           "active", None, "204 204 204 404 404 401 401 403 204 401"),
    Row("GET",    "/api/v1/me/settings",    "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("PATCH",  "/api/v1/me/settings",    "lobby",  {},   "200 200 200 200 200 401 401 403 200 401"),
    Row("GET",    "/api/v1/me/deliveries",  "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("POST",   "/api/v1/me/deliveries/{delivery_id}/again", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    # Webhooks: what they post goes anywhere, so that a personal token may only look at them.
    Row("GET",    "/api/v1/webhooks",       "lobby",  None, "200 200 200 200 200 401 401 200 200 401"),
    Row("POST",   "/api/v1/webhooks",       "lobby",  {"url": "https://127.0.0.1/"},
                                                            "400 400 400 400 400 401 401 403 400 401"),
    Row("POST",   "/api/v1/webhooks/{webhook_id}/rotate", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    Row("DELETE", "/api/v1/webhooks/{webhook_id}", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    Row("GET",    "/api/v1/webhooks/{webhook_id}/deliveries", "lobby", None,
                                                            "404 404 404 404 404 401 401 404 404 401"),
    Row("POST",   "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", "lobby", None,
                                                            "404 404 404 404 404 401 401 403 404 401"),
    # Operation and words: open to all.
    Row("GET",    "/problems/{slug}",       "lobby",  None, "200 200 200 200 200 200 401 200 200 200"),
    Row("GET",    "/healthz",               "lobby",  None, "200 200 200 200 200 200 200 200 200 200"),
    Row("GET",    "/readyz",                "lobby",  None, "200 200 200 200 200 200 200 200 200 200"),
    Row("GET",    "/metrics",               "lobby",  None, "200 200 200 200 200 200 200 200 200 200"),
]
# fmt: on


NO_REPORT = 2**40
QUERIES = {GAME + "/diff": "?from=1&to=2", "/api/v1/me/stream": "?follow=false"}


@dataclass(frozen=True)
class Scene:
    """Two tables in the same phase, one private and one public, and everyone who may come by."""

    private: str
    public: str
    people: dict[str, Person]

    def path(self, row: Row, caller: str) -> str:
        return row.path.format(
            game_id=self.public if caller in PUBLIC else self.private,
            seat="1",
            number="1",
            report_id=NO_REPORT,
            user_id=self.people["host"].user_id,
            slug="not-found",
            secret="x",
            token_id="x",
            invitation_id="x",
            delivery_id="x",
            webhook_id="x",
            code="x",
            day="1999-12-31",
            name="x.png",
        ) + QUERIES.get(row.path, "")


async def set_up(site: Site, phase: str) -> Scene:
    anna, brutus, carus, stranger = [await site.person(name) for name in ("Anna", "Brutus", "Carus", "Dama")]
    private, public = [await _table(phase, anna, brutus, carus, private=private) for private in (True, False)]
    admin = await site.person("Augustus")
    await site.accounts.stored.set_admin(UserId(admin.user_id), admin=True)
    ended = await _token(site, anna, "read", "play")
    await site.accounts.credentials.revoke(UserId(anna.user_id), ["personal"])
    people = {
        "host": anna,
        "seated": brutus,
        "invited": carus,
        "stranger": stranger,
        "spectator": stranger,
        "admin": admin,
        "nobody": site.stranger,
        "passer-by": site.stranger,
        "revoked": Person(site.http, token=ended),
        "read-only": Person(site.http, token=await _token(site, anna, "read")),
    }
    return Scene(private, public, people)


async def _token(site: Site, owner: Person, *scopes: Scope) -> str:
    order = NewCredential(owner=UserId(owner.user_id), kind="personal", name=" ".join(scopes), scopes=scopes)
    return (await site.accounts.credentials.issue(order)).secret


async def _table(phase: str, host: Person, seated: Person, invited: Person, *, private: bool) -> str:
    """A rematch, because whoever played before is invited by name."""
    first = await started(host, seated, invited, private=private)
    for person in (host, seated, invited):
        await person.done(f"/games/{first}/votes", {"motion": "abandon"})
    game: str = (await host.done(f"/games/{first}/rematch"))["game_id"]
    await seated.done(f"/games/{game}/seats", {})
    await seated.done(f"/games/{game}/talk", {"text": "Salvete"})
    if phase != "lobby":
        await host.done(f"/games/{game}/start")
        for person in (host, seated):
            await person.put(f"/games/{game}/draft", {"version": 1, "commands": []})
    if phase == "over":
        for person in (host, seated):
            await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    return game


@pytest.mark.parametrize("row", TABLE, ids=str)
async def test_only_those_allowed_may_call_it(site: Site, row: Row) -> None:
    scene = await set_up(site, row.phase)
    expected = dict(zip(CALLERS, map(int, row.answers.split()), strict=True))
    async with site.writes_nothing():
        for caller, status in expected.items():
            if status >= 400:
                await _answered(scene, row, caller, status)
    for caller, status in expected.items():
        if status < 400:
            await _answered(scene, row, caller, status)
            if row.method != "GET":  # whoever comes next finds the table as it was
                scene = await set_up(site, row.phase)


async def _answered(scene: Scene, row: Row, caller: str, status: int) -> None:
    person = scene.people[caller]
    headers = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    answer = await person.http.request(row.method, scene.path(row, caller), json=row.body, headers=headers)
    assert answer.status_code == status, f"{caller}: {answer.text}"


def test_every_route_has_its_row(site: Site) -> None:
    """Pages have theirs in the tests of the pages."""
    routes = {
        (method, route.path_format)
        for route in site.app.routes
        if isinstance(route, HTTPRoute) and not route.path.startswith("/schema")
        for method in route.methods
        if method != "OPTIONS"
    }
    assert routes - pages(site) == {(row.method, row.path) for row in TABLE}
