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
    begun,
    bot_on,
    finished,
    plays,
    press_first,
    pressed,
    unforced,
    whose,
)

NAMES = ("Quillobar", "Wexmundy")
GROUP, SAID = "zibberflonk", "a word in confidence"


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """Telegram's stand-in; at the end no request may have broken Telegram's own description."""
    async with TelegramStandIn() as standin:
        yield standin


async def first_turn(anna: Person, boris: Person, games: Place) -> tuple[Message, Person, Person]:
    """Return the first board of a game between two, who is to play, and who is not."""
    await unforced(anna, boris, games=games)
    board = await begun(anna, boris, games)
    mover = whose(board, anna, boris)
    return board, mover, boris if mover is anna else anna


async def test_a_kill_before_handling_loses_no_update(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """What was fetched and confirmed, but not yet handled when the bot was killed, is handled after."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    async with bot_on(telegram, tmp_path) as server:
        board = await begun(anna, boris, games)
        mover = whose(board, anna, boris)
        # The answer to a first press is held, so that what follows in this chat has to wait its turn.
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
        again = await mover.sees(games, lambda seen: plays(seen) and "your turn" in seen.text)
        assert query.update_id is not None
        await finished(mover, games, again)
        assert (await server.run("check")).status == 0


async def test_a_kill_between_press_and_board_loses_nothing_and_notifies_at_most_once(
    telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """Killed while a message is under way, the bot shows the turn after all, and notifies once."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    async with bot_on(telegram, tmp_path) as server:
        board, mover, other = await first_turn(anna, boris, games)
        notified = len(other.notifications)
        board = await finished(mover, games, board)
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
        again = await other.sees(games, lambda seen: plays(seen) and seen.id > before)
        assert again.silent
        await telegram.until(lambda: not board.labels, "the old board loses its buttons")
        await pressed(whose(again, anna, boris), games, again)
        assert len(other.notifications) == notified + 1
        assert (await server.run("check")).status == 0


@pytest.mark.long
async def test_at_telegrams_pace_no_request_is_one_too_many(tmp_path: Path) -> None:
    """Pressing without a pause, in three groups at once, never makes Telegram refuse for being too many."""
    async with TelegramStandIn(limits=True) as telegram, bot_on(telegram, tmp_path, UNHURRIED) as server:
        anna, boris = telegram.user("Anna"), telegram.user("Boris")

        async def play(title: str) -> None:
            games = telegram.supergroup(title)
            board = await begun(anna, boris, games)
            for _ in range(6):
                board = await pressed(whose(board, anna, boris), games, board)

        await asyncio.gather(*map(play, ("one", "two", "three")))
        assert telegram.floods == []
        assert (await server.run("check")).status == 0


async def test_a_bad_token_is_told_in_one_line(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """Given a token that Telegram does not know, the program names the setting, not the token, and ends."""
    secret = "AAxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz"  # noqa: S105 (no real one)
    server = Server(tmp_path, {"TELEGRAM_TOKEN": f"12345:{secret}", "TELEGRAM_API_URL": telegram.api_url})
    ended = await server.run()
    telegram.take_violations()
    assert ended.status == 1
    assert "TELEGRAM_TOKEN" in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.err
    assert secret not in ended.err + ended.out


async def test_what_a_monitor_and_the_log_are_told(tmp_path: Path) -> None:
    """Telegram's failure and the actions on it are reported; a token, a name or a word is told nowhere.

    The log is kept at DEBUG, while requests are refused and cut.
    """
    async with TelegramStandIn() as telegram:
        anna, boris = (telegram.user(name, username=f"{name}_handle") for name in NAMES)
        group = telegram.supergroup(GROUP)
        settings = {"NARDY_METRICS_PORT": "0", "NARDY_LOG_LEVEL": "DEBUG"}
        async with bot_on(telegram, tmp_path, **settings) as server, monitoring(server) as monitor:
            assert (await monitor.until(lambda told: told["status"] == "ok"))[0] == 200
            board = await begun(anna, boris, group)
            await pressed(whose(board, anna, boris), group, board)
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
            await anna.say(group, "/games")  # which ends the poll that Telegram holds
            status, health = await monitor.until(lambda told: told["platforms"]["telegram"] == "down")
            told = f"{metrics}{await monitor.metrics()}{health}{server.log()}".casefold()
    assert (status, health["failing"]) == (503, ["telegram"])
    assert 'nardy_platform_up{platform="telegram"} 1.0' in metrics
    assert 'nardy_posts_sent_total{kind="send",platform="telegram"}' in metrics
    assert 'nardy_actions_total{platform="telegram"}' in metrics
    planted = (*NAMES, GROUP, SAID, telegram.token.partition(":")[2])
    assert [word for word in planted if word.casefold() in told] == []


async def test_three_platforms_are_served_at_once_and_stop_within_five_seconds(
    telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """Local table, Discord and Telegram play in one process, and a SIGTERM in the middle ends all of it."""
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
        board = await anna.sees(anna.private, plays)
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
