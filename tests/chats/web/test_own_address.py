"""Own address: the URLs of the page on a network, at a public name, and behind a path."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.chats.web.own_address import OwnAddress

LAN = "http://192.168.1.20:8765"
PUBLIC = "https://nardy.example.org"
BELOW = "https://example.org/nardy"


class Peer:
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return the address as the peer's name; nothing else is known."""
        return (self._address, 40000) if name == "peername" else default

    def is_closing(self) -> bool:
        """Return False."""
        return False


@pytest.mark.parametrize(
    ("public_url", "origins", "for_others", "host", "own", "to_copy"),
    [
        ("", (), "", "127.0.0.1:8765", "http://127.0.0.1:8765", ""),
        ("", (), LAN, "localhost:8765", "http://localhost:8765", LAN),
        ("", (), LAN, "192.168.1.20:8765", LAN, ""),
        ("", (), LAN, "nas.lan:8765", "http://nas.lan:8765", ""),
        ("", (PUBLIC,), PUBLIC, "nardy.example.org", PUBLIC, ""),
        (PUBLIC, (PUBLIC,), PUBLIC, "192.168.1.20:8765", LAN, PUBLIC),
        (PUBLIC, (), LAN, "nardy.example.org", PUBLIC, ""),
        (BELOW, ("https://example.org",), BELOW, "example.org", BELOW, BELOW),
    ],
)
def test_links_begin_with_an_address_that_works_for_others(
    public_url: str, origins: tuple[str, ...], for_others: str, host: str, own: str, to_copy: str
) -> None:
    """Own links have the address that a client used; copied ones another if others cannot open that."""
    address = OwnAddress(public_url, origins, (), for_others)
    request = make_mocked_request("GET", "/", headers={"Host": host})
    assert (address.of(request), address.to_copy(request)) == (own, to_copy)


@pytest.mark.parametrize(
    ("peer", "prefix", "own"),
    [
        ("10.0.0.1", "/nardy/", "https://home.lan/nardy"),
        ("10.0.0.1", '/"><script>', "https://home.lan"),
        ("10.0.0.1", "//evil.example", "https://home.lan"),
        ("192.168.1.9", "/nardy", "http://home.lan"),
    ],
)
def test_only_a_proxy_says_what_stands_before_the_path(peer: str, prefix: str, own: str) -> None:
    """The scheme and path that a request claims count only if they come from a trusted proxy."""
    address = OwnAddress("", (), (ip_network("10.0.0.0/8"),), "")
    headers = {"Host": "home.lan", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": prefix}
    request = make_mocked_request("GET", "/", headers=headers, transport=Peer(peer))
    assert address.of(request) == own


@pytest.mark.parametrize("known", ["https://example.org", BELOW])
def test_a_known_host_has_the_path_that_the_proxy_names(known: str) -> None:
    """The path that a trusted proxy names is added to a known URL that has none."""
    address = OwnAddress("", (known,), (ip_network("10.0.0.0/8"),), "")
    headers = {"Host": "example.org", "X-Forwarded-Prefix": "/nardy"}
    request = make_mocked_request("GET", "/", headers=headers, transport=Peer("10.0.0.1"))
    assert address.of(request) == BELOW
