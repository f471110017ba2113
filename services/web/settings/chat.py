"""Chat accounts that play for somebody: shown, tied by a code of either end, and untied."""

from litestar import Response, post
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from services.acts import chat_links
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import FORBIDDEN, TOO_MANY_REQUESTS, ProblemError
from services.store.chat.places import PLATFORMS
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import form_of
from services.web.settings.pages import OfferShown, Shown, done, show
from services.web.texts import said


@post("/settings/chat/code")
async def make_code(request: AnyRequest, web: Web) -> Response[bytes]:
    """A code to be sent in a chat, told this once."""
    try:
        code = await chat_links.make_code(web.acts, ask_of(request, await form_of(request)))
    except ProblemError as error:
        return await _refused(request, web, error)
    return await show(request, web, Shown(chat_code=f"{code[:5]}-{code[5:]}"))


@post("/settings/chat/offer")
async def look_at_code(request: AnyRequest, web: Web) -> Response[bytes]:
    """Whose chat account a code would tie to this account; nothing is tied yet."""
    form = await form_of(request)
    code = form["code"]
    try:
        offer = await chat_links.look_at_code(web.acts, ask_of(request, form), code)
    except (NotFound, ProblemError) as error:
        return await _refused(request, web, error)
    account = offer.account
    if account is None:
        raise NotFound
    return await show(request, web, Shown(offer=OfferShown(code, account.platform, offer.called, account.user)))


@post("/settings/chat/link")
async def link(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    """Tie the chat account that made a code."""
    form = await form_of(request)
    try:
        await chat_links.accept_code(web.acts, ask_of(request, form), form["code"])
    except (NotFound, ProblemError) as error:
        return await _refused(request, web, error)
    return done("chat")


@post("/settings/chat/unlink")
async def unlink(request: AnyRequest, web: Web) -> Redirect:
    """Untie a chat account."""
    form = await form_of(request)
    platform = next((one for one in PLATFORMS if one == form["platform"]), None)
    if platform is None:
        raise NotFound
    await chat_links.unlink(web.acts, ask_of(request, form), platform, form["workspace"])
    return done("chat")


async def _refused(request: AnyRequest, web: WebDoor, error: NotFound | ProblemError) -> Response[bytes]:
    """What is wrong with a code; any other refusal has a page of its own."""
    lang = language_of(request)
    if isinstance(error, NotFound):
        return await show(request, web, Shown("chat", said("settings.refused.chat_code", lang, {})), status=422)
    if error.kind not in {TOO_MANY_REQUESTS, FORBIDDEN}:
        raise error
    key = "settings.refused.chat_often" if error.kind == TOO_MANY_REQUESTS else "settings.refused.chat_guest"
    return await show(request, web, Shown("chat", said(key, lang, {})), status=error.kind.status)


HANDLERS = [make_code, look_at_code, link, unlink]
