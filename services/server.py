"""Assembles the API: routes, middleware and what they stand on, from the settings of the environment."""

import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from os import PathLike
from pathlib import Path

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import SwaggerRenderPlugin
from litestar.static_files import create_static_files_router

from services import bootstrap
from services.api import accounts, feeds, games, health, live, notices, reads, talk
from services.api.accounts.deps import ACCOUNT_ROWS, AccountDeps
from services.api.canonical import CanonicalLines
from services.api.games.deps import GameDeps
from services.api.http_options import options_handlers
from services.api.live.hub import Hub
from services.api.live.shared_reads import SharedReads
from services.api.openapi import COMPONENTS
from services.api.problem_pages import explain_problem
from services.api.problem_responses import exception_handlers
from services.api.requests import MAX_BODY, JsonRequest
from services.api.talk.deps import TalkDeps, talk_limit
from services.bots import bot_references
from services.commands.rounds import RoundHeads
from services.engine.embedded import locate
from services.engine.free_space import FreeSpace
from services.identity.authentication import Authentication, Authenticator
from services.identity.client_address import ClientAddress
from services.identity.cookies import SessionCookie
from services.identity.limits import CommandLimit, SharedLimits
from services.queries.names import Names
from services.queries.refusals import game_rows
from services.settings import Settings, load
from services.store.accounts import Accounts, Passwords

ROUTES = (
    *accounts.ACCOUNT_ROUTES,
    *games.HANDLERS,
    *live.HANDLERS,
    *reads.HANDLERS,
    *talk.HANDLERS,
    *feeds.HANDLERS,
    *notices.HANDLERS,
    *health.HANDLERS,
    explain_problem,
)
ASSETS = "/schema/assets"
DESCRIPTION = """\
Play Roman board games by turn. Every choice is an immutable event; what you see is what your seat may know.

Sign up at `POST /api/v1/users`, send the token as `Authorization: Bearer …`, open a table at `POST /api/v1/games`,
and choose from `GET /api/v1/games/{game_id}/options`.
"""


def create_app(settings: Settings | None = None) -> Litestar:
    """The ASGI application; without settings it reads those of the environment."""
    settings = settings or load(environ=os.environ)
    services = bootstrap.build(settings)
    found = Accounts(services.client, Passwords(), sign_up=settings.sign_up)
    authenticator = Authenticator(found, bootstrap.subscriber(locate(settings)))
    client_address = ClientAddress(settings.trusted_proxies)
    cookie = SessionCookie(client_address, settings.public_url or "")
    hub = Hub(bootstrap.subscriber(locate(settings)), SharedReads(services.tables, services.talk))
    free_space = FreeSpace(settings, services.client)
    mailer = bootstrap.mailer(settings)
    limits = SharedLimits(services.client, client_address)
    account_deps = AccountDeps(found, limits, cookie, free_space, settings.address, mailer.send if mailer else None)
    names = Names(found)
    talk_deps = TalkDeps(services.talk, services.mutes, services.reports, names, talk_limit())
    game_deps = GameDeps(
        tables=services.tables,
        rounds=RoundHeads(services.tables.store, services.tables.registry),
        drafts=services.drafts,
        notes=services.notes,
        models=services.models,
        names=names,
        limit=CommandLimit(),
        free_space=free_space,
        bots=tuple(bot_references(settings.bots)),
        public_url=settings.address,
    )

    @asynccontextmanager
    async def connected(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        async with authenticator.listening(), hub.listening(), free_space.watched():
            gc.collect()
            gc.freeze()  # rules and routes live as long as the process: never look through them again
            try:
                yield
            finally:
                await services.close()

    app = Litestar(
        route_handlers=[*options_handlers(ROUTES), *ROUTES, _assets()],  # Litestar adds no OPTIONS where one is
        dependencies={
            "account_deps": Provide(lambda: account_deps, sync_to_thread=False),
            "game_deps": Provide(lambda: game_deps, sync_to_thread=False),
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "talk_deps": Provide(lambda: talk_deps, sync_to_thread=False),
            "services": Provide(lambda: services, sync_to_thread=False),
        },
        state=State({"game_deps": game_deps, "hub": hub}),
        middleware=[Authentication(authenticator, cookie)],
        exception_handlers=exception_handlers(ACCOUNT_ROWS, game_rows(services.tables.registry)),
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        openapi_config=_openapi(),
        lifespan=[connected],
        logging_config=None,
    )
    app.asgi_handler = CanonicalLines(app.asgi_handler)
    return app


def _openapi() -> OpenAPIConfig:
    page = SwaggerRenderPlugin(
        js_url=f"{ASSETS}/swagger-ui-bundle.js",
        css_url=f"{ASSETS}/swagger-ui.css",
        standalone_preset_js_url=f"{ASSETS}/swagger-ui-standalone-preset.js",
        favicon=f'<link rel="icon" href="{ASSETS}/favicon-32x32.png">',
    )
    return OpenAPIConfig(
        title="Acta",
        version="1",
        description=DESCRIPTION,
        components=COMPONENTS,
        path="/schema",
        render_plugins=[page],
    )


def _assets() -> Router:
    """The files of the API page come with a Python package: the page works without internet."""
    found = find_spec("swagger_ui")
    places = () if found is None else found.submodule_search_locations or ()
    folders: list[Path | PathLike[str] | str] = [Path(place) / "static" for place in places]
    return create_static_files_router(path=ASSETS, directories=folders, include_in_schema=False)
