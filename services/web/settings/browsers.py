"""Browsers that show notices: a browser asks its reader, then tells where it is reached."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from services.acts import notices
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import ProblemError
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of
from services.web.settings.pages import Shown, done, show


@post("/settings/browsers")
async def add_browser(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Show notices in the browser that sends this."""
    form = await form_of(request)
    try:
        await notices.add_browser(web.acts, ask_of(request, form), form["endpoint"], form["p256dh"], form["auth"])
    except ProblemError as refusal:
        if not refusal.errors:
            raise
        text = refusal.errors[0].rule.said(language_of(request))
        return await show(request, web, Shown("notices", text), status=422)
    return done("notices")


@post("/settings/browsers/{browser_id:str}/end")
async def end_browser(request: AnyRequest, web: Web, browser_id: FromPath[str]) -> Redirect:
    """Show nothing in a browser any more."""
    await notices.end_browser(web.acts, ask_of(request, await form_of(request)), browser_id)
    return done("notices")


HANDLERS = [add_browser, end_browser]
