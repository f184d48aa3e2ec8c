"""One person who plays a Telegram group's game from three platforms."""

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
"""Turns before and after the bot is killed; Anna plays from each platform in both."""


@dataclass
class Anna:
    """One person with an account on each platform, who plays from each in turn.

    Args:
        telegram: the account on Telegram.
        discord: the account on Discord.
        page: the page of the local table.
        group: the chat where the game was begun.
    """

    telegram: TelegramPerson
    discord: DiscordPerson
    page: Player
    group: Place
    notifying: set[str] = field(default_factory=set)
    """The messages of the local table that notified Anna."""

    def listen(self) -> None:
        """Record the messages that notify the page."""
        self.page.page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, payload: Any) -> None:  # noqa: ANN401 (what Playwright hands over)
        frame = json.loads(payload)
        if frame["is"] == "message" and frame["message"]["notifies"]:
            self.notifying.add(frame["message"]["id"])

    @property
    def times_notified(self) -> int:
        """The number of notifications on all platforms."""
        return len(self.telegram.notifications) + len(self.discord.notifications) + len(self.notifying)

    async def is_notified(self, before: int) -> None:
        """Wait until there are more notifications than before."""
        async with asyncio.timeout(HANG):
            while self.times_notified <= before:  # noqa: ASYNC110 (three sources)
                await asyncio.sleep(0.02)

    async def play_on_telegram(self) -> None:
        """Play a turn in the group."""
        await play_in_group(self.telegram, self.group)

    async def play_on_discord(self) -> None:
        """Play a turn in the private chat on Discord."""
        here = self.discord.direct
        await self.discord.slash(here, "board")
        board = await self.discord.sees(here, on_discord.is_playable)
        board = await on_discord.play_dice(self.discord, here, board)
        await (await self.discord.press(board, DONE)).acknowledged()

    async def play_on_the_page(self) -> None:
        """Play a turn at the local table."""
        await self.page.say("/board")
        board = await self.page.current_board()
        while not board.buttons_for("/move"):  # an earlier turn's board, not redrawn yet
            board = await self.page.board_after(board)
        await self.page.play_by_buttons()
        await self.page.button("/done").click()


def waits_for(person: TelegramPerson, board: Message) -> bool:
    """Return True if the group's board waits for a person's turn."""
    return on_telegram.is_playable(board) and person.name in board.text.splitlines()[-1]


async def newest_board_for(group: Place, one: TelegramPerson, *others: TelegramPerson) -> Message:
    """Wait until the group's newest board waits for one of some people."""

    def fits(board: Message) -> bool:
        newest = next(each for each in reversed(one.messages(group)) if each.labels)
        return board is newest and any(waits_for(person, board) for person in (one, *others))

    return await one.sees(group, fits)


async def play_in_group(person: TelegramPerson, group: Place) -> None:
    """Play a turn in the group."""
    board = await newest_board_for(group, person)
    board = await on_telegram.play_dice(person, group, board)
    await (await person.press(board, DONE)).answered()


async def request_code(anna: TelegramPerson) -> str:
    """Request a code in Anna's private chat on Telegram."""
    said = await anna.say(anna.private, "/link")
    answer = await anna.sees(
        anna.private, lambda seen: seen.id > said.id and _CODE.search(seen.text) is not None
    )
    found = _CODE.search(answer.text)
    assert found is not None
    return found[1]


async def confirm(anna: TelegramPerson) -> None:
    """Confirm the link on Telegram, where the code was requested, and wait until it is made."""
    question = await anna.sees(anna.private, YES)
    await (await anna.press(question, YES)).answered()
    await anna.sees(anna.private, lambda seen: seen.id == question.id and YES not in seen.labels)


async def link_discord(anna: TelegramPerson, anya: DiscordPerson) -> None:
    """Link Anna's account on Discord with the one on Telegram."""
    asked = await anya.slash(anya.direct, "link", code=await request_code(anna))
    answer = await asked.answer()
    await (await anya.press(answer, YES)).acknowledged()
    await confirm(anna)


async def link_page(anna: TelegramPerson, page: Player) -> None:
    """Link Anna's account at the local table with the one on Telegram."""
    await page.page.locator("#tab-me").click()
    await page.say(f"/link {await request_code(anna)}")
    await page.answer.get_by_role("button", name=YES).click()
    await confirm(anna)


async def test_one_person_plays_a_game_from_everywhere(tmp_path: Path, browser: Browser) -> None:
    """Anna plays from Telegram, Discord and the page, across kills, and is notified once a turn."""
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
            await page.sit_down("Anna at home")
            anna.listen()
            await page.page.reload()
            board = await on_telegram.begin_game(anna.telegram, boris, group)
            await link_discord(anna.telegram, anna.discord)
            await link_page(anna.telegram, page)
            await on_telegram.disable_forced_turns(anna.telegram, boris, games=group)
            ways = cycle((anna.play_on_telegram, anna.play_on_discord, anna.play_on_the_page))
            notified = []
            for turns in (TURNS_BEFORE, TURNS_AFTER):
                for _ in range(turns):
                    board = await newest_board_for(group, boris, anna.telegram)
                    before = anna.times_notified
                    if waits_for(anna.telegram, board):
                        await next(ways)()
                        await newest_board_for(group, boris)
                        assert anna.times_notified == before
                    else:
                        await play_in_group(boris, group)
                        await newest_board_for(group, anna.telegram)
                        await anna.is_notified(before)
                        notified.append(anna.times_notified - before)
                await server.stop(signal.SIGKILL)
                await server.start()
                await telegram.online()
                await discord.online()
                await expect(page.page.locator("[data-offline]")).to_be_hidden(timeout=15_000)
            assert set(notified) == {1}
            assert (await server.run("check")).status == 0
