"""For operators and their machines: is it alive, is it ready, and its figures.

These routes ignore credentials: whether the process is alive must not depend on a store that knows tokens.
"""

import asyncio
from typing import cast

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from prometheus_client import CONTENT_TYPE_LATEST, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.core import GaugeMetricFamily as Gauge
from redis.exceptions import RedisError

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError
from services.api.openapi import only
from services.bootstrap import Services
from services.identity.middleware import IGNORES_CREDENTIALS
from services.problems import INTERNAL
from services.store import lag
from services.store.client import Client

_SECONDS = 2.0
OPEN = {IGNORES_CREDENTIALS: True}

OUTCOMES = ("accepted", "failed", "suppressed", "parked")


class Alive(msgspec.Struct):
    """The process answers."""

    alive: bool = True


class Projected(msgspec.Struct):
    """How far lists, inboxes and profiles are behind, and how many games they cannot follow."""

    behind: int
    seconds: float
    parked: int


class Ready(msgspec.Struct):
    """What a server needs to do its work. Late read models are shown here, but are no reason to send players away."""

    ready: bool
    redis: bool
    projector: Projected | None = None


NOT_READY = ResponseSpec(Ready, generate_examples=False, description="It cannot, for want of what is false.")


@get("/healthz", tags=["operation"], summary="Is the process alive?", opt=OPEN, responses=only(INTERNAL))
async def healthz() -> Alive:
    return Alive()


@get(
    "/readyz",
    tags=["operation"],
    summary="Can it do its work?",
    opt=OPEN,
    responses={**only(INTERNAL), 503: NOT_READY},
)
async def readyz(services: NamedDependency[SkipValidation[Services]]) -> Response[Ready]:
    try:
        async with asyncio.timeout(_SECONDS):
            projected = await _projected(services)
    except (ActaError, RedisError, OSError, TimeoutError):
        return Response(Ready(ready=False, redis=False), status_code=503)
    return Response(Ready(ready=True, redis=True, projector=projected))


async def _projected(services: Services) -> Projected:
    late = await lag.measure(cast("Client", services.client), services.models)  # see bootstrap.build
    return Projected(late.entries, late.seconds, len(await services.models.parked()))


@get(
    "/metrics",
    tags=["operation"],
    summary="Figures for Prometheus",
    media_type=MediaType.TEXT,
    opt=OPEN,
    responses=only(INTERNAL),
)
async def metrics(services: NamedDependency[SkipValidation[Services]]) -> Response[bytes]:
    found = _Families([*await _figures(services), *await services.jobs.figures()])
    return Response(generate_latest() + generate_latest(found), media_type=CONTENT_TYPE_LATEST)


class _Families:
    """Figures that were read just now, as a registry of them."""

    def __init__(self, found: list[Metric]) -> None:
        self._found = found

    def collect(self) -> list[Metric]:
        return self._found


async def _figures(services: Services) -> list[Metric]:
    """Figures of read models and outbox; left out while the store does not answer."""
    try:
        async with asyncio.timeout(_SECONDS):
            late, outbox = await _projected(services), await services.outbox.figures()
    except (ActaError, RedisError, OSError, TimeoutError):
        return [_store_up(0)]
    deliveries = CounterMetricFamily(
        "acta_deliveries", "Deliveries, by what became of them; failed ones are tried again.", labels=("outcome",)
    )
    for outcome in OUTCOMES:
        deliveries.add_metric((outcome,), outbox.ended.get(outcome, 0))
    due_for = 0 if outbox.oldest is None else max(0, services.tables.now() - outbox.oldest) / SECOND
    return [
        _store_up(1),
        Gauge("acta_projector_lag_entries", "Feed entries that the read models do not know yet.", late.behind),
        Gauge("acta_projector_lag_seconds", "Age of the oldest feed entry that they do not know yet.", late.seconds),
        Gauge("acta_parked_games", "Games that cannot be projected; the log says why.", late.parked),
        deliveries,
        Gauge("acta_parked_deliveries", "Deliveries that were refused or failed too often.", outbox.parked),
        Gauge("acta_oldest_delivery_seconds", "For how long the oldest delivery has been due.", due_for),
    ]


def _store_up(value: int) -> Metric:
    return Gauge("acta_store_up", "Whether the Redis of the games answers.", value)


HANDLERS = [healthz, readyz, metrics]
