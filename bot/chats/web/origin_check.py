"""Origin check: which hosts and origins may ask for anything, and what every answer forbids the browser.

A page elsewhere that a player visits can make his browser ask this machine for things, either across origins
or by letting a name of its own point here. The Origin header betrays the first, the Host header the second.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aiohttp import web

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class OriginCheck:
    """Admits the requests that ask for this page by one of its own addresses.

    Args:
        host: where the page listens.
        origins: further origins that the page is reached by, such as `https://nardy.example.org`.
    """

    def __init__(self, host: str, origins: tuple[str, ...]) -> None:
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        further = (urlsplit(origin).hostname for origin in self._origins)
        self._hosts = frozenset(
            {"localhost", "127.0.0.1", "::1", host.lower().strip("[]"), *filter(None, further)}
        )
        self._everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound

    def knows(self, host: str) -> bool:
        """Return whether a Host header names this page.

        A table that listens on every interface is also reached by the machine's numbers. Those are safe: only
        a name can be made to point elsewhere.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or (self._everywhere and _is_number(name))

    def is_own(self, origin: str | None, host: str) -> bool:
        """Return whether a request comes from this page, by its Origin and Host headers."""
        if origin is None or not self.knows(host):
            return False
        if origin.lower() in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what asks for another host, or asks for more than to look."""
        if not self.knows(request.host):
            raise web.HTTPMisdirectedRequest(text="This address is not one of the page's own.")
        if request.method not in ("GET", "HEAD"):
            raise web.HTTPMethodNotAllowed(request.method, ("GET", "HEAD"))
        return await handler(request)


async def forbid(_request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Add to an answer what it forbids the browser."""
    for header, value in _HEADERS.items():
        response.headers.setdefault(header, value)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
