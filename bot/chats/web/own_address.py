"""Own address: the page's URL as a request's client sees it, and as other people can open it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from aiohttp import web

from bot.chats.web.client_address import Network, is_proxy

_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]{1,100}){1,5}")


class OwnAddress:
    """Finds the page's URLs, all without a slash at their end.

    Args:
        public_url: the public address of shared boards; empty if there is none.
        origins: further origins that serve the page.
        proxies: the reverse proxies whose headers are trusted.
        for_others: the page's URL for other machines; empty if it is not known.
    """

    def __init__(
        self, public_url: str, origins: tuple[str, ...], proxies: tuple[Network, ...], for_others: str
    ) -> None:
        self._by_host = {urlsplit(each).netloc.lower(): each.rstrip("/") for each in origins if "://" in each}
        if public_url:
            self._by_host[urlsplit(public_url).netloc] = public_url
        self._proxies = proxies
        self._public_url = public_url
        self._for_others = for_others

    def of(self, request: web.Request) -> str:
        """Return the URL at which a request's client reached the page.

        A configured URL goes first, because a request does not show that a proxy took it by https.
        """
        host = request.host.lower()
        scheme = prefix = ""
        if is_proxy(request.remote or "", self._proxies):
            scheme = request.headers.get("X-Forwarded-Proto", "")
            prefix = request.headers.get("X-Forwarded-Prefix", "").rstrip("/")
        prefix = prefix if _PREFIX.fullmatch(prefix) else ""
        known = self._by_host.get(host)
        if known is not None:
            return known if urlsplit(known).path else f"{known}{prefix}"
        scheme = scheme if scheme in ("http", "https") else request.scheme
        return f"{scheme}://{host}{prefix}"

    def to_copy(self, request: web.Request) -> str:
        """Return the URL with which links begin that people copy from the page and send to others.

        It is the public URL if that serves the table, or the URL for other machines if the page was opened at
        an address of this machine alone. Otherwise it is empty: the page's own address will do, which a
        browser knows better, because a proxy may have added a path.
        """
        name = urlsplit(f"//{request.host}").hostname or ""
        is_here = name in ("localhost", "::1") or name.startswith("127.")
        is_public = self._for_others != "" and self._for_others == self._public_url
        return self._for_others if is_public or is_here else ""
