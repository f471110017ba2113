"""The OpenAPI document: true, complete, and of use to people and programs as it is."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import httpx
import jsonschema_rs
import msgspec
import pytest
from openapi_spec_validator import validate

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.registry import GAMES
from services.queries.events import EventAnswer, visible_events
from services.queries.readers import Reader
from tests.kit.http import API, PASSWORD, Call, Json, Person, Site, calling, refusal
from tests.kit.lifecycle_match import whole_lifecycle
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME as TABERNA
from tests.services.api.tables import opened, started

ALL_GAMES = (*GAMES, TABERNA)
JSON = "application/json"
SESSION = "session"
NOT_THERE = {"seat": 9, "number": 9, "report_id": 2**40, "day": "1999-12-31"}
Fits: TypeAlias = Callable[[str, object], None]
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.meta.slug)


class Operation(NamedTuple):
    """A call of the API as the document tells of it."""

    method: str
    path: str
    told: Json

    @property
    def id(self) -> str:
        return str(self.told["operationId"])

    @property
    def scopes(self) -> list[str] | None:
        """What a token must be able to do; none: the call needs no token."""
        ways = self.told.get("security", [{}])
        return None if {} in ways else [scope for way in ways for scope in way.get("bearer", ())]

    @property
    def body(self) -> Json:
        return self.told.get("requestBody", {}).get("content", {}).get(JSON, {}).get("example")

    def call(self, game: str = "0" * 20) -> Call:
        values = {name: NOT_THERE.get(name, "0" * 20) for name in re.findall(r"{(\w+)}", self.path)}
        path = self.path.removeprefix(API).format(**values | {"game_id": game})
        return Call(self.method, f"{path}?follow=false" if path == "/me/stream" else path, self.body)


@pytest.fixture(scope="module")
async def document(site: Site) -> Json:
    return json.loads(json.dumps(site.app.openapi_schema.to_schema()))


@pytest.fixture(scope="module")
async def fits(document: Json) -> Fits:
    """Raises unless a value fits the schema of that name."""
    validators: dict[str, Any] = {}

    def check(name: str, value: object) -> None:
        if name not in validators:
            schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
            validators[name] = jsonschema_rs.validator_for(schema)
        validators[name].validate(value)

    return check


def operations(document: Json) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        for method, told in item.items():
            yield Operation(method.upper(), path, told)


async def test_it_is_valid(document: Json) -> None:
    validate(document)


async def test_every_operation_is_told_to_people_and_generators(document: Json) -> None:
    for one in operations(document):
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", one.id), one.path
        assert one.told["summary"], one.id
        assert one.told["tags"], one.id


@every_game
async def test_each_choice_and_each_event_is_told_apart_and_described(document: Json, game: AnyGame) -> None:
    schemas, prefix = document["components"]["schemas"], type(game).__name__
    for union, kinds in (("Command", game.commands), ("Event", game.events)):
        found = schemas[prefix + union]["discriminator"]
        assert found["propertyName"] == "type"
        assert set(found["mapping"]) == {kind.__name__ for kind in kinds}
        for kind, reference in found["mapping"].items():
            schema = schemas[reference.rpartition("/")[2]]
            assert schema["properties"]["type"]["const"] == kind
            assert schema["description"], reference


@every_game
async def test_views_and_options_are_what_the_document_says(fits: Fits, game: AnyGame) -> None:
    prefix, players = type(game).__name__, game.meta.players[0]
    logged = LoggedMatch(game, players, 11)
    for ply, step in enumerate(logged.steps(11)):
        if ply % 40 == 0:
            for seat in map(Seat, range(players)):
                fits(f"{prefix}View", msgspec.to_builtins(game.view(step.match.state, seat)))
                for command in step.match.legal(seat):
                    fits(f"{prefix}Command", msgspec.to_builtins(command))
    fits(f"{prefix}State", msgspec.to_builtins(logged.match.state))


@every_game
async def test_events_are_what_the_document_says(fits: Fits, game: AnyGame) -> None:
    records = played(game, game.meta.players[0], 11).records
    readers: tuple[Reader, ...] = (None, Seat(0), "truth")
    for reader in readers:
        _each_event_fits(fits, visible_events(records, reader), game)


async def test_the_life_of_a_table_is_what_the_document_says(fits: Fits) -> None:
    _each_event_fits(fits, visible_events(whole_lifecycle().records, None), TABERNA)


def _each_event_fits(fits: Fits, events: list[EventAnswer], game: AnyGame) -> None:
    own = {kind.__name__ for kind in game.events}
    for event in msgspec.json.decode(msgspec.json.encode(events)):
        fits(f"{type(game).__name__ if event['type'] in own else 'Table'}Event", event)


async def test_every_example_fits_its_schema(document: Json) -> None:
    for one in operations(document):
        contents = [one.told.get("requestBody", {}), *one.told["responses"].values()]
        for content in (content.get("content", {}).get(JSON) for content in contents):
            if content is not None:
                schema = {**content["schema"], "components": document["components"]}
                jsonschema_rs.validator_for(schema).validate(content["example"])


async def test_prefilled_bodies_work_as_they_are(site: Site, document: Json) -> None:
    """Each is sent by somebody of its own, who keeps no cookie: one of them deletes the account."""
    for one in operations(document):
        if "requestBody" not in one.told:
            continue
        person = site.admin if one.scopes == ["admin"] else await site.person("Drusus")
        game = await started(person, await site.person("Marcus"), game="concordia")
        async with calling(site, "127.0.0.1") as http:
            await Person(http).post("/users", {"name": "Livia", "password": PASSWORD})
            http.cookies.clear()
            answer = await replace(person, http=http).make(one.call(game))
        assert answer.status_code != 400, f"{one.id}: {answer.text}"


async def _token(person: Person, *scopes: str) -> Person:
    made = await person.done("/me/tokens", {"name": "tried", "scopes": scopes})
    return Person(person.http, token=made["token"])


def _lacks_scope(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and ("scope" in answer.json()["detail"] or "password" in answer.json()["detail"])


async def test_each_operation_needs_the_scope_that_it_names(site: Site, document: Json) -> None:
    person = await site.person("Nero")
    tokens = {scope: await _token(person, scope) for scope in ("read", "play")}
    tokens["both"] = await _token(person, "read", "play")
    for one in operations(document):
        if one.scopes is None or one.id == "logOut":  # it ends the token that it was asked with
            continue
        refused = {name for name, token in tokens.items() if _lacks_scope(await token.make(one.call()))}
        enough = {*one.scopes} & {*tokens} if one.scopes else {"read", "play"}
        assert refused == tokens.keys() - enough - ({"both"} if enough else set()), one.id
        if one.scopes:
            needed = (
                "log-in by password" if SESSION in one.scopes else " or ".join(f"`{scope}`" for scope in one.scopes)
            )
            assert needed in one.told["description"], one.id


async def test_a_token_that_plays_does_not_change_settings(anna: Person) -> None:
    player = await _token(anna, "read", "play")
    before = await anna.seen("/me/settings")
    refusal(await player.patch("/me/settings", {"mail": False}), 403, "forbidden")
    assert await anna.seen("/me/settings") == before
    assert (await anna.patch("/me/settings", {"mail": False})).json()["mail"] is False
    await opened(player)
