"""Connections to the store, to one server or to a cluster: for commands, and for subscriptions."""

from typing import Any

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from services.settings.addresses import CLUSTER, read_several
from services.store.client import RedisClient
from services.store.cluster_nodes import NextNode
from services.store.deadline import TimedCluster, TimedRedis

_CONNECTIONS = 64
_SECONDS = 5.0
_RETRIES = 3


def connect(url: str) -> RedisClient:
    """A client for a Redis or (`redis+cluster://`) a cluster.

    Every write of ours is a script that may safely be sent twice, so lost connections are tried again.
    """
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.02), _RETRIES)
    if url.startswith(CLUSTER):
        several = read_several(url)
        nodes = [ClusterNode(*node) for node in several.nodes]
        return TimedCluster.from_url(several.first, startup_nodes=nodes, retry=retry, socket_timeout=_SECONDS)
    pool = BlockingConnectionPool.from_url(
        url, max_connections=_CONNECTIONS, timeout=_SECONDS, socket_timeout=_SECONDS, retry=retry
    )
    return TimedRedis.from_pool(pool)


def subscriber(url: str) -> Redis:
    """A client for subscriptions alone: it waits for ever, and says at once when the connection is lost."""
    options: dict[str, Any] = {"socket_timeout": None, "retry": Retry(ExponentialBackoff(), 0)}
    if not url.startswith(CLUSTER):
        return Redis.from_url(url, **options)
    several = read_several(url)
    pool = ConnectionPool.from_url(several.first, **options, connection_class=NextNode, nodes=several.nodes)
    return Redis.from_pool(pool)
