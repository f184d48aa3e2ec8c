"""Lessons: serve the steps of the tutorial, and the result of each move tried on the page's board."""

from __future__ import annotations

from functools import lru_cache

from aiohttp import web

from bot.chats.web.from_page import is_language
from bot.chats.web.to_page import to_json
from bot.talk.catalog import nearest_language
from bot.talk.views.lesson import lesson_step
from renderers.themes import THEMES

LESSONS = "/lessons/"
_LONGEST_MOVE = 24
WOOD = "wood"


async def serve_lesson(request: web.Request) -> web.Response:
    """Answer with a lesson step, or with the result of a move that the reader tries in it; store nothing."""
    tried, tag, theme = (request.query.get(name, "") for name in ("move", "lang", "theme"))
    if len(tried) > _LONGEST_MOVE or not tried.isascii() or not tried.isprintable():
        raise web.HTTPNotFound
    language = nearest_language(tag if is_language(tag) else "")
    text = _lesson(int(request.match_info["page"]), tried, language, theme if theme in THEMES else WOOD)
    return web.Response(text=text, content_type="application/json", headers={"Cache-Control": "no-cache"})


# Readers try the same few moves, so a small cache serves nearly all requests.
@lru_cache(maxsize=256)
def _lesson(page: int, tried: str, language: str, theme: str) -> str:
    return to_json(lesson_step(language, theme, page, tried))
