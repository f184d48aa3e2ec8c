"""Listening address: the URL that the program prints for the address it listens on."""

from __future__ import annotations

import ipaddress

import pytest

from bot.command_line import announcement
from bot.listening_address import is_for_others, listening_address

NETWORK = {"192.0.2.1": "192.168.1.20", "2001:db8::1": "fd12::20"}
"""This machine's addresses in these tests, on its ways to two other addresses."""


@pytest.mark.parametrize(
    ("hosts", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8765"),
        ("192.168.1.5", "http://192.168.1.5:8765"),
        ("table.lan", "http://table.lan:8765"),
        ("::1", "http://[::1]:8765"),
        ("0.0.0.0", "http://192.168.1.20:8765"),  # noqa: S104 - nothing listens
        ("::", "http://[fd12::20]:8765"),
        ("127.0.0.1 ::", "http://[fd12::20]:8765"),
    ],
)
def test_all_interfaces_are_reached_at_the_address_on_the_network(hosts: str, url: str) -> None:
    """A host that means all interfaces becomes this machine's address of the same family."""
    assert listening_address(tuple(hosts.split()), 8765, NETWORK.__getitem__, lambda: False) == url


@pytest.mark.parametrize(("host", "url"), [("0.0.0.0", "http://127.0.0.1:80"), ("::", "http://[::1]:80")])  # noqa: S104
@pytest.mark.parametrize("in_container", [True, False])
def test_without_a_network_the_url_is_for_this_machine(host: str, url: str, *, in_container: bool) -> None:
    """Without a network, and in a container whose own address nobody reaches, the URL is the loopback one."""

    def own(towards: str) -> str:
        return NETWORK[towards] if in_container else ""

    found = listening_address((host,), 80, own, lambda: in_container)
    assert (found, is_for_others(found)) == (url, False)


def test_this_machine_is_asked_for_its_own_address() -> None:
    """The URL of all interfaces has an address that browsers can open."""
    found = listening_address(("0.0.0.0",), 80, is_in_container=lambda: False)  # noqa: S104 - nothing listens
    assert not ipaddress.ip_address(found.removeprefix("http://").removesuffix(":80")).is_unspecified


def test_the_host_reads_where_a_proxy_must_lead() -> None:
    """Behind a proxy the program prints the public link, and the address that the proxy must lead to."""
    listening = "http://127.0.0.1:8765"
    assert announcement(listening, f"{listening}/#host=key", is_first=True) == (
        "Nardy is ready. Open http://127.0.0.1:8765/#host=key in a browser. Ctrl+C stops it."
    )
    said = announcement(listening, "https://nardy.example.org/#host=key", is_first=True)
    assert f"{listening}/ for the proxy. Open https://nardy.example.org/#host=key" in said
