"""What was posted to a webhook, and posting it again."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from services.acts import webhooks
from services.api.asks import GivenActs, ask_of
from services.api.notices.deliveries import Cursor, delivery_answer
from services.api.notices.schemas import Deliveries, DeliveryAnswer
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller

routes = Routes("webhooks")


@routes.get("/api/v1/webhooks/{webhook_id:str}/deliveries", READ)
async def list_webhook_deliveries(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    webhook_id: FromPath[str],
    cursor: Cursor = None,
) -> Deliveries:
    """What was sent to a webhook, and what became of it.

    Kept for 30 days. A page may hold fewer than others, even none, and still have a next one.
    """
    webhook = await webhooks.own(acts, caller(request).user_id, webhook_id)
    page = await webhooks.deliveries(acts, webhook, cursor)
    return Deliveries([delivery_answer(kept, language) for kept in page.rows], page.next)


@routes.post("/api/v1/webhooks/{webhook_id:str}/deliveries/{delivery_id:str}/replay", webhooks.replay, status_code=200)
async def replay_delivery(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    webhook_id: FromPath[str],
    delivery_id: FromPath[str],
) -> DeliveryAnswer:
    """Send a delivery again.

    Under the same `webhook-id`, with what you may see now. It resumes a webhook that was stopped.
    """
    kept = await webhooks.replay(acts, ask_of(request), webhook_id, delivery_id)
    return delivery_answer(kept, language)
