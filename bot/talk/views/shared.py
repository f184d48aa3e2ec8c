"""Shared: a game as spectators with its link see it, without buttons."""

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
_NO_ID = 0
"""An id that no player and no chat has: ids begin with 1."""


def shared_table(
    shared: SharedGame, language: str, moment: int | None = None, analysis: Analysis | None = None
) -> Table:
    """Return a game on a page's board for a spectator with its link, without buttons and unconfirmed moves.

    For the current state of a reviewed game, the news end with the sentence which side played better.

    Args:
        moment: the number of the log line after which the game is shown, 0 for the set-up; None for its
            current state.
        analysis: the analysis of a finished game; None if there is none.
    """
    display = DisplayPreferences(_PAGE, language, _THEME, Side.WHITE.value, _NO_ID)
    shown = table(
        shared.game,
        shared.events,
        display,
        viewer=_NO_ID,
        chat=_NO_ID,
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
    """Return a board for a spectator with the game's link: without buttons and without the unconfirmed turn.

    Of the events it reports only the last turn. The reply names no game, so that the chat does not count as
    one that shows the game.
    """
    game, events = without_blocked_offers(shared.game, shared.events, display)
    words, names = words_in(display.language), {side: name_at(game, side) for side in Side}
    notes = [] if shared.review is None else [review_text(words, shared.review, names)]
    reply = board(
        game, events, display, since=game.version, draft=False, notes=notes, now=shared.now, waiting=None
    )
    return replace(reply, game="")
