"""Webhooks: where events of tables are posted, what became of it, and posting it again."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from services.identity.callers import refuse_guest, require_session
from services.identity.language import language_of
from services.play import webhooks
from services.play.deps import AnyRequest
from services.problems import ProblemError
from services.web.deps import Web
from services.web.forms import Form, form_of
from services.web.settings.pages import Shown, done, show
from services.web.texts import said

SECTION = "webhooks"


@post("/settings/webhooks")
async def make_webhook(request: AnyRequest, web: Web) -> Response[bytes]:
    """A webhook, whose secret is told this once."""
    me, form, lang = require_session(request), await form_of(request), language_of(request)
    refuse_guest(me)
    try:
        made = await webhooks.create(web.services, me.user_id, form["url"].strip(), form.all("event"), _table(form))
    except (ProblemError, NotFound) as refusal:
        return await show(request, web, Shown(SECTION, _in_words(refusal, lang)), status=422)
    return await show(request, web, Shown(webhook_secret=made.secrets[0].key))


@post("/settings/webhooks/{webhook_id:str}/secret")
async def renew_secret(request: AnyRequest, web: Web, webhook_id: FromPath[str]) -> Response[bytes]:
    """A new secret; for a day the one before signs, too."""
    renewed = await webhooks.rotate(web.services, require_session(request).user_id, webhook_id)
    return await show(request, web, Shown(webhook_secret=renewed.secrets[0].key))


@post("/settings/webhooks/{webhook_id:str}/end")
async def end_webhook(request: AnyRequest, web: Web, webhook_id: FromPath[str]) -> Redirect:
    """Post nothing there any more."""
    services = web.services
    await services.webhooks.delete(await webhooks.own(services, require_session(request).user_id, webhook_id))
    return done(SECTION)


@post("/settings/webhooks/{webhook_id:str}/deliveries/{delivery_id:str}/again")
async def post_again(request: AnyRequest, web: Web, webhook_id: FromPath[str], delivery_id: FromPath[str]) -> Redirect:
    """Post once more what was posted or given up."""
    services = web.services
    webhook = await webhooks.own(services, require_session(request).user_id, webhook_id)
    await webhooks.replay(services, webhook, delivery_id)
    return Redirect(f"/settings?hook={webhook_id}#{SECTION}", status_code=303)


def _table(form: Form) -> str | None:
    """The table that was named, by its id or its address; none: all tables of the person."""
    return form["game"].strip().rpartition("/games/")[2] or None


def _in_words(refusal: ProblemError | NotFound, lang: str) -> str:
    """What is wrong with the form."""
    if isinstance(refusal, NotFound):
        return said("settings.refused.webhook_table", lang, {})
    return refusal.errors[0].rule.said(lang) if refusal.errors else refusal.detail(lang)


HANDLERS = [make_webhook, renew_secret, end_webhook, post_again]
