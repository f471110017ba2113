"""For operators and their machines: is it alive, and is it ready?

These routes ignore credentials: whether the process is alive must not depend on a store that knows tokens.
"""

import asyncio

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from redis.exceptions import RedisError

from domain.kernel.errors import ActaError
from services.api.cached_value import CachedValue
from services.api.routes import Routes
from services.foundation import Services
from services.identity.access import OPEN
from services.problems import INTERNAL
from services.store import lag
from services.store.client import giving_bytes
from services.store.copying.closing import is_closed

routes = Routes("operation")

SECONDS = 2.0
"""How long the store may take to tell how it does."""
_FRESH_SECONDS = 1.0


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
    room: bool = True
    """Whether the store takes more choices: without disk or memory every one of them is refused."""
    open: bool = True
    """Whether the store takes changes: it is closed while it moves, and as long as it holds half a copy."""
    projector: Projected | None = None


NOT_READY = ResponseSpec(Ready, generate_examples=False, description="It cannot: whatever is false is missing.")


@routes.get("/healthz", OPEN, anywhere=(INTERNAL,))
async def get_health() -> Alive:
    """Whether the process is alive."""
    return Alive()


@routes.get("/readyz", OPEN, anywhere=(INTERNAL,), answers={503: NOT_READY})
async def get_readiness(readiness: NamedDependency[SkipValidation[CachedValue[Ready]]]) -> Response[Ready]:
    """Whether the server can do its work."""
    state = await readiness.get()
    return Response(state, status_code=200 if state.ready else 503)


def cached_readiness(services: Services) -> CachedValue[Ready]:
    """Whether the server can do its work, asked at most once a second: asking is some eighty calls of the store."""

    async def ask() -> Ready:
        try:
            async with asyncio.timeout(SECONDS):
                room, takes = services.free_space.left, not await is_closed(services.client)
                projector = await projected(services)
                return Ready(ready=room and takes, redis=True, room=room, open=takes, projector=projector)
        except (ActaError, RedisError, OSError, TimeoutError):
            return Ready(ready=False, redis=False)

    return CachedValue(ask, min(_FRESH_SECONDS, services.settings.figures_seconds))


async def projected(services: Services) -> Projected:
    """How the read models do."""
    late = await lag.measure(giving_bytes(services.client), services.models)
    return Projected(late.entries, late.seconds, len(await services.models.parked()))
