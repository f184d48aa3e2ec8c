"""Origin check: refuse requests from foreign pages, and set the security headers of every response.

A malicious page can make a player's browser send requests here: across origins, or by a foreign DNS name that
points to this machine (DNS rebinding). The Origin header reveals the first, the Host header the second.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

APP = "/app"
"""The path of the Mini App, the only page that may be framed; Telegram's web client does so."""
_SCRIPT = "https://telegram.org/js/telegram-web-app.js"
_FRAMED_BY = "https://web.telegram.org"
WATCH = "/watch"
"""The path of the WebSocket that shows a shared board."""
_FOR_ALL = (
    APP,
    f"{APP}/",
    WATCH,
    "/b/",
    "/page/",
    "/sprites/",
    "/lessons/",
    "/puzzle.json",
    "/landing.json",
    "/board/",
    "/answer/",
    "/animation/",
    "/download/",
)
"""The paths that the public address serves: exact ones, and prefixes that end in a slash.

Pictures and files for one person are safe there, because their addresses cannot be guessed.
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
    """Admits only requests that use one of the page's own addresses.

    Args:
        hosts: the addresses that the server listens on.
        origins: further origins that serve the page, such as `https://nardy.example.org`.
        public_url: the public address of the Mini App and of shared boards. It does not serve the table,
            unless its host is among the origins too.
    """

    def __init__(self, hosts: tuple[str, ...], origins: tuple[str, ...], public_url: str = "") -> None:
        self._origins = frozenset(origin.lower() for origin in origins)
        further = (urlsplit(origin).hostname for origin in self._origins)
        self._hosts = frozenset({"localhost", "127.0.0.1", "::1", *hosts, *filter(None, further)})
        self._public = urlsplit(public_url).hostname
        self._everywhere = not {"0.0.0.0", "::"}.isdisjoint(hosts)  # noqa: S104 - compared, not bound

    @property
    def has_public_table(self) -> bool:
        """True if the public address serves the table, too, and not only boards."""
        return self._public is not None and self._public in self._hosts

    def knows(self, host: str) -> bool:
        """Return True if a Host header is one of the page's own addresses.

        If the server listens on every interface, any IP address is accepted. That is safe, because DNS
        rebinding needs a name.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in (*self._hosts, self._public) or (self._everywhere and _is_number(name))

    def has_table_at(self, host: str) -> bool:
        """Return True if a host that `knows` has accepted serves the table, and not only boards."""
        name = urlsplit(f"//{host}").hostname
        return name != self._public or name in self._hosts

    def _is_open(self, host: str, path: str) -> bool:
        """Return True if a path may be requested at a host that `knows` has accepted.

        `NARDY_PUBLIC_URL` serves a few paths only, unless it serves the table too.
        """
        if self.has_table_at(host):
            return True
        # The page's HTML holds no private data; that comes by the table's WebSocket, not served at this host.
        return path == "/" or any(
            path == each or (each.endswith("/") and path.startswith(each)) for each in _FOR_ALL
        )

    def is_own(self, origin: str | None, host: str) -> bool:
        """Return True if a request's Origin header names this site, and its Host header is known.

        The Origin must be one of the further origins, or have the same host and port as the Host header.
        """
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
        """Refuse requests for another host or a closed path, and methods other than GET and HEAD."""
        if not self.knows(request.host):
            raise web.HTTPMisdirectedRequest(text="This address is not one of the page's own.")
        if request.method not in ("GET", "HEAD"):
            raise web.HTTPMethodNotAllowed(request.method, ("GET", "HEAD"))
        if not self._is_open(request.host, request.path):
            raise web.HTTPNotFound
        return await handler(request)


async def add_security_headers(request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Add security headers; those of the Mini App allow Telegram's script, and Telegram to frame the page."""
    for header, value in (_APP_HEADERS if request.path == APP else _HEADERS).items():
        response.headers.setdefault(header, value)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
