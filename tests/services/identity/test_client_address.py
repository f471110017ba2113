"""Where a request comes from."""

from typing import Any

import pytest

from services.identity.client_address import ClientAddress

PROXIES = ClientAddress(["10.0.0.0/8", "2001:db8:ffff::/48", "127.0.0.1"])


def scope(peer: str | None, *forwarded: str, proto: str = "") -> Any:  # noqa: ANN401 - a part of an ASGI scope
    headers = [(b"x-forwarded-for", hops.encode()) for hops in forwarded]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    return {"type": "http", "client": (peer, 1234) if peer else None, "headers": headers, "scheme": "http"}


@pytest.mark.parametrize(
    ("peer", "forwarded", "bucket"),
    [
        ("203.0.113.7", (), "203.0.113.7"),
        ("203.0.113.7", ("198.51.100.4",), "203.0.113.7"),
        ("10.1.2.3", ("198.51.100.4",), "198.51.100.4"),
        ("10.1.2.3", ("192.0.2.1, 198.51.100.4, 10.9.9.9",), "198.51.100.4"),
        ("10.1.2.3", ("192.0.2.1", "198.51.100.4"), "198.51.100.4"),
        ("10.1.2.3", ("192.0.2.1, nonsense",), "192.0.2.1"),
        ("10.1.2.3", (), "10.1.2.3"),
        ("::ffff:10.1.2.3", ("::ffff:198.51.100.4",), "198.51.100.4"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("127.0.0.1", (), None),
        ("::1", (), None),
        ("127.0.0.1", ("198.51.100.4",), "198.51.100.4"),
        ("::1", ("198.51.100.4",), "loopback"),
        ("127.0.0.1", ("127.0.0.1",), "loopback"),
        (None, (), "unknown"),
        ("testclient", (), "unknown"),
    ],
)
def test_which_clients_are_counted(peer: str | None, forwarded: tuple[str, ...], bucket: str | None) -> None:
    assert PROXIES.bucket(scope(peer, *forwarded)) == bucket


@pytest.mark.parametrize(
    ("header", "value", "bucket"),
    [
        ("forwarded", "for=203.0.113.7", "loopback"),
        ("x-real-ip", "203.0.113.7", "loopback"),
        ("x-forwarded-host", "acta.example", "loopback"),
        ("x-forwarded-proto", "https", "loopback"),
        ("via", "1.1 proxy", "loopback"),
        ("x-forwarded-for", "", "loopback"),
        ("host", "acta.example", "loopback"),
        ("host", "203.0.113.7:8000", "loopback"),
        ("host", "localhost.example", "loopback"),
        ("host", "[2001:db8::1]:8000", "loopback"),
        ("host", "localhost:8000", None),
        ("host", "LOCALHOST", None),
        ("host", "127.0.0.1:8000", None),
        ("host", "[::1]:8000", None),
        ("host", "[::1]", None),
        ("host", "", None),
        ("user-agent", "curl", None),
    ],
)
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1"])
def test_whoever_came_by_a_proxy_is_not_on_this_machine(peer: str, header: str, value: str, bucket: str | None) -> None:
    passed = scope(peer)
    passed["headers"].append((header.encode(), value.encode()))
    assert PROXIES.bucket(passed) == bucket


@pytest.mark.parametrize(
    ("peer", "proto", "scheme"),
    [
        ("203.0.113.7", "https", "http"),
        ("10.1.2.3", "https", "https"),
        ("10.1.2.3", "http", "http"),
        ("10.1.2.3", "gopher, https", "https"),
        ("10.1.2.3", "", "http"),
    ],
)
def test_the_scheme_is_the_clients(peer: str, proto: str, scheme: str) -> None:
    assert PROXIES.scheme(scope(peer, proto=proto)) == scheme
