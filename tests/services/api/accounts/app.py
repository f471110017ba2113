"""The account routes as an app of their own, assembled as the real one assembles them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import httpx
from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.params import JSONBody
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from services import bootstrap
from services.accounts import milliseconds
from services.acts import acts as acting
from services.acts.acts import Acts
from services.api import problem_pages
from services.api.accounts import ACCOUNT_ROUTES
from services.api.asks import ApiDoor
from services.api.openapi import COMPONENTS
from services.api.problem_responses import exception_handlers
from services.api.requests import MAX_BODY, JsonRequest
from services.api.routes import Routes
from services.identity.access import ANYONE, PLAY
from services.identity.client_address import ClientAddress
from services.identity.cookies import SessionCookie
from services.identity.limits import SharedLimits
from services.identity.middleware import Authentication
from services.identity.refusals import ACCOUNT_ROWS
from services.identity.tokens import Authenticator
from services.identity.visitors import Visitors
from services.outbound.mail import MailUnusable
from services.settings import Secret, Settings
from services.store.accounts import Accounts, Passwords, SignUpPolicy
from tests.kit.http import AT_HOME
from tests.services.store.accounts.conftest import CHEAP, HandClock

OUTSIDE = "203.0.113.7"
ORIGIN = "https://acta.example"


routes = Routes("test")


@routes.get("/boom", ANYONE)
async def boom() -> None:
    """Fail as code fails: with a text that must not get out."""
    raise RuntimeError("the inside story")


@routes.post("/anything", ANYONE)
async def anything(data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
    """Take a body of any shape."""
    return data


@routes.post("/play", PLAY)
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
    acts: Acts
    accounts: Accounts
    redis: Redis
    outbox: Outbox

    def client(self, address: str = "127.0.0.1", base_url: str = ORIGIN) -> httpx.AsyncClient:
        """A caller; what follows an answer, such as a mail, was done when it has arrived."""
        app: Any = self.app  # httpx and Litestar describe ASGI by different types
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))
        at_home = AT_HOME if address == "127.0.0.1" and base_url == ORIGIN else {}
        return httpx.AsyncClient(
            transport=transport, base_url=base_url, headers=at_home, event_hooks={"response": [self._settled]}
        )

    async def _settled(self, _answer: httpx.Response) -> None:
        await self.acts.afterwards.finish()

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
    visitors = Visitors(client_address, SessionCookie(client_address, setup.public_url))
    services = bootstrap.build(Settings(redis_url=Secret(setup.url), public_url=setup.public_url or None))
    acts = replace(
        acting.build(services, accounts, client_address),
        limits=SharedLimits(redis),
        send_mail=outbox.send if setup.sends_mail else None,
    )
    api = ApiDoor(acts, visitors, drawing=cast("Any", None), hub=cast("Any", None))
    authenticator = Authenticator(accounts, subscriber, clock)
    app = Litestar(
        route_handlers=[*ACCOUNT_ROUTES, *problem_pages.routes, *routes],
        dependencies={
            "acts": Provide(lambda: acts, sync_to_thread=False),
            "api": Provide(lambda: api, sync_to_thread=False),
        },
        middleware=[Authentication(authenticator, visitors.cookie)],
        exception_handlers=exception_handlers(ACCOUNT_ROWS),
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(title="Acta", version="1", components=COMPONENTS),
    )
    async with authenticator.listening():
        yield Running(app, acts, accounts, redis, outbox)
    passwords.close()
    await services.close()
    await redis.aclose()
