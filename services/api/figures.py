"""Figures for Prometheus: for callers on this machine, and for others with the token that the operator has set.

They are read from Redis in some eighty calls, so they are kept for some seconds, whoever asks for them.
"""

import asyncio
import hmac
import os

from litestar import MediaType, Response
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.core import GaugeMetricFamily as Gauge
from redis.exceptions import RedisError

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError
from services.api.asks import GivenApi
from services.api.cached_value import CachedValue
from services.api.health import SECONDS, projected
from services.api.routes import Routes
from services.foundation import Services
from services.identity.access import OPEN
from services.identity.callers import AnyRequest
from services.problems import FORBIDDEN, INTERNAL, ProblemError, told
from services.settings import Settings
from services.store.backups import last_backup
from services.store.client import giving_bytes

routes = Routes("operation")

OUTCOMES = ("accepted", "failed", "suppressed", "parked")
_UNASKED = {"acta_request_seconds_created"}
"""What a histogram adds, a row for each route, and nobody draws."""


def cached_figures(services: Services) -> CachedValue[bytes]:
    """The figures of this process and of all, as Prometheus reads them."""

    async def read() -> bytes:
        families = _Families([*await _figures(services), *await services.jobs.figures()])
        return generate_latest(_Families(_of_this_process())) + generate_latest(families)

    return CachedValue(read, services.settings.figures_seconds)


@routes.get("/metrics", OPEN, anywhere=(INTERNAL,), media_type=MediaType.TEXT, raises=(FORBIDDEN,))
async def get_metrics(
    request: AnyRequest,
    api: GivenApi,
    figures: NamedDependency[SkipValidation[CachedValue[bytes]]],
) -> Response[bytes]:
    """Figures for Prometheus.

    For callers on the server's own machine; for others with the operator's `metrics_token` as Bearer.
    """
    if api.visitors.of(request).address is not None:
        _require_reader(request, api.acts.services.settings)
    return Response(await figures.get(), media_type=CONTENT_TYPE_LATEST)


def _require_reader(request: AnyRequest, settings: Settings) -> None:
    """Refuse callers from elsewhere, unless the operator lets everybody read or gave them the token."""
    token = settings.metrics_token
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    if settings.open_metrics or (token is not None and hmac.compare_digest(bearer.encode(), token.reveal().encode())):
        return
    raise ProblemError(FORBIDDEN, told("figures"))


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
    metrics = list(REGISTRY.collect())
    for metric in metrics:
        samples = (sample for sample in metric.samples if sample.name not in _UNASKED)
        metric.samples = [sample._replace(labels={**sample.labels, **own}) for sample in samples]
    return metrics


async def _figures(services: Services) -> list[Metric]:
    """Figures of read models and outbox; left out while the store does not answer."""
    try:
        async with asyncio.timeout(SECONDS):
            late, outbox = await projected(services), await services.notices.outbox.figures()
            backup = await last_backup(giving_bytes(services.client)) or 0
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
        Gauge("acta_last_backup_timestamp_seconds", "When the last good backup was begun; 0: never.", backup / SECOND),
        Gauge("acta_parked_deliveries", "Deliveries that were refused or failed too often.", outbox.parked),
        Gauge("acta_oldest_delivery_seconds", "For how long the oldest delivery has been due.", due_for),
    ]


def _store_up(value: int) -> Metric:
    return Gauge("acta_store_up", "Whether the Redis of the games answers.", value)
