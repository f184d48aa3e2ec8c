"""Pictures of boards, under addresses that nobody can guess.

An address holds a seal over the room, the message and the scene. Who was shown the message has the address;
no one else can make it up, so that a picture from a private room needs no cookie.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from typing import TYPE_CHECKING

from aiohttp import web

from bot.chats.errors import TryLater
from bot.chats.render.animation import seal_of
from bot.chats.web.errors import BadPage
from bot.chats.web.pages import Page
from bot.chats.web.unfinished import Unfinished
from renderers.scene import read_picture

if TYPE_CHECKING:
    from bot.chats.base import KeyValues, Painter
    from bot.chats.render.animation import RenderingJob
    from bot.chats.web.seats import Seats
    from bot.talk.reply import Animation

_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}

_FLEETING = 256
"""How many boards of answers that are kept nowhere can still be asked for."""

_FILMS = 32
"""How many films can still be asked for."""


class Pictures:
    """Tells where the picture of a scene is found, and serves it there."""

    def __init__(self, seats: Seats, key_values: KeyValues, painter: Painter) -> None:
        self._seats = seats
        self._key_values = key_values
        self._painter = painter
        self._expiring: OrderedDict[str, str] = OrderedDict()
        self._films: OrderedDict[str, Animation] = OrderedDict()
        self.unfinished = Unfinished()
        """Answers that are still being worked on."""

    def address(self, room: str, message: int, scene: str) -> str:
        """Return where the board of a kept message is found."""
        return f"/board/{room}/{message}/{self._seats.sign('board', room, str(message), scene)}.png"

    def fleeting_address(self, scene: str) -> str:
        """Return where the board of an answer is found that is kept nowhere."""
        seal = self._seats.sign("board", scene)
        self._expiring[seal] = scene
        self._expiring.move_to_end(seal)
        while len(self._expiring) > _FLEETING:
            self._expiring.popitem(last=False)
        return f"/board/{seal}.png"

    def film_address(self, animation: Animation) -> str:
        """Return where a film is found; at the same address with `.json`, how far it is made."""
        seal = self._seats.sign("film", seal_of(animation))
        self._films[seal] = animation
        self._films.move_to_end(seal)
        while len(self._films) > _FILMS:
            self._films.popitem(last=False)
        return f"/film/{seal}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for the board of a kept message."""
        room, message = request.match_info["room"], request.match_info["message"]
        text = await self._key_values.log_entry(namespace(room), int(message))
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
        scene = self._expiring.get(request.match_info["seal"])
        if scene is None:
            raise web.HTTPNotFound
        return await self._paint(scene)

    async def serve_film(self, request: web.Request) -> web.Response:
        """Answer a request for a film, when it is made."""
        gif = await asyncio.shield(self._filming(request).work)
        return web.Response(body=gif, content_type="image/gif", headers=_FOR_EVER)

    async def serve_progress(self, request: web.Request) -> web.Response:
        """Answer how far a film is made, which is begun if it is not."""
        job = self._filming(request)
        progress = {"made": job.made, "of": job.total, "finished": job.is_finished}
        return web.json_response(progress, headers={"Cache-Control": "no-store"})

    def _filming(self, request: web.Request) -> RenderingJob:
        animation = self._films.get(request.match_info["seal"])
        if animation is None:
            raise web.HTTPNotFound
        try:
            return self._painter.animate(animation)
        except TryLater as later:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": f"{later.seconds:.0f}"}) from None

    async def _paint(self, text: str) -> web.Response:
        try:
            picture = read_picture(text)
        except ValueError:
            raise web.HTTPNotFound from None
        drawn = await self._painter.paint(picture)
        return web.Response(body=drawn, content_type="image/png", headers=_FOR_EVER)


def namespace(room: str) -> str:
    """Return where the notebook keeps the messages of a room."""
    return f"room:{room}"
