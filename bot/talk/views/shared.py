"""Shared: a game as it is shown to whoever has its link, who may do nothing in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.talk.catalog import words_in
from bot.talk.views.analyses import review_text
from bot.talk.views.board import as_seen, board
from bot.talk.wording import name_at

if TYPE_CHECKING:
    from bot.sessions import DisplayPreferences, SharedGame
    from bot.talk.reply import Reply


def shared_board(shared: SharedGame, display: DisplayPreferences) -> Reply:
    """Return a board without a button, which counts as no board of the chat; half-made turns are left out."""
    game, events = as_seen(shared.game, shared.events, display)
    words, names = words_in(display.language), {side: name_at(game, side) for side in Side}
    notes = [] if shared.review is None else [review_text(words, shared.review, names)]
    reply = board(
        game, events, display, since=game.version, draft=False, notes=notes, now=shared.now, waiting=None
    )
    return replace(reply, game="")
