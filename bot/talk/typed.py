"""Typed lines, read as the one who types them means them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Family, Side
from bot.talk.heard import ChatKind
from bot.talk.numbering import numbering_of
from bot.talk.parsing import read_line, read_loosely, read_reply, start_of
from bot.talk.tidy import tidy_text

if TYPE_CHECKING:
    from bot.sessions import Game
    from bot.talk.parsing import Asked, Unknown
    from bot.talk.talk import Talk


async def read_typed(talk: Talk, line: str) -> Asked | Unknown | None:
    """Return what a typed line asks for; nothing, if it is talk.

    What reads as a move or as a score is a move in reply to a board, in private, and of whoever can move so.
    """
    text = tidy_text(line)
    asked = read_line(text)
    if asked is None and read_line(text, uphill=True) is not None and await _goes_up(talk):
        asked = read_line(text, uphill=True)
    return asked or await _replied(talk, text) or await _read_loosely(talk, text)


async def _replied(talk: Talk, text: str) -> Asked | None:
    """Read what replies to a board: a move there, even if it cannot be made; nothing, if it is talk."""
    board_of = await talk.replied_to("game")
    if board_of is None or read_reply(text, to_move=True) is None:
        return None
    game = await talk.manager.game(board_of)
    return read_reply(text, to_move=game.row.actor == talk.by.player)


async def _read_loosely(talk: Talk, text: str) -> Asked | None:
    """Read what may be a move or a score, `24-20`: a move in private, and of whoever can move from there."""
    meant = read_loosely(text, uphill=True)
    if meant is None or (read_loosely(text) is None and not await _goes_up(talk)):
        return None
    alone = talk.heard.place.kind is ChatKind.PRIVATE
    games = [game for game in await talk.manager.games_of(talk.by.player) if meant.game in (None, game.id)]
    if not alone:
        shown = await talk.debts.games_shown_in(talk.chat.id)
        games = [game for game in games if game.id in shown]
    movable = [game for game in games if _can_move(talk, game, meant.rest)]
    if movable:
        return replace(meant, game=movable[0].id) if len(movable) == 1 else meant
    return meant if alone else None


def _can_move(talk: Talk, game: Game, moves: str) -> bool:
    """Whether a game waits for the player, who can move from where typed moves begin."""
    draft = game.play.draft
    if draft is None or game.row.actor != talk.by.player:
        return False
    start = start_of(numbering_of(game, talk.dress).other_text(moves))
    return any(move.start == start for move in draft.next_moves())


async def _goes_up(talk: Talk) -> bool:
    """Whether a game waits for the player in which his checkers go from 1 up to 24."""
    return any(
        game.play.state.ruleset.family is Family.OPPOSED and game.side_of(talk.by.player) is Side.BLACK
        for game in await talk.manager.games_of(talk.by.player)
        if game.row.actor == talk.by.player
    )
