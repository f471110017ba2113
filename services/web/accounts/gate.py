"""Log-in, sign-up and log-out. A guest who signs up keeps the account, and with it the games."""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.identity import log_ins
from services.identity.callers import caller
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.store.accounts import NewAccount, Principal
from services.web.accounts.refusals import in_words
from services.web.deps import Web
from services.web.forms import Form, form_of

HOME = "/"


@get("/login")
async def log_in_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await _log_in_form(request, web, back=request.query_params.get("back", ""))


@post("/login")
async def log_in(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form = await form_of(request)
    try:
        _, cookies = await log_ins.log_in(request, web.accounts, form["name"], form["password"])
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await _log_in_form(request, web, form["back"], form["name"], refusal.said, refusal.status)
    return Redirect(own_address(form["back"]), status_code=303, cookies=cookies)


async def _log_in_form(
    request: AnyRequest, web: Web, back: str, name: str = "", refusal: str = "", status: int = 200
) -> Response[bytes]:
    found = {"back": back, "name": name, "refusal": refusal, "policy": web.accounts.accounts.policy}
    return await web.page(request, "accounts/log_in.html", status=status, here="log_in", **found)


@get("/sign-up")
async def sign_up_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await _sign_up_form(request, web, Form({"back": [request.query_params.get("back", "")]}))


@post("/sign-up")
async def sign_up(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form = await form_of(request)
    wanted = NewAccount(form["name"].strip(), form["password"], form["email"].strip(), form["invitation"].strip())
    try:
        if isinstance(request.user, Principal) and request.user.guest:
            made, mail = await log_ins.claim(request, web.accounts, request.user.user_id, wanted)
        else:
            made, mail = await log_ins.sign_up(request, web.accounts, wanted)
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await _sign_up_form(request, web, form, refusal.field, refusal.said, refusal.status)
    held = web.accounts.cookie.holding(request, made.token)
    return Redirect(own_address(form["back"]), status_code=303, cookies=[held], background=mail)


async def _sign_up_form(
    request: AnyRequest, web: Web, form: Form, field: str = "", refusal: str = "", status: int = 200
) -> Response[bytes]:
    found = {"form": form, "field": field, "refusal": refusal, "policy": web.accounts.accounts.policy}
    mail = web.accounts.send_mail is not None
    return await web.page(request, "accounts/sign_up.html", status=status, here="log_in", mail=mail, **found)


@post("/logout")
async def log_out(request: AnyRequest, web: Web) -> Redirect:
    principal = caller(request)
    await web.accounts.accounts.credentials.revoke(principal.user_id, [principal.kind], principal.credential_id)
    return Redirect(HOME, status_code=303, cookies=[web.accounts.cookie.cleared(request)])


def own_address(back: str) -> str:
    """An address of this server to go on to; whatever leads elsewhere leads home."""
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return quote(back, safe="/?&=%:@+,;-._~!$'()*") if own else HOME


HANDLERS = (log_in_page, log_in, sign_up_page, sign_up, log_out)
