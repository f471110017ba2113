"""Connections to the Redis of the job queue: one server, or the one that sentinels name as its master."""

from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from redis import Redis
from redis.asyncio import ConnectionPool
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import ExponentialBackoff
from redis.sentinel import Sentinel

from services.settings.addresses import SENTINEL, Node, read_several
from services.store.deadline import TimedRedis

_Sentinel: Any = Sentinel  # redis-py does not annotate it
_AsyncSentinel: Any = AsyncSentinel
SECONDS = 5.0
"""How long the queue may take to answer before it is asked again."""
BACKOFF = ExponentialBackoff(cap=0.5, base=0.02)
TRIES = 3
_PATIENT_TRIES = 8
"""About two seconds, in which a server that fell is up again; nobody waits for a job to be enqueued."""
_SENTINEL_SECONDS = 1.0
"""How long a sentinel may take to answer before the next one is asked."""


def connect_queue(url: str, **options: Any) -> Redis:  # noqa: ANN401 - redis-py's own
    """A client for the queue; with sentinels it finds the new master by itself when the old one is gone."""
    if not url.startswith(SENTINEL):
        return Redis.from_url(url, **options)
    master = _master(url)
    found: Redis = _Sentinel(master.sentinels, sentinel_kwargs=master.asking).master_for(**master.login, **options)
    return found


def connect_queue_async(url: str) -> AsyncRedis:
    """A client for the queue in an event loop. A shared connection stays with one server; a master may change."""
    options: dict[str, Any] = {"socket_timeout": SECONDS, "retry": Retry(BACKOFF, _PATIENT_TRIES)}
    if not url.startswith(SENTINEL):
        return TimedRedis.from_pool(ConnectionPool.from_url(url, **options))
    master = _master(url)
    asked: Any = _AsyncSentinel(master.sentinels, sentinel_kwargs=master.asking)
    found: AsyncRedis = asked.master_for(**master.login, **options)
    return found


async def disconnect(client: AsyncRedis) -> None:
    """Close the connections of such a client, those to sentinels as well."""
    await client.aclose()
    pool = client.connection_pool
    for sentinel in pool.sentinel_manager.sentinels if isinstance(pool, SentinelConnectionPool) else ():
        await sentinel.aclose()


class _Master(NamedTuple):
    """Whom to ask for the master, how, and what to tell it then."""

    sentinels: list[Node]
    asking: dict[str, Any]
    login: dict[str, Any]


def _master(url: str) -> _Master:
    several = read_several(url)
    parts = urlsplit(several.first)
    name, _, number = parts.path.removeprefix("/").partition("/")
    asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    asking = {
        "socket_timeout": _SENTINEL_SECONDS,
        "socket_connect_timeout": _SENTINEL_SECONDS,
        "password": asked.get("sentinel_password"),
    }
    login = {"service_name": name, "username": parts.username, "password": parts.password, "db": int(number or 0)}
    return _Master(list(several.nodes), asking, login)
