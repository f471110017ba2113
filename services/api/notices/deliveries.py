"""The caller's deliveries: what became of each, and sending again what is parked."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.kernel.clock import written
from services.acts import notices
from services.api.asks import GivenActs, ask_of
from services.api.notices.schemas import Deliveries, DeliveryAnswer
from services.api.params import ENDS
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.notices.letters import why
from services.notices.outbox import StoredDelivery
from services.problems import NOT_PARKED, ProblemError, told

routes = Routes("notices")

PAGE = 50
Cursor = Annotated[
    str | None, QueryParameter(pattern=r"^\d{13}/[0-9a-f]{32}" + ENDS, description="`next` of the page before.")
]


@routes.get("/api/v1/me/deliveries", READ)
async def list_deliveries(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    cursor: Cursor = None,
) -> Deliveries:
    """What was sent to you, and what was not.

    Kept for 30 days. What is parked was refused or has failed too often; it can be sent again.
    """
    page = await acts.services.notices.outbox.page(caller(request).user_id, cursor, PAGE)
    return Deliveries([delivery_answer(kept, language) for kept in page.rows], page.next)


@routes.post("/api/v1/me/deliveries/{delivery_id:str}/again", notices.send_again, status_code=200, raises=(NOT_PARKED,))
async def send_again(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    delivery_id: FromPath[str],
) -> DeliveryAnswer:
    """Send a parked delivery again.

    It is sent under the same id. Asking twice sends it once.
    """
    kept = await notices.send_again(acts, ask_of(request), delivery_id)
    if kept.state in {"accepted", "suppressed"}:
        raise ProblemError(NOT_PARKED, why(kept.reason) if kept.state == "suppressed" else told("accepted"))
    return delivery_answer(kept, language)


def delivery_answer(kept: StoredDelivery, lang: str) -> DeliveryAnswer:
    """A delivery as its owner reads it."""
    delivery, notice = kept.delivery, kept.delivery.notice
    return DeliveryAnswer(
        id=delivery.id,
        kind=notice.kind,
        channel=delivery.channel,
        game_id=notice.game or None,
        version=notice.version,
        at=written(delivery.at),
        state=kept.state,
        reason=why(kept.reason).said(lang),
        attempts=kept.attempts,
        changed_at=None if kept.at is None else written(kept.at),
    )
