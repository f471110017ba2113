"""For operators and their machines: is it alive, is it ready, how does it do.

These routes ask nobody who he is: whether the process is alive must not depend on a store that knows tokens.
"""

import asyncio
from typing import Protocol

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError

from services.api.auth import IGNORES_CREDENTIALS
from services.api.openapi import only
from services.problems import INTERNAL

_SECONDS = 2.0
OPEN = {IGNORES_CREDENTIALS: True}


class Pinged(Protocol):
    """A store that says whether it is there."""

    async def ping(self) -> object:
        """Answer."""


class Alive(msgspec.Struct):
    """The process answers."""

    alive: bool = True


class Ready(msgspec.Struct):
    """What a server needs to do its work."""

    ready: bool
    redis: bool


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
async def readyz(redis: NamedDependency[SkipValidation[Pinged]]) -> Response[Ready]:
    try:
        async with asyncio.timeout(_SECONDS):
            await redis.ping()
    except (RedisError, OSError, TimeoutError):
        return Response(Ready(ready=False, redis=False), status_code=503)
    return Response(Ready(ready=True, redis=True))


@get(
    "/metrics",
    tags=["operation"],
    summary="Figures for Prometheus",
    media_type=MediaType.TEXT,
    opt=OPEN,
    responses=only(INTERNAL),
)
async def metrics() -> Response[bytes]:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


HANDLERS = [healthz, readyz, metrics]
