"""Loaded: what a bot loads and draws first, imported before the bots of tests are forked: see `forked.py`."""

from __future__ import annotations

import bot.command_line  # noqa: F401 (all that the bot imports at its start)
from bot.talk.catalog import LANGUAGES, words_in
from renderers import draw
from renderers.scene import Scene
from renderers.themes import THEMES

for _language in LANGUAGES:
    words_in(_language)
for _theme in THEMES:  # a bot draws the others 20 seconds after its start, for half a second each
    draw(Scene((0,) * 24, (0,) * 24, theme=_theme))
