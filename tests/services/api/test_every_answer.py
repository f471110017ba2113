"""What every answer has in common, and what is for operators: ids, headers, limits, words, health."""

import io
import json
import re
from typing import Any

import pytest

from services.web.assets import ASSETS
from tests.kit.http import API, Person, Site, refusal
from tests.services.api.tables import opened, started

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}
ANSWERS = [
    ("GET", f"{API}/catalog", {}, 200),
    ("GET", f"{API}/me", {}, 401),
    ("GET", f"{API}/games", {"headers": {"Authorization": "Bearer acta_nobody"}}, 401),
    ("GET", f"{API}/games", {"headers": {"Authorization": "Basic eDp5"}}, 401),
    ("GET", f"{API}/nothing/here", {}, 404),
    ("GET", f"{API}/games/{'0' * 20}", {}, 404),
    ("PUT", f"{API}/games", {}, 405),
    ("POST", "/healthz", {}, 405),
    ("POST", f"{API}/sessions", {"content": b"{"}, 415),
    ("POST", f"{API}/sessions", {"json": {}}, 400),
    ("GET", "/healthz", {}, 200),
    ("GET", "/schema", {}, 200),
]


@pytest.mark.parametrize(("method", "path", "more", "status"), ANSWERS, ids=[f"{m} {p} {s}" for m, p, _, s in ANSWERS])
async def test_every_answer_has_an_id_and_safe_headers(
    site: Site, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answers = [await site.http.request(method, path, **more) for _ in range(2)]
    for answer in answers:
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.headers.get("cache-control") == ("private, no-store" if path.startswith(API) else None)
    ids = {answer.headers["x-request-id"] for answer in answers}
    assert len(ids) == 2
    assert all(re.fullmatch(r"[0-9a-f]{32}", one) for one in ids)


async def test_a_drawing_runs_and_loads_nothing(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    for path in (f"{API}/games/{game}/board.svg", f"{API}/games/{game}/roundel.svg", ASSETS.url("icon.svg")):
        answer = await site.http.get(path)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        policy = answer.headers["content-security-policy"].split("; ")
        assert {"default-src 'none'", "sandbox"} <= {*policy}
        assert not [one for one in policy if one.startswith("script-src")]


async def test_pages_load_nothing_of_other_sites(site: Site) -> None:
    for path in ("/schema", "/schema/swagger", "/reset-password", "/sign-up"):
        answer = await site.http.get(path)
        assert answer.headers["content-type"].startswith("text/html")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "content-security-policy" not in (await site.http.get(f"{API}/catalog")).headers


async def test_a_token_that_may_only_play_does_not_read_the_inbox(site: Site, anna: Person) -> None:
    token = (await anna.done("/me/tokens", {"name": "bot", "scopes": ["play"]}))["token"]
    refusal(await Person(site.http, token=token).get("/me/inbox"), 403, "forbidden")


async def test_the_wrong_method_is_told_the_right_ones(site: Site) -> None:
    answer = await site.http.put(f"{API}/games", json={})
    refusal(answer, 405, "method-not-allowed")
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS, POST"


@pytest.mark.parametrize("path", ["/healthz", "/schema", f"{API}/catalog", f"{API}/nothing", f"{API}/me"])
async def test_a_head_is_that_of_the_answer(site: Site, path: str) -> None:
    whole, head = await site.http.get(path), await site.http.head(path)
    assert head.status_code == whole.status_code
    assert head.content == b""
    assert {*whole.headers.items()} - {*head.headers.items()} == {("x-request-id", whole.headers["x-request-id"])}


async def test_a_refused_log_in_says_how_to_log_in(site: Site) -> None:
    answer = await site.stranger.post("/games", {"game": "taberna", "players": 2})
    refusal(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_the_catalog_describes_each_game_and_its_options(site: Site) -> None:
    games = {game["slug"]: game for game in (await site.stranger.seen("/catalog"))["games"]}
    assert [*games] == [one.meta.slug for one in site.services.tables.registry]
    game = games["taberna"]
    assert (game["slug"], game["name"], game["players"]) == ("taberna", "Taberna", [2, 3, 4])
    assert "turn_seconds" in game["clock"]["$defs"]["Clock"]["properties"]
    assert "random" in game["bots"]
    schema = game["options"]["$defs"]["TabernaOptions"]
    assert game["options"]["$ref"] == "#/$defs/TabernaOptions"
    assert schema["properties"] == {"rounds": {"type": "integer", "default": 2}}
    assert schema["additionalProperties"] is False


async def test_words_come_in_a_language_that_the_game_speaks(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    english = await anna.seen(f"/games/{game}/options")
    assert english["options"][0]["label"].startswith("Lay card ")
    assert (await anna.seen(f"/games/{game}/options", lang="de-AT"))["options"][0]["label"].startswith("Karte ")
    for lang in ("en", "xx", "it-CH"):
        assert await anna.seen(f"/games/{game}/options", lang=lang) == english, "English fills every gap"
    for lang in ("english", "", "EN", "../../etc/passwd"):
        problem = refusal(await anna.get(f"/games/{game}/options", lang=lang), 400, "bad-request")
        assert [error["field"] for error in problem["errors"]] == ["lang"]


async def test_a_flood_of_commands_is_refused_until_it_ebbs(
    site: Site, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(site.app.state.api.acts.limit, "_clock", lambda: now)  # no machine is too slow for a flood
    game = await opened(anna)
    let_through = 0
    while (answer := await anna.post("/games", {"game": "chess", "players": 2})).status_code == 400:
        let_through += 1
    assert let_through == 199, "200 at once"
    problem = refusal(answer, 429, "too-many-requests")
    assert int(answer.headers["retry-after"]) == problem["retry_after"] >= 1
    now = 0.1
    flood = [(await anna.patch(f"/games/{game}", {"title": f"{number}"})).status_code for number in range(10)]
    assert flood == [200] * 5 + [429] * 5, "50 a second"
    assert len(await site.log(game)) == 2 + 5, "what was refused is not written"
    assert (await brutus.patch(f"/games/{game}", {"title": "x"})).status_code == 403, "others go on"
    assert (await anna.get(f"/games/{game}")).status_code == 200, "and everyone may look"


async def test_health_readiness_and_figures(site: Site) -> None:
    assert (await site.http.get("/healthz")).json() == {"alive": True}
    ready = (await site.http.get("/readyz")).json()
    assert (ready["ready"], ready["redis"], ready["projector"]["parked"]) == (True, True, 0)
    figures = await site.http.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain")
    counted = re.findall(r'^acta_request_seconds_count\{(.*route="/healthz".*)\}', figures.text, re.MULTILINE)
    assert any({'method="GET"', 'status="200"'} < {*labels.split(",")} for labels in counted)


async def test_the_api_page_works_without_the_internet(site: Site) -> None:
    page = (await site.http.get("/schema")).text
    assert "Acta" in page
    assert not re.findall(r'(?:src|href)="(https?:)?//', page)
    for asset in re.findall(r'(?:src|href)="(/schema/assets/[^"]+)"', page):
        assert (await site.http.get(asset)).status_code == 200, asset
    assert len(re.findall(r"/schema/assets/", page)) >= 3


async def test_the_line_of_a_request_tells_who_did_what_where(anna: Person, brutus: Person, log: io.StringIO) -> None:
    game = (await anna.done("/games", {"game": "taberna", "players": 2}))["game_id"]
    seated = await brutus.done(f"/games/{game}/seats", {})
    changed = await anna.done(f"/games/{game}/resign")
    await anna.seen(f"/games/{game}")
    logged = [json.loads(line) for line in log.getvalue().splitlines()]
    lines = [line for line in logged if line.get("game") == game]  # others of this process may log too
    assert [(line["user"], line["game"], line["version"], line["status"]) for line in lines] == [
        (anna.user_id, game, 2, 201),
        (brutus.user_id, game, seated["version"], 201),
        (anna.user_id, game, changed["version"], 200),
        (anna.user_id, game, changed["version"], 200),
    ]
    assert all(line["event"] == "request" and line["duration_ms"] > 0 and line["request_id"] for line in lines)
