"""Browsers that show notices: a browser asks its reader, then tells where it is reached."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from projections.letters import why
from services.bootstrap import refused_browser
from services.identity.callers import require_session
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.store.push_subscriptions import PushSubscription
from services.web.deps import Web
from services.web.forms import form_of
from services.web.settings.pages import Shown, done, show


@post("/settings/browsers")
async def add_browser(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Show notices in the browser that sends this."""
    me, form, services = require_session(request), await form_of(request), web.services
    browser = PushSubscription(
        endpoint=form["endpoint"], p256dh=form["p256dh"], auth=form["auth"], created=web.games.tables.now()
    )
    refusal = await refused_browser(services.settings, browser)
    if refusal is not None:
        return await show(request, web, Shown("notices", why(refusal).said(language_of(request))), status=422)
    await services.push_subscriptions.add(me.user_id, browser)
    return done("notices")


@post("/settings/browsers/{browser_id:str}/end")
async def end_browser(request: AnyRequest, web: Web, browser_id: FromPath[str]) -> Redirect:
    """Show nothing in a browser any more."""
    await web.services.push_subscriptions.remove(require_session(request).user_id, browser_id)
    return done("notices")


HANDLERS = [add_browser, end_browser]
