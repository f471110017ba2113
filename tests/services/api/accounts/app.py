"""The account routes as an app of their own, assembled as the real one assembles them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
from litestar import Litestar, get, post
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.params import JSONBody
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from services.api.accounts import ACCOUNT_ROUTES, AccountDeps
from services.api.openapi import COMPONENTS, problems
from services.api.problem_pages import explain_problem
from services.api.problem_responses import exception_handlers
from services.api.requests import MAX_BODY, JsonRequest
from services.engine.free_space import FreeSpace
from services.identity.callers import requires
from services.identity.client_address import ClientAddress
from services.identity.cookies import SessionCookie
from services.identity.devices import KnownDevices
from services.identity.limits import SharedLimits
from services.identity.middleware import Authentication
from services.identity.refusals import ACCOUNT_ROWS
from services.identity.tokens import Authenticator
from services.outbound.mail import MailUnusable
from services.settings import Secret, Settings
from services.store.accounts import Accounts, Passwords, SignUpPolicy
from services.store.accounts.accounts import milliseconds
from services.store.client import Client
from services.store.signing_key import SigningKey
from tests.services.store.accounts.conftest import CHEAP, HandClock

OUTSIDE = "203.0.113.7"
ORIGIN = "https://acta.example"


@get("/boom", responses=problems())
async def boom() -> None:
    """Fail as code fails: with a text that must not get out."""
    raise RuntimeError("the inside story")


@post("/anything", responses=problems())
async def anything(data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
    """Take a body of any shape."""
    return data


@post("/play", guards=[requires("play")], responses=problems())
async def play() -> None:
    """Stand for any route that needs the scope `play`."""


@dataclass
class Outbox:
    """A mail server's place: keeps what was sent."""

    mails: list[tuple[str, str, str]] = field(default_factory=list)
    away: bool = False

    async def send(self, to: str, subject: str, text: str) -> None:
        if self.away:
            raise MailUnusable("away")
        self.mails.append((to, subject, text))


@dataclass
class Setup:
    url: str
    sign_up: SignUpPolicy = "open"
    public_url: str = ORIGIN
    trusted: Sequence[str] = ()
    sends_mail: bool = True
    impatient: bool = False
    clock: HandClock | None = None


@dataclass
class Running:
    """An app with its lifespan begun, and what a test looks at from outside."""

    app: Litestar
    accounts: Accounts
    redis: Redis
    outbox: Outbox

    def client(self, address: str = "127.0.0.1", base_url: str = ORIGIN) -> httpx.AsyncClient:
        app: Any = self.app  # httpx and Litestar describe ASGI by different types
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=base_url)

    async def everything(self) -> dict[bytes, bytes | None]:
        """All that Redis holds, except who called how often."""
        keys = [key async for key in self.redis.scan_iter() if not key.startswith(b"acta:limit")]
        return {key: await self.redis.dump(key) for key in keys}


@asynccontextmanager
async def running(setup: Setup) -> AsyncIterator[Running]:
    """Begin with an empty store."""
    impatience: dict[str, Any] = {"socket_timeout": 0.1, "retry": Retry(NoBackoff(), 0)} if setup.impatient else {}
    redis = Redis.from_url(setup.url, **impatience)
    await redis.flushall()
    subscriber = Redis.from_url(setup.url, retry=Retry(NoBackoff(), 0))
    clock = setup.clock or milliseconds
    passwords, client_address, outbox = Passwords(CHEAP), ClientAddress(setup.trusted), Outbox()
    accounts = Accounts(redis, passwords, sign_up=setup.sign_up, clock=clock)
    cookie = SessionCookie(client_address, setup.public_url)
    account_deps = AccountDeps(
        accounts=accounts,
        limits=SharedLimits(redis, client_address),
        cookie=cookie,
        devices=KnownDevices(SigningKey(cast("Client", redis)), cookie),
        free_space=FreeSpace(Settings(redis_url=Secret(setup.url)), redis),
        public_url=setup.public_url,
        send_mail=outbox.send if setup.sends_mail else None,
    )
    authenticator = Authenticator(accounts, subscriber, clock)
    app = Litestar(
        route_handlers=[*ACCOUNT_ROUTES, explain_problem, anything, boom, play],
        dependencies={"account_deps": Provide(lambda: account_deps, sync_to_thread=False)},
        middleware=[Authentication(authenticator, cookie)],
        exception_handlers=exception_handlers(ACCOUNT_ROWS),
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(title="Acta", version="1", components=COMPONENTS),
    )
    async with authenticator.listening():
        yield Running(app, accounts, redis, outbox)
    passwords.close()
    await redis.aclose()
