"""What was posted to a webhook, and posting it again."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from services.api.notices.deliveries import Cursor, delivery_answer
from services.api.notices.schemas import Deliveries, DeliveryAnswer
from services.api.openapi import CALLER, PATH, SESSION, needs, problems
from services.bootstrap import Services
from services.identity.callers import caller, requires, session_only
from services.play import webhooks
from services.play.deps import AnyRequest


@get(
    "/api/v1/webhooks/{webhook_id:str}/deliveries",
    tags=["webhooks"],
    summary="What was posted to a webhook, and what became of it",
    description="Kept for 30 days. A page may hold fewer than others, even none, and still have a next one.",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(*CALLER, *PATH),
)
async def list_webhook_deliveries(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    webhook_id: FromPath[str],
    cursor: Cursor = None,
) -> Deliveries:
    webhook = await webhooks.own(services, caller(request).user_id, webhook_id)
    page = await webhooks.deliveries(services, webhook, cursor)
    return Deliveries([delivery_answer(kept, language) for kept in page.rows], page.next)


@post(
    "/api/v1/webhooks/{webhook_id:str}/deliveries/{delivery_id:str}/replay",
    tags=["webhooks"],
    summary="Post a delivery again",
    description="Under the same `webhook-id`, with what you may see now. It resumes a webhook that was stopped.",
    status_code=200,
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*CALLER, *PATH),
)
async def replay_delivery(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    webhook_id: FromPath[str],
    delivery_id: FromPath[str],
) -> DeliveryAnswer:
    webhook = await webhooks.own(services, caller(request).user_id, webhook_id)
    return delivery_answer(await webhooks.replay(services, webhook, delivery_id), language)


HANDLERS = [list_webhook_deliveries, replay_delivery]
