"""Rubbish in any shape is refused with the right problem, and nothing is written.

The routes are asked of the app itself, so that a new one is held to the same.
"""

import json
import re
from typing import NamedTuple

import pytest
from litestar.handlers import HTTPRouteHandler

from domain.kernel.ids import UserId
from services.api.accounts import ACCOUNT_ROUTES
from services.api.games import HANDLERS
from services.api.params import ENDS
from services.api.requests import MAX_BODY
from services.api.talk import HANDLERS as TALK_HANDLERS
from services.api.talk.notes import MAX_NOTES_BODY
from services.store.accounts.credentials import NewCredential
from tests.kit.http import API, Person, Site, refusal
from tests.services.api.tables import opened, started

WITH_BODY = [one for one in (*ACCOUNT_ROUTES, *HANDLERS, *TALK_HANDLERS) if "data" in one.fn.__annotations__]
JSON = "application/json"


OPENING = b'{"game": "taberna", "players": 2, '
"""The beginning of a body that opens a table."""
DEEP = 10_000
ADMINS = (f"{API}/invitations", f"{API}/reports")


class Rubbish(NamedTuple):
    name: str
    content: bytes
    content_type: str = JSON
    kind: str = "malformed-json"

    @property
    def status(self) -> int:
        return {"body-too-large": 413, "unsupported-media-type": 415}.get(self.kind, 400)


RUBBISH = [
    Rubbish("half a body", OPENING),
    Rubbish("two bodies", OPENING + b'"title": ""}{}'),
    Rubbish("not JSON", b"game=taberna&players=2"),
    Rubbish("a trailing comma", OPENING + b"}"),
    Rubbish("NaN", OPENING + b'"options": {"rounds": NaN}}'),
    Rubbish("infinity", OPENING + b'"options": {"rounds": -Infinity}}'),
    Rubbish("invalid UTF-8", OPENING + b'"title": "\xff\xfe"}'),
    Rubbish("UTF-16", '{"game": "taberna"}'.encode("utf-16")),
    Rubbish("a byte order mark", b"\xef\xbb\xbf" + OPENING + b'"title": ""}'),
    Rubbish("a lone surrogate", OPENING + b'"title": "\\ud800"}'),
    Rubbish("a NUL byte", OPENING + b'"title": "\x00"}'),
    Rubbish("a NUL byte before it", b"\x00" + OPENING + b'"title": ""}'),
    Rubbish("a bottomless list", OPENING + b'"options": {"a": ' + b"[" * DEEP + b"]" * DEEP + b"}}"),
    Rubbish("a bottomless object", OPENING + b'"options":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}"),
    Rubbish("nothing", b"", kind="bad-request"),
    Rubbish("a list", b"[]", kind="bad-request"),
    Rubbish("null", b"null", kind="bad-request"),
    Rubbish("a text", b'"taberna"', kind="bad-request"),
    Rubbish("an unknown field", OPENING + b'"rubbish": 1}', kind="bad-request"),
    Rubbish("a number beyond all", OPENING + b'"options": {"rounds": 1e400}}', kind="bad-request"),
    Rubbish("too much", OPENING + b'"title": "' + b"x" * max(MAX_BODY, MAX_NOTES_BODY) + b'"}', kind="body-too-large"),
    Rubbish("another content type", b"{}", "text/plain", "unsupported-media-type"),
    Rubbish("a form", b"a=1", "application/x-www-form-urlencoded", "unsupported-media-type"),
    Rubbish("another charset", b"{}", f"{JSON}; charset=latin-1", "unsupported-media-type"),
    Rubbish("no content type", b"{}", "", "unsupported-media-type"),
    Rubbish("a rubbish content type", b"{}", "//;;=;", "unsupported-media-type"),
]


def address(handler: HTTPRouteHandler, game: str = "0" * 20) -> tuple[str, str]:
    """Method and path of a handler, at that game."""
    (method,), (path,) = handler.http_methods, handler.paths
    for name, value in {"game_id:str": game, "secret:str": "acta_x", "number:int": "1", "report_id:int": "1"}.items():
        path = path.replace(f"{{{name}}}", value)
    return method, path


def headers_of(person: Person, content_type: str = JSON) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}", "Content-Type": content_type}


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda one: one.name)
async def test_rubbish_opens_no_table(site: Site, anna: Person, rubbish: Rubbish) -> None:
    headers = headers_of(anna, rubbish.content_type)
    async with site.writes_nothing():
        answer = await site.http.post(f"{API}/games", content=rubbish.content, headers=headers)
        refusal(answer, rubbish.status, rubbish.kind)


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda one: one.name)
async def test_no_route_takes_rubbish(site: Site, anna: Person, brutus: Person, rubbish: Rubbish) -> None:
    game = await started(anna, brutus)
    async with site.writes_nothing():
        for handler in WITH_BODY:
            method, path = address(handler, game)
            caller = site.admin if path.startswith(ADMINS) else anna
            headers = headers_of(caller, rubbish.content_type)
            answer = await site.http.request(method, path, content=rubbish.content, headers=headers)
            assert answer.status_code == rubbish.status, f"{method} {path}: {answer.text}"
            assert answer.headers["content-type"] == "application/problem+json"


async def test_a_body_of_exactly_the_limit_is_read(anna: Person) -> None:
    body = json.dumps({"game": "taberna", "players": 2}).encode()
    headers = headers_of(anna)
    for spare, status in ((0, 201), (1, 413)):
        content = body.ljust(MAX_BODY + spare)
        assert (await anna.http.post(f"{API}/games", content=content, headers=headers)).status_code == status


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"game": "taberna", "players": 9223372036854775808}', "players"),
        (b'{"game": "taberna", "players": 2.5}', "players"),
        (b'{"game": "taberna", "players": true}', "players"),
        (b'{"game": "taberna", "players": 2, "options": []}', "options"),
        (
            b'{"game": "taberna", "players": 2, "options": {"rounds": 340282366920938463463374607431768211456}}',
            "options",
        ),
        (b'{"game": "taberna", "players": 2, "options": {"rounds": "1"}}', "options.rounds"),
        (b'{"game": null, "players": 2}', "game"),
        (b'{"game": "taberna", "players": 2, "private": "yes"}', "private"),
        (b'{"game": "taberna", "players": 2, "title": "bell \\u0007"}', "title"),
        (b'{"game": "taberna", "players": 2, "title": "two lines\\n"}', "title"),
        (b'{"game": "taberna", "players": 2, "Title": "x"}', "Title"),
        (b'{"game": "taberna", "players": 2, "players": 99}', "players"),
    ],
)
async def test_a_wrong_value_is_named(site: Site, anna: Person, body: bytes, field: str) -> None:
    async with site.writes_nothing():
        answer = await anna.http.post(f"{API}/games", content=body, headers=headers_of(anna))
        problem = refusal(answer, 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == [field]


STRANGE = ("%00", "%ff%fe", "%ed%a0%80", "..%2f..%2fetc", "{p1}:x", "*", "x" * 5000, "%F0%9F%8F%9B", "a b", "%")
PATHS = [
    *(f"{API}/games/{name}{tail}" for name in STRANGE for tail in ("", "/events", "/options")),
    f"{API}/games/x/seats/one",
    f"{API}/me/tokens/%00",
    "/%00",
    "/schema/assets/%00",
    "/schema/assets/" + "x" * 3000,
    "/schema/assets/%2e%2e/__init__.py",
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
async def test_a_strange_address_is_not_found(site: Site, anna: Person, path: str) -> None:
    for method in ("GET", "DELETE"):
        answer = await site.http.request(method, path, headers=headers_of(anna))
        assert answer.status_code in {404, 405}, answer.text
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "query",
    [
        "at=null&at=null",
        "at=1&at=2",
        "at=",
        "at=1e0",
        "invitation=" + "x" * 65,
        "at=%00",
        "at=1%0a",
        "%00=%00",
        "as=truth%0a",
    ],
)
async def test_a_strange_query_is_a_bad_request_or_ignored(anna: Person, brutus: Person, query: str) -> None:
    game = await started(anna, brutus)
    answer = await anna.http.get(f"{API}/games/{game}?{query}")
    assert answer.status_code in {200, 400}, answer.text


async def test_no_pattern_lets_a_last_line_feed_pass(site: Site) -> None:
    """In Python `$` alone matches before it; and what Python has instead means something else to clients."""
    schema = json.dumps((await site.http.get("/schema/openapi.json")).json())
    patterns = {json.loads(found) for found in re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', schema)}
    assert any(pattern.endswith(ENDS) for pattern in patterns)
    for pattern in patterns:
        assert not re.search(r"\$$|\\Z$", pattern), pattern


async def test_a_preview_in_the_lobby_shows_that_there_is_nothing_to_choose(anna: Person) -> None:
    game = await opened(anna)
    shown = await anna.done(f"/games/{game}/preview", {"commands": []})
    assert (shown["options"], shown["state"], shown["points"]) == ([], None, 0)


@pytest.mark.parametrize("number", [2**53 + 1, 2**64, 10**30])
async def test_there_is_no_line_of_an_absurd_number(anna: Person, brutus: Person, number: int) -> None:
    game = await started(anna, brutus)
    await anna.done(f"/games/{game}/talk", {"text": "Salve!"})
    refusal(await anna.delete(f"/games/{game}/talk/{number}"), 404, "not-found")
    refusal(await anna.post(f"/games/{game}/talk/{number}/report", {"reason": "x"}), 404, "not-found")


@pytest.mark.parametrize(
    ("query", "headers", "field"),
    [("to=1", {}, "from"), ("from=1", {}, "to"), ("from=1&to=1", {"Host": "a b"}, "request")],
    ids=["one missing", "the other missing", "a host"],
)
async def test_what_the_framework_refuses_is_named_too(
    anna: Person, brutus: Person, query: str, headers: dict[str, str], field: str
) -> None:
    game = await started(anna, brutus)
    problem = refusal(await anna.http.get(f"{API}/games/{game}/diff?{query}", headers=headers), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == [field]
    assert problem["detail"].startswith(f"{field}: ")


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"Bearer",
        b"Bearer ",
        b"Bearer \xff\xfe",
        b"bearer acta_" + b"x" * 9000,
        b"Basic YTpi",
        b"Bearer a b",
        b"\x00",
    ],
)
async def test_a_strange_credential_is_refused_even_where_none_is_needed(site: Site, header: bytes) -> None:
    async with site.writes_nothing():
        for method, path in (("GET", f"{API}/games"), ("POST", f"{API}/games"), ("GET", f"{API}/me")):
            answer = await site.http.request(method, path, headers={b"Authorization": header})
            refusal(answer, 401, "unauthenticated")


async def test_expired_and_ended_tokens_are_refused(site: Site, anna: Person) -> None:
    order = NewCredential(owner=UserId(anna.user_id), kind="personal", name="x", scopes=("read", "play"), lifetime=1)
    expired = (await site.accounts.credentials.issue(order)).secret
    ended = (await anna.done("/me/tokens", {"name": "bot"}))["token"]
    assert (await Person(site.http, token=ended).get("/me")).status_code == 200
    token_id = next(one["id"] for one in (await anna.seen("/me/tokens"))["items"] if one["name"] == "bot")
    assert (await anna.delete(f"/me/tokens/{token_id}")).status_code == 204
    async with site.writes_nothing():
        for token in (expired, ended):
            late = Person(site.http, token=token)
            refusal(await late.post("/games", {"game": "taberna", "players": 2}), 401, "unauthenticated")
            refusal(await late.get("/games"), 401, "unauthenticated")


async def test_a_strange_host_is_refused(site: Site) -> None:
    answer = await site.http.get("/healthz", headers={"Host": "a b<script>"})
    refusal(answer, 400, "bad-request")
