"""Typed lines: tells commands, pasted invitations and moves from chat between people."""

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
from bot.talk.input.signs import plain_signs
from bot.talk.input.typed_points import start_of
from bot.talk.numbering import numbering_of
from bot.talk.sanitize import sanitize_text


async def read_typed(context: CommandContext, line: str) -> ParsedCommand | UnknownCommand | None:
    """Parse a typed line into a command; None if it is chat between people.

    A text that could be a move or a score is a move if it replies to a board, is typed in a private chat, or
    is typed by a player who can move a checker from its first point now. In a private chat a pasted
    invitation accepts the challenge or, if it is a link, asks first. In a shared chat it is ignored, because
    it may be meant for other people there. A move with `/done` on the next line is one command for both.
    """
    text = sanitize_text(line)
    first, _, last = text.rstrip().rpartition("\n")
    if first.strip() and read_line(last) == ParsedCommand(COMMANDS["done"]):
        moved = await read_typed(context, first)
        if isinstance(moved, ParsedCommand) and moved.command is COMMANDS["move"]:
            return replace(moved, then_done=True)
    parsed = read_line(text)
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    if _may_hold_invitation(parsed, is_private=is_private) and (invited := read_invitation(text)) is not None:
        return invited
    # The player's games are read from the database only if the text can be a move upwards, such as `1/2`.
    if parsed is None and read_line(text, ascending=True) is not None and await _plays_upwards(context):
        parsed = read_line(text, ascending=True)
    return parsed or await _read_reply_to_board(context, text) or await _read_loosely(context, text)


def _may_hold_invitation(parsed: ParsedCommand | UnknownCommand | None, *, is_private: bool) -> bool:
    """True if a text may hold a pasted invitation: `/accept`, or in private any text but another command."""
    if isinstance(parsed, ParsedCommand):
        return parsed.command.name == "accept" and not parsed.linked
    return is_private


async def _read_reply_to_board(context: CommandContext, text: str) -> ParsedCommand | None:
    """Parse a reply to a board's message as a move in that game, legal or not; None if it is no move."""
    board_of = await context.replied_to("game")
    if board_of is None or read_reply(text, to_move=True) is None:
        return None
    game = await context.manager.open_game(board_of)
    return read_reply(text, to_move=game.to_act == context.actor.player)


async def _read_loosely(context: CommandContext, text: str) -> ParsedCommand | None:
    """Parse a text such as `24-20`: a move in private chats, elsewhere only if the player can move from 24.

    If exactly one of the player's games allows such a move, the command gets its id. In a shared chat, only
    games shown there count. Return None for any other text.
    """
    meant = read_loosely(text, ascending=True)
    if meant is None or (read_loosely(text) is None and not await _plays_upwards(context)):
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
    """True if the player to move has rolled and has a legal move from the first point of the typed moves."""
    draft = game.live.draft
    if draft is None:
        return False
    start = start_of(numbering_of(game, context.display).convert_moves(moves))
    return any(move.start == start for move in draft.next_moves())


async def _plays_upwards(context: CommandContext) -> bool:
    """True if the player is to act as Black in an opposed game, where their checkers travel from 1 to 24."""
    player = context.actor.player
    return any(
        RULESETS[game.ruleset].family is Family.OPPOSED and game.black == player
        for game in await context.manager.open_games(player)
        if game.to_act == player
    )


LONGEST_PASTED = 4096
"""How many characters of a text are searched for an invitation: the longest message that Telegram allows."""

_LINK = re.compile(
    rf"(?<![a-z0-9])accept_([a-z0-9]{{2,20}})_([a-z2-7]{{{TOKEN_LENGTH}}})(?![\w-])", re.ASCII | re.IGNORECASE
)
_TOKEN = re.compile(rf"[a-z2-7]{{{TOKEN_LENGTH}}}", re.ASCII | re.IGNORECASE)
_PUNCTUATION = "`'\"«»“”„‘’()[]<>{}*_~|.,;:!?…"
"""Punctuation around a copied word that is ignored: quotes, brackets, markup, the end of a sentence."""


def read_invitation(text: str) -> ParsedCommand | None:
    """Return the command in an invitation's link or `/accept` line in a pasted text; None without either.

    The slash is optional and other words are ignored. If the text has both, the link counts, because it makes
    the bot ask the player to confirm.
    """
    text = plain_signs(text[:LONGEST_PASTED])
    for link in _LINK.finditer(text):
        if is_game_id(link[1].lower()):
            return _accept_command(link[1], link[2], linked=True)
    words = [word.strip(_PUNCTUATION) for word in text.split()]
    for name, key, token in zip(words, words[1:], words[2:], strict=False):
        is_meant = is_game_id(key.lower()) and _TOKEN.fullmatch(token) is not None
        if is_meant and command_called(name.removeprefix("/").split("@")[0]) is COMMANDS["accept"]:
            return _accept_command(key, token, linked=False)
    return None


def _accept_command(key: str, token: str, *, linked: bool) -> ParsedCommand:
    return ParsedCommand(COMMANDS["accept"], key.lower(), (token,), linked=linked)
