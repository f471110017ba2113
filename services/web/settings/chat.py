"""Chat accounts that play for somebody: shown, tied by a code of either end, and untied."""

from litestar import Response, post
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from services.identity.callers import require_session
from services.identity.language import language_of
from services.identity.linked_accounts import LinkedAccounts
from services.play.deps import AnyRequest
from services.problems import FORBIDDEN, TOO_MANY_REQUESTS, ProblemError
from services.store.chat.places import Platform
from services.web.deps import Web, WebDeps
from services.web.forms import form_of
from services.web.settings.pages import OfferShown, Shown, done, show
from services.web.texts import said

_PLATFORMS: tuple[Platform, ...] = ("discord", "slack")


@post("/settings/chat/code")
async def make_code(request: AnyRequest, web: Web) -> Response[bytes]:
    """A code to be sent in a chat, told this once."""
    me = require_session(request)
    try:
        code = await _linked(web).code_for_chat(me)
    except ProblemError as error:
        return await _refused(request, web, error)
    return await show(request, web, Shown(chat_code=f"{code[:5]}-{code[5:]}"))


@post("/settings/chat/offer")
async def look_at_code(request: AnyRequest, web: Web) -> Response[bytes]:
    """Whose chat account a code would tie to this account; nothing is tied yet."""
    me, code = require_session(request), (await form_of(request))["code"]
    try:
        offer = await _linked(web).offered_on_page(me, code)
    except (NotFound, ProblemError) as error:
        return await _refused(request, web, error)
    account = offer.account
    if account is None:
        raise NotFound
    return await show(request, web, Shown(offer=OfferShown(code, account.platform, offer.called, account.user)))


@post("/settings/chat/link")
async def link(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    """Tie the chat account that made a code."""
    me, code = require_session(request), (await form_of(request))["code"]
    try:
        await _linked(web).accept_on_page(me, code)
    except (NotFound, ProblemError) as error:
        return await _refused(request, web, error)
    return done("chat")


@post("/settings/chat/unlink")
async def unlink(request: AnyRequest, web: Web) -> Redirect:
    """Untie a chat account."""
    me, form = require_session(request), await form_of(request)
    platform = next((one for one in _PLATFORMS if one == form["platform"]), None)
    if platform is None:
        raise NotFound
    await _linked(web).unlink(me.user_id, platform, form["workspace"])
    return done("chat")


async def _refused(request: AnyRequest, web: WebDeps, error: NotFound | ProblemError) -> Response[bytes]:
    """What is wrong with a code; any other refusal has a page of its own."""
    lang = language_of(request)
    if isinstance(error, NotFound):
        return await show(request, web, Shown("chat", said("settings.refused.chat_code", lang, {})), status=422)
    if error.kind not in {TOO_MANY_REQUESTS, FORBIDDEN}:
        raise error
    key = "settings.refused.chat_often" if error.kind == TOO_MANY_REQUESTS else "settings.refused.chat_guest"
    return await show(request, web, Shown("chat", said(key, lang, {})), status=error.kind.status)


def _linked(web: WebDeps) -> LinkedAccounts:
    return LinkedAccounts(web.services.chat_links, web.accounts.accounts, web.accounts.limits)


HANDLERS = [make_code, look_at_code, link, unlink]
