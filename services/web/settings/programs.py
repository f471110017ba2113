"""What can act for somebody: sessions, personal tokens, and the secret address of the feeds."""

from typing import get_args

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.identity.callers import require_session
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.store.accounts import Scope
from services.store.accounts.credentials import NewCredential
from services.store.accounts.model import DAY
from services.web.accounts.refusals import in_words
from services.web.deps import Web
from services.web.forms import form_of
from services.web.settings.pages import ACTING, FEED, Shown, done, show
from services.web.texts import said

_LONGEST_NAME, _MOST_DAYS = 64, 3650


@post("/settings/tokens")
async def make_token(request: AnyRequest, web: Web) -> Response[bytes]:
    """A personal token, whose secret is told this once."""
    me, form, lang = require_session(request), await form_of(request), language_of(request)
    scopes: tuple[Scope, ...] = tuple(scope for scope in get_args(Scope) if scope in form.all("scope"))
    days, name = form.number("days") or 0, form["name"].strip()
    fits = 0 < len(name) <= _LONGEST_NAME and 0 < days <= _MOST_DAYS
    if not scopes or not fits or not me.scopes.issuperset(scopes):
        return await show(request, web, Shown("programs", said("settings.refused.token", lang, {})), status=422)
    order = NewCredential(me.user_id, "personal", name=name, scopes=scopes, lifetime=days * DAY)
    try:
        issued = await web.accounts.accounts.credentials.issue(order)
    except ActaError as error:
        refusal = in_words(error, lang)
        return await show(request, web, Shown("programs", refusal.said), status=refusal.status)
    return await show(request, web, Shown(token=issued.secret))


@post("/settings/tokens/{token_id:str}/end")
async def end_token(request: AnyRequest, web: Web, token_id: FromPath[str]) -> Redirect:
    """End a session or a token; ending the own session is logging out."""
    me = require_session(request)
    await web.accounts.accounts.credentials.revoke(me.user_id, ACTING, token_id)
    if token_id == me.credential_id:
        return Redirect("/", status_code=303, cookies=[web.accounts.cookie.cleared(request)])
    return done("programs")


@post("/settings/feeds")
async def make_feed(request: AnyRequest, web: Web) -> Response[bytes]:
    """A new secret address for calendars and feed readers; it takes the place of the one before."""
    me = require_session(request)
    issued = await web.accounts.accounts.credentials.issue(NewCredential(me.user_id, "feed"))
    return await show(request, web, Shown(feed=f"{web.accounts.public_url}/feeds/{issued.secret}"))


@post("/settings/feeds/end")
async def end_feed(request: AnyRequest, web: Web) -> Redirect:
    """End the secret address."""
    await web.accounts.accounts.credentials.revoke(require_session(request).user_id, FEED)
    return done("programs")


HANDLERS = [make_token, end_token, make_feed, end_feed]
