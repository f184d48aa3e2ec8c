"""Playing: pairs of simulated people who play on a stand-in at their own pace, and their waiting times."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from benchmarks.load.population import name_of
from bot.talk.catalog import words_in
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Interaction, Message as DiscordMessage
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Message as TelegramMessage, Query

DONE = words_in("en").words("button-done")
PATIENCE = 60.0
"""The timeout in seconds for anything awaited."""

_PRESSES_A_TURN = 4
"""The approximate number of presses in a turn."""


@dataclass
class Waits:
    """The waiting times of all people.

    Args:
        boards: seconds from each press to the changed board.
        turns: the number of confirmed turns.
        lost: the number of presses after which no changed board came.
        pressed: every press, as the stand-in keeps it.
    """

    boards: list[float] = field(default_factory=list)
    turns: int = 0
    lost: int = 0
    pressed: list[Query | Interaction] = field(default_factory=list)

    @property
    def answers(self) -> list[float]:
        """The seconds from each press to the answer: Telegram's toast, or Discord's receipt of the reply."""
        return [each.seconds for each in self.pressed if each.seconds is not None]


@dataclass(frozen=True)
class Sent:
    """The number of requests from the bot.

    Args:
        requests: all requests.
        pictures: the requests with a picture.
        counted: the requests that count for the platform's global limit.
    """

    requests: int
    pictures: int
    counted: int

    def since(self, before: Sent) -> Sent:
        """Return the numbers since an earlier count."""
        return Sent(
            self.requests - before.requests, self.pictures - before.pictures, self.counted - before.counted
        )


class Pair(Protocol):
    """Two people with a shared chat."""

    async def begin(self) -> None:
        """Begin a game and wait for its first board."""

    async def press(self, waits: Waits) -> bool:
        """Press the first button and wait for the next board; return False if the game is over."""


class Table(Protocol):
    """A stand-in of a platform, with pairs of people."""

    name: str
    """The name of the platform."""

    first: int
    """The number of the first pair."""

    @property
    def settings(self) -> dict[str, str]:
        """The settings with which a bot connects to the stand-in."""

    @property
    def accounts(self) -> list[str]:
        """The account keys of all people, pair by pair."""

    @property
    def chats(self) -> list[str]:
        """The keys of the pairs' chats."""

    @property
    def pairs(self) -> Sequence[Pair]:
        """All pairs."""

    def sent(self) -> Sent:
        """Return the number of requests from the bot so far."""

    async def online(self) -> None:
        """Wait until the bot is connected."""


class TelegramPair:
    """Two people and their group on Telegram."""

    def __init__(self, telegram: TelegramStandIn, number: int) -> None:
        self._world = telegram.world
        self.people = telegram.user(name_of(2 * number + 1)), telegram.user(name_of(2 * number + 2))
        self.chat = telegram.supergroup(f"games-{number}")
        self._board: TelegramMessage | None = None

    async def begin(self) -> None:
        """Begin a game and wait for its first board."""
        anna, boris = self.people
        await anna.say(self.chat, "/challenge")
        card = await self._sees(lambda seen: "Accept" in seen.labels, "a card")
        await boris.press(card, "Accept")
        self._board = await self._sees(_plays, "a board")

    async def press(self, waits: Waits) -> bool:
        """Press the first button of the board and wait for the next board."""
        board = self._board
        if board is None or not _plays(board):
            return False
        last = board.text.splitlines()[-1]
        # With a clock, the last line names both players, the mover first.
        mover = min(self.people, key=lambda each: _place(last, each.name))
        before, start = (board.id, board.text), time.perf_counter()
        waits.turns += DONE in board.labels
        waits.pressed.append(await mover.press(board, _first(board.labels)))
        self._board = await self._sees(lambda seen: _follows(seen, before), "the next board")
        waits.boards.append(time.perf_counter() - start)
        return True

    async def _sees(self, fits: Callable[[TelegramMessage], bool], what: str) -> TelegramMessage:
        anna = self.people[0]

        def found() -> TelegramMessage | None:
            return next((each for each in reversed(anna.messages(self.chat)) if fits(each)), None)

        return await self._world.until(found, f"{what} in {self.chat.title}", PATIENCE, self.chat)


class DiscordPair:
    """Two people and their channel on Discord."""

    def __init__(self, discord: DiscordStandIn, number: int) -> None:
        self._world = discord.world
        self.people = discord.user(name_of(2 * number + 1)), discord.user(name_of(2 * number + 2))
        self.channel = discord.channel(f"games-{number}")
        self._board: DiscordMessage | None = None

    async def begin(self) -> None:
        """Begin a game and wait for its first board."""
        anna, boris = self.people
        await anna.slash(self.channel, "challenge", player=boris)
        card = await self._sees(lambda seen: "Accept" in seen.labels, "a card")
        await boris.press(card, "Accept")
        self._board = await self._sees(_plays, "a board")

    async def press(self, waits: Waits) -> bool:
        """Press the first button of the board and wait for the next board."""
        board = self._board
        if board is None or not _plays(board):
            return False
        last = board.text.splitlines()[-1]
        mover = min(self.people, key=lambda each: _place(last, each.mention, each.name))
        before, start = (board.id, board.text), time.perf_counter()
        waits.turns += DONE in board.labels
        waits.pressed.append(await mover.press(board, _first(board.labels)))
        self._board = await self._sees(lambda seen: _follows(seen, before), "the next board")
        waits.boards.append(time.perf_counter() - start)
        return True

    async def _sees(self, fits: Callable[[DiscordMessage], bool], what: str) -> DiscordMessage:
        anna = self.people[0]

        def found() -> DiscordMessage | None:
            return next((each for each in reversed(anna.messages(self.channel)) if fits(each)), None)

        return await self._world.until(found, f"{what} in {self.channel.name}", PATIENCE, self.channel)


class TelegramTable:
    """The pairs on Telegram.

    Args:
        telegram: the stand-in.
        people: the number of people.
        pace: the bot's rate limit as a multiple of Telegram's recommendation.
        first: the number of the first pair; pairs before it were used in an earlier measurement.
    """

    name = "telegram"

    def __init__(self, telegram: TelegramStandIn, people: int, pace: float, first: int = 0) -> None:
        self._telegram = telegram
        self._pace = pace
        self.first = first
        self.pairs = [TelegramPair(telegram, number) for number in range(first, first + people // 2)]

    @property
    def settings(self) -> dict[str, str]:
        """The settings with which a bot connects to the stand-in of Telegram."""
        return {
            "TELEGRAM_TOKEN": self._telegram.token,
            "TELEGRAM_API_URL": self._telegram.api_url,
            "TELEGRAM_PACE": str(self._pace),
        }

    @property
    def accounts(self) -> list[str]:
        """The account keys of all people, pair by pair."""
        return [str(each.id) for pair in self.pairs for each in pair.people]

    @property
    def chats(self) -> list[str]:
        """The keys of the groups."""
        return [str(pair.chat.id) for pair in self.pairs]

    def sent(self) -> Sent:
        """Return the number of requests so far; Telegram's limit counts sent and edited messages."""
        requests = [each for each in self._telegram.requests if each.route != "getUpdates"]
        counted = [each for each in requests if each.route.startswith(("send", "edit"))]
        return Sent(len(requests), sum(bool(each.files) for each in requests), len(counted))

    async def online(self) -> None:
        """Wait until the bot is connected."""
        await self._telegram.online(PATIENCE)


class DiscordTable:
    """The pairs on Discord.

    Args:
        discord: the stand-in.
        people: the number of people.
        first: the number of the first pair; pairs before it were used in an earlier measurement.
    """

    name = "discord"

    def __init__(self, discord: DiscordStandIn, people: int, first: int = 0) -> None:
        self._discord = discord
        self.first = first
        self.pairs = [DiscordPair(discord, number) for number in range(first, first + people // 2)]

    @property
    def settings(self) -> dict[str, str]:
        """The settings with which a bot connects to the stand-in of Discord."""
        return {
            "DISCORD_TOKEN": self._discord.token,
            "DISCORD_API_URL": self._discord.api_url,
            "DISCORD_GATEWAY_URL": self._discord.gateway_url,
        }

    @property
    def accounts(self) -> list[str]:
        """The account keys of all people, pair by pair."""
        return [str(each.id) for pair in self.pairs for each in pair.people]

    @property
    def chats(self) -> list[str]:
        """The keys of the channels."""
        return [str(pair.channel.id) for pair in self.pairs]

    def sent(self) -> Sent:
        """Return the number of requests so far; Discord's limit excludes responses to interactions."""
        requests = self._discord.requests
        answers = [
            each for each in requests if "interaction_token" in each.route or "/webhooks" in each.route
        ]
        return Sent(len(requests), sum(bool(each.files) for each in requests), len(requests) - len(answers))

    async def online(self) -> None:
        """Wait until the bot is connected."""
        await self._discord.online(PATIENCE)


async def begin_all(pairs: Sequence[Pair], rng: Random, at_once: int = 16) -> None:
    """Begin a game of each pair, a few at a time, and play to a random point of a turn."""
    limit = asyncio.Semaphore(at_once)

    async def begin(pair: Pair) -> None:
        async with limit:
            await pair.begin()
            for _ in range(rng.randrange(_PRESSES_A_TURN)):
                await pair.press(Waits())

    await asyncio.gather(*map(begin, pairs))


async def play_all(pairs: Sequence[Pair], seconds: float, think: float, rng: Random) -> Waits:
    """Play with all pairs for some time; each press comes after a random pause.

    Args:
        seconds: the duration.
        think: the average pause in seconds, exponentially distributed; 0 for no pauses.
        rng: the random numbers for the pauses.
    """
    waits = Waits()
    until = time.perf_counter() + seconds

    async def play(pair: Pair) -> None:
        while True:
            pause = rng.expovariate(1 / think) if think else 0.0
            if time.perf_counter() + pause >= until:
                return
            await asyncio.sleep(pause)
            try:
                if not await pair.press(waits):
                    return
            except AssertionError:  # the next board did not come in time
                waits.lost += 1
                return

    await asyncio.gather(*map(play, pairs))
    return waits


def _plays(seen: TelegramMessage | DiscordMessage) -> bool:
    """True if a message is a board with buttons to press."""
    return any("→" in label or label == DONE for label in seen.labels)


def _is_over(seen: TelegramMessage | DiscordMessage) -> bool:
    return "Rematch" in seen.labels


def _follows(seen: TelegramMessage | DiscordMessage, before: tuple[int, str]) -> bool:
    """True if a message is the next board, as a new message or an edit of the last one.

    Older boards may keep their buttons for a moment, so they do not count.
    """
    return (_plays(seen) or _is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before


def _place(line: str, *names: str) -> int:
    """Return the position of the first of some names in a line; its length if there is none."""
    return min((place for name in names if (place := line.find(name)) >= 0), default=len(line))


def _first(labels: Sequence[str]) -> str:
    """Return the label of the button to press: Done, or the first move."""
    return DONE if DONE in labels else next(label for label in labels if "→" in label)
