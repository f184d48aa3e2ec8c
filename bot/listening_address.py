"""Listening address: where browsers on this machine and its network find the page."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from bot.written_addresses import in_url, is_loopback

_UNUSED = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # noqa: S104 (compared, not bound)
"""An address outside any network (RFC 5737, RFC 3849) for each address that means all interfaces."""
_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


def _own_address(towards: str) -> str:
    """Return this machine's address on its way to another one; empty if no way leads there.

    Connecting a UDP socket only looks up the route. No packet is sent.
    """
    family = socket.AF_INET6 if ":" in towards else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((towards, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return ""


def _is_in_container() -> bool:
    return any(Path(mark).exists() for mark in _CONTAINER_MARKS)


def listening_address(
    hosts: tuple[str, ...],
    port: int,
    own_address: Callable[[str], str] = _own_address,
    is_in_container: Callable[[], bool] = _is_in_container,
) -> str:
    """Return the page's URL for browsers, without a slash at its end.

    Of several addresses it is the first that other machines may reach.

    If the bot listens on all interfaces, the URL has this machine's address on its network. In a container it
    has the loopback address, because browsers cannot reach the container's own address.

    Args:
        hosts: the addresses that the bot listens on.
        own_address: returns this machine's address on its way to another address; empty without one.
        is_in_container: True if this program runs in a container.
    """

    def url_of(host: str) -> str:
        if host in _UNUSED:
            own = "" if is_in_container() else own_address(_UNUSED[host])
            host = own or ("::1" if ":" in host else "127.0.0.1")
        return f"http://{in_url(host)}:{port}"

    urls = [url_of(host) for host in hosts]
    return next(filter(is_for_others, urls), urls[0])


def is_for_others(url: str) -> bool:
    """Return True if other machines may be able to open a URL."""
    return not is_loopback(urlsplit(url).hostname or "")
