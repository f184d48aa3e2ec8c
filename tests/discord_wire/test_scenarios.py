"""The unmodified bot, a process of its own, against Discord's stand-in: HTTP, multipart and the gateway."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.discord_standin.refusals import UNAVAILABLE, Refusal, rate_limited
from tests.discord_standin.routes import CALLBACK, SEND
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import (
    DONE,
    begun,
    bot_on,
    finished,
    first_turn,
    is_over,
    plays,
    pressed,
    whose,
)
from tests.process import Server

MOST_PRESSES = 600


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """Discord's stand-in; at the end no request may have broken Discord's own description."""
    async with DiscordStandIn() as standin:
        yield standin


@pytest.fixture
async def bot(discord: DiscordStandIn, tmp_path: Path) -> AsyncIterator[Server]:
    """The bot, online at the stand-in."""
    async with bot_on(discord, tmp_path) as server:
        yield server


async def test_a_bot_that_lost_its_connection_answers_again(discord: DiscordStandIn, bot: Server) -> None:
    """After a dropped gateway the session is resumed, and after a refused resume a new one is begun."""
    anna, games = discord.user("Anna"), discord.channel()
    assert "/challenge" in (await (await anna.slash(games, "help")).answer()).text
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.resumed, "the session is resumed")
    assert "/challenge" in (await (await anna.slash(games, "help")).answer()).text
    discord.gateway.refuse_resumes = 1
    logins = discord.gateway.identified
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.identified > logins, "a new session is begun")
    await discord.online()
    assert "/challenge" in (await (await anna.slash(games, "help")).answer()).text


async def test_a_turn_is_shown_as_pictures_and_notifies_the_other_once(
    discord: DiscordStandIn, bot: Server
) -> None:
    """A turn by buttons edits one message with a real picture; Done sends the next, which notifies once."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, other = await first_turn(anna, boris, games)
    notified = len(other.notifications)
    first = board.id
    board = await finished(mover, games, board)
    assert board.id == first
    assert board.picture is not None
    assert Image.open(BytesIO(board.picture.data)).size == (1200, 800)
    assert board.picture.description is not None
    assert "White has" in board.picture.description
    await mover.press(board, DONE)
    message = await other.is_notified(notified + 1)
    assert message.id != first
    assert other.mention in message.text
    await discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert len(other.notifications) == notified + 1


async def test_a_kill_between_press_and_answer_loses_nothing_and_notifies_once(
    discord: DiscordStandIn, tmp_path: Path
) -> None:
    """Killed while a message is under way, the bot shows the turn after all, and notifies once."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    async with bot_on(discord, tmp_path) as server:
        board, mover, other = await first_turn(anna, boris, games)
        notified = len(other.notifications)
        board = await finished(mover, games, board)
        barrier = discord.hold(SEND, after=True)
        await mover.press(board, DONE)
        await barrier.reached()
        await server.stop(signal.SIGKILL)
        barrier.open()
        await discord.offline()
        await server.start()
        await discord.online()
        again = await other.sees(games, lambda seen: plays(seen) and seen.id != board.id)
        await discord.until(lambda: not board.labels, "the old board loses its buttons")
        await pressed(whose(again, anna, boris), games, again)
        assert len(other.notifications) == notified + 1
        assert (await server.run("check")).status == 0


async def test_a_kill_before_the_action_is_answered_applies_it_once(
    discord: DiscordStandIn, tmp_path: Path
) -> None:
    """Killed before a press is acknowledged, the bot plays on from what was stored."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    async with bot_on(discord, tmp_path) as server:
        board = await begun(anna, boris, games)
        mover = whose(board, anna, boris)
        barrier = discord.hold(CALLBACK)
        await mover.press(board, next(label for label in board.labels if "→" in label))
        await barrier.reached()
        await server.stop(signal.SIGKILL)
        barrier.open()
        await discord.offline()
        await server.start()
        await discord.online()
        board = await finished(mover, games, board)
        assert (await server.run("check")).status == 0


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(UNAVAILABLE, id="503", marks=pytest.mark.long),
        pytest.param(rate_limited(0.5), id="429"),
    ],
)
async def test_a_failure_of_discord_is_made_up_for(
    discord: DiscordStandIn, bot: Server, refusal: Refusal
) -> None:
    """A board that Discord could not take, or not so fast, is sent when it can be, once."""
    anna, games = discord.user("Anna"), discord.channel()
    discord.refuse(SEND, refusal)
    await anna.slash(games, "play")
    board = await anna.sees(games, plays)
    await pressed(anna, games, board)
    assert [seen for seen in anna.messages(games) if plays(seen)] == [board]


async def test_a_board_whose_answer_was_lost_is_found_and_notifies_once(
    discord: DiscordStandIn, bot: Server
) -> None:
    """Cut off when a turn's board is there already, the bot repeats its nonce, and so finds the board."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, other = await first_turn(anna, boris, games)
    notified = len(other.notifications)
    board = await finished(mover, games, board)
    sent = len(discord.sent(SEND))
    discord.cut(SEND, after=True)
    await mover.press(board, DONE)
    again = await other.sees(games, lambda seen: plays(seen) and seen.id != board.id)
    await discord.until(lambda: len(discord.sent(SEND)) == sent + 2, "the board is sent once more")
    await discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert [each.message.id for each in other.notifications[notified:]] == [again.id]
    assert [seen for seen in anna.messages(games) if plays(seen) and seen.id >= again.id] == [again]
    await pressed(whose(again, anna, boris), games, again)


@pytest.mark.long
async def test_where_the_bot_may_no_longer_write_players_are_told_in_private(
    discord: DiscordStandIn, bot: Server
) -> None:
    """A turn that cannot be shown in its channel is shown, and notifies, in a direct message."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, other = await first_turn(anna, boris, games)
    board = await finished(mover, games, board)
    notified = len(other.notifications)
    discord.forbid(games, "send_messages")
    await mover.press(board, DONE)
    message = await other.sees(other.direct, plays)
    assert (await other.is_notified(notified + 1)).id == message.id
    await pressed(other, other.direct, message)


@pytest.mark.long
async def test_two_people_play_a_whole_game(discord: DiscordStandIn, bot: Server) -> None:
    """From challenge to result, every request is one that Discord's description allows."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    for person in (anna, boris):
        await (await person.slash(games, "settings", option="confirm on")).answer()
    board = await begun(anna, boris, games)
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        board = await pressed(whose(board, anna, boris), games, board)
    assert is_over(board)
    assert (await bot.run("check")).status == 0


@pytest.mark.long
async def test_a_whole_game_is_played_against_the_program(discord: DiscordStandIn, bot: Server) -> None:
    """The program answers every turn until the game is over."""
    anna, games = discord.user("Anna"), discord.channel()
    await (await anna.slash(games, "settings", option="confirm on")).answer()
    await anna.slash(games, "play")
    board = await anna.sees(games, plays)
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        board = await pressed(anna, games, board)
    assert is_over(board)


async def test_a_bad_token_is_told_in_one_line(discord: DiscordStandIn, tmp_path: Path) -> None:
    """With a token that Discord does not know, the program says so in a line and ends."""
    server = Server(
        tmp_path,
        {
            "DISCORD_TOKEN": "bm9ib2R5.knows.this",
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        },
    )
    ended = await server.run()
    discord.take_violations()
    assert ended.status == 1
    assert "DISCORD_TOKEN" in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.err
    assert "bm9ib2R5" not in ended.err + ended.out
