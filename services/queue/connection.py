"""The connection to the Redis of the job queue: one server, or the one that sentinels name as its master."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from redis import Redis
from redis.sentinel import Sentinel

from services.settings.addresses import SENTINEL, read_several

_Sentinel: Any = Sentinel  # redis-py does not annotate it
_SENTINEL_SECONDS = 1.0
"""How long a sentinel may take to answer before the next one is asked."""


def connect_queue(url: str, **options: Any) -> Redis:  # noqa: ANN401 - redis-py's own
    """A client for the queue; with sentinels it finds the new master by itself when the old one is gone."""
    if not url.startswith(SENTINEL):
        return Redis.from_url(url, **options)
    several = read_several(url)
    parts = urlsplit(several.first)
    name, _, number = parts.path.removeprefix("/").partition("/")
    asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    sentinels: Any = _Sentinel(
        several.nodes,
        sentinel_kwargs={
            "socket_timeout": _SENTINEL_SECONDS,
            "socket_connect_timeout": _SENTINEL_SECONDS,
            "password": asked.get("sentinel_password"),
        },
    )
    found: Redis = sentinels.master_for(
        name, username=parts.username, password=parts.password, db=int(number or 0), **options
    )
    return found
