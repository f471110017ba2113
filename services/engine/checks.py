"""Whether a running server keeps what it acknowledges, and whether there is room for more."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import redis
import structlog
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import RedisClusterException

from services.engine.binaries import OLDEST, release_of
from services.engine.errors import EngineError
from services.engine.server import Fsync
from services.settings import Settings
from services.settings.addresses import CLUSTER, read_several

SMALLEST_SHARE = 20  # a given Redis counts as full when less than a twentieth of its memory is left


def complaints(url: str, fsync: Fsync) -> list[str]:
    """How a server falls short of the promised durability, in words; every master of a cluster is asked.

    A server that is too old for our commands is an error, not a complaint.
    """
    try:
        return [complaint for node in _masters(url) for complaint in _complaints_about(node, fsync)]
    except (redis.RedisError, RedisClusterException) as error:
        raise EngineError(f"The Redis server does not answer: {error}") from error


def check_given_redis(settings: Settings) -> None:
    """Warn of a given Redis that may lose what it acknowledged, or refuse it where the operator wants that."""
    if settings.redis_url is None:
        return
    check_queue_url(settings)
    found = complaints(settings.redis_url.reveal(), settings.fsync)
    if found and settings.require_durable:
        raise EngineError(f"The Redis at {settings.redis_url.hint()} is not durable: {'; '.join(found)}.")
    for complaint in found:
        structlog.get_logger().warning("Redis may lose data", redis=settings.redis_url.hint(), because=complaint)


def check_queue_url(settings: Settings) -> None:
    """Refuse a cluster without a Redis of its own for the jobs, which do not run on one."""
    if (
        settings.queue_url is None
        and settings.redis_url is not None
        and settings.redis_url.reveal().startswith(CLUSTER)
    ):
        raise EngineError("Background jobs do not run on a cluster: name a Redis for them with --queue-url.")


def free_on_disk(folder: Path) -> int:
    """Bytes that an ordinary user can still write to the disk of this folder."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def has_disk_room(folder: Path, min_free_bytes: int) -> bool:
    """Whether an append may go on: with fsync on every write, the server exits on a full disk."""
    return free_on_disk(folder) >= min_free_bytes


def has_memory_room(info: Mapping[str, int], min_free_bytes: int) -> bool:
    """Whether a server has memory for an append, by its INFO memory; without a limit there is always room."""
    limit = int(info["maxmemory"])
    if not limit:
        return True
    return limit - int(info["used_memory"]) >= min(min_free_bytes, limit // SMALLEST_SHARE)


def _masters(url: str) -> Iterator[redis.Redis]:
    if url.startswith(CLUSTER):
        several = read_several(url)
        nodes = [ClusterNode(*node) for node in several.nodes]  # type: ignore[no-untyped-call] # redis-py's
        with RedisCluster.from_url(several.first, startup_nodes=nodes) as cluster:
            yield from (cluster.get_redis_connection(node) for node in cluster.get_primaries())
        return
    with redis.Redis.from_url(url, socket_timeout=5) as client:
        if client.info("cluster").get("cluster_enabled"):
            raise EngineError(f"That Redis belongs to a cluster: begin its address with {CLUSTER}.")
        yield client


def _complaints_about(client: redis.Redis, promised: Fsync) -> Iterator[str]:
    info = client.info()
    if release_of(info["redis_version"]) < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise EngineError(f"The Redis server is version {info['redis_version']}; Acta needs {wanted} or later.")
    if not info["aof_enabled"]:
        yield "it does not run append-only (set `appendonly yes`), so a crash loses what was acknowledged"
    elif (fsync := _fsync(client)) not in {promised, "always"}:
        yield f"its appendfsync is {fsync} (set `appendfsync {promised}`), so a power cut loses the newest writes"
    if (policy := info["maxmemory_policy"]) != "noeviction":
        yield f"its maxmemory-policy is {policy} (set `noeviction`), so it deletes games when it is full"


def _fsync(client: redis.Redis) -> str:
    try:
        return str(client.config_get("appendfsync").get("appendfsync", "unknown"))
    except redis.ResponseError:  # hosted servers often forbid CONFIG
        return "unknown"
