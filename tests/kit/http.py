"""A server in the test's own process on a real Redis, and people that call it over HTTP.

The site also opens a second door to the same store, so that a test sees what was written and not what was answered.
"""

import secrets
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any, NamedTuple, TypeAlias

import httpx
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar

from domain.kernel.envelope import Envelope
from domain.kernel.game import Step
from domain.kernel.ids import GameId
from services import bootstrap
from services.accounts import NewAccount
from services.cli.http_protocol import Protocol
from services.foundation import Services
from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from services.store.accounts import Accounts, Passwords
from services.store.connections import connect
from services.store.events import CommandKey
from services.tables import choices
from services.tables.hot_tables import Request
from tests.kit.processes import wait_for

GAMES = ("tests.kit.taberna:GAME",)
PASSWORD = "festina lente"
PUBLIC = "http://acta.example"
AT_HOME = {"Host": "localhost"}
"""How somebody asks who calls from the server's own machine: by another name it would have come by a proxy."""
API = "/api/v1"
Json: TypeAlias = Any
"""What a body or an answer holds: its shape is its route's."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Call(NamedTuple):
    """A request below /api/v1."""

    method: str
    path: str
    body: Json = None

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body or ''}".rstrip()


@dataclass(frozen=True)
class Person:
    """A caller; without a token an anonymous one."""

    http: httpx.AsyncClient
    name: str = ""
    user_id: str = ""
    token: str = field(default="", repr=False)

    async def make(self, call: Call, *, key: str | bytes | None = None, **params: Json) -> httpx.Response:
        """Send a request; `key` is its Idempotency-Key."""
        headers = {}
        if self.token:
            headers[b"Authorization"] = f"Bearer {self.token}".encode()
        if key is not None:
            headers[b"Idempotency-Key"] = key.encode() if isinstance(key, str) else key
        return await self.http.request(
            call.method, API + call.path, headers=headers, json=call.body, params=params or None
        )

    async def get(self, path: str, **params: Json) -> httpx.Response:
        return await self.make(Call("GET", path), **params)

    async def post(self, path: str, body: Json = None, *, key: str | None = None) -> httpx.Response:
        return await self.make(Call("POST", path, body), key=key)

    async def patch(self, path: str, body: Json) -> httpx.Response:
        return await self.make(Call("PATCH", path, body))

    async def put(self, path: str, body: Json) -> httpx.Response:
        return await self.make(Call("PUT", path, body))

    async def delete(self, path: str) -> httpx.Response:
        return await self.make(Call("DELETE", path))

    async def seen(self, path: str, **params: Json) -> Json:
        """The answer to a request that must succeed."""
        answer = await self.get(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def done(self, path: str, body: Json = None, *, key: str | None = None) -> Json:
        """The answer to a change that must succeed."""
        answer = await self.post(path, body, key=key)
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()


@dataclass(frozen=True)
class Site:
    """A running server and a second door to its store."""

    app: Litestar
    http: httpx.AsyncClient
    services: Services
    accounts: Accounts
    admin: Person

    @property
    def stranger(self) -> Person:
        """A caller without an account."""
        return Person(self.http)

    async def person(self, name: str) -> Person:
        """A person with a new account."""
        return await newcomer(self.http, self.accounts, name)

    async def log(self, game: str, after: int = 0) -> list[Envelope]:
        """What is stored of a game."""
        return [record.envelope() for record in await self.services.tables.store.read(GameId(game), after)]

    async def versions(self) -> dict[bytes, int]:
        """The length of every stream of events that Redis holds."""
        client: Any = self.services.client  # redis-py's annotations allow for every setting of a client
        streams = sorted(await client.keys("*:events"))
        async with client.pipeline(transaction=False) as pipeline:
            for stream in streams:
                pipeline.xlen(stream)
            return dict(zip(streams, await pipeline.execute(), strict=True))

    @asynccontextmanager
    async def writes(self, game: str, *types: str) -> AsyncIterator[None]:
        """Exactly these events are appended to a game in this block, and none to any other."""
        before = await self.versions()
        length = len(await self.log(game))
        yield
        assert [envelope.type for envelope in await self.log(game, length)] == list(types)
        changed = {stream for stream, version in (await self.versions()).items() if before.get(stream) != version}
        assert len(changed) == bool(types)

    @asynccontextmanager
    async def writes_nothing(self) -> AsyncIterator[None]:
        """No event is appended to any game in this block."""
        before = await self.versions()
        yield
        assert await self.versions() == before

    async def settle(self, game: str) -> None:
        """Do what the system owes in a game, as a worker would."""
        tables, game_id = self.services.tables, GameId(game)
        while True:
            async with tables.lock(game_id):
                loaded = await tables.current(game_id)
            if not isinstance(loaded.match.to_act(), Step):
                return
            name = f"settle-{loaded.version}"
            await choices.resolve(tables, Request(game_id, name, CommandKey(name, "")), loaded.version)

    async def project(self) -> None:
        """Bring the read models up to the feed, as the projector would."""
        projector = bootstrap.projector(self.services, _fail)
        for partition in range(64):
            await projector.catch_up(partition)


async def newcomer(http: httpx.AsyncClient, accounts: Accounts, name: str) -> Person:
    """A person with a new account; names are taken for good, so each gets a random ending."""
    made = await accounts.sign_up(NewAccount(f"{name} {secrets.token_hex(4)}", PASSWORD))
    return Person(http, made.account.name, made.account.user_id, made.token)


async def token_on(redis_url: str) -> str:
    """The token of a new account, for tests that have no site."""
    client, passwords = connect(redis_url), Passwords(CHEAP)
    try:
        name = f"Livia {secrets.token_hex(4)}"
        return (await Accounts(client, passwords).sign_up(NewAccount(name, PASSWORD))).token
    finally:
        passwords.close()
        await client.aclose()


def _fail(game: GameId, error: Exception) -> None:
    raise AssertionError(f"{game} cannot be projected") from error


@asynccontextmanager
async def running_site(redis_url: str, **more: Json) -> AsyncIterator[Site]:
    """The real app on that Redis for the length of a block; its figures are always fresh, unless told otherwise."""
    chosen: dict[str, Any] = {"figures_seconds": 0.0, "public_url": PUBLIC, **more}
    settings = Settings(redis_url=Secret(redis_url), games=GAMES, **chosen)
    app: Any = create_app(settings)  # httpx and Litestar describe ASGI by different types
    services, passwords = bootstrap.build(settings, enqueues_owed=False), Passwords(CHEAP)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url=PUBLIC, headers=AT_HOME) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))  # all people of a site call through it
        try:
            accounts = Accounts(services.client, passwords)
            admin = await newcomer(http, accounts, "Augustus")
            await accounts.make_admin(
                admin.name, admin=True
            )  # by itself only the first account of a server becomes one
            yield Site(app, http, services, accounts, admin)
        finally:
            passwords.close()
            await services.close()


def calling(site: Site, address: str) -> httpx.AsyncClient:
    """A client with an address of its own, not that of the server's machine."""
    app: Any = site.app  # see running_site
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://acta.example")


@contextmanager
def serving(app: Litestar, protocol: type[Protocol] = Protocol) -> Iterator[int]:
    """The app behind a real HTTP server for the length of a block, in a thread of its own; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(app, http=protocol, ws="none", log_config=None, access_log=False, proxy_headers=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_for(lambda: server.started, what="the server")
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def refusal(answer: httpx.Response, status: int, kind: str, **members: object) -> Json:
    """Check that an answer is the problem that it should be, and give it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == f"/problems/{kind}", problem
    assert problem["status"] == status
    assert problem["instance"] == answer.request.url.path
    assert problem["title"]
    assert problem["detail"]
    assert {name: problem.get(name) for name in members} == members
    return problem
