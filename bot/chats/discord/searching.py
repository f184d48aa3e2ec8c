"""Searching: finds in a channel the message of a request whose answer was lost."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from bot.chats.discord.buttons import data_of
from bot.chats.discord.errors import platform_errors
from bot.chats.discord.posting import number_of
from bot.chats.errors import Unsearchable
from bot.talk.input.parsing import is_same_step
from bot.talk.reply import Reply

_PAGE = 100
_MOST_READ = 5 * _PAGE
"""How many of a channel's newest messages are read."""
_CLOCKS_DIFFER_BY = timedelta(days=1)


async def find(
    client: discord.Client, chat: str, reply: Reply, after: str | None, since: datetime
) -> str | None:
    """Return the id of the bot's newest message that shows the same step of a game as a reply, or None.

    Raises as `SearchablePlatform.find`.
    """
    wanted = [button.data for row in reply.buttons for button in row]
    known = number_of(after) if after is not None else 0
    oldest = discord.utils.time_snowflake(since - _CLOCKS_DIFFER_BY)
    read = 0
    with platform_errors():
        async for message in client.get_partial_messageable(number_of(chat)).history(limit=_MOST_READ):
            # Discord's clock dates messages. The newest ones are read whatever the machine's clock shows.
            if message.id <= known or (message.id <= oldest and read >= _PAGE):
                return None
            read += 1
            is_own = client.user is not None and message.author.id == client.user.id
            if is_own and is_same_step(data_of(message.components), wanted):
                return str(message.id)
    # Discord shows an empty channel where the bot may not read the history.
    if read in {0, _MOST_READ}:
        raise Unsearchable
    return None
