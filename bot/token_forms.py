"""Token forms: says what is wrong with a text that is no token, without quoting it."""

from __future__ import annotations

import re

_TELEGRAM = re.compile(r"[0-9]{3,20}:[A-Za-z0-9_-]{30,60}")
_DISCORD = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
_APPLICATION_ID = re.compile(r"[0-9]{15,20}")
_PUBLIC_KEY = re.compile(r"[0-9a-f]{64}")
_CLIENT_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_QUOTES = "\"'“”«"
_NO_QUOTES = "Leave out the quotes around the token"
_FROM_DISCORD = "copy the token from Discord's developer page (Bot, Reset Token)"
_FROM_TELEGRAM = "copy it from @BotFather once more (/mybots, API Token)"


def fault_of_discord(token: str) -> str:
    """Return what is wrong with the form of a token for Discord, or empty."""
    if _DISCORD.fullmatch(token):
        return ""
    if token[0] in _QUOTES:
        return _NO_QUOTES
    if token.startswith("Bot "):
        return "Leave out the word Bot before the token"
    if _TELEGRAM.fullmatch(token):
        return "This is a token for TELEGRAM_TOKEN"
    taken = {_APPLICATION_ID: "application id", _PUBLIC_KEY: "public key", _CLIENT_SECRET: "client secret"}
    for form, what in taken.items():
        if form.fullmatch(token):
            return f"This looks like the {what} of the application: {_FROM_DISCORD}"
    return f"A token has three parts of letters and digits with a dot between them: {_FROM_DISCORD}"


def fault_of_telegram(token: str) -> str:
    """Return what is wrong with the form of a token for Telegram, or empty."""
    if _TELEGRAM.fullmatch(token):
        return ""
    if token[0] in _QUOTES:
        return _NO_QUOTES
    if _DISCORD.fullmatch(token):
        return "This is a token for DISCORD_TOKEN"
    return f"A token is a number, a colon and 35 letters, digits, - and _: {_FROM_TELEGRAM}"
