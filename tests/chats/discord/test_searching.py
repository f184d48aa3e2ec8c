"""Searching a channel for a message whose answer was lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

import pytest

from bot.chats.discord.buttons import view_of
from bot.chats.discord.posting import find
from bot.chats.errors import ChatGone, Unsearchable
from bot.talk.reply import Button, Reply
from tests.discord_standin.client import TinyApp
from tests.discord_standin.conftest import running
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Channel


@pytest.fixture
async def app(discord: DiscordStandIn) -> AsyncIterator[TinyApp]:
    """An app online at the stand-in."""
    client = TinyApp()
    async with running(client, discord):
        yield client


def board(turn: int, move: str = "24/18") -> Reply:
    """Return a board of game k7f at a turn."""
    return Reply((f"turn {turn}",), buttons=((Button(move, f"{turn}:/move k7f {move}"),),))


async def post(app: TinyApp, channel: Channel, reply: Reply) -> str:
    """Send a reply as the bot does, and return the message's id."""
    view = view_of(reply.buttons)
    assert view is not None
    return str((await app.place(channel.id).send("a board", view=view)).id)


def begun(discord: DiscordStandIn) -> datetime:
    """Return the time at which the attempt began."""
    return discord.world.now()


async def test_the_board_of_the_same_turn_is_found(discord: DiscordStandIn, app: TinyApp) -> None:
    """A board of the same turn is found, even with another move; a board of another turn is not."""
    games = discord.channel()
    since = begun(discord)
    await post(app, games, board(7))
    sent = await post(app, games, board(8))
    await app.place(games.id).send("something else")
    assert await find(app, str(games.id), board(8, "13/7"), None, since) == sent
    assert await find(app, str(games.id), board(9), None, since) is None


async def test_the_search_ends_at_the_known_message(discord: DiscordStandIn, app: TinyApp) -> None:
    """The post's known message and older ones are not candidates."""
    games = discord.channel()
    standing = await post(app, games, board(8))
    assert await find(app, str(games.id), board(8), standing, begun(discord)) is None


async def test_an_unreadable_channel_is_unsearchable(discord: DiscordStandIn, app: TinyApp) -> None:
    """A channel whose history may not be read raises `Unsearchable`."""
    games = discord.channel()
    await post(app, games, board(8))
    discord.forbid(games, "read_message_history")
    with pytest.raises(Unsearchable):
        await find(app, str(games.id), board(8), None, begun(discord))


async def test_an_unknown_channel_is_gone(discord: DiscordStandIn, app: TinyApp) -> None:
    """A search in an unknown channel raises `ChatGone`."""
    with pytest.raises(ChatGone):
        await find(app, "1", board(8), None, begun(discord))
