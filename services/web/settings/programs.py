"""What can act for somebody: sessions, personal tokens, and the secret address of the feeds."""

from contextlib import suppress
from typing import get_args

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import ActaError, NotFound
from services.accounts import Scope
from services.acts import accounts, programs
from services.free_text import LABEL
from services.identity.callers import AnyRequest, require_session
from services.identity.language import language_of
from services.web.accounts.refusals import in_words
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of
from services.web.settings.pages import Shown, done, show
from services.web.texts import said

_MOST_DAYS = 3650


@post("/settings/tokens")
async def make_token(request: AnyRequest, web: Web) -> Response[bytes]:
    """A personal token, whose secret is told this once."""
    me, form, lang = require_session(request), await form_of(request), language_of(request)
    scopes: tuple[Scope, ...] = tuple(scope for scope in get_args(Scope) if scope in form.all("scope"))
    days, name = form.number("days") or 0, form["name"].strip()
    fits = 0 < len(name) <= LABEL.longest and 0 < days <= _MOST_DAYS
    if not scopes or not fits or not me.scopes.issuperset(scopes):
        return await show(request, web, Shown("programs", said("settings.refused.token", lang, {})), status=422)
    try:
        issued = await programs.make_token(web.acts, ask_of(request, form), programs.TokenWish(name, scopes, days))
    except ActaError as error:
        refusal = in_words(error, lang)
        return await show(request, web, Shown("programs", refusal.said), status=refusal.status)
    return await show(request, web, Shown(token=issued.secret))


@post("/settings/tokens/{token_id:str}/end")
async def end_token(request: AnyRequest, web: Web, token_id: FromPath[str]) -> Redirect:
    """End a session or a token; ending the own session is logging out."""
    ask = ask_of(request, await form_of(request))
    with suppress(NotFound):  # it is over already
        await accounts.end_token(web.acts, ask, token_id)
    if token_id == ask.caller.credential_id:
        return Redirect("/", status_code=303, cookies=[web.visitors.cookie.cleared(request)])
    return done("programs")


@post("/settings/feeds")
async def make_feed(request: AnyRequest, web: Web) -> Response[bytes]:
    """A new secret address for calendars and feed readers; it takes the place of the one before."""
    made = await programs.make_feed(web.acts, ask_of(request, await form_of(request)))
    return await show(request, web, Shown(feed=made.root))


@post("/settings/feeds/end")
async def end_feed(request: AnyRequest, web: Web) -> Redirect:
    """End the secret address."""
    with suppress(NotFound):  # it is over already
        await programs.end_feed(web.acts, ask_of(request, await form_of(request)))
    return done("programs")


HANDLERS = [make_token, end_token, make_feed, end_feed]
