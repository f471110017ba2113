"""The one assembly of the ASGI app: routes, middleware and what they stand on, from the settings."""

import gc
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide

from services import bootstrap
from services.api import feeds, figures, games, health, live, notices, pictures, reads, talk, webhooks
from services.api.accounts import ACCOUNT_ROUTES, deletion, own_data
from services.api.canonical import CanonicalLines
from services.api.http_options import options_handlers
from services.api.live.hub import Hub
from services.api.live.shared_reads import SharedReads
from services.api.params import readers_language
from services.api.pictures.deps import PictureDeps
from services.api.problem_pages import explain_problem
from services.api.problem_responses import exception_handlers
from services.api.requests import MAX_BODY, JsonRequest
from services.api.schema_page import openapi, page_files
from services.api.talk.deps import TalkDeps, talk_limit
from services.bots import bot_references
from services.chat import discord, slack
from services.chat.core import ChatCore
from services.chat.deps import chat_deps
from services.chat.discord.deps import DiscordDeps, discord_deps
from services.chat.slack.deps import slack_deps
from services.commands.rounds import RoundHeads
from services.engine.embedded import locate
from services.identity.account_deps import AccountDeps
from services.identity.client_address import ClientAddress
from services.identity.cookies import SessionCookie
from services.identity.devices import KnownDevices
from services.identity.limits import CommandLimit, ReadLimit, SharedLimits
from services.identity.middleware import Authentication
from services.identity.quotas import Quotas
from services.identity.refusals import ACCOUNT_ROWS
from services.identity.tokens import Authenticator
from services.play.deps import GameDeps
from services.queries.drawing_processes import DrawingProcesses
from services.queries.long_reads import LongReads
from services.queries.names import Names
from services.queries.refusals import game_rows
from services.queries.version_waits import VersionWaits
from services.settings import Settings, load
from services.store.accounts import Accounts, Passwords
from services.store.subscription import Subscriber
from services.web.deps import WebDeps
from services.web.errors import refused
from services.web.forms import FormTokens
from services.web.routes import web_router

ROUTES = (
    *ACCOUNT_ROUTES,
    *deletion.HANDLERS,
    *own_data.HANDLERS,
    *games.HANDLERS,
    *live.HANDLERS,
    *reads.HANDLERS,
    *talk.HANDLERS,
    *feeds.HANDLERS,
    *notices.HANDLERS,
    *webhooks.HANDLERS,
    *pictures.HANDLERS,
    *slack.HANDLERS,
    *health.HANDLERS,
    *figures.HANDLERS,
    explain_problem,
    *discord.HANDLERS,
)

GARBAGE = (10_000, 20, 20)
"""How often cycles are looked for: nearly all that a request leaves behind goes without, and each look costs time."""


def create_app(settings: Settings | None = None) -> Litestar:
    """The ASGI application; without settings it reads those of the environment."""
    settings = settings or load(environ=os.environ)
    services = bootstrap.build(settings)
    accounts = Accounts(services.client, Passwords(), sign_up=settings.sign_up)
    authenticator = Authenticator(accounts, bootstrap.subscriber(locate(settings)))
    reads = SharedReads(services.tables, services.talk)
    hub = Hub(Subscriber(bootstrap.subscriber(locate(settings))), services.tables, reads, settings.streams_per_address)
    accounts.rights_changes.subscribe(hub.doubt)
    names = Names(accounts)
    client_address = ClientAddress(settings.trusted_proxies)
    account_deps = _account_deps(services, accounts, client_address)
    game_deps = _game_deps(services, names, client_address, hub)
    talk_deps = TalkDeps(services.talk, services.mutes, services.reports, names, talk_limit())
    drawing = DrawingProcesses(settings.games)
    picture_deps = PictureDeps(game_deps, drawing, services.signing_key)
    tokens = FormTokens(services.signing_key, account_deps.cookie)
    web = WebDeps(services, game_deps, account_deps, drawing, tokens)
    chat_core = ChatCore(chat_deps(services, game_deps, account_deps, talk_deps.limit))
    of_slack = slack_deps(services, chat_core)
    of_discord = discord_deps(services, chat_core)
    app = Litestar(
        # Litestar adds no OPTIONS where one is.
        route_handlers=[*options_handlers(ROUTES), *ROUTES, page_files(), web_router(web)],
        dependencies={"language": Provide(readers_language, sync_to_thread=False)}
        | _provided(
            account_deps=account_deps,
            chat_core=chat_core,
            discord_deps=of_discord,
            figure_deps=figures.figure_deps(services, client_address),
            game_deps=game_deps,
            hub=hub,
            picture_deps=picture_deps,
            readiness=health.remembered_readiness(services),
            services=services,
            slack_deps=of_slack,
            talk_deps=talk_deps,
            web=web,
        ),
        state=State(
            {
                "chat_core": chat_core,
                "discord_deps": of_discord,
                "services": services,
                "game_deps": game_deps,
                "hub": hub,
            }
        ),
        middleware=[Authentication(authenticator, account_deps.cookie)],
        exception_handlers=exception_handlers(ACCOUNT_ROWS, game_rows(services.tables.registry), as_page=refused),
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        openapi_config=openapi(services.tables.registry),
        lifespan=[lambda _app: _running(services, authenticator, hub, of_discord), lambda _app: drawing.running()],
        logging_config=None,
    )
    app.asgi_handler = CanonicalLines(app.asgi_handler)
    return app


@asynccontextmanager
async def _running(
    services: bootstrap.Services, authenticator: Authenticator, hub: Hub, of_discord: DiscordDeps | None
) -> AsyncIterator[None]:
    await services.open()
    async with authenticator.listening(), hub.listening(), services.free_space.watched():
        gc.collect()
        gc.freeze()  # rules and routes live as long as the process: never look through them again
        gc.set_threshold(*GARBAGE)
        try:
            yield
        finally:
            if of_discord is not None:
                await of_discord.handler.close()
            await services.close()


def _account_deps(services: bootstrap.Services, accounts: Accounts, client_address: ClientAddress) -> AccountDeps:
    settings = services.settings
    mailer = bootstrap.mailer(settings)
    cookie = SessionCookie(client_address, settings.public_url or "")
    return AccountDeps(
        accounts=accounts,
        limits=SharedLimits(services.client, client_address),
        cookie=cookie,
        devices=KnownDevices(services.signing_key, cookie),
        free_space=services.free_space,
        public_url=settings.address,
        send_mail=mailer.send if mailer else None,
    )


def _game_deps(services: bootstrap.Services, names: Names, client_address: ClientAddress, hub: Hub) -> GameDeps:
    return GameDeps(
        tables=services.tables,
        rounds=RoundHeads(services.tables.store, services.tables.registry),
        models=services.models,
        names=names,
        long_reads=LongReads(),
        waits=VersionWaits(hub.watching),
        public_url=services.settings.address,
        drafts=services.drafts,
        notes=services.notes,
        limit=CommandLimit(),
        quotas=Quotas(services.models, SharedLimits(services.client, client_address), services.settings),
        read_limit=ReadLimit(client_address, services.settings.reads_per_second),
        vacations=services.vacations,
        vacation_days=services.settings.vacation_days,
        undos_per_turn=services.settings.undos_per_turn,
        free_space=services.free_space,
        bots=tuple(bot_references(services.settings.bots)),
    )


def _provided(**shared: object) -> dict[str, Provide]:
    """Dependencies that are the same object for every request."""
    return {name: Provide(_giving(value), sync_to_thread=False) for name, value in shared.items()}


def _giving(value: object) -> Callable[[], object]:
    return lambda: value
