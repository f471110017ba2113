"""The account itself: name, password, mail address, and its end. Each asks for the password again."""

from collections.abc import Awaitable, Callable

from litestar import Response, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.acts import accounts, confirmations
from services.acts.ask import Ask
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.web.accounts.refusals import in_words
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import Form, form_of
from services.web.settings.pages import Shown, done, show
from services.web.texts import said

PageAnswer = Redirect | Response[bytes]


async def _proven(request: AnyRequest, web: WebDoor, act: Callable[[Ask, Form], Awaitable[PageAnswer]]) -> PageAnswer:
    """Do something that needs the password, and say beside its form what is wrong."""
    form, lang = await form_of(request), language_of(request)
    ask = ask_of(request, form)
    try:
        return await act(ask, form)
    except ActaError as error:
        refusal = in_words(error, lang)
        wrong = refusal.status == 401  # noqa: PLR2004 - the password
        text = said("settings.refused.password", lang, {}) if wrong else refusal.said
        return await show(request, web, Shown("account", text), status=refusal.status)


@post("/settings/name")
async def change_name(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another name; the old one leads here for a while."""

    async def act(ask: Ask, form: Form) -> PageAnswer:
        await accounts.change_name(web.acts, ask, form["password"], form["name"].strip())
        return done("account")

    return await _proven(request, web, act)


@post("/settings/password")
async def change_password(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another password: every other session ends, and all other access if that is wanted."""

    async def act(ask: Ask, form: Form) -> PageAnswer:
        everywhere = "everywhere" in form
        passwords = (form["password"], form["new_password"])
        opened = await accounts.change_password(web.acts, ask, *passwords, everywhere=everywhere)
        cookie = web.visitors.cookie.holding(request, opened.token)
        if not everywhere:
            return done("account", cookies=[cookie])
        request.scope["user"] = await web.acts.accounts.credentials.principal(opened.token)  # the page's forms are its
        page = await show(request, web, Shown(ended=opened.ended.found()), saved="account")
        page.cookies.append(cookie)
        return page

    return await _proven(request, web, act)


@post("/settings/email")
async def change_email(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another mail address, or none; a new one has to be confirmed."""

    async def act(ask: Ask, form: Form) -> PageAnswer:
        visitor = web.visitors.of(request)
        await accounts.change_email(web.acts, ask, visitor, form["password"], form["email"].strip())
        return done("account")

    return await _proven(request, web, act)


@post("/settings/email/confirm")
async def ask_to_confirm(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another mail that confirms the address."""
    ask = ask_of(request, await form_of(request))
    try:
        await confirmations.ask_for_confirmation(web.acts, ask, web.visitors.of(request))
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await show(request, web, Shown("account", refusal.said), status=refusal.status)
    return done("account")


@post("/settings/delete")
async def delete_account(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """The end of the account. What was played stays."""

    async def act(ask: Ask, form: Form) -> PageAnswer:
        await accounts.delete_account(web.acts, ask, form["password"])
        return Redirect("/", status_code=303, cookies=[web.visitors.cookie.cleared(request)])

    return await _proven(request, web, act)


HANDLERS = [change_name, change_password, change_email, ask_to_confirm, delete_account]
