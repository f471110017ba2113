"""Who may open which page: every page has its row, and each kind of caller its answer."""

from typing import NamedTuple

import pytest

from domain.kernel.ids import UserId
from tests.kit.browser import HTML, ORIGIN
from tests.kit.http import Person, Site
from tests.kit.page_routes import pages
from tests.services.api.tables import opened, started


class Row(NamedTuple):
    """A page of a private table (`{game_id}`), in the lobby or running, and what each caller is answered.

    A post is sent without the token of a form, so that nobody who is logged in may do anything by it.
    """

    method: str
    path: str
    answers: str
    phase: str = "active"

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.phase}"


CALLERS = ("stranger", "outsider", "seated", "host")
TABLE = [
    Row("GET", "/", "200 200 200 200"),
    Row("GET", "/next", "303 303 303 303"),
    Row("GET", "/manifest.webmanifest", "200 200 200 200"),
    Row("GET", "/service-worker.js", "200 200 200 200"),
    Row("POST", "/language", "403 403 403 403"),
    Row("POST", "/play", "403 403 403 403"),
    Row("GET", "/tables", "200 200 200 200"),
    Row("GET", "/new", "200 200 200 200"),
    Row("GET", "/new/sentence", "400 400 400 400"),
    Row("POST", "/new", "403 403 403 403"),
    Row("GET", "/games/{game_id}", "404 404 200 200", "lobby"),
    Row("POST", "/games/{game_id}/lobby", "403 403 403 403", "lobby"),
    Row("GET", "/games/{game_id}", "404 404 200 200"),
    Row("GET", "/games/{game_id}/seats/{seat}", "404 404 200 200"),
    Row("GET", "/games/{game_id}/plan", "404 404 303 303"),
    Row("GET", "/games/{game_id}/why?thing=city:roma", "404 404 200 200"),
    Row("GET", "/games/{game_id}/moment?at=12&from=12", "404 404 200 200"),
    Row("GET", "/games/{game_id}/scoring?after=0", "404 404 200 200"),
    *(
        Row("POST", f"/games/{{game_id}}/{what}", "403 403 403 403")
        for what in ("pick", "propose", "back", "discard", "confirm", "undo", "life", "say", "notes")
    ),
    *(
        Row("POST", f"/games/{{game_id}}/plan/{what}", "403 403 403 403")
        for what in ("pick", "back", "discard", "keep", "drop")
    ),
    Row("GET", "/static/{version}/{name}", "200 200 200 200"),
    Row("GET", "/login", "200 200 200 200"),
    Row("POST", "/login", "403 403 403 403"),
    Row("GET", "/sign-up", "200 200 200 200"),
    Row("POST", "/sign-up", "403 403 403 403"),
    Row("POST", "/logout", "403 403 403 403"),
    Row("GET", "/lost-password", "200 200 200 200"),
    Row("POST", "/lost-password", "403 403 403 403"),
    Row("GET", "/reset-password", "200 200 200 200"),
    Row("POST", "/reset-password", "403 403 403 403"),
    Row("GET", "/confirm-email", "200 200 200 200"),
    Row("POST", "/confirm-email", "403 403 403 403"),
    Row("GET", "/api/v1/unsubscribe/{code}", "404 404 404 404"),
    Row("POST", "/api/v1/unsubscribe/{code}", "404 404 404 404"),
    Row("GET", "/games/{game_id}/scores", "404 404 200 200"),
    Row("GET", "/games/{game_id}/replay", "404 404 200 200"),
    Row("GET", "/games/{game_id}/analysis", "404 404 200 200"),
    Row("POST", "/games/{game_id}/analysis", "403 403 403 403"),
    Row("GET", "/games/{game_id}/record", "404 404 200 200"),
    Row("POST", "/games/{game_id}/what-if", "403 403 403 403"),
    Row("GET", "/people", "200 200 200 200"),
    Row("GET", "/users/{name}", "404 404 404 404"),
    Row("GET", "/rules/{slug}", "200 200 200 200"),
    Row("GET", "/learn", "200 200 200 200"),
    Row("GET", "/learn/{slug}", "200 200 200 200"),
    Row("GET", "/proof", "200 200 200 200"),
    Row("GET", "/settings", "303 200 200 200"),
    Row("POST", "/settings/look", "403 403 403 403"),
    Row("POST", "/settings/notices", "403 403 403 403"),
    Row("POST", "/settings/unmute/{game_id}", "403 403 403 403"),
    Row("POST", "/settings/browsers", "403 403 403 403"),
    Row("POST", "/settings/browsers/{browser_id}/end", "403 403 403 403"),
    Row("POST", "/settings/deliveries/{delivery_id}/again", "403 403 403 403"),
    Row("POST", "/settings/away", "403 403 403 403"),
    *(Row("POST", f"/settings/chat/{what}", "403 403 403 403") for what in ("code", "offer", "link", "unlink")),
    Row("POST", "/settings/tokens", "403 403 403 403"),
    Row("POST", "/settings/tokens/{token_id}/end", "403 403 403 403"),
    Row("POST", "/settings/webhooks", "403 403 403 403"),
    *(Row("POST", f"/settings/webhooks/{{webhook_id}}/{what}", "403 403 403 403") for what in ("secret", "end")),
    Row("POST", "/settings/webhooks/{webhook_id}/deliveries/{delivery_id}/again", "403 403 403 403"),
    Row("POST", "/settings/feeds", "403 403 403 403"),
    Row("POST", "/settings/feeds/end", "403 403 403 403"),
    Row("POST", "/settings/name", "403 403 403 403"),
    Row("POST", "/settings/password", "403 403 403 403"),
    Row("POST", "/settings/email", "403 403 403 403"),
    Row("POST", "/settings/email/confirm", "403 403 403 403"),
    Row("POST", "/settings/delete", "403 403 403 403"),
    Row("GET", "/admin", "303 403 403 403"),
    Row("POST", "/admin/reports/{number}", "303 403 403 403"),
    Row("POST", "/admin/log-out", "303 403 403 403"),
    Row("POST", "/admin/bans", "303 403 403 403"),
    Row("POST", "/admin/invitations", "303 403 403 403"),
    Row("POST", "/admin/jobs", "303 403 403 403"),
]
PARTS = {
    "{seat}": "0",
    "{version}": "any",
    "{name}": "site.css",
    "{slug}": "trajan",
    "{number}": "1",
    "{code}": "wrong",
}


@pytest.mark.parametrize("row", TABLE, ids=str)
async def test_only_those_allowed_may_open_it(site: Site, row: Row) -> None:
    host, seated, outsider = [await site.person(name) for name in ("Livia", "Marcus", "Octavia")]
    if row.phase == "lobby":
        game = await opened(host, 3, private=True, invite=[seated.name])
    else:
        game = await started(host, seated, private=True)
    people = dict(zip(CALLERS, (site.stranger, outsider, seated, host), strict=True))
    path = row.path.replace("{game_id}", game)
    for part, value in PARTS.items():
        path = path.replace(part, value)
    found = [await answered(site, row.method, path, people[caller]) for caller in CALLERS]
    assert found == [int(status) for status in row.answers.split()]


async def answered(site: Site, method: str, path: str, person: Person) -> int:
    cookies = {"Cookie": f"acta={person.token}"} if person.token else {}
    form = {"name": "x"} if method == "POST" else None
    answer = await site.http.request(method, path, headers={**HTML, **cookies, "Origin": ORIGIN}, data=form)
    return answer.status_code


async def test_every_page_has_its_row(site: Site) -> None:
    assert pages(site) == {(row.method, row.path.partition("?")[0]) for row in TABLE}


async def test_a_token_may_do_no_more_on_pages_than_at_the_api(site: Site) -> None:
    anna = await site.person("Anna")
    tokens = {
        scope: (await anna.done("/me/tokens", {"name": scope, "scopes": [scope]}))["token"]
        for scope in ("read", "play")
    }
    allowed = {scope: {"Authorization": f"Bearer {token}", "Accept": "text/html"} for scope, token in tokens.items()}
    for path in ("/", "/next"):
        assert (await site.http.get(path, headers=allowed["play"])).status_code == 403
        assert (await site.http.get(path, headers=allowed["read"])).status_code in {200, 303}
    for headers in allowed.values():
        chosen = await site.http.post("/language", data={"lang": "de", "back": "/"}, headers=headers)
        assert chosen.status_code == 403
    assert (await site.services.notices.preferences.of(UserId(anna.user_id))).language is None
