"""Settings: the command /settings, for the player's name as well."""

from __future__ import annotations

from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.own_names import NAME, set_own_name
from bot.talk.reply import Reply
from bot.talk.settings import settings


async def set_option(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/settings: show the options, or change one or the player's name."""
    if parsed.words and parsed.words[0].lower() == NAME:
        return (await set_own_name(context, parsed.words[1:]),)
    return await settings(context, parsed.words)
