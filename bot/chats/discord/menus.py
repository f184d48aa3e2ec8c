"""Menus: the commands in the context menu of a message."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chats.discord.listener import Listener
from bot.chats.discord.texts import locale_string

_NAME = "discord-menu-board"


def this_board(listener: Listener) -> app_commands.ContextMenu:
    """Return the command of a board's context menu: it shows the menu of its game."""

    async def called(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await listener.command(interaction, "/menu", posts=False, message=message.id)

    return app_commands.ContextMenu(
        name=locale_string(listener.words("").words(_NAME), _NAME),
        callback=called,
        type=discord.AppCommandType.message,
    )
