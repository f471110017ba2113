"""A client that a generator makes of the OpenAPI document plays a game: nothing is known to it but the document."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import httpx
import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser.errors import GeneratorError

from tests.kit.http import PASSWORD, Json, Site

NAME = "acta_client"
BASE = "http://acta.example"
ADDRESS = ("203.0.113.71", 1)
"""One that nobody else signs up from: other tests use up what an address may do."""


class Generated(NamedTuple):
    """What the generator made, and what it complained of."""

    problems: list[GeneratorError]

    def module(self, *path: str) -> ModuleType:
        return importlib.import_module(".".join((NAME, *path)))


@pytest.fixture(scope="module")
def generated(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("client")
    document = folder / "openapi.json"
    document.write_text(json.dumps(site.app.openapi_schema.to_schema()), "utf-8")
    problems = generate(config=_config(document, folder / NAME))
    sys.path.insert(0, str(folder))
    yield Generated(list(problems))
    sys.path.remove(str(folder))


def _config(document: Path, place: Path) -> Config:
    plain = ConfigFile(post_hooks=[])
    return Config.from_sources(
        plain, MetaType.NONE, document_source=document, file_encoding="utf-8", overwrite=True, output_path=place
    )


async def test_the_generator_understands_everything_but_files(generated: Generated) -> None:
    """It knows nothing of pictures, feeds and lines of JSON, and says so."""
    unknown = [problem for problem in generated.problems if "Unsupported content_type" not in (problem.detail or "")]
    assert unknown == []


class Player:
    """Somebody who calls the API by the generated client alone."""

    def __init__(self, generated: Generated, site: Site, token: str | None) -> None:
        made = generated.module("client")
        base = {"base_url": BASE, "raise_on_unexpected_status": True}
        self._client = made.AuthenticatedClient(token=token, **base) if token else made.Client(**base)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        app: Any = site.app  # httpx and Litestar describe ASGI by different types
        transport = httpx.ASGITransport(app, client=ADDRESS)
        self._client.set_async_httpx_client(httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers))
        self._generated = generated

    async def call(self, area: str, operation: str, *path: object, **more: object) -> Json:
        """The answer of an operation, as a model of the client."""
        return await self._generated.module("api", area, operation).asyncio(*path, client=self._client, **more)


async def test_a_generated_client_plays_a_game(generated: Generated, site: Site) -> None:
    models, visitor = generated.module("models"), Player(generated, site, None)
    people = []
    for name in ("Gaia generata", "Titus generatus"):
        body = models.SignUp(name=name, password=PASSWORD)
        people.append(Player(generated, site, (await visitor.call("accounts", "sign_up", body=body)).token))
    host, guest = people
    table = models.OpenTable(game="taberna", players=2)
    game = (await host.call("games", "open_table", body=table)).game_id
    await guest.call("games", "take_seat", game, body=models.TakeSeat())
    while (shown := await host.call("play", "get_game", game)).status != "finished":
        assert isinstance(shown.state, models.TabernaView)
        if shown.to_act == ["system"]:
            await site.settle(game)
        else:
            player = people[shown.to_act[0]]
            command = (await player.call("play", "list_options", game)).options[0].command
            played = await player.call("play", "play_commands", game, body=models.Commands(command=command))
            assert played.events
    assert shown.result.winners
    log = await guest.call("play", "list_events", game, limit=1000)
    assert len(log.events) == shown.version
    assert not [event for event in log.events if isinstance(event, models.EventAnswer)], "each event has its own model"
