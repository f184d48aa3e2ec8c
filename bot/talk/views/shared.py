"""Shared: a game as spectators with its link see it, without buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.rules import Side
from bot.sessions import Analysis, DisplayPreferences, SharedGame
from bot.talk.catalog import words_in
from bot.talk.reply import Reply, plain
from bot.talk.views.analyses import review_text
from bot.talk.views.board import board, without_blocked_offers, without_draft
from bot.talk.views.scenes import board_scene
from bot.talk.views.table import Table, table
from bot.talk.wording import name_at
from renderers.scene import Scene

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


@dataclass(frozen=True, slots=True)
class SharedPreview:
    """What a chat shows below the link of a shared board.

    Args:
        title: the players' names.
        about: the rules, and whose turn it is or the result.
        alt: the board in words.
        scene: the board, without an unconfirmed turn.
        version: the game's version, which changes with the picture.
    """

    title: str
    about: str
    alt: str
    scene: Scene
    version: int


def shared_preview(shared: SharedGame, language: str) -> SharedPreview:
    """Return the preview of a shared game, with what a spectator sees."""
    shown = shared_table(shared, language)
    game = without_draft(shared.game)
    display = DisplayPreferences(_PAGE, language, _THEME, Side.WHITE.value, _NO_ID)
    names = {strip.side: strip.name for strip in (shown.above, shown.below)}
    return SharedPreview(
        title=" – ".join(names[side] for side in Side),
        about=f"{shown.title}. {shown.says}",
        alt=shown.alt,
        scene=board_scene(game, shared.events, display),
        version=game.version,
    )


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
