"""Shared: a game as it is shown to whoever has its link, who may do nothing in it."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import Side
from bot.sessions import Analysis, DisplayPreferences, SharedGame
from bot.talk.catalog import words_in
from bot.talk.reply import Reply, plain
from bot.talk.views.analyses import review_text
from bot.talk.views.board import board, without_blocked_offers
from bot.talk.views.table import Table, table
from bot.talk.wording import name_at

_PAGE, _THEME = "web", "wood"
_NOBODY = 0
"""No player's id, and no chat's: they begin with 1."""


def shared_table(
    shared: SharedGame, language: str, moment: int | None = None, analysis: Analysis | None = None
) -> Table:
    """Return a game as whoever has its link sees it at a table of his own, where nothing can be pressed.

    Args:
        language: the language in which it is told.
        moment: after which line of its log the game is shown; nothing for how it stands.
        analysis: what its turns were worth, if it is over and that is known.
    """
    display = DisplayPreferences(_PAGE, language, _THEME, Side.WHITE.value, _NOBODY)
    shown = table(
        shared.game,
        shared.events,
        display,
        viewer=_NOBODY,
        chat=_NOBODY,
        now=shared.now,
        moment=moment,
        analysis=analysis,
    )
    if shared.review is None or moment is not None:
        return shown
    words, names = words_in(language), {side: name_at(shared.game, side) for side in Side}
    review = plain(review_text(words, shared.review, names))
    return replace(shown, news="\n".join(filter(None, [shown.news, review])))


def shared_board(shared: SharedGame, display: DisplayPreferences) -> Reply:
    """Return a board without a button, which counts as no board of the chat; half-made turns are left out."""
    game, events = without_blocked_offers(shared.game, shared.events, display)
    words, names = words_in(display.language), {side: name_at(game, side) for side in Side}
    notes = [] if shared.review is None else [review_text(words, shared.review, names)]
    reply = board(
        game, events, display, since=game.version, draft=False, notes=notes, now=shared.now, waiting=None
    )
    return replace(reply, game="")
