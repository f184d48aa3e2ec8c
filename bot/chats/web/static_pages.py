"""Static pages: serve the HTML pages in the reader's language, and their scripts, styles and icon."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from aiohttp import web
from cachetools import LRUCache

from bot.chats.web.from_page import is_language
from bot.chats.web.link_preview import LinkPreview
from bot.chats.web.own_address import OwnAddress
from bot.chats.web.page_files import PageFile, page_files
from bot.chats.web.to_page import TYPES
from bot.talk.catalog import LANGUAGES, words_in

_PLACE = re.compile(r"\{\{(web-[a-z-]+|words|installation|types|root|files|preloaded|sprites|to-copy)\}\}")
_PREVIEW = "<!-- preview -->"
"""Where an HTML page gets the tags of its preview."""
_ICON, _ICON_SIZE = "icon_large.png", (512, 512)
_PAGES = 16
"""The number of filled pages to keep compressed: in each language, and for each address of the page."""


class StaticPages:
    """Serves the page, the Mini App's page and their files.

    Args:
        words: returns the page's texts in a language, by their ids.
        installation: returns an id of this installation, which differs from any other at the same address.
        own_address: finds the page's URL.
    """

    def __init__(
        self,
        words: Callable[[str], Mapping[str, str]],
        installation: Callable[[], str],
        own_address: OwnAddress,
    ) -> None:
        self._words = words
        self._installation = installation
        self._own_address = own_address
        self._filled: LRUCache[tuple[str, ...], PageFile] = LRUCache(_PAGES)

    async def page(self, request: web.Request) -> web.Response:
        """Answer with the HTML of the chat page in the reader's language, with all its texts."""
        return await self._html("page", request)

    async def app(self, request: web.Request) -> web.Response:
        """Answer with the HTML of the Mini App in the reader's language, with all its texts."""
        return await self._html("app", request)

    async def board(self, request: web.Request, preview: LinkPreview | None, language: str) -> web.Response:
        """Answer with the HTML of a shared board, which has the page's own preview if it may show no names.

        Args:
            language: the language of readers whose browser prefers none of the page's; empty for the default.
        """
        filled = await self._page_file("page", request, language, preloaded="shared.js")
        if preview is not None:
            own = self._preview("page", self._language(request, language), self._own_address.of(request))
            filled = PageFile(filled.body.replace(own.tags.encode(), preview.tags.encode(), 1), "text/html")
            await asyncio.to_thread(lambda: filled.compressed)
        response = _html_response(request, filled)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    async def gone(self, request: web.Request, language: str) -> web.Response:
        """Answer with status 404 and a plain page, because the link of a shared board leads nowhere.

        Args:
            language: as in `board`.
        """
        filled = await self._page_file("gone", request, language)
        headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
        return web.Response(
            body=filled.body, content_type="text/html", charset="utf-8", status=404, headers=headers
        )

    async def _html(self, name: str, request: web.Request) -> web.Response:
        return _html_response(request, await self._page_file(name, request))

    async def _page_file(
        self, name: str, request: web.Request, otherwise: str = "", preloaded: str = "page.js"
    ) -> PageFile:
        to_copy, own = self._own_address.to_copy(request), self._own_address.of(request)
        # Relative, so that the page also works below a path that a proxy takes off without naming it.
        path = urlsplit(own).path
        root = f"{path}/" if path else "../" * (request.path.count("/") - 1) or "./"
        which = name, self._language(request, otherwise), root, to_copy, own, preloaded
        filled = self._filled.get(which)
        if filled is None:
            self._filled[which] = filled = self._fill(*which)
            await asyncio.to_thread(lambda: filled.compressed)
        return filled

    def _preview(self, name: str, language: str, own: str) -> LinkPreview:
        """Return the preview of a page that shows no board."""
        words = self._words(language)
        about = f"{words['web-landing-title']} {words['web-landing-promise']}"
        return LinkPreview(
            words["web-title"],
            words["web-share-gone"] if name == "gone" else about,
            f"{own}/page/{_ICON}",
            _ICON_SIZE,
            language=words["web-language"],
        )

    def _fill(self, name: str, language: str, root: str, to_copy: str, own: str, preloaded: str) -> PageFile:
        files, words = page_files(), dict(self._words(language))
        filled = words | {
            "words": json.dumps(words, ensure_ascii=False),
            "installation": self._installation(),
            "types": TYPES,
            "root": root,
            "files": f"{root}page/{files.version}/",
            "sprites": f"{root}sprites/{files.version}/",
            "preloaded": preloaded,
            "to-copy": to_copy and f"{to_copy}/",
        }
        page = files.pages[name].replace("{{languages}}", _language_links())
        text = _PLACE.sub(lambda place: html.escape(filled[place[1]]), page)
        text = text.replace(_PREVIEW, self._preview(name, language, own).tags, 1)
        return PageFile(text.encode(), "text/html")

    async def file(self, request: web.Request) -> web.Response:
        """Answer with a script, style sheet or icon, or with status 304 if the browser's copy is current.

        If the address names a version, the files are joined; a browser keeps those of the present version.
        """
        files, version = page_files(), request.match_info.get("version")
        found = (files.plain if version is None else files.joined).get(request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        return file_response(request, found, version)

    def _language(self, request: web.Request, otherwise: str = "") -> str:
        """Return the language tag in the address (`lang`), else the first one preferred that the page has.

        The preferences are those of the Accept-Language header. Return `otherwise` if the page has none.
        """
        asked = request.query.get("lang", "")
        if is_language(asked):
            return asked
        for tag in _by_preference(request.headers.get("Accept-Language", "")):
            if self._words(tag)["web-language"] == tag.partition("-")[0].lower():
                return tag
        return otherwise


def _html_response(request: web.Request, page: PageFile) -> web.Response:
    response = file_response(request, page)
    response.headers["Vary"] = "Accept-Language, Accept-Encoding"
    return response


def file_response(request: web.Request, file: PageFile, version: str | None = None) -> web.Response:
    """Return a response with a file, or with status 304 if the browser's copy is current.

    Args:
        request: what the browser accepts and knows.
        file: the file.
        version: the version that the address names, or None. A browser keeps a file of the present version.
            While processes of two versions serve, one may be asked for a file of the other: it answers with
            its own, which the browser must not keep.
    """
    is_lasting = version == page_files().version
    # A file without a version is revalidated, so that no page mixes modules of two versions after an update.
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if is_lasting else "no-cache"}
    # The tag is weak, because a file has it with and without compression.
    headers["ETag"] = f'W/"{file.tag}"'
    if file.is_text:
        headers["Vary"] = "Accept-Encoding"
    if request.if_none_match and any(known.value == file.tag for known in request.if_none_match):
        return web.Response(status=304, headers=headers)
    body = file.body
    if file.is_text and _takes_gzip(request):
        headers["Content-Encoding"], body = "gzip", file.compressed
    charset = "utf-8" if file.content_type.startswith(("text/", "application/")) else None
    return web.Response(body=body, content_type=file.content_type, charset=charset, headers=headers)


def _takes_gzip(request: web.Request) -> bool:
    offered = request.headers.get("Accept-Encoding", "")
    return any(
        re.fullmatch(r"\s*gzip\s*(;\s*q=(0\.0*[1-9]\d*|1(\.0*)?)\s*)?", each) for each in offered.split(",")
    )


def _language_links() -> str:
    """Return the menu's links to the page in each language, which each language names in itself."""
    return "\n      ".join(
        f'<a class="item" data-language data-visitor lang="{code}" hreflang="{code}" '
        f'href="{{{{root}}}}?lang={code}">{html.escape(words_in(code).words(f"value-{code}"))}</a>'
        for code in LANGUAGES
    )


def _by_preference(header: str) -> Iterator[str]:
    weighed = []
    for order, part in enumerate(header.split(",")[:20]):  # The header may be arbitrarily long.
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), order, tag))
        except ValueError:
            continue
    return (tag for _, _, tag in sorted(weighed) if is_language(tag))
