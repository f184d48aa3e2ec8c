"""Everything that a bot imports and draws at its start; `forked.py` preloads it before it forks bots."""

from __future__ import annotations

import bot.command_line  # noqa: F401 (all that the bot imports at its start)
from bot.talk.catalog import LANGUAGES, words_in
from renderers import draw
from renderers.scene import Scene
from renderers.themes import THEMES

for _language in LANGUAGES:
    words_in(_language)
for _theme in THEMES:  # otherwise a bot spends half a second on each, 20 seconds after its start
    draw(Scene((0,) * 24, (0,) * 24, theme=_theme))
