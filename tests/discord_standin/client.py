"""Client: a tiny app made with the real discord.py, to try the stand-in with."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands
from PIL import Image

if TYPE_CHECKING:
    from tests.discord_standin.standin import DiscordStandIn

NOBODY = discord.AllowedMentions.none()


def only(*users: int) -> discord.AllowedMentions:
    """Let a message notify these people alone."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(each) for each in users], replied_user=False
    )


def picture(colour: str = "red") -> discord.File:
    """Return a small PNG with an alternative text."""
    data = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=f"a {colour} board")


def buttons(*labels: str) -> discord.ui.View:
    """Return a row of buttons whose custom_ids are their words in small letters."""
    view = discord.ui.View(timeout=None)
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=label.lower()))
    return view


class TinyApp(discord.Client):
    """Answers a few commands and every button."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            guild_ready_timeout=0.05,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.incoming: list[str] = []
        """Names of gateway events, in order."""

    async def setup_hook(self) -> None:
        """Make the commands known."""

        @self.tree.command(name="hello", description="Say hello")
        @app_commands.describe(friend="To whom", words="What to say")
        async def hello(
            interaction: discord.Interaction[TinyApp],
            friend: discord.Member | discord.User,
            words: app_commands.Range[str, 1, 20],
        ) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(content=f"{words}, {friend.display_name}")

        @hello.autocomplete("words")
        async def words(_: discord.Interaction[TinyApp], typed: str) -> list[app_commands.Choice[str]]:
            return [
                app_commands.Choice(name=f"{each}!", value=each) for each in ("Hi", "Hello") if typed in each
            ]

        @self.tree.context_menu(name="Repeat")
        async def repeat(interaction: discord.Interaction[TinyApp], message: discord.Message) -> None:
            await interaction.response.send_message(f"It says {message.content}", silent=True)

        @self.tree.command(name="ask", description="Open a form")
        async def ask(interaction: discord.Interaction[TinyApp]) -> None:
            await interaction.response.send_modal(Form())

        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where discord.py itself would wait five seconds."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every button."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        custom_id = data["custom_id"]
        if custom_id == "turn":
            await interaction.response.edit_message(content="turned", view=buttons("Turn", "Slow"))
        else:
            await interaction.response.defer()
            await interaction.followup.send(
                f"{interaction.user.display_name} pressed {custom_id}", ephemeral=True
            )

    async def on_socket_event_type(self, event: str) -> None:
        """Note what the gateway says."""
        self.incoming.append(event)

    def place(self, channel: int) -> discord.PartialMessageable:
        """Return a channel to write into, by its id alone."""
        return self.get_partial_messageable(channel)


class Form(discord.ui.Modal, title="A question"):
    """A form with one field."""

    answer: discord.ui.TextInput[Form] = discord.ui.TextInput(
        label="Answer", custom_id="answer", max_length=5
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Say what was answered."""
        await interaction.response.send_message(f"Answered {self.answer.value}", ephemeral=True)


async def ask(
    stand_in: DiscordStandIn, method: str, path: str, body: object = None, token: str | None = None
) -> tuple[int, Any]:
    """Send a request that stand_in.py would not send."""
    headers = {"Authorization": f"Bot {token or stand_in.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, stand_in.api_url + path, json=body) as answer,
    ):
        assert answer.status == 204 or answer.headers["Content-Type"] == "application/json"
        return answer.status, None if answer.status == 204 else await answer.json()
