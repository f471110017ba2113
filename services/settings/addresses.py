"""Addresses that name several servers: the nodes of a cluster, the sentinels of a queue.

`redis+cluster://user:password@one:6379,two:6379` is any of a cluster's nodes, each enough to find the others.
`redis+sentinel://user:password@one:26379,two:26379/name` is a server by its name, whose place the sentinels know.
"""

from typing import NamedTuple
from urllib.parse import urlsplit

CLUSTER = "redis+cluster://"
SENTINEL = "redis+sentinel://"
_PORTS = {CLUSTER: 6379, SENTINEL: 26379}


class Node(NamedTuple):
    """A host and a port."""

    host: str
    port: int


class Several(NamedTuple):
    """The nodes that an address names, and the address as if it named the first of them alone."""

    nodes: list[Node]
    first: str


def read_several(url: str) -> Several:
    """Take an address of several servers apart; `ValueError` if it is none."""
    scheme = next(one for one in _PORTS if url.startswith(one))
    place, slash, rest = url.removeprefix(scheme).partition("/")
    credentials, at, hosts = place.rpartition("@")
    nodes = [_node(text, _PORTS[scheme]) for text in hosts.split(",")]
    host = f"[{nodes[0].host}]" if ":" in nodes[0].host else nodes[0].host
    return Several(nodes, f"redis://{credentials}{at}{host}:{nodes[0].port}{slash}{rest}")


def _node(text: str, port: int) -> Node:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(f"{text!r} is no host")
    return Node(parts.hostname, parts.port or port)
