"""Pictures: serve boards and animations under addresses that cannot be guessed.

An address contains a keyed hash: of what it shows, or of the message whose board it is. Only people who got
the address in a message know it, so pictures from private rooms need no cookie.
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
from bot.chats.web.pending_answers import PendingAnswers
from bot.chats.web.to_page import AnimationProgress, OverHttp, to_json
from bot.sessions import Signer
from bot.talk.reply import Animation
from bot.talk.views.personal import BoardLook
from renderers.scene import Picture, Scene, read_picture

_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}

_FOR_NOW = {"Cache-Control": "no-store"}

_AS_IT_IS: Mapping[str, str] = MappingProxyType({})

_DIGEST = 12
"""The length of a board's digest, which only tells the boards of one message apart."""

_EXPIRING = 2000
"""The number of boards of private answers, which are not stored, to serve; the least recently used expire."""

_ANIMATIONS = 32
"""The number of animations to serve; the least recently used expire."""


class Pictures:
    """Assigns addresses to pictures and serves them.

    Args:
        signer: makes the keyed hashes.
        key_values: the store of messages.
        painter: draws pictures and animations.
        monotonic: a monotonic clock in seconds, for the expiry of downloads.
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
        self.pending = PendingAnswers()
        self.downloads = Downloads(monotonic)

    def address(self, room: str, message: int, scene: str) -> str:
        """Return the address of a stored message's board.

        It ends in a digest of the board, so that the browser fetches the picture of each board once.
        """
        return f"/board/{room}/{message}/{self._sign('board', room, str(message))}/{self._digest(scene)}.png"

    def expiring_address(self, scene: str) -> str:
        """Keep the board of a private answer to be served; return its address.

        It expires after `_EXPIRING` other boards.
        """
        seal = self._sign("board", scene)
        self._expiring[seal] = scene
        return f"/board/{seal}.png"

    def animation_address(self, animation: Animation) -> str:
        """Keep an animation to be served; return its address without `.gif` (file) or `.json` (progress)."""
        seal = self._sign("animation", hash_of(animation))
        self._animations[seal] = animation
        return f"/animation/{seal}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for the board of a stored message, drawn in the look that the query names, if any.

        If the message shows a newer board by now, answer with that one: a page may ask a moment too late.
        Respond with status 404 if the message is gone or shows no board.
        """
        room, message = request.match_info["room"], request.match_info["message"]
        seal = self._sign("board", room, str(int(message)))
        # A comparison in constant time, so that response times reveal nothing about the hash.
        if not hmac.compare_digest(seal, request.match_info["seal"]):
            raise web.HTTPNotFound
        text = await self._key_values.log_entry(log_namespace(room), int(message))
        try:
            kept = LoggedMessage.parse(text or "")
        except BadLogEntry:
            raise web.HTTPNotFound from None
        if kept.scene is None:
            raise web.HTTPNotFound
        is_asked = self._digest(kept.scene) == request.match_info["digest"]
        return await self._paint(kept.scene, request.query, _FOR_EVER if is_asked else _FOR_NOW)

    async def serve_expiring(self, request: web.Request) -> web.Response:
        """Answer a request for the board of a private answer, with status 404 if it has expired."""
        scene = self._expiring.get(request.match_info["seal"])
        if scene is None:
            raise web.HTTPNotFound
        return await self._paint(scene)

    async def serve_animation(self, request: web.Request) -> web.Response:
        """Answer a request for an animation once it is rendered; the first request starts that."""
        # Other requests may wait for the same job, so a client that leaves must not cancel it.
        gif = await asyncio.shield(self._job(request).work)
        return web.Response(body=gif, content_type="image/gif", headers=_FOR_EVER)

    async def serve_progress(self, request: web.Request) -> web.Response:
        """Answer with the progress of an animation; the first request starts to render it."""
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

    def _digest(self, scene: str) -> str:
        return self._sign("scene", scene)[:_DIGEST]

    async def _paint(
        self, text: str, look: Mapping[str, str] = _AS_IT_IS, headers: Mapping[str, str] = _FOR_EVER
    ) -> web.Response:
        try:
            picture = _in_look(read_picture(text), look)
        except ValueError:
            raise web.HTTPNotFound from None
        drawn = await self._painter.paint(picture)
        return web.Response(body=drawn, content_type="image/png", headers=headers)


def address_with_look(address: str, look: BoardLook) -> str:
    """Return the address of a stored message's board, drawn in one person's side, theme and layout."""
    return f"{address}?{urlencode(asdict(look))}"


def _in_look(picture: Picture, look: Mapping[str, str]) -> Picture:
    """Return a scene with the side, theme and layout that a look names; return other pictures unchanged.

    Raises:
        ValueError: the side, theme or layout does not exist.
    """
    if not look or not isinstance(picture, Scene):
        return picture
    side, theme, layout = (look.get(name, getattr(picture, name)) for name in ("side", "theme", "layout"))
    return replace(picture, side=side, theme=theme, layout=layout)


def as_json(value: OverHttp) -> web.Response:
    """Return a value as a JSON response that must not be cached."""
    return web.Response(
        text=to_json(value), content_type="application/json", headers={"Cache-Control": "no-store"}
    )
