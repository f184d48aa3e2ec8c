"""Origin check: which hosts and origins may ask for anything, and what every answer forbids the browser.

A page elsewhere that a player visits can make his browser ask this machine for things, either across origins
or by letting a name of its own point here. The Origin header betrays the first, the Host header the second.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

APP = "/app"
"""The page of the Mini App, the only one that may be framed: by Telegram on the web."""
_SCRIPT = "https://telegram.org/js/telegram-web-app.js"
_FRAMED_BY = "https://web.telegram.org"
WATCH = "/watch"
"""The socket of those who came by the link of a board."""
_FOR_ALL = (
    APP,
    f"{APP}/",
    WATCH,
    "/page/",
    "/sprites/",
    "/lessons/",
    "/board/",
    "/answer/",
    "/animation/",
    "/download/",
)
"""What is open to everybody at the public address: a path as it is, or those that begin so.

What is drawn for an answer has an address that nobody can guess.
"""


def _policy(scripts: str, framed_by: str) -> str:
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {framed_by}"
    )


_HEADERS = {
    "Content-Security-Policy": _policy("'self'", "'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_APP_HEADERS = {name: value for name, value in _HEADERS.items() if name != "X-Frame-Options"} | {
    "Content-Security-Policy": _policy(f"'self' {_SCRIPT}", _FRAMED_BY)
}


class OriginCheck:
    """Admits the requests that ask for this page by one of its own addresses.

    Args:
        host: where the page listens.
        origins: further origins that the page is reached by, such as `https://nardy.example.org`.
        public_url: the address by which anybody reaches the Mini App. Nothing else is open there,
            unless the table is reached by that host anyway.
    """

    def __init__(self, host: str, origins: tuple[str, ...], public_url: str = "") -> None:
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        further = (urlsplit(origin).hostname for origin in self._origins)
        self._hosts = frozenset(
            {"localhost", "127.0.0.1", "::1", host.lower().strip("[]"), *filter(None, further)}
        )
        self._public = urlsplit(public_url).hostname
        self._everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound

    @property
    def has_public_table(self) -> bool:
        """True if not only boards, but also the table itself is open at the public address."""
        return self._public is not None and self._public in self._hosts

    def knows(self, host: str) -> bool:
        """Return True if a Host header names this page.

        A table that listens on every interface is also reached by the machine's numbers. Those are safe: only
        a name can be made to point elsewhere.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in (*self._hosts, self._public) or (self._everywhere and _is_number(name))

    def _is_open(self, host: str, path: str) -> bool:
        """Return True if a path is open at a host that is known."""
        name = urlsplit(f"//{host}").hostname
        if name != self._public or name in self._hosts:
            return True
        # The page alone shows nothing: what it shows comes by a socket.
        return path == "/" or any(
            path == each or (each.endswith("/") and path.startswith(each)) for each in _FOR_ALL
        )

    def is_own(self, origin: str | None, host: str) -> bool:
        """Return True if a request comes from this page, by its Origin and Host headers."""
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
        if not self._is_open(request.host, request.path):
            raise web.HTTPNotFound
        return await handler(request)


async def forbid(request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Add to an answer what it forbids the browser."""
    for header, value in (_APP_HEADERS if request.path == APP else _HEADERS).items():
        response.headers.setdefault(header, value)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
