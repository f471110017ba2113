"""The caller's deliveries: what became of each, and sending again what is parked."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, SkipValidation

from domain.kernel.clock import written
from projections.letters import why
from services.api.notices.schemas import Deliveries, DeliveryAnswer
from services.api.openapi import CALLER, PATH, needs, problems
from services.api.params import ENDS
from services.bootstrap import Services
from services.identity.callers import caller, requires
from services.play import deliveries
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, NOT_PARKED, ProblemError, told
from services.store.outbox import StoredDelivery

PAGE = 50
Cursor = Annotated[
    str | None, QueryParameter(pattern=r"^\d{13}/[0-9a-f]{32}" + ENDS, description="`next` of the page before.")
]


@get(
    "/api/v1/me/deliveries",
    tags=["notices"],
    summary="What was sent to you, and what was not",
    description="Kept for 30 days. What is parked was refused or failed too often; it can be sent again.",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(BAD_REQUEST, *CALLER),
)
async def list_deliveries(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    cursor: Cursor = None,
) -> Deliveries:
    page = await services.outbox.page(caller(request).user_id, cursor, PAGE)
    return Deliveries([delivery_answer(kept, language) for kept in page.rows], page.next)


@post(
    "/api/v1/me/deliveries/{delivery_id:str}/again",
    tags=["notices"],
    summary="Send again what is parked",
    description="It is sent under the same id. Asking twice sends it once.",
    status_code=200,
    guards=[requires("play")],
    security=needs("play"),
    responses=problems(*CALLER, *PATH, NOT_PARKED),
)
async def send_again(
    request: AnyRequest,
    services: NamedDependency[SkipValidation[Services]],
    language: NamedDependency[str],
    delivery_id: FromPath[str],
) -> DeliveryAnswer:
    kept = await deliveries.send_again(services, caller(request).user_id, delivery_id)
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


HANDLERS = [list_deliveries, send_again]
