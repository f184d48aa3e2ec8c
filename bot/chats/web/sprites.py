"""Sprites: the pieces and the wood of a board, served for the page to draw boards with."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from aiohttp import web

from renderers.sprites import sprite, tones
from renderers.themes import THEMES

_TYPES = {"svg": "image/svg+xml", "png": "image/png", "json": "application/json"}
TONES = "tones.json"


async def serve_sprite(request: web.Request) -> web.Response:
    """Answer with a file of a theme, or with nothing if the browser has it already."""
    theme, name = request.match_info["theme"], request.match_info["file"]
    try:
        body, tag = _file(theme, name)
    except KeyError:
        raise web.HTTPNotFound from None
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    if request.if_none_match and any(known.value == tag for known in request.if_none_match):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=_TYPES[name.rpartition(".")[2]], headers=headers)


@lru_cache(maxsize=128)
def _file(theme: str, name: str) -> tuple[bytes, str]:
    """Return a file and the tag that changes with it.

    Raises:
        KeyError: There is none of this name.
    """
    if theme not in THEMES:
        raise KeyError(theme)
    body = json.dumps(dict(tones(theme))).encode() if name == TONES else sprite(theme, name)
    return body, hashlib.sha256(body).hexdigest()[:16]
