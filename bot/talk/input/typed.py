"""Typed lines: parsed as the one who types them counts the points."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import RULESETS, Family
from bot.sessions import LoadedGame
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.input.invitations import read_invitation
from bot.talk.input.parsing import read_line, read_loosely, read_reply
from bot.talk.input.places import start_of
from bot.talk.numbering import numbering_of
from bot.talk.sanitize import sanitize_text


async def read_typed(context: CommandContext, line: str) -> ParsedCommand | UnknownCommand | None:
    """Return what a typed line asks for; nothing, if it is talk.

    What reads as a move or as a score is a move in reply to a board, in private, and of whoever can move so.
    In private a pasted invitation is what accepts it; among others it is talk, for it may be meant for them.
    """
    text = sanitize_text(line)
    parsed = read_line(text)
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    if _may_hold_invitation(parsed, is_private=is_private) and (invited := read_invitation(text)) is not None:
        return invited
    if parsed is None and read_line(text, ascending=True) is not None and await _goes_up(context):
        parsed = read_line(text, ascending=True)
    return parsed or await _replied(context, text) or await _read_loosely(context, text)


def _may_hold_invitation(parsed: ParsedCommand | UnknownCommand | None, *, is_private: bool) -> bool:
    """Whether a line that reads so may accept an invitation: as that command, or in private as none."""
    if isinstance(parsed, ParsedCommand):
        return parsed.command.name == "accept" and not parsed.linked
    return is_private


async def _replied(context: CommandContext, text: str) -> ParsedCommand | None:
    """Read what replies to a board: a move there, even if it cannot be made; nothing, if it is talk."""
    board_of = await context.replied_to("game")
    if board_of is None or read_reply(text, to_move=True) is None:
        return None
    game = await context.manager.open_game(board_of)
    return read_reply(text, to_move=game.to_act == context.actor.player)


async def _read_loosely(context: CommandContext, text: str) -> ParsedCommand | None:
    """Read what may be a move or a score, `24-20`: a move in private, and of whoever can move from there."""
    meant = read_loosely(text, ascending=True)
    if meant is None or (read_loosely(text) is None and not await _goes_up(context)):
        return None
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    waiting = [
        game.id
        for game in await context.manager.open_games(context.actor.player, context.chat.id)
        if meant.game in (None, game.id)
        and game.to_act == context.actor.player
        and (is_private or game.is_shown)
    ]
    games = await context.manager.games(waiting)
    movable = [game for game in games if _can_move(context, game, meant.rest)]
    if movable:
        return replace(meant, game=movable[0].id) if len(movable) == 1 else meant
    return meant if is_private else None


def _can_move(context: CommandContext, game: LoadedGame, moves: str) -> bool:
    """Whether the player, for whom a game waits, can move from where typed moves begin."""
    draft = game.live.draft
    if draft is None:
        return False
    start = start_of(numbering_of(game, context.display).other_text(moves))
    return any(move.start == start for move in draft.next_moves())


async def _goes_up(context: CommandContext) -> bool:
    """Whether a game waits for the player in which his checkers go from 1 up to 24."""
    player = context.actor.player
    return any(
        RULESETS[game.ruleset].family is Family.OPPOSED and game.black == player
        for game in await context.manager.open_games(player)
        if game.to_act == player
    )
