"""The one assembly of the ASGI app: routes, middleware and what they stand on, from the settings."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide

from services import bootstrap
from services.acts.acts import build as build_acts
from services.api import feeds, figures, games, health, notices, pictures, problem_pages, reads, talk, webhooks
from services.api.accounts import ACCOUNT_ROUTES, deletion, own_data
from services.api.asks import ApiDoor
from services.api.canonical import CanonicalLines
from services.api.http_options import options_handlers
from services.api.live import routes as live
from services.api.live.hub import Hub
from services.api.live.shared_reads import SharedReads
from services.api.params import readers_language
from services.api.problem_responses import exception_handlers
from services.api.requests import MAX_BODY, JsonRequest
from services.api.schema_page import openapi, page_files
from services.chat import routes as platforms
from services.chat.door import ChatDoor
from services.engine.embedded import locate
from services.fast import garbage
from services.fast.subscription import Subscriber
from services.identity.client_address import ClientAddress
from services.identity.cookies import SessionCookie
from services.identity.middleware import Authentication
from services.identity.refusals import ACCOUNT_ROWS
from services.identity.tokens import Authenticator
from services.identity.visitors import Visitors
from services.queries.drawing_processes import DrawingProcesses
from services.queries.refusals import game_rows
from services.settings import Settings, load
from services.store.accounts import Accounts, Passwords
from services.store.connections import subscriber
from services.tables.version_waits import VersionWaits
from services.web.door import WebDoor
from services.web.errors import refused
from services.web.forms import FormTokens
from services.web.routes import web_router

ROUTES = (
    *ACCOUNT_ROUTES,
    *deletion.routes,
    *own_data.routes,
    *games.HANDLERS,
    *live.HANDLERS,
    *reads.HANDLERS,
    *talk.HANDLERS,
    *feeds.HANDLERS,
    *notices.HANDLERS,
    *webhooks.HANDLERS,
    *pictures.HANDLERS,
    *health.routes,
    *figures.routes,
    *problem_pages.routes,
    *platforms.HANDLERS,
)


def create_app(settings: Settings | None = None) -> Litestar:
    """The ASGI application; without settings it reads those of the environment."""
    settings = settings or load(environ=os.environ)
    services = bootstrap.build(settings)
    accounts = Accounts(services.client, Passwords(), sign_up=settings.sign_up)
    authenticator = Authenticator(accounts, subscriber(locate(settings)))
    reads = SharedReads(services.tables, services.talk.lines, services.server.head_key)
    hub = Hub(Subscriber(subscriber(locate(settings))), services.tables, reads, settings.streams_per_address)
    accounts.rights_changes.subscribe(hub.doubt)
    client_address = ClientAddress(settings.trusted_proxies)
    visitors = Visitors(client_address, SessionCookie(client_address, settings.public_url or ""))
    acts = build_acts(services, accounts, client_address, VersionWaits(hub.watching))
    drawing = DrawingProcesses(settings.games)
    web = WebDoor(acts, visitors, drawing, FormTokens(services.server.signing_key, visitors.cookie))
    api, chat = ApiDoor(acts, visitors, drawing, hub), ChatDoor(acts)
    app = Litestar(
        # Litestar adds no OPTIONS where one is.
        route_handlers=[*options_handlers(ROUTES), *ROUTES, page_files(), web_router(web)],
        dependencies={"language": Provide(readers_language, sync_to_thread=False)}
        | _provided(
            acts=acts,
            api=api,
            chat=chat,
            figures=figures.cached_figures(services),
            readiness=health.cached_readiness(services),
            web=web,
        ),
        state=State({"api": api, "chat": chat}),
        middleware=[Authentication(authenticator, visitors.cookie)],
        exception_handlers=exception_handlers(ACCOUNT_ROWS, game_rows(services.tables.registry), as_page=refused),
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        openapi_config=openapi(services.tables.registry),
        lifespan=[lambda _app: _running(api, authenticator, chat), lambda _app: drawing.running()],
        logging_config=None,
    )
    app.asgi_handler = CanonicalLines(app.asgi_handler)
    return app


@asynccontextmanager
async def _running(api: ApiDoor, authenticator: Authenticator, chat: ChatDoor) -> AsyncIterator[None]:
    services = api.acts.services
    await services.open()
    async with authenticator.listening(), api.hub.listening(), services.free_space.watched():
        garbage.search_seldom()
        try:
            yield
        finally:
            await chat.close()
            await api.acts.afterwards.finish()
            await services.close()


def _provided(**shared: object) -> dict[str, Provide]:
    """Dependencies that are the same object for every request."""
    return {name: Provide(_giving(value), sync_to_thread=False) for name, value in shared.items()}


def _giving(value: object) -> Callable[[], object]:
    return lambda: value
