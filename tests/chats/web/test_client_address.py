from __future__ import annotations

import pytest

from bot.chats.web.client_address import client_address, client_group, client_network, parse_network

PROXIES = (parse_network("127.0.0.1"), parse_network("10.0.0.0/8"), parse_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.7", [], "203.0.113.7"),
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["192.0.2.66, 198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["192.0.2.66, 198.51.100.1, 10.1.2.3"], "198.51.100.1"),
        ("127.0.0.1", ["192.0.2.66", "198.51.100.1", "10.1.2.3"], "198.51.100.1"),
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ("127.0.0.1", ["198.51.100.1, nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1, nonsense, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("fd00::1", ["[2001:db8::5]:4711"], "2001:db8::5"),
        ("::ffff:127.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("fd00::1%eth0", ["2001:db8::5"], "2001:db8::5"),
        ("", ["198.51.100.1"], ""),
    ],
)
def test_the_address_is_the_rightmost_that_is_not_a_proxy(
    peer: str, forwarded: list[str], address: str
) -> None:
    """The address that a known proxy wrote is trusted; anything to the left of it is not."""
    assert client_address(peer, forwarded, PROXIES) == address


def test_without_proxies_the_header_is_ignored() -> None:
    """The header is ignored if no proxy is configured, even from this machine."""
    assert client_address("127.0.0.1", ["198.51.100.1"], ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("2001:db8:0:7::1", "2001:db8:0:7::/64"),
        ("2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"),
        ("2001:db8:0:8::1", "2001:db8:0:8::/64"),
        ("no address", "no address"),
    ],
)
def test_a_slash_64_is_one_client(address: str, group: str) -> None:
    """All addresses of a /64 are one client, as are both forms of an IPv4 address."""
    assert client_group(address) == group


@pytest.mark.parametrize(
    ("group", "network"),
    [
        ("2001:db8:0:7::/64", "2001:db8::/56"),
        ("2001:db8:0:ff::/64", "2001:db8::/56"),
        ("2001:db8:0:100::/64", "2001:db8:0:100::/56"),
        ("198.51.100.1", "198.51.100.1"),
        ("no address", "no address"),
    ],
)
def test_a_slash_56_is_one_network(group: str, network: str) -> None:
    """All /64s of a /56 are one network; an IPv4 address is a network by itself."""
    assert client_network(group) == network
