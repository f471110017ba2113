"""Every page of the site, in one router that checks the token of each form before its handler runs."""

from typing import Any

from litestar import Request, Router
from litestar.handlers import HTTPRouteHandler

from services.web import home, installing, language_choice, opening, tables
from services.web.accounts import gate, links, unsubscribe
from services.web.admin import pages as admin
from services.web.analysis import page as analysis
from services.web.assets import asset
from services.web.door import WebDoor
from services.web.learn import index as learn
from services.web.learn import lesson
from services.web.lobby import changes as lobby
from services.web.new_table import page as new_table
from services.web.people import pages as people
from services.web.proof import pages as proof
from services.web.record import replay, scores, verdict
from services.web.rules import pages as rules
from services.web.settings import account, away, browsers, chat, notices, programs, webhooks
from services.web.settings import pages as settings
from services.web.table import routes as table

PAGES: tuple[HTTPRouteHandler, ...] = (
    *home.HANDLERS,
    *installing.HANDLERS,
    *language_choice.HANDLERS,
    *opening.HANDLERS,
    *tables.HANDLERS,
    *new_table.HANDLERS,
    *lobby.HANDLERS,
    *gate.HANDLERS,
    *links.HANDLERS,
    *unsubscribe.HANDLERS,
    *scores.HANDLERS,
    *replay.HANDLERS,
    *verdict.HANDLERS,
    *analysis.HANDLERS,
    *people.HANDLERS,
    *rules.HANDLERS,
    *learn.HANDLERS,
    *lesson.HANDLERS,
    *proof.HANDLERS,
    *settings.HANDLERS,
    *notices.HANDLERS,
    *browsers.HANDLERS,
    *away.HANDLERS,
    *chat.HANDLERS,
    *programs.HANDLERS,
    *webhooks.HANDLERS,
    *account.HANDLERS,
    *table.HANDLERS,
    *admin.HANDLERS,
)
"""The handlers of all areas."""


def web_router(web: WebDoor) -> Router:
    """The pages and their files."""

    async def require_token(request: Request[Any, Any, Any]) -> None:
        await web.tokens.require(request)

    return Router("/", route_handlers=[asset, *PAGES], before_request=require_token, include_in_schema=False)
