"""Sprites: the pieces and the wood of a board, served for the page to draw boards with."""

from __future__ import annotations

import json
from functools import lru_cache

from aiohttp import web

from bot.chats.web.static_pages import unless_known
from renderers.sprites import sprite, tones
from renderers.themes import THEMES

_TYPES = {"svg": "image/svg+xml", "png": "image/png", "json": "application/json"}
TONES = "tones.json"


async def serve_sprite(request: web.Request) -> web.Response:
    """Answer with a file of a theme, or with nothing if the browser has it already."""
    theme, name = request.match_info["theme"], request.match_info["file"]
    try:
        body = _file(theme, name)
    except KeyError:
        raise web.HTTPNotFound from None
    return unless_known(request, body, _TYPES[name.rpartition(".")[2]])


@lru_cache(maxsize=128)
def _file(theme: str, name: str) -> bytes:
    """Return a file.

    Raises:
        KeyError: There is none of this name.
    """
    if theme not in THEMES:
        raise KeyError(theme)
    return json.dumps(dict(tones(theme))).encode() if name == TONES else sprite(theme, name)
