"""Log-in, sign-up and log-out. A guest who signs up keeps the account, and with it the games."""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.accounts import NewAccount, Principal
from services.acts import accounts, ways_in
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.web.accounts.refusals import in_words
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import Form, form_of

HOME = "/"


@get("/login")
async def log_in_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await _log_in_form(request, web, back=request.query_params.get("back", ""))


@post("/login")
async def log_in(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form = await form_of(request)
    try:
        opened, mark = await ways_in.log_in(web.acts, web.visitors.of(request), form["name"], form["password"])
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await _log_in_form(request, web, form["back"], form["name"], refusal.said, refusal.status)
    cookies = [web.visitors.cookie.holding(request, opened.token), web.visitors.marked(request, mark)]
    return Redirect(own_address(form["back"]), status_code=303, cookies=cookies)


async def _log_in_form(
    request: AnyRequest, web: Web, back: str, name: str = "", refusal: str = "", status: int = 200
) -> Response[bytes]:
    found = {"back": back, "name": name, "refusal": refusal, "policy": web.acts.accounts.policy}
    return await web.page(request, "accounts/log_in.html", status=status, here="log_in", **found)


@get("/sign-up")
async def sign_up_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await _sign_up_form(request, web, Form({"back": [request.query_params.get("back", "")]}))


@post("/sign-up")
async def sign_up(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form = await form_of(request)
    wanted = NewAccount(form["name"].strip(), form["password"], form["email"].strip(), form["invitation"].strip())
    try:
        me = request.user if isinstance(request.user, Principal) else None
        made = await ways_in.sign_up(web.acts, web.visitors.of(request), wanted, me)
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await _sign_up_form(request, web, form, refusal.field, refusal.said, refusal.status)
    held = web.visitors.cookie.holding(request, made.token)
    return Redirect(own_address(form["back"]), status_code=303, cookies=[held])


async def _sign_up_form(
    request: AnyRequest, web: Web, form: Form, field: str = "", refusal: str = "", status: int = 200
) -> Response[bytes]:
    found = {"form": form, "field": field, "refusal": refusal, "policy": web.acts.accounts.policy}
    mail = web.acts.send_mail is not None
    return await web.page(request, "accounts/sign_up.html", status=status, here="log_in", mail=mail, **found)


@post("/logout")
async def log_out(request: AnyRequest, web: Web) -> Redirect:
    await accounts.log_out(web.acts, ask_of(request, await form_of(request)))
    return Redirect(HOME, status_code=303, cookies=[web.visitors.cookie.cleared(request)])


def own_address(back: str) -> str:
    """An address of this server to go on to; whatever leads elsewhere leads home."""
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return quote(back, safe="/?&=%:@+,;-._~!$'()*") if own else HOME


HANDLERS = (log_in_page, log_in, sign_up_page, sign_up, log_out)
