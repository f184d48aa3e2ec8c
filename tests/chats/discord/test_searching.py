"""Searching: whether a message whose answer was lost stands in its channel."""

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
    """An app that is online there."""
    client = TinyApp()
    async with running(client, discord):
        yield client


def board(turn: int, move: str = "24/18") -> Reply:
    """Return a board of game k7f at a turn."""
    return Reply((f"turn {turn}",), buttons=((Button(move, f"{turn}:/move k7f {move}"),),))


async def post(app: TinyApp, channel: Channel, reply: Reply) -> str:
    """Send a reply as the bot does; return the message's id."""
    view = view_of(reply.buttons)
    assert view is not None
    return str((await app.place(channel.id).send("a board", view=view)).id)


def begun(discord: DiscordStandIn) -> datetime:
    """Return when the attempt began."""
    return discord.world.now()


async def test_the_board_of_the_same_turn_is_found(discord: DiscordStandIn, app: TinyApp) -> None:
    """A board with other moves of the same turn is the one; an older turn's, or what others wrote, is not."""
    games = discord.channel()
    since = begun(discord)
    await post(app, games, board(7))
    sent = await post(app, games, board(8))
    await app.place(games.id).send("something else")
    assert await find(app, str(games.id), board(8, "13/7"), None, since) == sent
    assert await find(app, str(games.id), board(9), None, since) is None


async def test_the_search_ends_at_the_standing_board(discord: DiscordStandIn, app: TinyApp) -> None:
    """The message that the post has, and older ones, are not what was sent last."""
    games = discord.channel()
    standing = await post(app, games, board(8))
    assert await find(app, str(games.id), board(8), standing, begun(discord)) is None


async def test_a_channel_that_may_not_be_read_tells_nothing(discord: DiscordStandIn, app: TinyApp) -> None:
    """Discord shows no messages there, which does not mean that there are none."""
    games = discord.channel()
    await post(app, games, board(8))
    discord.forbid(games, "read_message_history")
    with pytest.raises(Unsearchable):
        await find(app, str(games.id), board(8), None, begun(discord))


async def test_a_channel_that_is_gone_is_told_as_such(discord: DiscordStandIn, app: TinyApp) -> None:
    """A search in an unknown channel fails like any other request there."""
    with pytest.raises(ChatGone):
        await find(app, "1", board(8), None, begun(discord))
