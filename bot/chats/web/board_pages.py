"""Board pages: the pages `/b/TOKEN` of shared boards, and the pictures that chats show below their links.

A board that a player shared is public by intent, so its token is the only one that may stand in a path. The
log has the game's id alone, which is the token's first part.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from aiohttp import web

from bot.chats.base import Handler, Painter
from bot.chats.web.from_page import is_language
from bot.chats.web.link_preview import LinkPreview
from bot.chats.web.own_address import OwnAddress
from bot.chats.web.page_files import page_files
from bot.chats.web.static_pages import StaticPages
from bot.sessions import game_named
from bot.talk.views.shared import SharedPreview
from renderers import size_of

ROUTE = "/b/{token:[A-Za-z0-9_-]{1,64}}"
"""The path of a shared board; its picture has the same with `.png`."""

_DRAWN_AT_ONCE = 4
"""The most pictures of previews that wait to be drawn; players wait for boards beside them."""
_DRAWN_SOON = "5"
"""Seconds after which a client may ask again for a picture."""
_PICTURE_KEPT = "public, max-age=60"
"""How long others may keep a picture: shortly, because players can end a link."""

logger = logging.getLogger(__name__)


class BoardPages:
    """Serves the page of a shared board with the tags of its preview, and the preview's picture.

    Args:
        site: fills the HTML pages.
        handler: finds the shared boards.
        painter: draws the pictures off the event loop and caches them.
        own_address: finds the page's URL, because the address of a preview's picture must be absolute.
        takes: uses one unit of the allowance of a request's client; returns False if it has none.
    """

    def __init__(
        self,
        site: StaticPages,
        handler: Handler,
        painter: Painter,
        own_address: OwnAddress,
        takes: Callable[[web.Request], bool],
    ) -> None:
        self._site = site
        self._handler = handler
        self._painter = painter
        self._own_address = own_address
        self._takes = takes
        self._drawing = asyncio.Semaphore(_DRAWN_AT_ONCE)

    async def page(self, request: web.Request) -> web.Response:
        """Answer with the page of a shared board; with status 404 and a plain page if the link has ended.

        A game that no shared chat shows has the preview of the bot, without names and board.
        """
        token, language = request.match_info["token"], _language(request)
        try:
            preview = await self._preview(request)
        except KeyError:
            return await self._site.gone(request, language)
        if preview is None:
            return await self._site.board(request, None, language)
        url = f"{self._own_address.of(request)}/b/{token}"
        asked = f"?in={language}" if language else ""
        shown = LinkPreview(
            preview.title,
            preview.about,
            f"{url}.png?v={preview.version}",
            size_of(preview.scene),
            preview.alt,
            language or "en",
            f"{url}{asked}",
        )
        return await self._site.board(request, shown, language)

    async def picture(self, request: web.Request) -> web.Response:
        """Answer with the board of a shared game as it is now.

        Respond with status 404 and the bot's icon if the link has ended or may show no board.
        """
        try:
            preview = await self._preview(request)
        except KeyError:
            preview = None
        if preview is None:
            icon = page_files().plain["icon_large.png"].body
            return _picture(icon, "no-store", status=404)
        if self._drawing.locked():
            raise web.HTTPServiceUnavailable(headers={"Retry-After": _DRAWN_SOON})
        async with self._drawing:
            drawn = await self._painter.paint(preview.scene)
        return _picture(drawn, _PICTURE_KEPT)

    async def _preview(self, request: web.Request) -> SharedPreview | None:
        """Return the preview of a request's game; None if it may show no names, and after an error.

        Raises:
            KeyError: the token is invalid or revoked.
            HTTPTooManyRequests: the client has used its allowance.
        """
        if not self._takes(request):
            raise web.HTTPTooManyRequests
        token = request.match_info["token"]
        try:
            return await self._handler.shared_preview(token, _language(request))
        except KeyError:
            raise
        except Exception:
            logger.exception("preview of a shared board failed", extra={"game": game_named(token)})
            return None


def _language(request: web.Request) -> str:
    """Return the language of the player who shared the board; empty if the address does not name one."""
    asked = request.query.get("in", "")
    return asked if is_language(asked) else ""


def _picture(body: bytes, kept: str, status: int = 200) -> web.Response:
    headers = {
        "Cache-Control": kept,
        "X-Robots-Tag": "noindex",
        # Chats in a browser show the picture on their own pages.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return web.Response(body=body, content_type="image/png", status=status, headers=headers)
