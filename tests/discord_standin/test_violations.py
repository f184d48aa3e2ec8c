from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from tests.discord_standin import routes
from tests.discord_standin.client import ask
from tests.discord_standin.limits import command_faults, message_faults
from tests.discord_standin.spec import needs_spec
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.test_spec import row
from tests.standin.errors import WentWrong


async def test_an_unknown_route_is_a_violation(discord: DiscordStandIn) -> None:
    """An unknown route is answered by 404, and is a violation with its method and path."""
    assert (await ask(discord, "GET", "/users/@me/friends"))[0] == 404
    assert [each.route for each in discord.take_violations()] == ["GET /users/@me/friends"]


@needs_spec
async def test_a_route_that_the_stand_in_lacks_is_a_violation(discord: DiscordStandIn) -> None:
    """The violation of an existing route says that the stand-in lacks it."""
    await ask(discord, "GET", "/sticker-packs")
    assert "does not play" in str(discord.take_violations()[0])


@needs_spec
async def test_an_invalid_body_is_refused_and_a_violation(discord: DiscordStandIn) -> None:
    """A sixth button in a row is a violation with its place, and is refused with Discord's code."""
    path = f"/channels/{discord.channel().id}/messages"
    status, body = await ask(discord, "POST", path, {"content": "x", "components": [row(*"abcdef")]})
    assert (status, body["code"]) == (400, 50035)
    (violation,) = discord.take_violations()
    assert violation.route == routes.SEND
    assert "$.components[0].components" in violation.what


@needs_spec
async def test_an_unknown_field_is_accepted_and_a_violation(discord: DiscordStandIn) -> None:
    """Discord ignores an unknown field; the stand-in records a violation."""
    games = discord.channel()
    status, _ = await ask(discord, "POST", f"/channels/{games.id}/messages", {"content": "x", "contnt": "y"})
    assert status == 200
    assert [each.text for each in discord.world.visible(games)] == ["x"]
    assert "contnt" in str(discord.take_violations())


async def test_documented_limits_are_refused_and_violations(discord: DiscordStandIn) -> None:
    """More than 2000 characters, which the description allows, and @everyone are violations."""
    path = f"/channels/{discord.channel().id}/messages"
    assert (await ask(discord, "POST", path, {"content": "x" * 2000}))[0] == 200
    assert not discord.violations
    assert (await ask(discord, "POST", path, {"content": "x" * 2001}))[1]["code"] == 50035
    await ask(discord, "POST", path, {"content": "@everyone"})
    assert [each.route for each in discord.take_violations()] == [routes.SEND, "allowed_mentions"]


async def test_a_violation_is_raised_at_the_end() -> None:
    """A violation is raised at the end of the block."""
    with pytest.raises(WentWrong, match="/users/@me/friends"):
        async with DiscordStandIn() as discord:
            await ask(discord, "GET", "/users/@me/friends")


@needs_spec
async def test_requests_can_be_compared_at_the_end() -> None:
    """A request that was not compared on arrival is compared at the end of the block."""
    async with DiscordStandIn(at_once=False, checked=False) as discord:
        games = discord.channel()
        await ask(discord, "POST", f"/channels/{games.id}/messages", {"content": "x", "contnt": "y"})
    assert not discord.violations
    with pytest.raises(WentWrong, match="contnt"):
        discord.check()


@needs_spec
async def test_the_stand_in_is_checked_too(discord: DiscordStandIn) -> None:
    """An invalid answer or event of the stand-in, or an error in it, is a violation."""
    games = discord.channel()
    games.name = None  # type: ignore[assignment]  # Discord would not send this.
    anna = discord.user("Anna")
    await ask(discord, "GET", f"/channels/{games.id}")
    anna.user.name = None  # type: ignore[assignment]  # as above
    await ask(discord, "POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    found = [each.route for each in discord.take_violations()]
    assert found == [
        "the stand-in's answer to GET /channels/{channel_id}",
        "the stand-in broke at POST /users/@me/channels",
    ]


async def test_nonsense_at_the_gateway_is_a_violation(discord: DiscordStandIn) -> None:
    """A malformed payload closes the connection and is a violation."""
    for text, code in (
        ("{", 4002),
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
    assert len(discord.take_violations()) == 3


# The limits of limits.py.

Json = dict[str, Any]


def test_documented_limits_of_messages() -> None:
    """Limits of messages that are documented outside the description are checked too."""
    wrong: list[tuple[Json, str]] = [
        ({"content": "x" * 2001}, "$.content"),
        ({"components": [row("a")] * 6}, "$.components"),
        ({"components": [row("a", "b", custom_id="same")]}, "$.components"),
        ({"components": [{"type": 10, "content": "a"}]}, "$.components"),
        ({"components": [{"type": 1, "components": [{"type": 3, "custom_id": "a"}]}]}, "$.components"),
        ({"components": [row("a", url="https://example.org")]}, "$.components button 'a'"),
        ({"components": [row("a", style=5)]}, "$.components button 'a'"),
        ({"components": [row("")]}, "$.components button ''"),
        ({"attachments": [{"id": 1}]}, "$.attachments"),
        ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "$.allowed_mentions.users"),
    ]
    found = [(where, [fault.where for fault in message_faults(body, [0])]) for body, where in wrong]
    assert [(where, faults) for where, faults in found if where not in faults] == []


def _slash(name: str = "play", **more: object) -> Json:
    return {"name": name, "description": "Play", "type": 1} | more


def _option(name: str, **more: object) -> Json:
    return {"name": name, "description": "An option", "type": 3} | more


def test_invalid_commands_have_faults() -> None:
    """Names, order, duplicates, lengths and counts of commands are checked."""
    wrong = [
        [_slash("Play")],
        [_slash("play it")],
        [_slash(name_localizations={"ru": "Игра"})],
        [_slash(description="")],
        [_slash(), _slash()],
        [_slash(options=[_option("a"), _option("b", required=True)])],
        [_slash(options=[_option("a"), _option("a")])],
        [_slash(options=[_option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])])],
        [_slash(options=[_option(f"o{n}", description="d" * 4000) for n in range(2)])],
        [_slash(f"c{n}") for n in range(101)],
        [_slash("a", type=3)],
        [_slash(f"c{n}", type=3, description="") for n in range(16)],
    ]
    assert [commands for commands in wrong if not list(command_faults(commands))] == []


def test_valid_commands_have_no_fault() -> None:
    """Commands in two languages with options, and a menu, have no fault."""
    options = [_option("друг", required=True), _option("n", name_localizations={"ru": "число"})]
    menu = {"name": "This board", "type": 3, "description": ""}
    assert not list(command_faults([_slash(options=options, name_localizations={"ru": "игра"}), menu]))
