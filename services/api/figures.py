"""Figures for Prometheus: for callers on this machine, and for others with the token that the operator has set.

They are read from Redis in some eighty calls, so they are kept for some seconds, whoever asks for them.
"""

import asyncio
import hmac
import os
from dataclasses import dataclass

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.core import GaugeMetricFamily as Gauge
from redis.exceptions import RedisError

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError
from services.api.health import OPEN, SECONDS, projected
from services.api.openapi import only
from services.api.remembered import Remembered
from services.bootstrap import Services
from services.identity.client_address import ClientAddress
from services.identity.cookies import Connection
from services.play.deps import AnyRequest
from services.problems import FORBIDDEN, INTERNAL, ProblemError, told
from services.settings import Settings

OUTCOMES = ("accepted", "failed", "suppressed", "parked")


@dataclass(frozen=True)
class FigureDeps:
    """The figures of this process and of all, and who may read them."""

    settings: Settings
    client_address: ClientAddress
    text: Remembered[bytes]

    def require_reader(self, connection: Connection) -> None:
        """Refuse callers from elsewhere, unless the operator lets everybody read or gave them the token."""
        wanted = self.settings.metrics_token
        shown = connection.headers.get("authorization", "").removeprefix("Bearer ")
        if (
            self.settings.open_metrics
            or self.client_address.bucket(connection.scope) is None
            or (wanted is not None and hmac.compare_digest(shown.encode(), wanted.reveal().encode()))
        ):
            return
        raise ProblemError(FORBIDDEN, told("figures"))


def figure_deps(services: Services, client_address: ClientAddress) -> FigureDeps:
    """What the route stands on."""

    async def read() -> bytes:
        found = _Families([*await _figures(services), *await services.jobs.figures()])
        return generate_latest(_Families(_of_this_process())) + generate_latest(found)

    settings = services.settings
    return FigureDeps(settings, client_address, Remembered(read, settings.figures_seconds))


@get(
    "/metrics",
    tags=["operation"],
    operation_id="getMetrics",
    summary="Figures for Prometheus",
    description="For callers on the server's own machine; for others with the operator's `metrics_token` as Bearer.",
    media_type=MediaType.TEXT,
    opt=OPEN,
    responses=only(INTERNAL, FORBIDDEN),
)
async def metrics(request: AnyRequest, figure_deps: NamedDependency[FigureDeps]) -> Response[bytes]:
    figure_deps.require_reader(request)
    return Response(await figure_deps.text.get(), media_type=CONTENT_TYPE_LATEST)


class _Families:
    """Figures that were read just now, as a registry of them."""

    def __init__(self, found: list[Metric]) -> None:
        self._found = found

    def collect(self) -> list[Metric]:
        return self._found


def _of_this_process() -> list[Metric]:
    """Figures that each process counts for itself, with the process that did.

    Several may stand behind one address, and a scrape meets one of them: told apart, none seems to count backwards.
    """
    own = {"process": str(os.getpid())}
    found = list(REGISTRY.collect())
    for metric in found:
        metric.samples = [sample._replace(labels={**sample.labels, **own}) for sample in metric.samples]
    return found


async def _figures(services: Services) -> list[Metric]:
    """Figures of read models and outbox; left out while the store does not answer."""
    try:
        async with asyncio.timeout(SECONDS):
            late, outbox = await projected(services), await services.outbox.figures()
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
        Gauge("acta_store_room", "Whether there is disk and memory for more choices.", int(services.free_space.left)),
        Gauge("acta_projector_lag_entries", "Feed entries that the read models do not know yet.", late.behind),
        Gauge("acta_projector_lag_seconds", "Age of the oldest feed entry that they do not know yet.", late.seconds),
        Gauge("acta_parked_games", "Games that cannot be projected; the log says why.", late.parked),
        deliveries,
        Gauge("acta_parked_deliveries", "Deliveries that were refused or failed too often.", outbox.parked),
        Gauge("acta_oldest_delivery_seconds", "For how long the oldest delivery has been due.", due_for),
    ]


def _store_up(value: int) -> Metric:
    return Gauge("acta_store_up", "Whether the Redis of the games answers.", value)


HANDLERS = [metrics]
