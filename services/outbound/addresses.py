"""Which addresses a stranger may have us connect to: those of the open internet, and no other.

The question is asked of the address that is connected to, never of a name. What `ipaddress` calls global is not enough:
multicast, and addresses that hide another one (mapped, 6to4, NAT64, Teredo), are refused by name.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_INTERNET = IPv6Network("2000::/3")
"""All of IPv6 that was ever given out to networks; what carries an IPv4 address within it stands below."""
_REFUSED = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv6Network("2001::/23"),  # Teredo, benchmarks, ORCHID
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)


def is_public(written: str) -> bool:
    """Whether an address belongs to the open internet; anything that is no address does not."""
    try:
        address = ip_address(written)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        return address in _INTERNET and _is_global(address)
    return _is_global(address)


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    refused = address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global
    return not refused and not any(address in network for network in _REFUSED if network.version == address.version)
