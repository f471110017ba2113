"""Which addresses strangers may have us connect to."""

import pytest

from services.outbound.addresses import is_public

PRIVATE = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.0.170", "192.0.2.1", "198.18.0.1", "203.0.113.9"),
    *("192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8"),
    *("64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::1"),
    *("2001:db8::1", "2001:20::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "5f00::1"),
    *("fc00::1", "fd12:3456:789a::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1", "4000::1"),
    *("", "localhost", "0x7f.1", "2130706433", "127.1", "8.8.8.8 ", "[::1]", "8.8.8.8%1"),
]
PUBLIC = ["8.8.8.8", "93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "2400:cb00::1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_nothing_is_sent_into_private_and_special_networks(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_the_open_internet_is_reached(address: str) -> None:
    assert is_public(address)
