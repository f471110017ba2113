"""The account itself: name, password, mail address, and its end. Each asks for the password again."""

from collections.abc import Awaitable, Callable

from litestar import Response, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.identity.callers import require_session
from services.identity.confirmations import asked_confirmation, confirmation_of
from services.identity.departures import leave_games
from services.identity.language import language_of
from services.identity.limits import PROOF_PER_ACCOUNT, RENAME_PER_ACCOUNT
from services.play.deps import AnyRequest
from services.web.accounts.refusals import in_words
from services.web.deps import Web, WebDeps
from services.web.forms import form_of
from services.web.settings.pages import Shown, account_of, done, show
from services.web.texts import said


async def _proven(
    request: AnyRequest, web: WebDeps, act: Callable[[], Awaitable[Redirect]]
) -> Redirect | Response[bytes]:
    """Do something that needs the password; wrong ones are counted."""
    user = require_session(request).user_id
    try:
        await web.accounts.limits.count_account(PROOF_PER_ACCOUNT, user)
        answer = await act()
    except ActaError as error:
        lang, refusal = language_of(request), in_words(error, language_of(request))
        wrong = refusal.status == 401  # noqa: PLR2004 - the password
        text = said("settings.refused.password", lang, {}) if wrong else refusal.said
        return await show(request, web, Shown("account", text), status=refusal.status)
    await web.accounts.limits.forgive_account(PROOF_PER_ACCOUNT, user)
    return answer


@post("/settings/name")
async def change_name(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another name; the old one leads here for a while."""
    user, form = require_session(request).user_id, await form_of(request)

    async def act() -> Redirect:
        await web.accounts.limits.count_account(RENAME_PER_ACCOUNT, user)
        await web.accounts.accounts.rename(user, form["password"], form["name"].strip())
        return done("account")

    return await _proven(request, web, act)


@post("/settings/password")
async def change_password(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another password: every other session ends."""
    user, form = require_session(request).user_id, await form_of(request)

    async def act() -> Redirect:
        opened = await web.accounts.accounts.change_password(user, form["password"], form["new_password"])
        return done("account", cookies=[web.accounts.cookie.holding(request, opened.token)])

    return await _proven(request, web, act)


@post("/settings/email")
async def change_email(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another mail address, or none; a new one has to be confirmed."""
    user, form = require_session(request).user_id, await form_of(request)

    async def act() -> Redirect:
        account = await web.accounts.accounts.change_email(user, form["password"], form["email"].strip())
        return done("account", background=await confirmation_of(request, web.accounts, account))

    return await _proven(request, web, act)


@post("/settings/email/confirm")
async def ask_to_confirm(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Another mail that confirms the address."""
    account = await account_of(web, require_session(request))
    try:
        mail = await asked_confirmation(request, web.accounts, account)
    except ActaError as error:
        refusal = in_words(error, language_of(request))
        return await show(request, web, Shown("account", refusal.said), status=refusal.status)
    return done("account", background=mail)


@post("/settings/delete")
async def delete_account(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """The end of the account. What was played stays."""
    user, form = require_session(request).user_id, await form_of(request)

    async def act() -> Redirect:
        account = await web.accounts.accounts.proven(user, form["password"])
        await leave_games(web.services, user)
        await web.accounts.accounts.stored.delete(account)
        return Redirect("/", status_code=303, cookies=[web.accounts.cookie.cleared(request)])

    return await _proven(request, web, act)


HANDLERS = [change_name, change_password, change_email, ask_to_confirm, delete_account]
