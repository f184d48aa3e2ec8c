"""Invitations: what accepts one, found in a text that was pasted as a whole or in part."""

from __future__ import annotations

import re

from bot.sessions import TOKEN_LENGTH
from bot.talk.command import ParsedCommand
from bot.talk.command_table import COMMANDS, command_called
from bot.talk.input.payloads import is_game_id

LONGEST_TEXT = 4096
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
    text = text[:LONGEST_TEXT]
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
