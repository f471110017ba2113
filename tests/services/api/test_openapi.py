"""The API keeps what its OpenAPI says, whatever is sent, with and without a token: schemathesis invents the requests.

Beyond its own checks (no server error; documented statuses, content types, headers and bodies; wrong data and missing
tokens refused) a refused request must have written nothing.
"""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any, NamedTuple

import pytest
import redis
import schemathesis
from hypothesis import HealthCheck, assume, settings
from litestar import Litestar
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import positive_data_acceptance

from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from tests.kit.http import API, GAMES, token_on
from tests.kit.processes import Server, running_server

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

EXAMPLES = "ENDURE_EXAMPLES"
FEW = settings(max_examples=int(os.environ.get(EXAMPLES, "5")), deadline=None, suppress_health_check=[*HealthCheck])
"""Examples besides the many that schemathesis derives from each schema's limits; fixtures may serve them all."""
statuses: Counter[int] = Counter()
"""How many requests were answered how; told by `make endure`."""
CANNOT_HOLD: Any = [positive_data_acceptance]
"""Whether a body is acceptable depends on the game and on its state: no schema says that."""


def app_on(url: str) -> Litestar:
    """The whole app, able to send mail (to nobody who listens)."""
    mail: Any = {"smtp_url": Secret("smtp://127.0.0.1:9"), "mail_from": "acta@example.org"}
    return create_app(Settings(redis_url=Secret(url), games=GAMES, **mail))


class Kept:
    """An app that stays up from test to test; schemathesis would end it with each of them."""

    def __init__(self) -> None:
        self._app: Any = None  # Litestar and schemathesis describe ASGI by different types
        self._up, self._over = asyncio.Event(), asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        assert self._app is not None, "nothing is kept up"
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        self._life = self._life or asyncio.create_task(self._live(self._app))
        await self._up.wait()
        for moment in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{moment}.complete"})

    async def _live(self, app: Litestar) -> None:
        async with app.lifespan():
            self._up.set()
            await self._over.wait()

    @contextmanager
    def keeping(self, app: Litestar) -> Iterator[None]:
        self._app = app
        yield
        if self._life is not None:
            asyncio.run_coroutine_threadsafe(self._end(self._life), self._life.get_loop()).result()

    async def _end(self, life: asyncio.Task[None]) -> None:
        self._over.set()
        await life


kept = Kept()
document = app_on("unix:///nowhere").openapi_schema.to_schema()
document["components"]["schemas"]["Command"] = {"$ref": "#/components/schemas/TabernaCommand"}
"""All tables here are of the toy game: the choices of the others, a hundred kinds, would be refused alike."""
schema = schemathesis.openapi.from_dict(document)
schema.app = kept


class Member(NamedTuple):
    """Somebody with a token and tables in every phase."""

    token: str
    finished: str
    games: Iterator[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="module")
def store(server: Server) -> Iterator[redis.Redis]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module", autouse=True)
def _kept(server: Server, pytestconfig: pytest.Config) -> Iterator[None]:
    with kept.keeping(app_on(server.url)):
        yield
    capturing = pytestconfig.pluginmanager.getplugin("capturemanager")
    if EXAMPLES in os.environ and capturing:
        with capturing.global_and_fixture_disabled():
            sys.stdout.write(f"\n{statuses.total():,} invented requests: {dict(sorted(statuses.items()))}\n")


@pytest.fixture
def member(server: Server) -> Member:
    token = asyncio.run(token_on(server.url))
    with asgi.get_client(kept) as client:
        client.headers["Authorization"] = f"Bearer {token}"

        def opened(*paths: str) -> str:
            game: str = client.post(f"{API}/games", json={"game": "taberna", "players": 2}).json()["game_id"]
            for path in paths:
                client.post(f"{API}/games/{game}/{path}", json={"bot": "random"}).raise_for_status()
            return game

        finished = opened("seats", "resign")
        return Member(token, finished, cycle([opened(), opened("seats"), finished]))


@schema.parametrize()
@FEW
def test_without_a_token(case: Case[Any], store: redis.Redis) -> None:
    _keeps_its_word(case, store, {})


@schema.parametrize()
@FEW
def test_with_a_token(case: Case[Any], store: redis.Redis, member: Member) -> None:
    mode = case.meta.generation.mode if case.meta else None
    if "game_id" in case.path_parameters and mode is GenerationMode.POSITIVE:
        endless = case.operation.path.endswith("/stream")  # while a game runs
        case.path_parameters["game_id"] = member.finished if endless else next(member.games)
        case.query.pop("min_version", None)  # nobody brings the version that it would wait for
    if case.operation.path.endswith("/me/stream") and str(case.query.get("follow", True)).lower() in {"true", "1"}:
        case.query["follow"] = False  # it has no end otherwise
    _keeps_its_word(case, store, {"Authorization": f"Bearer {member.token}"})


def _keeps_its_word(case: Case[Any], store: redis.Redis, headers: dict[str, str]) -> None:
    assume({"", ".", ".."}.isdisjoint(map(str, case.path_parameters.values())))  # such a path names another address
    before = _streams(store)
    response = case.call_and_validate(headers=headers, excluded_checks=CANNOT_HOLD)
    statuses[response.status_code] += 1
    assert response.status_code < 400 or _streams(store) == before


def _streams(store: redis.Redis) -> dict[bytes, int]:
    keys: Any = store.keys("*:events")
    with store.pipeline(transaction=False) as pipeline:
        for key in keys:
            pipeline.xlen(key)
        return dict(zip(keys, pipeline.execute(), strict=True))
