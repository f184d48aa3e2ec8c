"""Sprites: serve the images of checkers, dice and wood from which the page draws boards."""

from __future__ import annotations

import json
from functools import lru_cache

from aiohttp import web

from bot.chats.web.page_files import PageFile
from bot.chats.web.static_pages import file_response
from renderers.sprites import sprite, tones
from renderers.themes import THEMES

_TYPES = {"svg": "image/svg+xml", "png": "image/png", "json": "application/json"}
TONES = "tones.json"


async def serve_sprite(request: web.Request) -> web.Response:
    """Answer with a file of a theme, or with status 304 if the browser's copy is current."""
    theme, name = request.match_info["theme"], request.match_info["file"]
    try:
        file = _file(theme, name)
    except KeyError:
        raise web.HTTPNotFound from None
    return file_response(request, file, request.match_info.get("version"))


@lru_cache(maxsize=128)
def _file(theme: str, name: str) -> PageFile:
    """Return a theme's file.

    Raises:
        KeyError: there is no such theme or file.
    """
    if theme not in THEMES:
        raise KeyError(theme)
    body = json.dumps(dict(tones(theme))).encode() if name == TONES else sprite(theme, name)
    return PageFile(body, _TYPES[name.rpartition(".")[2]])
