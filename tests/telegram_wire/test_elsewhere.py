"""The bot as a separate process on both stand-ins: an invitation from one platform, followed on another."""

from __future__ import annotations

import asyncio
import re
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

import pytest

from bot.talk.catalog import words_in
from tests.databases import lay_out
from tests.discord_standin.standin import DiscordStandIn
from tests.pace import HANG
from tests.process import serving
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import HURRIED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
    from pathlib import Path

    from tests.discord_standin.people import Person as DiscordPerson
    from tests.process import Server
    from tests.telegram_standin.people import Person as TelegramPerson

TABLE = "https://nardy.example.org"
KILLED_AFTER = 20
"""Presses after which the bot is killed in the whole game."""


@asynccontextmanager
async def on_both(folder: Path) -> AsyncIterator[tuple[TelegramStandIn, DiscordStandIn, Server]]:
    """The bot, online at both stand-ins, and at the local table."""
    lay_out(folder / "nardy.db")
    async with (
        TelegramStandIn() as telegram,
        DiscordStandIn() as discord,
        serving(
            folder,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API_URL=telegram.api_url,
            TELEGRAM_PACE=HURRIED,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            NARDY_PUBLIC_URL=TABLE,
            NARDY_ORIGINS=TABLE,
            NARDY_TABLE="open",
        ) as server,
    ):
        await asyncio.gather(telegram.online(), discord.online())
        yield telegram, discord, server


async def test_an_invitation_from_discord_is_followed_on_telegram(tmp_path: Path) -> None:
    """Its text names all platforms of the process; whoever follows the link plays, once Dora has agreed."""
    async with on_both(tmp_path) as (telegram, discord, server):
        anna, dora, channel = telegram.user("Anna"), discord.user("Dora"), discord.channel()
        await dora.slash(channel, "challenge")
        await dora.press(await dora.sees(channel, "Invite elsewhere"), "Invite elsewhere")
        text = (await dora.sees_privately("invites you to Long Nardy")).text
        found = re.search(r"https://t\.me/\S+\?start=accept_(\w+)_(\w+)", text)
        assert found is not None
        key, token = found.groups()
        assert f"{TABLE}/#start=accept_{key}_{token}" in text
        assert re.search(rf"Discord: send /accept {key} {token} to \S+ https://discord\.com/users/\d+", text)
        await anna.deep_link(found[0])
        await anna.press(await anna.sees(anna.private, "Accept"), "Accept")
        await anna.sees(anna.private, "The game begins when Dora starts it")
        await dora.press(await dora.sees(channel, "Start"), "Start")
        await anna.sees(anna.private, lambda seen: "⋯" in seen.labels)
        assert token not in server.log()


class Board(Protocol):
    """A message as people see it, on whichever platform."""

    @property
    def id(self) -> object:
        """What tells it from others."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def labels(self) -> Collection[str]:
        """What stands on its buttons."""


class Seat:
    """One of two players, each in the private chat of another platform.

    Args:
        language: the player's language.
        messages: what stands in that chat, oldest first.
        press: presses a button there, and waits for the answer.
    """

    def __init__(
        self,
        language: str,
        messages: Callable[[], Sequence[Board]],
        press: Callable[[Board, str], Awaitable[None]],
    ) -> None:
        words = words_in(language)
        self._done, self._rematch = words.words("button-done"), words.words("button-rematch")
        self._messages = messages
        self._press = press

    @property
    def board(self) -> Board:
        """The newest message with buttons."""
        return next(each for each in reversed(self._messages()) if each.labels)

    @property
    def is_over(self) -> bool:
        """Whether the board shows a result."""
        return self._rematch in self.board.labels

    @property
    def button(self) -> str | None:
        """What is pressed next, if it is this player's turn."""
        labels = self.board.labels
        return self._done if self._done in labels else next((each for each in labels if "→" in each), None)

    async def play(self) -> None:
        """Press that, and wait until the board is another."""
        board, button = self.board, self.button
        assert button is not None
        before = board.id, board.text, board.labels
        await self._press(board, button)
        while (self.board.id, self.board.text, self.board.labels) == before:  # noqa: ASYNC110 (two worlds)
            await asyncio.sleep(0.01)


def on_telegram(person: TelegramPerson, language: str) -> Seat:
    """A player in the private chat on Telegram."""

    async def press(board: Board, button: str) -> None:
        await (await person.press(board, button)).answered()  # type: ignore[arg-type]

    return Seat(language, lambda: person.messages(person.private), press)


def on_discord(person: DiscordPerson, language: str) -> Seat:
    """A player in the private chat on Discord."""

    async def press(board: Board, button: str) -> None:
        await (await person.press(board, button)).acknowledged()  # type: ignore[arg-type]

    return Seat(language, lambda: person.messages(person.direct), press)


@pytest.mark.long
async def test_a_whole_game_between_two_platforms(tmp_path: Path) -> None:
    """Anna plays in Russian on Telegram, Dora in English on Discord, from her own side, over a kill."""
    async with on_both(tmp_path) as (telegram, discord, server):
        anna, dora = telegram.user("Anna", language="ru"), discord.user("Dora")
        for option in ("side own", "numbers own", "theme dark"):
            await (await dora.slash(dora.direct, "settings", option=option)).answer()
        await dora.slash(dora.direct, "challenge", rules="nard")
        card = await dora.sees(dora.direct, "Invite elsewhere")
        found = re.search(r"/accept (\w+) (\w{10})", card.text)
        assert found is not None
        await anna.say(anna.private, found[0])
        await dora.press(await dora.sees(dora.direct, "Start"), "Start")
        seats = on_telegram(anna, "ru"), on_discord(dora, "en")
        await anna.sees(anna.private, lambda seen: "⋯" in seen.labels)
        await dora.sees(dora.direct, lambda seen: "⋯" in seen.labels)
        presses = 0
        while not all(seat.is_over for seat in seats):
            async with asyncio.timeout(HANG):
                while not any(seat.button or seat.is_over for seat in seats):  # noqa: ASYNC110 (two worlds)
                    await asyncio.sleep(0.01)
                for seat in seats:
                    if seat.button and not seat.is_over:
                        await seat.play()
                        presses += 1
                        break
            if presses == KILLED_AFTER:
                await server.stop(signal.SIGKILL)
                await server.start()
                await asyncio.gather(telegram.online(), discord.online())
        assert presses > KILLED_AFTER
        assert "Dora" in seats[0].board.text
        assert "wins" in seats[1].board.text
        assert "wins" not in seats[0].board.text
        assert (await server.run("check")).status == 0
