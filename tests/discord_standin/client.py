"""A tiny app made with the real discord.py, to test the stand-in."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
from discord import app_commands

from tests.discord_standin.standin import DiscordStandIn


def only(*users: int) -> discord.AllowedMentions:
    """Allow a message to notify only these people."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(each) for each in users], replied_user=False
    )


def buttons(*labels: str) -> discord.ui.View:
    """Return a row of buttons whose custom_ids are their labels in lower case."""
    view = discord.ui.View(timeout=None)
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=label.lower()))
    return view


class TinyApp(discord.Client):
    """An app that answers one command and every button."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command."""

        @self.tree.command(name="hello", description="Say hello")
        @app_commands.describe(friend="To whom", words="What to say")
        async def hello(
            interaction: discord.Interaction[TinyApp],
            friend: discord.Member | discord.User,
            words: app_commands.Range[str, 1, 20],
        ) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(content=f"{words}, {friend.display_name}")

        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where discord.py would wait five seconds."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every button."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()
            pressed = f"{interaction.user.display_name} pressed {interaction.data['custom_id']}"  # type: ignore[index,typeddict-item]
            await interaction.followup.send(pressed, ephemeral=True)

    def place(self, channel: int) -> discord.PartialMessageable:
        """Return a channel to write to, by id."""
        return self.get_partial_messageable(channel)


async def ask(stand_in: DiscordStandIn, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Send a request that discord.py would not send."""
    headers = {"Authorization": f"Bot {stand_in.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, stand_in.api_url + path, json=body) as answer,
    ):
        assert answer.status == 204 or answer.headers["Content-Type"] == "application/json"
        return answer.status, None if answer.status == 204 else await answer.json()
