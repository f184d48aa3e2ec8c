"""Pictures of boards, under addresses that nobody can guess.

An address holds a seal over the room, the message and the scene. Who was shown the message has the address;
no one else can make it up, so that a picture from a private room needs no cookie.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from typing import TYPE_CHECKING

from aiohttp import web

from bot.chats.web.errors import BadPage
from bot.chats.web.pages import Page
from renderers.scene import Scene

if TYPE_CHECKING:
    from bot.chats.base import Notebook, Painter
    from bot.chats.web.seats import Seats

_FLEETING = 256
"""How many boards of answers that are kept nowhere can still be asked for."""


class Pictures:
    """Tells where the picture of a scene is found, and serves it there."""

    def __init__(self, seats: Seats, notebook: Notebook, painter: Painter) -> None:
        self._seats = seats
        self._notebook = notebook
        self._painter = painter
        self._fleeting: OrderedDict[str, str] = OrderedDict()

    def address(self, room: str, message: int, scene: str) -> str:
        """Return where the board of a kept message is found."""
        return f"/board/{room}/{message}/{self._seats.sign('board', room, str(message), scene)}.png"

    def fleeting_address(self, scene: str) -> str:
        """Return where the board of an answer is found that is kept nowhere."""
        seal = self._seats.sign("board", scene)
        self._fleeting[seal] = scene
        self._fleeting.move_to_end(seal)
        while len(self._fleeting) > _FLEETING:
            self._fleeting.popitem(last=False)
        return f"/board/{seal}.png"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for the board of a kept message."""
        room, message = request.match_info["room"], request.match_info["message"]
        text = await self._notebook.page(shelf(room), int(message))
        try:
            page = Page.parse(text or "")
        except BadPage:
            raise web.HTTPNotFound from None
        if page.scene is None:
            raise web.HTTPNotFound
        seal = self._seats.sign("board", room, str(int(message)), page.scene)
        if not hmac.compare_digest(seal, request.match_info["seal"]):
            raise web.HTTPNotFound
        return await self._paint(page.scene)

    async def serve_fleeting(self, request: web.Request) -> web.Response:
        """Answer a request for the board of an answer that is kept nowhere."""
        scene = self._fleeting.get(request.match_info["seal"])
        if scene is None:
            raise web.HTTPNotFound
        return await self._paint(scene)

    async def _paint(self, text: str) -> web.Response:
        try:
            scene = Scene.parse(text)
        except ValueError:
            raise web.HTTPNotFound from None
        picture = await self._painter.paint(scene)
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=picture, content_type="image/png", headers=headers)


def shelf(room: str) -> str:
    """Return where the notebook keeps the messages of a room."""
    return f"room:{room}"
