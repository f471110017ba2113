"""For operators and their machines: is it alive, and is it ready?

These routes ignore credentials: whether the process is alive must not depend on a store that knows tokens.
"""

import asyncio
from typing import cast

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from redis.exceptions import RedisError

from domain.kernel.errors import ActaError
from services.api.openapi import only
from services.api.remembered import Remembered
from services.bootstrap import Services
from services.identity.middleware import IGNORES_CREDENTIALS
from services.problems import INTERNAL
from services.store import lag
from services.store.client import Client

SECONDS = 2.0
"""How long the store may take to tell how it does."""
_FRESH_SECONDS = 1.0
OPEN = {IGNORES_CREDENTIALS: True}


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


@get(
    "/healthz",
    operation_id="getHealth",
    tags=["operation"],
    summary="Is the process alive?",
    opt=OPEN,
    responses=only(INTERNAL),
)
async def healthz() -> Alive:
    return Alive()


@get(
    "/readyz",
    tags=["operation"],
    operation_id="getReadiness",
    summary="Can it do its work?",
    opt=OPEN,
    responses={**only(INTERNAL), 503: NOT_READY},
)
async def readyz(readiness: NamedDependency[SkipValidation[Remembered[Ready]]]) -> Response[Ready]:
    found = await readiness.get()
    return Response(found, status_code=200 if found.ready else 503)


def remembered_readiness(services: Services) -> Remembered[Ready]:
    """Whether the server can do its work, asked at most once a second: asking is some eighty calls of the store."""

    async def ask() -> Ready:
        try:
            async with asyncio.timeout(SECONDS):
                return Ready(ready=True, redis=True, projector=await projected(services))
        except (ActaError, RedisError, OSError, TimeoutError):
            return Ready(ready=False, redis=False)

    return Remembered(ask, min(_FRESH_SECONDS, services.settings.figures_seconds))


async def projected(services: Services) -> Projected:
    """How the read models do."""
    late = await lag.measure(cast("Client", services.client), services.models)  # see bootstrap.build
    return Projected(late.entries, late.seconds, len(await services.models.parked()))


HANDLERS = [healthz, readyz]
