"""Puzzles: serve the puzzle of the day, and the result of each move and turn tried on its board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from aiohttp import web

from bot.chats.web.from_page import is_language
from bot.chats.web.lessons import WOOD
from bot.chats.web.to_page import to_json
from bot.sessions import puzzle_and_next, puzzle_of_day
from bot.talk.catalog import nearest_language
from bot.talk.views.puzzle_step import puzzle_step
from renderers.themes import THEMES

PUZZLE: Final = "/puzzle.json"
_LONGEST_TURN = 40
_LONGEST_NAME = 16


async def serve_puzzle(clock: Callable[[], float], request: web.Request) -> web.Response:
    """Answer with a puzzle, by default today's, or with the result of moves tried in it; store nothing.

    Args:
        clock: seconds since 1970.
        request: its query has the puzzle's name (`name`), the moves made (`made`), one more that is tried
            (`move`), `answer` if the moves made are the answer, and the page's `lang` and `theme`.
    """
    query = request.query
    name, made, tried, tag, theme = (
        query.get(each, "") for each in ("name", "made", "move", "lang", "theme")
    )
    is_long = len(name) > _LONGEST_NAME or len(made) > _LONGEST_TURN or len(tried) > _LONGEST_TURN
    if is_long or not all(text.isascii() and text.isprintable() for text in (made, tried)):
        raise web.HTTPNotFound
    today = datetime.fromtimestamp(clock(), UTC).date()
    # A page that was opened before midnight still answers the puzzle of that day.
    days = {puzzle_of_day(day): day.isoformat() for day in (today - timedelta(days=1), today)}
    name = name or puzzle_of_day(today)
    language = nearest_language(tag if is_language(tag) else "")
    text = _puzzle(
        name,
        days.get(name, ""),
        made,
        tried,
        language,
        theme if theme in THEMES else WOOD,
        answers="answer" in query,
    )
    if text is None:
        raise web.HTTPNotFound
    return web.Response(text=text, content_type="application/json", headers={"Cache-Control": "no-cache"})


# Visitors try the same few moves of the same puzzle, so a small cache serves nearly all requests.
@lru_cache(maxsize=256)
def _puzzle(
    name: str, day: str, made: str, tried: str, language: str, theme: str, *, answers: bool
) -> str | None:
    found = puzzle_and_next(name)
    if found is None:
        return None
    puzzle, after = found
    step = puzzle_step(
        name,
        puzzle,
        language,
        theme,
        next_name=after,
        day=day,
        made=made,
        tried=tried,
        answers=answers,
    )
    return to_json(step)
