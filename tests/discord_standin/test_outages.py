from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import discord as library
import pytest

from tests.discord_standin import refusals, routes
from tests.discord_standin.client import TinyApp, ask, buttons, picture
from tests.discord_standin.standin import DiscordStandIn
from tests.process import killed_if_left, spawn
from tests.standin.errors import CannotDo

if TYPE_CHECKING:
    from tests.discord_standin.message import Message
    from tests.discord_standin.refusals import Refusal

ROOT = Path(__file__).parents[2]


async def test_a_lost_gateway_is_resumed_and_nothing_is_missed(discord: DiscordStandIn, app: TinyApp) -> None:
    """What happens while the connection is away is told when the session is resumed."""
    anna, games = discord.user("Anna"), discord.channel()
    await app.place(games.id).send("board", view=buttons("Slow"))
    board = await anna.sees(games, "board")
    discord.gateway.drop()
    pressed = await anna.press(board, "Slow")
    assert (await pressed.answer()).text == "Anna pressed slow"
    assert (discord.gateway.identified, discord.gateway.resumed) == (1, 1)


async def test_a_session_that_cannot_be_resumed_is_begun_anew(discord: DiscordStandIn, app: TinyApp) -> None:
    """INVALID_SESSION makes the app identify again, after which it receives as before."""
    discord.gateway.refuse_resumes = 1
    discord.gateway.drop(1001)
    await discord.until(lambda: discord.gateway.identified == 2, "a second IDENTIFY")
    anna = discord.user("Anna")
    await (await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")).answer()


async def test_the_gateway_can_ask_to_reconnect(discord: DiscordStandIn, app: TinyApp) -> None:
    """After op 7 the session is resumed; after op 9 it is begun anew."""
    discord.gateway.ask_to_reconnect()
    await discord.until(lambda: discord.gateway.resumed == 1, "a RESUME")
    discord.gateway.forget_sessions()
    await discord.until(lambda: discord.gateway.identified == 2, "a second IDENTIFY")


async def test_a_rate_limit_is_waited_out(discord: DiscordStandIn, app: TinyApp) -> None:
    """discord.py comes back after the time it was told, and the message is there once."""
    games = discord.channel()
    discord.refuse(routes.SEND, refusals.rate_limited(0.01), times=2)
    await app.place(games.id).send("hello")
    assert [request.status for request in discord.sent(routes.SEND)] == [429, 429, 200]
    assert len(discord.world.visible(games)) == 1


async def test_a_channel_takes_five_messages_in_five_seconds() -> None:
    """The sixth is refused until the time is over; edits, other channels and answers to presses go on."""
    async with DiscordStandIn(limited=True) as discord:
        here, there = (f"/channels/{discord.channel(name).id}/messages" for name in ("here", "there"))
        sent = [await ask(discord, "POST", here, {"content": "x"}) for _ in range(6)]
        assert [status for status, _ in sent] == [200] * 5 + [429]
        assert 4 < sent[-1][1]["retry_after"] <= 5
        assert (await ask(discord, "POST", there, {"content": "x"}))[0] == 200
        edits = [
            await ask(discord, "PATCH", f"{here}/{sent[0][1]['id']}", {"content": "y"}) for _ in range(6)
        ]
        assert [status for status, _ in edits] == [200] * 5 + [429]
        discord.pass_time(seconds=5)
        assert (await ask(discord, "POST", here, {"content": "x"}))[0] == 200


@pytest.mark.parametrize(
    ("refusal", "error"),
    [
        (refusals.UNAVAILABLE, library.DiscordServerError),
        (refusals.UNKNOWN_CHANNEL, library.NotFound),
        (refusals.UNKNOWN_MESSAGE, library.NotFound),
        (refusals.UNKNOWN_INTERACTION, library.NotFound),
        (refusals.MISSING_ACCESS, library.Forbidden),
        (refusals.MISSING_PERMISSIONS, library.Forbidden),
        (refusals.NO_DIRECT_MESSAGES, library.Forbidden),
        (refusals.ARCHIVED, library.HTTPException),
    ],
)
async def test_a_refusal_arrives_with_its_code(
    discord: DiscordStandIn, app: TinyApp, refusal: Refusal, error: type[library.HTTPException]
) -> None:
    """discord.py raises what belongs to the status, once, with Discord's code."""
    games = discord.channel()
    discord.refuse(routes.SEND, refusal, where=lambda request: request.body["content"] == "hello")
    await app.place(games.id).send("something else")
    with pytest.raises(error) as raised:
        await app.place(games.id).send("hello")
    assert raised.value.code == refusal.code
    await app.place(games.id).send("hello")


async def test_an_answer_that_comes_too_late_is_unknown(discord: DiscordStandIn, app: TinyApp) -> None:
    """Four seconds after the command Discord no longer knows of it, and nothing is shown."""
    anna = discord.user("Anna")
    barrier = discord.hold(routes.CALLBACK)
    asked = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await barrier.reached()
    discord.pass_time(seconds=4)
    barrier.open()
    await discord.until(lambda: discord.sent(routes.CALLBACK)[0].status == 404, "a refusal")
    assert discord.sent(routes.CALLBACK)[0].answer["code"] == 10062
    assert asked.callback is None


async def test_a_token_lives_fifteen_minutes_and_is_answered_once(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """A second callback is refused, and so is a follow-up after a quarter of an hour."""
    anna = discord.user("Anna")
    asked = await anna.slash(discord.channel(), "hello", friend=anna, words="Hi")
    await asked.answer()
    twice = await ask(discord, "POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5})
    assert twice[1]["code"] == 40060
    follow_up = f"/webhooks/{discord.world.app.id}/{asked.token}"
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[0] == 204
    discord.pass_time(minutes=16)
    assert (await ask(discord, "POST", follow_up, {"content": "x"}))[1]["code"] == 50027


async def test_what_was_deleted_is_unknown(discord: DiscordStandIn, app: TinyApp) -> None:
    """A deleted message cannot be edited, and a deleted channel takes none."""
    games = discord.channel()
    sent = await app.place(games.id).send("board")
    discord.delete_message(discord.world.visible(games)[0])
    with pytest.raises(library.NotFound) as raised:
        await sent.edit(content="x")
    assert raised.value.code == 10008
    discord.delete_channel(games)
    with pytest.raises(library.NotFound) as raised:
        await app.place(games.id).send("x")
    assert raised.value.code == 10003


async def test_an_app_that_was_thrown_out_has_no_access_until_it_is_back(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """Out of the server nothing can be sent; once invited again, it can."""
    games = discord.channel()
    discord.remove_bot()
    with pytest.raises(library.Forbidden) as raised:
        await app.place(games.id).send("x")
    assert raised.value.code == 50001
    discord.add_bot()
    await app.place(games.id).send("x")
    await discord.until(lambda: app.get_guild(discord.guild.id), "the server is known again")


async def test_permissions_are_told_and_held_to(discord: DiscordStandIn, app: TinyApp) -> None:
    """Without leave to attach files a text goes through and a picture does not, until it is allowed again."""
    games = discord.channel()
    discord.forbid(games, "attach_files")
    await app.place(games.id).send("x")
    with pytest.raises(library.Forbidden) as raised:
        await app.place(games.id).send(file=picture())
    assert raised.value.code == 50013
    discord.allow(games, "attach_files")
    await app.place(games.id).send(file=picture())


async def test_who_takes_no_messages_gets_none(discord: DiscordStandIn, app: TinyApp) -> None:
    """A talk can be opened, a message into it is refused with 50007."""
    anna = discord.user("Anna")
    anna.user.refuses_messages = True
    person = await app.fetch_user(anna.id)
    with pytest.raises(library.Forbidden) as raised:
        await person.send("hello")
    assert raised.value.code == 50007


async def test_a_thread_is_made_used_and_put_away(discord: DiscordStandIn, app: TinyApp) -> None:
    """A thread begins at a message, takes messages and people, and can be archived by who made it."""
    anna, games = discord.user("Anna"), discord.channel()
    await app.wait_until_ready()
    await discord.until(lambda: app.get_channel(games.id), "the channel is known")
    channel = app.get_channel(games.id)
    assert isinstance(channel, library.TextChannel)
    message = await channel.send("board")
    thread = await message.create_thread(name="Game 7")
    await thread.add_user(library.Object(anna.id))
    await thread.send("first")
    await thread.edit(archived=True)
    kept = discord.world.channels[thread.id]
    assert kept.archived
    assert anna.id in kept.members
    assert [each.text for each in anna.messages(kept)] == ["first"]


async def test_an_app_used_on_a_persons_own_account_sees_no_channel(
    discord: DiscordStandIn, app: TinyApp
) -> None:
    """Where the app is not in the server, its commands are offered only if they say so."""
    anna = discord.user("Anna")
    place = discord.channel("hall", discord.another_guild("Strangers", bot_in=False))
    with pytest.raises(CannotDo):
        await anna.slash(place, "hello", friend=anna, words="Hi")
    with pytest.raises(library.Forbidden):
        await app.place(place.id).send("x")


async def test_an_answer_can_be_held_back_once_all_is_done(discord: DiscordStandIn, app: TinyApp) -> None:
    """Behind a gate after the deed the message is there before the app knows."""
    games = discord.channel()
    barrier = discord.hold(routes.SEND, after=True)
    sending = asyncio.create_task(app.place(games.id).send("hello"))
    await barrier.reached()
    assert [each.text for each in discord.world.visible(games)] == ["hello"]
    assert not sending.done()
    barrier.open()
    await sending


async def test_a_request_can_be_slow(discord: DiscordStandIn, app: TinyApp) -> None:
    """A delayed request takes as long as it was told to."""
    games = discord.channel()
    discord.delay(routes.SEND, 0.05)
    began = time.monotonic()
    await app.place(games.id).send("hello")
    assert time.monotonic() - began >= 0.05


# In another process.

APP = """
import sys, yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from tests.discord_standin.client import TinyApp
Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sys.argv[2], yarl.URL(sys.argv[3])
TinyApp().run(sys.argv[1], log_handler=None)
"""


async def _start(discord: DiscordStandIn) -> asyncio.subprocess.Process:
    process = await spawn("-c", APP, discord.token, discord.api_url, discord.gateway_url, cwd=ROOT)
    async with killed_if_left(process):
        await discord.online()
    return process


async def test_an_app_is_killed_between_a_press_and_its_answer(discord: DiscordStandIn) -> None:
    """The press stays unanswered, the stand-in sees the app go and come, and the next press is answered."""
    anna, games = discord.user("Anna"), discord.channel()
    process = await _start(discord)
    try:
        barrier = discord.hold(routes.CALLBACK)
        asked = await anna.slash(games, "hello", friend=anna, words="Hi")
        await barrier.reached()
        process.send_signal(signal.SIGKILL)
        await process.wait()
        await discord.offline()
        assert not asked.answers
        process = await _start(discord)
        answer: Message = await (await anna.slash(games, "hello", friend=anna, words="Hi")).answer()
        assert answer.text == "Hi, Anna"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
