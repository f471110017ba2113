"""The caller's webhooks: list, make, renew the secret, delete."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.acts import webhooks
from services.api.asks import GivenActs, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.api.webhooks.schemas import NewWebhook, WebhookOrder, WebhooksAnswer, answer, new_answer
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.problems import NOT_FOUND, TOO_MANY_WEBHOOKS

routes = Routes("webhooks")


@routes.get("/api/v1/webhooks", READ)
async def list_webhooks(request: AnyRequest, acts: GivenActs, language: NamedDependency[str]) -> WebhooksAnswer:
    """List your webhooks."""
    own = await acts.services.notices.webhooks.of(caller(request).user_id)
    return WebhooksAnswer([answer(webhook, language) for webhook in own])


@routes.post("/api/v1/webhooks", webhooks.create, raises=(NOT_FOUND, TOO_MANY_WEBHOOKS))
async def create_webhook(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    data: JSONBody[WebhookOrder],
    idempotency_key: IdempotencyKey = None,
) -> NewWebhook:
    """Have events sent to an address.

    Signed as [Standard Webhooks](https://www.standardwebhooks.com) describes it. What is not accepted with 2xx is tried
    again for about three days; then the webhook is stopped. No redirect is followed. The events of one table arrive in
    their order.
    """
    wish = webhooks.WebhookWish(data.url, data.events, data.game_id)
    return new_answer(await webhooks.create(acts, ask_of(request, data, idempotency_key), wish), language)


@routes.post("/api/v1/webhooks/{webhook_id:str}/rotate", webhooks.rotate, status_code=200)
async def rotate_secret(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    webhook_id: FromPath[str],
) -> NewWebhook:
    """Take a new secret.

    For a day, deliveries are also signed with the previous secret.
    """
    return new_answer(await webhooks.rotate(acts, ask_of(request), webhook_id), language)


@routes.delete("/api/v1/webhooks/{webhook_id:str}", webhooks.delete)
async def delete_webhook(request: AnyRequest, acts: GivenActs, webhook_id: FromPath[str]) -> None:
    """Delete a webhook."""
    await webhooks.delete(acts, ask_of(request), webhook_id)
