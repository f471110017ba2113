"""The pages that links in mails and from the operator lead to, and the one that asks for such a link.

A link's secret stands behind `#`, which no browser sends anywhere. A script puts it into a field of the form; without
JavaScript a person copies it there.
"""

from litestar import Response, get, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.acts import confirmations, ways_in
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.web.accounts.refusals import in_words
from services.web.door import Web
from services.web.forms import form_of


@get("/lost-password")
async def lost_password_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await web.page(request, "accounts/lost_password.html", mail=web.acts.send_mail is not None, asked="")


@post("/lost-password")
async def lost_password(request: AnyRequest, web: Web) -> Response[bytes]:
    form = await form_of(request)
    await ways_in.ask_for_reset(web.acts, web.visitors.of(request), form["name"])
    return await web.page(request, "accounts/lost_password.html", mail=True, asked=form["name"])


@get("/reset-password")
async def reset_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await web.page(request, "accounts/link.html", about="reset", refusal="")


@post("/reset-password")
async def reset_password(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form, visitor = await form_of(request), web.visitors.of(request)
    try:
        ended = await ways_in.reset_password(web.acts, visitor, form["secret"].strip(), form["password"])
    except ActaError as error:
        return await _refused(request, web, "reset", error)
    return await web.page(request, "accounts/link_done.html", about="reset", ended=ended.found())


@get("/confirm-email")
async def confirmation_page(request: AnyRequest, web: Web) -> Response[bytes]:
    return await web.page(request, "accounts/link.html", about="confirmation", refusal="")


@post("/confirm-email")
async def confirm_email(request: AnyRequest, web: Web) -> Response[bytes]:
    form = await form_of(request)
    try:
        await confirmations.confirm_email(web.acts, web.visitors.of(request), form["secret"].strip())
    except ActaError as error:
        return await _refused(request, web, "confirmation", error)
    return await web.page(request, "accounts/link_done.html", about="confirmation", ended={})


async def _refused(request: AnyRequest, web: Web, about: str, error: ActaError) -> Response[bytes]:
    refusal = in_words(error, language_of(request))
    said = "spent" if refusal.status == 404 else refusal.said  # noqa: PLR2004 - no such link (any more)
    return await web.page(request, "accounts/link.html", status=refusal.status, about=about, refusal=said)


HANDLERS = (lost_password_page, lost_password, reset_page, reset_password, confirmation_page, confirm_email)
