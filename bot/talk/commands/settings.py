"""Settings: the command /settings, which also changes the player's name."""

from __future__ import annotations

from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.input.signs import plain_signs
from bot.talk.own_names import NAME, set_own_name
from bot.talk.reply import Reply
from bot.talk.settings import settings


async def set_option(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/settings: show all options or one, or change an option or the player's name."""
    if parsed.words and plain_signs(parsed.words[0]).lower() == NAME:
        return (await set_own_name(context, parsed.words[1:]),)
    return await settings(context, parsed.words)
