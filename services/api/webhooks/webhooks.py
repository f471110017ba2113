"""The caller's webhooks: list, make, renew the secret, delete."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, SkipValidation

from services.api.openapi import BODY, CALLER, PATH, SESSION, needs, problems
from services.api.webhooks.schemas import NewWebhook, WebhookOrder, WebhooksAnswer, answer, new_answer
from services.bootstrap import Services
from services.identity.callers import caller, refuse_guest, requires, session_only
from services.play import webhooks
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_WEBHOOKS


@get(
    "/api/v1/webhooks",
    tags=["webhooks"],
    summary="List your webhooks",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(BAD_REQUEST, *CALLER),
)
async def list_webhooks(
    request: AnyRequest, services: NamedDependency[SkipValidation[Services]], language: NamedDependency[str]
) -> WebhooksAnswer:
    own = await services.webhooks.of(caller(request).user_id)
    return WebhooksAnswer([answer(webhook, language) for webhook in own])


@post(
    "/api/v1/webhooks",
    tags=["webhooks"],
    summary="Have events posted to an address",
    description="Signed as [Standard Webhooks](https://www.standardwebhooks.com) describes it. What is not accepted "
    "with 2xx is tried again for about three days; then the webhook is stopped. No redirect is followed. The events "
    "of one table arrive in their order.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*BODY, *CALLER, NOT_FOUND, TOO_MANY_WEBHOOKS),
)
async def create_webhook(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    data: JSONBody[WebhookOrder],
) -> NewWebhook:
    principal = caller(request)
    refuse_guest(principal)
    made = await webhooks.create(services, principal.user_id, data.url, data.events, data.game_id)
    return new_answer(made, language)


@post(
    "/api/v1/webhooks/{webhook_id:str}/rotate",
    tags=["webhooks"],
    summary="Take a new secret",
    description="For a day deliveries are signed with the secret before, too.",
    status_code=200,
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*CALLER, *PATH),
)
async def rotate_secret(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    webhook_id: FromPath[str],
) -> NewWebhook:
    return new_answer(await webhooks.rotate(services, caller(request).user_id, webhook_id), language)


@delete(
    "/api/v1/webhooks/{webhook_id:str}",
    tags=["webhooks"],
    summary="Delete a webhook",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*CALLER, *PATH),
)
async def delete_webhook(
    request: AnyRequest, services: NamedDependency[SkipValidation[Services]], webhook_id: FromPath[str]
) -> None:
    await services.webhooks.delete(await webhooks.own(services, caller(request).user_id, webhook_id))


HANDLERS = [list_webhooks, create_webhook, rotate_secret, delete_webhook]
