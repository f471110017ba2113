"""For operators and their machines: is it alive, is it ready, how does it do.

These routes ask nobody who he is: whether the process is alive must not depend on a store that knows tokens.
"""

import asyncio
from contextlib import suppress
from typing import cast

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from prometheus_client import CONTENT_TYPE_LATEST, Gauge, Metric, generate_latest
from redis.exceptions import RedisError

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError
from services.api.auth import IGNORES_CREDENTIALS
from services.api.openapi import only
from services.bootstrap import Services
from services.problems import INTERNAL
from services.store import lag
from services.store.client import Client

_SECONDS = 2.0
OPEN = {IGNORES_CREDENTIALS: True}

LAG_ENTRIES = Gauge("acta_projector_lag_entries", "Feed entries that the read models do not know yet.")
LAG_SECONDS = Gauge("acta_projector_lag_seconds", "Age of the oldest feed entry that they do not know yet.")
PARKED = Gauge("acta_parked_games", "Games that cannot be projected; the log says why.")
DELIVERIES = Gauge(
    "acta_deliveries", "Deliveries so far, by what became of them; failed ones are tried again.", ["outcome"]
)
PARKED_DELIVERIES = Gauge("acta_parked_deliveries", "Deliveries that were refused or failed too often.")
OLDEST_DELIVERY = Gauge("acta_oldest_delivery_seconds", "For how long the oldest delivery has been due.")
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
    """What a server needs to do its work. Late read models are told but no reason to send players away."""

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
    found = Projected(0, float("nan"), 0)  # unknown while the store is away; the other figures are wanted all the more
    with suppress(ActaError, RedisError, OSError, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            found = await _projected(services)
            await _count_deliveries(services)
    LAG_ENTRIES.set(found.behind)
    LAG_SECONDS.set(found.seconds)
    PARKED.set(found.parked)
    queues = _Families(await services.jobs.figures())
    return Response(generate_latest() + generate_latest(queues), media_type=CONTENT_TYPE_LATEST)


class _Families:
    """Figures that were read just now, as a registry of them."""

    def __init__(self, found: list[Metric]) -> None:
        self._found = found

    def collect(self) -> list[Metric]:
        return self._found


async def _count_deliveries(services: Services) -> None:
    figures = await services.outbox.figures()
    for outcome in OUTCOMES:
        DELIVERIES.labels(outcome).set(figures.ended.get(outcome, 0))
    PARKED_DELIVERIES.set(figures.parked)
    late = 0 if figures.oldest is None else max(0, services.tables.now() - figures.oldest)
    OLDEST_DELIVERY.set(late / SECOND)


HANDLERS = [healthz, readyz, metrics]
