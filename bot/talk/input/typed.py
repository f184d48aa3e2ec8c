"""Typed lines: read as the person who types them counts the points, with pasted invitations."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.rules import RULESETS, Family
from bot.sessions import TOKEN_LENGTH, LoadedGame
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS, command_called
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.input.parsing import read_line, read_loosely, read_reply
from bot.talk.input.payloads import is_game_id
from bot.talk.input.typed_points import start_of
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
    """True if a line that reads so may accept an invitation: as that command, or in private as none."""
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
    """True if the player, for whom a game waits, can move from where typed moves begin."""
    draft = game.live.draft
    if draft is None:
        return False
    start = start_of(numbering_of(game, context.display).other_text(moves))
    return any(move.start == start for move in draft.next_moves())


async def _goes_up(context: CommandContext) -> bool:
    """True if a game waits for the player in which his checkers go from 1 up to 24."""
    player = context.actor.player
    return any(
        RULESETS[game.ruleset].family is Family.OPPOSED and game.black == player
        for game in await context.manager.open_games(player)
        if game.to_act == player
    )


LONGEST_PASTED = 4096
"""So much of a text is read: more than any invitation, and as much as Telegram takes."""

_LINK = re.compile(
    rf"(?<![a-z0-9])accept_([a-z0-9]{{2,20}})_([a-z2-7]{{{TOKEN_LENGTH}}})(?![\w-])", re.ASCII | re.IGNORECASE
)
_TOKEN = re.compile(rf"[a-z2-7]{{{TOKEN_LENGTH}}}", re.ASCII | re.IGNORECASE)
_AROUND = "`'\"«»“”„‘’()[]<>{}*_~|.,;:!?…"
"""What may stand before or behind a copied word: marks of code and emphasis, the end of a sentence."""


def read_invitation(text: str) -> ParsedCommand | None:
    """Return what a text asks for in which a link or a command accepts an invitation; nothing, if none does.

    The slash may be missing, and what stands before and behind does not matter. Of a text with both the link
    is followed, which asks before anything begins.
    """
    text = text[:LONGEST_PASTED]
    for link in _LINK.finditer(text):
        if is_game_id(link[1].lower()):
            return _accepting(link[1], link[2], linked=True)
    words = [word.strip(_AROUND) for word in text.split()]
    for name, key, token in zip(words, words[1:], words[2:], strict=False):
        is_meant = is_game_id(key.lower()) and _TOKEN.fullmatch(token) is not None
        if is_meant and command_called(name.removeprefix("/").split("@")[0]) is COMMANDS["accept"]:
            return _accepting(key, token, linked=False)
    return None


def _accepting(key: str, token: str, *, linked: bool) -> ParsedCommand:
    return ParsedCommand(COMMANDS["accept"], key.lower(), (token,), linked=linked)
