"""Static pages: serve the HTML pages in the reader's language, and their scripts, styles and icon."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files

from aiohttp import web

from bot.chats.web.from_page import is_language
from bot.chats.web.to_page import TYPES

_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
_PLACE = re.compile(r"\{\{(web-[a-z-]+|words|installation|types)\}\}")


class StaticPages:
    """Serves the page, the Mini App's page and their files.

    Args:
        words: returns the page's texts in a language, by their ids.
        installation: returns an id of this installation, which differs from any other at the same address.
    """

    def __init__(self, words: Callable[[str], Mapping[str, str]], installation: Callable[[], str]) -> None:
        self._words = words
        self._installation = installation
        folder = files("bot.chats.web") / "page"
        self._page = (folder / "page.html").read_text(encoding="utf-8")
        self._app = (folder / "app.html").read_text(encoding="utf-8")
        self._files = {
            file.name: (file.read_bytes(), kind)
            for file in folder.iterdir()
            if (kind := _TYPES.get(file.name.rpartition(".")[2])) is not None
        }

    async def page(self, request: web.Request) -> web.Response:
        """Answer with the HTML of the chat page in the reader's language, with all its texts."""
        return self._filled(self._page, request)

    async def app(self, request: web.Request) -> web.Response:
        """Answer with the HTML of the Mini App in the reader's language, with all its texts."""
        return self._filled(self._app, request)

    def _filled(self, page: str, request: web.Request) -> web.Response:
        words = dict(self._words(self._language(request)))
        filled = words | {
            "words": json.dumps(words, ensure_ascii=False),
            "installation": self._installation(),
            "types": TYPES,
        }
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
        text = _PLACE.sub(lambda place: html.escape(filled[place[1]]), page)
        return web.Response(text=text, content_type="text/html", charset="utf-8", headers=headers)

    async def file(self, request: web.Request) -> web.Response:
        """Answer with a script, style sheet or icon, or with status 304 if the browser's copy is current."""
        found = self._files.get(request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        body, kind = found
        return file_response(request, body, kind, charset=None if kind.startswith("image/") else "utf-8")

    def _language(self, request: web.Request) -> str:
        """Return the language tag in the address (`lang`), else the first one preferred that the page has.

        The preferences are those of the Accept-Language header. Return an empty text if the page has none.
        """
        asked = request.query.get("lang", "")
        if is_language(asked):
            return asked
        for tag in _by_preference(request.headers.get("Accept-Language", "")):
            if self._words(tag)["web-language"] == tag.partition("-")[0].lower():
                return tag
        return ""


def file_response(
    request: web.Request, body: bytes, content_type: str, charset: str | None = None
) -> web.Response:
    """Return a response with a file, or with status 304 if the browser's copy is current."""
    tag = hashlib.sha256(body).hexdigest()[:16]
    # The browser must revalidate each file, so that no page mixes modules of two versions after an update.
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    if request.if_none_match and any(known.value == tag for known in request.if_none_match):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=content_type, charset=charset, headers=headers)


def _by_preference(header: str) -> Iterator[str]:
    weighed = []
    for order, part in enumerate(header.split(",")[:20]):  # The header may be arbitrarily long.
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), order, tag))
        except ValueError:
            continue
    return (tag for _, _, tag in sorted(weighed) if is_language(tag))
