"""Players: one interface to a player's private chat on every platform."""

from __future__ import annotations

import asyncio
import io
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from bot.talk.catalog import words_in
from renderers.layout import FULL, point_area
from tests.discord_standin.people import Person as DiscordPerson
from tests.discord_standin.world import Interaction, Message as DiscordMessage
from tests.pace import HANG
from tests.telegram_standin.people import Person as TelegramPerson
from tests.telegram_standin.world import Message as TelegramMessage

_INVITATION = re.compile(r"accept[_ ](\w+?)[_ ](\w{10})")
_OPTIONS = {"challenge": "rules", "accept": "challenge", "settings": "option"}
"""The option that the words after a command fill in on Discord."""
_WHITES_HEAD, _BLACKS_HEAD = 24, 12


@dataclass(frozen=True)
class Board:
    """A message of the bot as its reader sees it."""

    id: object
    text: str
    labels: tuple[str, ...]


class Player(ABC):
    """A player in a platform's private chat.

    Args:
        preferences: options for boards, as `/settings` accepts them.
    """

    def __init__(self, name: str, language: str, preferences: Collection[str]) -> None:
        self.name = name
        self.language = language
        self.preferences = preferences
        words = words_in(language)
        self._done, self._rematch = words.words("button-done"), words.words("button-rematch")
        self._start = words.words("button-start")

    @abstractmethod
    def boards(self) -> Sequence[Board]:
        """Return the bot's messages, oldest first."""

    @abstractmethod
    async def say(self, command: str, rest: str = "") -> None:
        """Give a command, and wait until the bot has received it."""

    @abstractmethod
    async def ask(self, command: str, rest: str = "") -> str:
        """Give a command, and return the text of its answer."""

    @abstractmethod
    async def press(self, board: Board, button: str) -> None:
        """Press a button, and wait for the answer."""

    @property
    @abstractmethod
    def times_notified(self) -> int:
        """The number of notifications that the player got."""

    @abstractmethod
    async def sees_black_below(self, board: Board) -> bool:
        """Return True if a picture of a game's beginning shows it from Black's side."""

    @property
    def newest(self) -> Board | None:
        """The newest message with buttons, or None."""
        return next((each for each in reversed(self.boards()) if each.labels), None)

    @property
    def plays(self) -> bool:
        """True if there is a board of a game."""
        return self.newest is not None and "⋯" in self.newest.labels

    @property
    def is_over(self) -> bool:
        """True if the board shows a result."""
        return self.newest is not None and self._rematch in self.newest.labels

    @property
    def next_press(self) -> str | None:
        """The next button to press on the player's turn: Done or the first move; None otherwise."""
        labels = self.newest.labels if self.newest is not None else ()
        return self._done if self._done in labels else next((each for each in labels if "→" in each), None)

    @property
    def may_start(self) -> bool:
        """True if the player is asked to start a game."""
        return self.newest is not None and self._start in self.newest.labels

    async def start(self) -> None:
        """Start the game with the player who followed the invitation."""
        assert self.newest is not None
        await self.press(self.newest, self._start)

    async def invite(self, ruleset: str) -> tuple[str, str]:
        """Make an open challenge, and return its key and token."""
        await self.say("challenge", ruleset)
        await until(lambda: self.newest is not None)
        found = _INVITATION.search(await self.ask("invite"))
        assert found is not None
        return found[1], found[2]


class StandInPlayer(Player):
    """A player at a stand-in."""

    def __init__(
        self, person: TelegramPerson | DiscordPerson, language: str, preferences: Collection[str]
    ) -> None:
        super().__init__(person.name, language, preferences)
        self._person_there = person

    @abstractmethod
    def messages(self) -> Sequence[TelegramMessage] | Sequence[DiscordMessage]:
        """Return the messages in the chat with the bot, oldest first."""

    @abstractmethod
    def picture(self, board: Board) -> bytes | None:
        """Return the picture of a message, or None."""

    def boards(self) -> Sequence[Board]:
        """Return the messages in the chat with the bot, oldest first."""
        return [Board(each.id, each.text, each.labels) for each in self.messages()]

    @property
    def times_notified(self) -> int:
        """The number of messages that made a sound."""
        return len(self._person_there.notifications)

    async def sees_black_below(self, board: Board) -> bool:
        """Read the side from the picture."""
        picture = self.picture(board)
        assert picture is not None
        return has_black_below(picture)


class TelegramPlayer(StandInPlayer):
    """A player on Telegram."""

    def __init__(self, person: TelegramPerson, language: str, preferences: Collection[str]) -> None:
        super().__init__(person, language, preferences)
        self._person = person

    def messages(self) -> Sequence[TelegramMessage]:
        """Return the messages in the chat with the bot, oldest first."""
        return self._person.messages(self._person.private)

    def picture(self, board: Board) -> bytes | None:
        """Return the photo."""
        return self._message(board).picture

    async def say(self, command: str, rest: str = "") -> None:
        """Type a command, and wait for its answer."""
        await self.ask(command, rest)

    async def ask(self, command: str, rest: str = "") -> str:
        """Type a command, and return the text of its answer."""
        person = self._person
        said = await person.say(person.private, f"/{command} {rest}".strip())
        return (await person.sees(person.private, lambda seen: seen.id > said.id)).text

    async def press(self, board: Board, button: str) -> None:
        """Press a button, and wait for the answer."""
        await (await self._person.press(self._message(board), button)).answered()

    def _message(self, board: Board) -> TelegramMessage:
        return next(each for each in self.messages() if each.id == board.id)


class DiscordPlayer(StandInPlayer):
    """A player on Discord."""

    def __init__(self, person: DiscordPerson, language: str, preferences: Collection[str]) -> None:
        super().__init__(person, language, preferences)
        self._person = person

    def messages(self) -> Sequence[DiscordMessage]:
        """Return the messages in the chat with the bot, oldest first."""
        return self._person.messages(self._person.direct)

    def picture(self, board: Board) -> bytes | None:
        """Return the first attachment."""
        picture = self._message(board).picture
        return None if picture is None else picture.data

    async def say(self, command: str, rest: str = "") -> None:
        """Use a slash command, and wait for its acknowledgement."""
        await (await self._slash(command, rest)).acknowledged()

    async def ask(self, command: str, rest: str = "") -> str:
        """Use a slash command, and return the text of its answer."""
        return (await (await self._slash(command, rest)).answer()).text

    async def press(self, board: Board, button: str) -> None:
        """Press a button, and wait for its acknowledgement."""
        await (await self._person.press(self._message(board), button)).acknowledged()

    async def _slash(self, command: str, rest: str) -> Interaction:
        options = {_OPTIONS[command]: rest} if rest else {}
        return await self._person.slash(self._person.direct, command, **options)

    def _message(self, board: Board) -> DiscordMessage:
        return next(each for each in self.messages() if each.id == board.id)


def has_black_below(picture: bytes) -> bool:
    """Return True if a board with both heads full is shown from Black's side.

    A viewer's own head is at the top right (rules.md R1.1), which is White's 24 unless the board is turned.
    The lighter of the two heads is White's.
    """
    image = Image.open(io.BytesIO(picture)).convert("L")
    above, below = (
        float(np.asarray(image.crop(point_area(point, "w", FULL))).mean())
        for point in (_WHITES_HEAD, _BLACKS_HEAD)
    )
    return above < below


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(HANG):
        while not holds():  # noqa: ASYNC110 (two stand-ins)
            await asyncio.sleep(0.01)
