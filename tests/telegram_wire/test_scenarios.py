"""The bot as a separate process on the stand-in: kills, limits, logs, three platforms at once."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord_standin.standin import DiscordStandIn
from tests.monitor import monitoring
from tests.pace import slowness
from tests.process import Server, serving
from tests.telegram_standin.people import Person
from tests.telegram_standin.refusals import UNAVAILABLE, bad_request
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Message, Place
from tests.telegram_wire.playing import (
    DONE,
    UNHURRIED,
    begin_game,
    bot_on,
    disable_forced_turns,
    is_playable,
    mover_of,
    play_dice,
    press_first,
    press_next,
)

SECRET_NAMES = ("Quillobar", "Wexmundy")
GROUP, SAID = "zibberflonk", "a word in confidence"


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """A stand-in for Telegram; at the end there may be no violations."""
    async with TelegramStandIn() as standin:
        yield standin


async def first_turn(anna: Person, boris: Person, games: Place) -> tuple[Message, Person, Person]:
    """Return the first board of a new game, the player to move and the opponent."""
    await disable_forced_turns(anna, boris, games=games)
    board = await begin_game(anna, boris, games)
    mover = mover_of(board, anna, boris)
    return board, mover, boris if mover is anna else anna


async def test_a_kill_before_handling_loses_no_update(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """An update that was confirmed, but not handled before a kill, is handled after the restart."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    async with bot_on(telegram, tmp_path) as server:
        board = await begin_game(anna, boris, games)
        mover = mover_of(board, anna, boris)
        # The held answer to the first press makes the next update in this chat wait.
        barrier = telegram.hold("answerCallbackQuery")
        query = await press_first(mover, board)
        await barrier.reached()
        typed = await mover.say(games, "/undo all", reply_to=board)
        await telegram.until(lambda: telegram.confirmed >= (typed.update_id or 0), "it is confirmed")
        await server.stop(signal.SIGKILL)
        barrier.open()
        await telegram.offline()
        await server.start()
        await telegram.online()
        again = await mover.sees(games, lambda seen: is_playable(seen) and "your turn" in seen.text)
        assert query.update_id is not None
        await play_dice(mover, games, again)
        assert (await server.run("check")).status == 0


async def test_a_kill_between_press_and_board_notifies_at_most_once(
    telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """A bot killed while sending a board shows the turn after the restart, and notifies once."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    async with bot_on(telegram, tmp_path) as server:
        board, mover, other = await first_turn(anna, boris, games)
        notified = len(other.notifications)
        board = await play_dice(mover, games, board)
        barrier = telegram.hold("sendPhoto", after=True)
        await mover.press(board, DONE)
        await barrier.reached()
        await server.stop(signal.SIGKILL)
        barrier.open()
        await telegram.offline()
        held = barrier.held[0].text("chat_id")
        assert held == str(games.id)
        before = max(message.id for message in other.messages(games))
        await server.start()
        await telegram.online()
        again = await other.sees(games, lambda seen: is_playable(seen) and seen.id > before)
        assert again.silent
        await telegram.until(lambda: not board.labels, "the old board loses its buttons")
        await press_next(mover_of(again, anna, boris), games, again)
        assert len(other.notifications) == notified + 1
        assert (await server.run("check")).status == 0


@pytest.mark.long
async def test_the_bot_keeps_telegrams_limits(tmp_path: Path) -> None:
    """Three groups that press without a pause never exceed Telegram's limits."""
    async with TelegramStandIn(limits=True) as telegram, bot_on(telegram, tmp_path, UNHURRIED) as server:
        anna, boris = telegram.user("Anna"), telegram.user("Boris")

        async def play(title: str) -> None:
            games = telegram.supergroup(title)
            board = await begin_game(anna, boris, games)
            for _ in range(6):
                board = await press_next(mover_of(board, anna, boris), games, board)

        await asyncio.gather(*map(play, ("one", "two", "three")))
        assert telegram.floods == []
        assert (await server.run("check")).status == 0


async def test_a_bad_token_is_reported_in_one_line(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """With a bad token the program ends with one line that names the setting and not the token."""
    secret = "AAxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz"  # noqa: S105 (no real one)
    server = Server(tmp_path, {"TELEGRAM_TOKEN": f"12345:{secret}", "TELEGRAM_API_URL": telegram.api_url})
    ended = await server.run()
    telegram.take_violations()
    assert ended.status == 1
    assert "TELEGRAM_TOKEN" in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.err
    assert secret not in ended.err + ended.out


async def test_monitoring_and_log_have_no_secrets(tmp_path: Path) -> None:
    """Metrics, health and log report Telegram's failure and the actions, but no token, name or text.

    The log level is DEBUG, and requests are refused and cut.
    """
    async with TelegramStandIn() as telegram:
        anna, boris = (telegram.user(name, username=f"{name}_handle") for name in SECRET_NAMES)
        group = telegram.supergroup(GROUP)
        settings = {"NARDY_METRICS_PORT": "0", "NARDY_LOG_LEVEL": "DEBUG"}
        async with bot_on(telegram, tmp_path, **settings) as server, monitoring(server) as monitor:
            assert (await monitor.until(lambda report: report["status"] == "ok"))[0] == 200
            board = await begin_game(anna, boris, group)
            await press_next(mover_of(board, anna, boris), group, board)
            sent = len(telegram.sent("sendPhoto"))
            telegram.refuse("sendPhoto", bad_request("something new"))
            telegram.cut("sendPhoto")
            for title in ("refused", "cut"):
                await anna.say(telegram.supergroup(title), "/play")
            await telegram.until(lambda: len(telegram.sent("sendPhoto")) >= sent + 2, "both have failed")
            await anna.say(anna.private, SAID)
            await anna.sees(anna.private, "a move or a command")
            metrics = await monitor.metrics()
            telegram.refuse("getUpdates", UNAVAILABLE, times=1000)
            await anna.say(group, "/games")  # ends the poll that the stand-in holds
            status, health = await monitor.until(lambda report: report["platforms"]["telegram"] == "down")
            report = f"{metrics}{await monitor.metrics()}{health}{server.log()}".casefold()
    assert (status, health["failing"]) == (503, ["telegram"])
    assert 'nardy_platform_up{platform="telegram"} 1.0' in metrics
    assert 'nardy_posts_sent_total{kind="send",platform="telegram"}' in metrics
    assert 'nardy_actions_total{platform="telegram"}' in metrics
    planted = (*SECRET_NAMES, GROUP, SAID, telegram.token.partition(":")[2])
    assert [word for word in planted if word.casefold() in report] == []


async def test_three_platforms_stop_within_five_seconds(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """The local table, Discord and Telegram run in one process, and SIGTERM ends them during play."""
    async with (
        DiscordStandIn() as discord,
        serving(
            tmp_path,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API_URL=telegram.api_url,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
        ) as server,
    ):
        await asyncio.gather(telegram.online(), discord.online())
        anna, dora = telegram.user("Anna"), discord.user("Dora")
        await anna.say(anna.private, "/play")
        await dora.slash(discord.channel(), "play")
        board = await anna.sees(anna.private, is_playable)
        await dora.sees(discord.channel(), lambda seen: any("→" in label for label in seen.labels))
        barrier = telegram.hold("editMessageMedia")
        await press_first(anna, board)
        await barrier.reached()
        started = time.monotonic()
        status = await server.stop(signal.SIGTERM)
        took = time.monotonic() - started
        barrier.open()
        assert status == 0
        assert took < 5 * slowness(), f"{took:.1f} s"
        assert not re.search(r"Traceback|ERROR", server.log())
