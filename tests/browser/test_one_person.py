"""One person on three platforms: a game that was begun in a Telegram group is played on from all of them."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.talk.catalog import words_in
from tests.browser.player import WIDE, Player, open_page
from tests.databases import create_database
from tests.discord_standin.people import Person as DiscordPerson
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire import playing as on_discord
from tests.pace import HANG
from tests.process import serving
from tests.telegram_standin.people import Person as TelegramPerson
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Message, Place
from tests.telegram_wire import playing as on_telegram

pytestmark = [pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

YES = words_in("en").words("button-link-yes")
_CODE = re.compile(r"/link ([a-z2-7]{10})")
DONE = words_in("en").words("button-done")
TURNS_BEFORE, TURNS_AFTER = 7, 5
"""Turns of both before the bot is killed, and after: Anna plays from each platform before and afterwards."""


@dataclass
class Anna:
    """One person with an account on each platform, who plays from one after the other.

    Args:
        telegram: her on Telegram.
        discord: her on Discord.
        page: her page of the local table.
        group: where the game was begun.
    """

    telegram: TelegramPerson
    discord: DiscordPerson
    page: Player
    group: Place
    calls: set[str] = field(default_factory=set)
    """The messages of the local table that have called her."""

    def listen(self) -> None:
        """Note what the page is told."""
        self.page.page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, payload: Any) -> None:  # noqa: ANN401 (what Playwright hands over)
        frame = json.loads(payload)
        if frame["is"] == "message" and frame["message"]["notifies"]:
            self.calls.add(frame["message"]["id"])

    @property
    def times_notified(self) -> int:
        """How often something has made a sound for her, anywhere."""
        return len(self.telegram.notifications) + len(self.discord.notifications) + len(self.calls)

    async def is_called(self, before: int) -> None:
        """Wait until something has made a sound for her more often than before."""
        async with asyncio.timeout(HANG):
            while self.times_notified <= before:  # noqa: ASYNC110 (three tell)
                await asyncio.sleep(0.02)

    async def play_on_telegram(self) -> None:
        """Play a turn in the group."""
        await play_in_group(self.telegram, self.group)

    async def play_on_discord(self) -> None:
        """Play a turn in the private chat there."""
        here = self.discord.direct
        await self.discord.slash(here, "board")
        board = await self.discord.sees(here, on_discord.is_playable)
        board = await on_discord.play_dice(self.discord, here, board)
        await (await self.discord.press(board, DONE)).acknowledged()

    async def play_on_the_page(self) -> None:
        """Play a turn at the local table."""
        await self.page.say("/board")
        board = await self.page.seen()
        while not board.carrying("/move"):  # that of an earlier turn, not drawn anew yet
            board = await self.page.after(board)
        await self.page.play_by_buttons()
        await self.page.button("/done").click()


def waits_for(who: TelegramPerson, board: Message) -> bool:
    """Whether a board in the group is one on which somebody is to play."""
    return on_telegram.is_playable(board) and who.name in board.text.splitlines()[-1]


async def newest_that_plays(group: Place, one: TelegramPerson, *others: TelegramPerson) -> Message:
    """Wait until the newest board of the group, and not one above it, waits for one of some people."""

    def fits(board: Message) -> bool:
        newest = next(each for each in reversed(one.messages(group)) if each.labels)
        return board is newest and any(waits_for(who, board) for who in (one, *others))

    return await one.sees(group, fits)


async def play_in_group(who: TelegramPerson, group: Place) -> None:
    """Play a turn in the group."""
    board = await newest_that_plays(group, who)
    board = await on_telegram.play_dice(who, group, board)
    await (await who.press(board, DONE)).answered()


async def code_of(anna: TelegramPerson) -> str:
    """Ask for a code in Anna's private chat on Telegram."""
    said = await anna.say(anna.private, "/link")
    answer = await anna.sees(
        anna.private, lambda seen: seen.id > said.id and _CODE.search(seen.text) is not None
    )
    found = _CODE.search(answer.text)
    assert found is not None
    return found[1]


async def confirm(anna: TelegramPerson) -> None:
    """Say yes on Telegram, where the code was asked for, and wait until the two are one."""
    question = await anna.sees(anna.private, YES)
    await (await anna.press(question, YES)).answered()
    await anna.sees(anna.private, lambda seen: seen.id == question.id and YES not in seen.labels)


async def link_discord(anna: TelegramPerson, anya: DiscordPerson) -> None:
    """Make Anna's account on Discord one player with hers on Telegram."""
    asked = await anya.slash(anya.direct, "link", code=await code_of(anna))
    answer = await asked.answer()
    await (await anya.press(answer, YES)).acknowledged()
    await confirm(anna)


async def link_page(anna: TelegramPerson, page: Player) -> None:
    """Make Anna's account at the local table one player with hers on Telegram."""
    await page.page.locator("#tab-me").click()
    await page.say(f"/link {await code_of(anna)}")
    await page.answer.get_by_role("button", name=YES).click()
    await confirm(anna)


async def test_one_person_plays_a_game_from_everywhere(tmp_path: Path, browser: Browser) -> None:
    """Anna plays a Telegram group's game from there, Discord and the page, over a kill; a turn rings once."""
    async with TelegramStandIn() as telegram, DiscordStandIn() as discord:
        create_database(tmp_path / "nardy.db")
        settings = {
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.api_url,
            "TELEGRAM_PACE": on_telegram.HURRIED,
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        async with serving(tmp_path, **settings) as server:
            await telegram.online()
            await discord.online()
            group, boris = telegram.supergroup(), telegram.user("Boris")
            page = await open_page(browser, server, size=WIDE)
            anna = Anna(telegram.user("Anna"), discord.user("Anya"), page, group)
            await page.sit("Anna at home")
            anna.listen()
            await page.page.reload()
            board = await on_telegram.begin_game(anna.telegram, boris, group)
            await link_discord(anna.telegram, anna.discord)
            await link_page(anna.telegram, page)
            await on_telegram.disable_forced_turns(anna.telegram, boris, games=group)
            ways = cycle((anna.play_on_telegram, anna.play_on_discord, anna.play_on_the_page))
            rung = []
            for turns in (TURNS_BEFORE, TURNS_AFTER):
                for _ in range(turns):
                    board = await newest_that_plays(group, boris, anna.telegram)
                    before = anna.times_notified
                    if waits_for(anna.telegram, board):
                        await next(ways)()
                        await newest_that_plays(group, boris)
                        assert anna.times_notified == before
                    else:
                        await play_in_group(boris, group)
                        await newest_that_plays(group, anna.telegram)
                        await anna.is_called(before)
                        rung.append(anna.times_notified - before)
                await server.stop(signal.SIGKILL)
                await server.start()
                await telegram.online()
                await discord.online()
                await expect(page.page.locator("[data-offline]")).to_be_hidden(timeout=15_000)
            assert set(rung) == {1}
            assert (await server.run("check")).status == 0
