"""Webhooks: where events of tables are posted, what became of it, and posting it again."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from services.acts import webhooks
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import TOO_MANY_WEBHOOKS, ProblemError
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import Form, form_of
from services.web.settings.pages import Shown, done, show
from services.web.texts import said

SECTION = "webhooks"


@post("/settings/webhooks")
async def make_webhook(request: AnyRequest, web: Web) -> Response[bytes]:
    """A webhook, whose secret is told this once."""
    form, lang = await form_of(request), language_of(request)
    wish = webhooks.WebhookWish(form["url"].strip(), form.all("event"), _table(form))
    try:
        made = await webhooks.create(web.acts, ask_of(request, form), wish)
    except (ProblemError, NotFound) as refusal:
        if isinstance(refusal, ProblemError) and refusal.kind is not TOO_MANY_WEBHOOKS and not refusal.errors:
            raise
        return await show(request, web, Shown(SECTION, _in_words(refusal, lang)), status=422)
    return await show(request, web, Shown(webhook_secret=made.secrets[0].key))


@post("/settings/webhooks/{webhook_id:str}/secret")
async def renew_secret(request: AnyRequest, web: Web, webhook_id: FromPath[str]) -> Response[bytes]:
    """A new secret; for a day the one before signs, too."""
    renewed = await webhooks.rotate(web.acts, ask_of(request, await form_of(request)), webhook_id)
    return await show(request, web, Shown(webhook_secret=renewed.secrets[0].key))


@post("/settings/webhooks/{webhook_id:str}/end")
async def end_webhook(request: AnyRequest, web: Web, webhook_id: FromPath[str]) -> Redirect:
    """Post nothing there any more."""
    await webhooks.delete(web.acts, ask_of(request, await form_of(request)), webhook_id)
    return done(SECTION)


@post("/settings/webhooks/{webhook_id:str}/deliveries/{delivery_id:str}/again")
async def post_again(request: AnyRequest, web: Web, webhook_id: FromPath[str], delivery_id: FromPath[str]) -> Redirect:
    """Post once more what was posted or given up."""
    await webhooks.replay(web.acts, ask_of(request, await form_of(request)), webhook_id, delivery_id)
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
