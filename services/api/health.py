"""For operators and their machines: is it alive, is it ready, how does it do."""

import asyncio
from typing import Annotated, Protocol

import msgspec
from litestar import MediaType, Response, get
from litestar.params import Dependency
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError

from services.api.openapi import problems

_SECONDS = 2.0


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


@get("/healthz", tags=["operation"], summary="Is the process alive?", responses=problems())
async def healthz() -> Alive:
    return Alive()


@get("/readyz", tags=["operation"], summary="Can it do its work?", responses=problems())
async def readyz(redis: Annotated[Pinged, Dependency(skip_validation=True)]) -> Response[Ready]:
    try:
        async with asyncio.timeout(_SECONDS):
            await redis.ping()
    except (RedisError, OSError, TimeoutError):
        return Response(Ready(ready=False, redis=False), status_code=503)
    return Response(Ready(ready=True, redis=True))


@get("/metrics", tags=["operation"], summary="Figures for Prometheus", media_type=MediaType.TEXT, responses=problems())
async def metrics() -> Response[bytes]:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


HANDLERS = [healthz, readyz, metrics]
