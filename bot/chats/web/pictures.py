"""Pictures: boards and animations, served under addresses that nobody can guess.

An address holds a seal over the room, the message and the scene. Who was shown the message has the address;
no one else can make it up, so that a picture from a private room needs no cookie.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from urllib.parse import urlencode

from aiohttp import web
from cachetools import LRUCache

from bot.chats.base import KeyValues, Painter
from bot.chats.errors import TryLater
from bot.chats.render.animation import RenderingJob, hash_of
from bot.chats.web.downloads import Downloads
from bot.chats.web.errors import BadLogEntry
from bot.chats.web.message_log import LoggedMessage, log_namespace
from bot.chats.web.to_page import AnimationProgress, AnswerProgress, to_json
from bot.chats.web.unfinished import Unfinished
from bot.sessions import Signer
from bot.talk.reply import Animation
from bot.talk.views.personal import BoardLook
from renderers.scene import Picture, Scene, read_picture

_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}

_AS_IT_IS: Mapping[str, str] = MappingProxyType({})

_EXPIRING = 2000
"""How many boards of answers can still be asked for. Answers are kept nowhere, so their boards expire."""

_ANIMATIONS = 32
"""How many animations can still be asked for."""


class Pictures:
    """Gives out the addresses of pictures, and serves them there.

    Args:
        signer: what this installation signs with.
        key_values: where the messages are kept.
        painter: who draws.
        monotonic: seconds since some moment, by which it is counted how long a file is kept.
    """

    def __init__(
        self,
        signer: Signer,
        key_values: KeyValues,
        painter: Painter,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sign = signer.sign
        self._key_values = key_values
        self._painter = painter
        self._expiring: LRUCache[str, str] = LRUCache(_EXPIRING)
        self._animations: LRUCache[str, Animation] = LRUCache(_ANIMATIONS)
        self.unfinished = Unfinished()
        """Answers that are still being worked on."""
        self.downloads = Downloads(monotonic)
        """Files for one person alone."""

    def address(self, room: str, message: int, scene: str) -> str:
        """Return where the board of a kept message is found."""
        return f"/board/{room}/{message}/{self._sign('board', room, str(message), scene)}.png"

    def expiring_address(self, scene: str) -> str:
        """Return where the board of an answer is found; many answers later it is found there no more."""
        seal = self._sign("board", scene)
        self._expiring[seal] = scene
        return f"/board/{seal}.png"

    def animation_address(self, animation: Animation) -> str:
        """Return where an animation is found with `.gif` added; with `.json` added, how far it is made."""
        seal = self._sign("animation", hash_of(animation))
        self._animations[seal] = animation
        return f"/animation/{seal}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for the board of a kept message."""
        room, message = request.match_info["room"], request.match_info["message"]
        text = await self._key_values.log_entry(log_namespace(room), int(message))
        try:
            kept = LoggedMessage.parse(text or "")
        except BadLogEntry:
            raise web.HTTPNotFound from None
        if kept.scene is None:
            raise web.HTTPNotFound
        seal = self._sign("board", room, str(int(message)), kept.scene)
        if not hmac.compare_digest(seal, request.match_info["seal"]):
            raise web.HTTPNotFound
        return await self._paint(kept.scene, request.query)

    async def serve_expiring(self, request: web.Request) -> web.Response:
        """Answer a request for the board of an answer."""
        scene = self._expiring.get(request.match_info["seal"])
        if scene is None:
            raise web.HTTPNotFound
        return await self._paint(scene)

    async def serve_animation(self, request: web.Request) -> web.Response:
        """Answer a request for an animation, when it is made."""
        # Others may wait for the same one: that a browser has gone must not end the work.
        gif = await asyncio.shield(self._job(request).work)
        return web.Response(body=gif, content_type="image/gif", headers=_FOR_EVER)

    async def serve_progress(self, request: web.Request) -> web.Response:
        """Answer how far an animation is made; begin to make it, if nobody has asked before."""
        job = self._job(request)
        return as_json(AnimationProgress(job.made, job.total, job.is_finished))

    def _job(self, request: web.Request) -> RenderingJob:
        animation = self._animations.get(request.match_info["seal"])
        if animation is None:
            raise web.HTTPNotFound
        try:
            return self._painter.animate(animation)
        except TryLater as later:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": f"{later.seconds:.0f}"}) from None

    async def _paint(self, text: str, look: Mapping[str, str] = _AS_IT_IS) -> web.Response:
        try:
            picture = _in_look(read_picture(text), look)
        except ValueError:
            raise web.HTTPNotFound from None
        drawn = await self._painter.paint(picture)
        return web.Response(body=drawn, content_type="image/png", headers=_FOR_EVER)


def address_in_look(address: str, look: BoardLook) -> str:
    """Return where the board of a kept message is found as it looks to one person."""
    return f"{address}?{urlencode(asdict(look))}"


def _in_look(picture: Picture, look: Mapping[str, str]) -> Picture:
    """Return a board in another look.

    Raises:
        ValueError: there is no such look.
    """
    if not look or not isinstance(picture, Scene):
        return picture
    side, theme, layout = (look.get(name, getattr(picture, name)) for name in ("side", "theme", "layout"))
    return replace(picture, side=side, theme=theme, layout=layout)


def as_json(progress: AnimationProgress | AnswerProgress) -> web.Response:
    """Answer with how far something is, which nobody keeps."""
    return web.Response(
        text=to_json(progress), content_type="application/json", headers={"Cache-Control": "no-store"}
    )
