from __future__ import annotations

import json

import aiohttp
import discord as library
import pytest

from tests.discord_standin import routes
from tests.discord_standin.client import TinyApp, ask
from tests.discord_standin.spec import needs_spec
from tests.discord_standin.standin import DiscordStandIn
from tests.standin.errors import WentWrong


async def test_an_unknown_route_is_a_violation(discord: DiscordStandIn) -> None:
    """It is answered 404 and kept, with its method and path."""
    assert (await ask(discord, "GET", "/users/@me/friends"))[0] == 404
    assert [each.route for each in discord.take_violations()] == ["GET /users/@me/friends"]


@needs_spec
async def test_a_route_that_is_not_played_is_told_from_one_that_is_not(discord: DiscordStandIn) -> None:
    """A route of Discord that the stand-in lacks is said to be lacking here."""
    await ask(discord, "GET", "/sticker-packs")
    assert "does not play" in str(discord.take_violations()[0])


@needs_spec
async def test_a_wrong_body_is_refused_and_kept(discord: DiscordStandIn) -> None:
    """A sixth button in a row is a violation with its place, and answered as Discord answers it."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": c, "custom_id": c} for c in "abcdef"]}
    path = f"/channels/{discord.channel().id}/messages"
    status, body = await ask(discord, "POST", path, {"content": "x", "components": [row]})
    assert (status, body["code"]) == (400, 50035)
    (violation,) = discord.take_violations()
    assert violation.route == routes.SEND
    assert "$.components[0].components" in violation.what


@needs_spec
async def test_an_unknown_field_is_kept_but_not_refused(discord: DiscordStandIn) -> None:
    """Discord ignores what it does not know; the test does not."""
    games = discord.channel()
    status, _ = await ask(discord, "POST", f"/channels/{games.id}/messages", {"content": "x", "contnt": "y"})
    assert status == 200
    assert [each.text for each in discord.world.visible(games)] == ["x"]
    assert "contnt" in str(discord.take_violations())


async def test_a_message_of_an_app_has_two_thousand_characters(discord: DiscordStandIn, app: TinyApp) -> None:
    """One more is refused and kept, though the description allows twice as many."""
    games = discord.channel()
    await app.place(games.id).send("x" * 2000)
    with pytest.raises(library.HTTPException) as raised:
        await app.place(games.id).send("x" * 2001)
    assert raised.value.code == 50035
    assert len(discord.take_violations()) == 1


async def test_a_violation_is_raised_at_the_end() -> None:
    """A block in which something went wrong does not end well, even if nobody looked."""
    with pytest.raises(WentWrong, match="/users/@me/friends"):
        async with DiscordStandIn() as discord:
            await ask(discord, "GET", "/users/@me/friends")


@needs_spec
async def test_what_is_compared_at_the_end_is_compared_all_the_same() -> None:
    """A request that was let through as it came is found wrong when the block ends."""
    async with DiscordStandIn(at_once=False, checked=False) as discord:
        games = discord.channel()
        await ask(discord, "POST", f"/channels/{games.id}/messages", {"content": "x", "contnt": "y"})
    assert not discord.violations
    with pytest.raises(WentWrong, match="contnt"):
        discord.check()


@needs_spec
async def test_the_stand_in_is_compared_too(discord: DiscordStandIn, app: TinyApp) -> None:
    """An answer and an event that Discord would not send are violations, as is a stand-in that breaks."""
    games = discord.channel()
    games.name = None  # type: ignore[assignment]  # what Discord would not send
    anna = discord.user("Anna")
    await ask(discord, "GET", f"/channels/{games.id}")
    anna.user.name = None  # type: ignore[assignment]  # as above
    await ask(discord, "GET", f"/users/{anna.id}")
    found = [each.route for each in discord.take_violations()]
    assert found == [
        "the stand-in's answer to GET /channels/{channel_id}",
        "the stand-in broke at GET /users/{user_id}",
    ]


async def test_nonsense_at_the_gateway_is_a_violation(discord: DiscordStandIn) -> None:
    """What is no payload, or comes before IDENTIFY, closes the connection and is kept."""
    for text, code in (
        ("{", 4002),
        (json.dumps({"op": 3, "d": {}}), 4003),
        (json.dumps({"op": 77}), 4001),
        ('{"op": 2}', 4002),
    ):
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{discord.gateway_url}?v=10&encoding=json") as socket,
        ):
            await socket.receive_json()
            await socket.send_str(text)
            await socket.receive()
            assert socket.close_code == code
    assert len(discord.take_violations()) == 4
