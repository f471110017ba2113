"""Where a request comes from: the client's address and scheme, believing forwarding headers of trusted proxies only.

The server must be started without its own proxy headers (uvicorn: `proxy_headers=False`), or it would believe them
before this module can judge.
"""

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from litestar.types import Scope

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_SITE_PREFIX = 64
_OF_PROXIES = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}
)
_LOCAL_NAMES = frozenset({"localhost", "localhost."})


class ClientAddress:
    """Judges client_address by a list of trusted proxies, each an address or a network such as `10.0.0.0/8`."""

    def __init__(self, trusted: Sequence[str] = ()) -> None:
        self._trusted = [ip_network(proxy, strict=False) for proxy in trusted]

    def address(self, scope: Scope) -> Address | None:
        """The nearest address that is no trusted proxy; None when the connection has none (a Unix socket)."""
        address = _parsed((scope.get("client") or ("", 0))[0])
        for hop in _hops(scope):
            if address is None or not self._trusts(address):
                break
            address = _parsed(hop) or address
        return address

    def bucket(self, scope: Scope) -> str | None:
        """The name under which this client's calls are counted; None for one that is not counted.

        Loopback is not counted, unless the call was forwarded: behind an undeclared proxy every client is loopback. A
        call that was meant for another host than this machine was forwarded too, whatever the proxy says of it.
        An IPv6 client is counted by its /64, which is what one subscriber gets.
        """
        address = self.address(scope)
        if address is None:
            return "unknown"
        if address.is_loopback:
            return "loopback" if _was_forwarded(scope) else None
        return _subscriber(address)

    def of_peer(self, host: str) -> str | None:
        """The name under which the connections of a peer are counted; None for loopback and trusted proxies."""
        address = _parsed(host)
        if address is None or address.is_loopback or self._trusts(address):
            return None
        return _subscriber(address)

    def scheme(self, scope: Scope) -> str:
        """`https` or `http`, as the client spoke it."""
        forwarded = _header(scope, b"x-forwarded-proto")
        peer = _parsed((scope.get("client") or ("", 0))[0]) if forwarded else None
        if peer is not None and self._trusts(peer):
            return "https" if forwarded.split(",")[-1].strip().lower() in {"https", "wss"} else "http"
        return str(scope["scheme"])

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted if network.version == address.version)


def _subscriber(address: Address) -> str:
    return str(address) if isinstance(address, IPv4Address) else str(ip_network((address, _SITE_PREFIX), strict=False))


def _hops(scope: Scope) -> Iterator[str]:
    """What X-Forwarded-For says, the nearest hop first."""
    for hop in reversed(_header(scope, b"x-forwarded-for").split(",")):
        if hop.strip():
            yield hop.strip()


def _was_forwarded(scope: Scope) -> bool:
    """Whether a proxy has passed the call on, by any header of proxies or by the host that the caller asked for."""
    if any(name in _OF_PROXIES for name, _ in scope["headers"]):
        return True
    host = _header(scope, b"host")
    return bool(host) and not _is_this_machine(host)


def _is_this_machine(host: str) -> bool:
    name = host.partition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0]
    address = _parsed(name)
    return name.lower() in _LOCAL_NAMES or (address is not None and address.is_loopback)


def _header(scope: Scope, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for header, value in scope["headers"] if header == name)


def _parsed(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
