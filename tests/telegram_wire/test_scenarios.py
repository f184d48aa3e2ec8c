"""The bot as a separate process on the stand-in: whole games, restarts, floods, three platforms at once."""

from __future__ import annotations

import asyncio
import math
import re
import signal
import time
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.discord_standin.standin import DiscordStandIn
from tests.pace import HANG, slowness
from tests.process import Server, serving
from tests.telegram_standin.message import Message
from tests.telegram_standin.people import Person
from tests.telegram_standin.refusals import NOT_MODIFIED, QUERY_TOO_OLD, Refusal, bad_request, flood
from tests.telegram_standin.request import Request
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Place
from tests.telegram_wire.playing import (
    DONE,
    UNHURRIED,
    begun,
    bot_on,
    finished,
    is_over,
    plays,
    press_first,
    pressed,
    unforced,
    whose,
)

MOST_PRESSES = 600
MOST_PHOTOS = 5
"""Messages with a picture in a game that is played in one sitting."""
UNAVAILABLE = Refusal(502, "Bad Gateway")


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """Telegram's stand-in; at the end no request may have broken Telegram's own description."""
    async with TelegramStandIn() as standin:
        yield standin


@pytest.fixture
async def bot(telegram: TelegramStandIn, tmp_path: Path) -> AsyncIterator[Server]:
    """The bot, online at the stand-in."""
    async with bot_on(telegram, tmp_path) as server:
        yield server


async def first_turn(anna: Person, boris: Person, games: Place) -> tuple[Message, Person, Person]:
    """Return the first board of a game between two, who is to play, and who is not."""
    await unforced(anna, boris, games=games)
    board = await begun(anna, boris, games)
    mover = whose(board, anna, boris)
    return board, mover, boris if mover is anna else anna


async def test_a_turn_is_shown_as_pictures_and_notifies_the_other_once(
    telegram: TelegramStandIn, bot: Server
) -> None:
    """A turn by buttons edits one message with a real picture; Done sends the next, which notifies once."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    board, mover, other = await first_turn(anna, boris, games)
    notified, first = len(other.notifications), board.id
    board = await finished(mover, games, board)
    assert board.id == first
    assert board.picture is not None
    assert Image.open(BytesIO(board.picture)).size == (1200, 800)
    await mover.press(board, DONE)
    message = await other.is_notified(notified + 1)
    assert (message.id != first, other.id in message.mentioned) == (True, True)
    await telegram.until(lambda: not board.labels, "the old board loses its buttons")
    assert len(other.notifications) == notified + 1


@pytest.mark.long
async def test_two_people_play_a_whole_game(telegram: TelegramStandIn, bot: Server) -> None:
    """From challenge to result, every request is one that Telegram's description allows."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    for person in (anna, boris):
        await person.say(games, "/settings confirm on")
    board = await begun(anna, boris, games)
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        board = await pressed(whose(board, anna, boris), games, board)
    assert is_over(board)
    assert (await bot.run("check")).status == 0


@pytest.mark.long
async def test_a_whole_game_is_played_against_the_program(telegram: TelegramStandIn, bot: Server) -> None:
    """The program answers every turn, at once on the standing board; no picture is uploaded twice."""
    anna = telegram.user("Anna")
    await anna.start()
    await anna.say(anna.private, "/settings confirm on")
    await anna.say(anna.private, "/play")
    board = await anna.sees(anna.private, plays)
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        board = await pressed(anna, anna.private, board)
    assert is_over(board)
    assert (await bot.run("check")).status == 0
    assert len(telegram.sent("sendPhoto")) <= MOST_PHOTOS
    uploaded = [file.data for request in telegram.requests for file in request.files.values()]
    assert len(uploaded) == len(set(uploaded))


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
async def test_updates_that_come_twice_are_done_once(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """A batch that Telegram brings again after a restart changes nothing a second time."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    async with bot_on(telegram, tmp_path) as server:
        board = await begun(anna, boris, games)
        board = await pressed(whose(board, anna, boris), games, board)
        await server.stop(signal.SIGKILL)
        await telegram.offline()
        telegram.redeliver()
        polls = telegram.updates.polls
        await server.start()
        await telegram.online()
        # The first poll brings it; with the second the bot has taken it.
        await telegram.until(lambda: telegram.updates.polls >= polls + 2, "what comes again is taken")
        await pressed(whose(board, anna, boris), games, board)
        ended = await server.run("check")
        assert (ended.status, ended.out) == (0, "1 games replayed, 0 faults.\n")


@pytest.mark.parametrize(
    "refusal",
    [pytest.param(UNAVAILABLE, id="502", marks=pytest.mark.long), pytest.param(flood(1), id="429")],
)
async def test_a_failure_of_telegram_is_made_up_for(
    telegram: TelegramStandIn, bot: Server, refusal: Refusal
) -> None:
    """A board that Telegram could not take, or not so fast, is sent when it can be, once."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    telegram.refuse("sendPhoto", refusal)
    await anna.say(games, "/play")
    board = await anna.sees(games, plays)
    await pressed(anna, games, board)
    assert [seen for seen in anna.messages(games) if plays(seen)] == [board]


@pytest.mark.long
async def test_a_press_that_can_be_answered_no_more_is_carried_out(
    telegram: TelegramStandIn, bot: Server
) -> None:
    """Where Telegram takes no answer to a press any more, what was pressed happens all the same."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    board = await begun(anna, boris, games)
    telegram.refuse("answerCallbackQuery", QUERY_TOO_OLD)
    await pressed(whose(board, anna, boris), games, board)


@pytest.mark.long
async def test_an_edit_that_changes_nothing_is_none(telegram: TelegramStandIn, bot: Server) -> None:
    """Where Telegram says that a board looks like that already, the game goes on, without another message."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    board = await begun(anna, boris, games)
    before = len(anna.messages(games))
    telegram.refuse("editMessageMedia", NOT_MODIFIED, after=True)
    board = await pressed(whose(board, anna, boris), games, board)
    await pressed(whose(board, anna, boris), games, board)
    assert len([seen for seen in anna.messages(games) if plays(seen)]) == 1
    assert len(anna.messages(games)) == before
    assert "ERROR" not in bot.log()


@pytest.mark.long
async def test_a_board_whose_fate_is_unknown_does_not_ring_twice(
    telegram: TelegramStandIn, bot: Server
) -> None:
    """Where the connection was cut after the board had arrived, it comes again without notifying."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    board, mover, other = await first_turn(anna, boris, games)
    board = await finished(mover, games, board)
    notified = len(other.notifications)
    telegram.cut("sendPhoto", after=True)
    await mover.press(board, DONE)
    first = await other.is_notified(notified + 1)
    again = await other.sees(games, lambda seen: plays(seen) and seen.id > first.id)
    assert again.silent
    await pressed(other, games, again)
    assert len(other.notifications) == notified + 1


@pytest.mark.long
async def test_a_flooded_chat_holds_up_no_other(telegram: TelegramStandIn, bot: Server) -> None:
    """While Telegram takes nothing for one group, a game in another goes on."""
    anna, boris = telegram.user("Anna"), telegram.user("Boris")
    flooded, other = telegram.supergroup("flooded"), telegram.supergroup("other")

    def is_flooded(request: Request) -> bool:
        return request.text("chat_id") == str(flooded.id)

    held = await begun(anna, boris, flooded)
    held_for = math.ceil(5 * slowness())
    for method in ("sendPhoto", "editMessageMedia", "sendMessage"):
        telegram.refuse(method, flood(held_for), times=1, where=is_flooded)
    started = time.monotonic()
    await press_first(whose(held, anna, boris), held)
    board = await begun(anna, boris, other)
    for _ in range(3):
        board = await pressed(whose(board, anna, boris), other, board)
    assert time.monotonic() - started < held_for
    before = held.text
    await telegram.until(lambda: held.text != before, "the flooded board follows")


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


@pytest.mark.long
async def test_two_pollers_are_told_apart(telegram: TelegramStandIn, bot: Server, tmp_path: Path) -> None:
    """A second program with the same token says that only one may fetch updates, and neither ends."""
    folder = tmp_path / "second"
    folder.mkdir()
    async with serving(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.api_url) as second:
        async with asyncio.timeout(HANG):
            while "only one may" not in second.log() + bot.log():  # noqa: ASYNC110 (a log tells nobody)
                await asyncio.sleep(0.05)


async def test_a_bad_token_is_told_in_one_line(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """With a token that Telegram does not know, the program says so in a line, without it, and ends."""
    secret = "AAxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz"  # noqa: S105 (no real one)
    server = Server(tmp_path, {"TELEGRAM_TOKEN": f"12345:{secret}", "TELEGRAM_API_URL": telegram.api_url})
    ended = await server.run()
    telegram.take_violations()
    assert ended.status == 1
    assert "TELEGRAM_TOKEN" in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.err
    assert secret not in ended.err + ended.out


async def test_the_token_stands_in_no_log(telegram: TelegramStandIn, tmp_path: Path) -> None:
    """Not even at DEBUG, with requests refused and cut, does the log hold the token or what was said."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    async with serving(
        tmp_path,
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API_URL=telegram.api_url,
        NARDY_LOG_LEVEL="DEBUG",
    ) as server:
        await telegram.online()
        telegram.refuse("sendPhoto", bad_request("something new"))
        telegram.cut("sendPhoto")
        await anna.say(games, "/play")
        await anna.say(anna.private, "a word in confidence")
        await anna.sees(anna.private, "a move or a command")
        log = server.log()
    assert telegram.token.split(":")[1] not in log
    assert "in confidence" not in log


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
        await server.start()
        await telegram.online()
        await finished(anna, anna.private, await anna.sees(anna.private, plays))
