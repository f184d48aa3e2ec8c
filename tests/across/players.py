"""Players: what a player does and sees in the private chat of a platform, said alike for all of them."""

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
"""What the words behind a command are filled in as on Discord."""
_WHITES_HEAD, _BLACKS_HEAD = 24, 12


@dataclass(frozen=True)
class Board:
    """A message of the bot's, as its reader has it before him.

    Args:
        id: what tells it from others.
        text: its words.
        labels: what stands on its buttons, in reading order.
    """

    id: object
    text: str
    labels: tuple[str, ...]


class Player(ABC):
    """A player in the private chat of a platform.

    Args:
        name: what he is called there.
        language: his language.
        preferences: how he wants to see and count boards, as `/settings` takes it.
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
        """What the bot has said there, oldest first."""

    @abstractmethod
    async def say(self, command: str, rest: str = "") -> None:
        """Give a command, and wait until the bot has it."""

    @abstractmethod
    async def ask(self, command: str, rest: str = "") -> str:
        """Give a command that is answered; return the words of the answer."""

    @abstractmethod
    async def press(self, board: Board, button: str) -> None:
        """Press a button, and wait for the answer."""

    @property
    @abstractmethod
    def times_notified(self) -> int:
        """How often the player was called."""

    @abstractmethod
    async def sees_black_below(self, board: Board) -> bool:
        """Whether a picture of the beginning of a game shows it from Black's side."""

    @property
    def newest(self) -> Board | None:
        """The newest message with buttons."""
        return next((each for each in reversed(self.boards()) if each.labels), None)

    @property
    def plays(self) -> bool:
        """Whether there is a board of a game."""
        return self.newest is not None and "⋯" in self.newest.labels

    @property
    def is_over(self) -> bool:
        """Whether the board shows a result."""
        return self.newest is not None and self._rematch in self.newest.labels

    @property
    def next_press(self) -> str | None:
        """What is pressed next, if it is this player's turn: Done, or the first move that is offered."""
        labels = self.newest.labels if self.newest is not None else ()
        return self._done if self._done in labels else next((each for each in labels if "→" in each), None)

    @property
    def may_start(self) -> bool:
        """Whether somebody waits for this player to begin."""
        return self.newest is not None and self._start in self.newest.labels

    async def start(self) -> None:
        """Begin the game with whoever has followed the invitation."""
        assert self.newest is not None
        await self.press(self.newest, self._start)

    async def invite(self, ruleset: str) -> tuple[str, str]:
        """Invite anybody to a game; return which invitation it is, and its token."""
        await self.say("challenge", ruleset)
        await until(lambda: self.newest is not None)
        found = _INVITATION.search(await self.ask("invite"))
        assert found is not None
        return found[1], found[2]


class AtAStandIn(Player):
    """A player at a stand-in for a platform."""

    def __init__(
        self, person: TelegramPerson | DiscordPerson, language: str, preferences: Collection[str]
    ) -> None:
        super().__init__(person.name, language, preferences)
        self._person_there = person

    @abstractmethod
    def messages(self) -> Sequence[TelegramMessage] | Sequence[DiscordMessage]:
        """What stands in his chat with the bot, oldest first."""

    @abstractmethod
    def picture(self, board: Board) -> bytes | None:
        """The picture of a message."""

    def boards(self) -> Sequence[Board]:
        """What stands in his chat with the bot."""
        return [Board(each.id, each.text, each.labels) for each in self.messages()]

    @property
    def times_notified(self) -> int:
        """By messages that make a sound."""
        return len(self._person_there.notifications)

    async def sees_black_below(self, board: Board) -> bool:
        """By the picture."""
        picture = self.picture(board)
        assert picture is not None
        return has_black_below(picture)


class OnTelegram(AtAStandIn):
    """A player on Telegram."""

    def __init__(self, person: TelegramPerson, language: str, preferences: Collection[str]) -> None:
        super().__init__(person, language, preferences)
        self._person = person

    def messages(self) -> Sequence[TelegramMessage]:
        """What stands in his chat with the bot."""
        return self._person.messages(self._person.private)

    def picture(self, board: Board) -> bytes | None:
        """The photo."""
        return self._message(board).picture

    async def say(self, command: str, rest: str = "") -> None:
        """Type it there."""
        await self.ask(command, rest)

    async def ask(self, command: str, rest: str = "") -> str:
        """Type it there."""
        person = self._person
        said = await person.say(person.private, f"/{command} {rest}".strip())
        return (await person.sees(person.private, lambda seen: seen.id > said.id)).text

    async def press(self, board: Board, button: str) -> None:
        """Press it there."""
        await (await self._person.press(self._message(board), button)).answered()

    def _message(self, board: Board) -> TelegramMessage:
        return next(each for each in self.messages() if each.id == board.id)


class OnDiscord(AtAStandIn):
    """A player on Discord."""

    def __init__(self, person: DiscordPerson, language: str, preferences: Collection[str]) -> None:
        super().__init__(person, language, preferences)
        self._person = person

    def messages(self) -> Sequence[DiscordMessage]:
        """What stands in his chat with the bot."""
        return self._person.messages(self._person.direct)

    def picture(self, board: Board) -> bytes | None:
        """What is attached first."""
        picture = self._message(board).picture
        return None if picture is None else picture.data

    async def say(self, command: str, rest: str = "") -> None:
        """Give it there."""
        await (await self._given(command, rest)).acknowledged()

    async def ask(self, command: str, rest: str = "") -> str:
        """Give it there."""
        return (await (await self._given(command, rest)).answer()).text

    async def press(self, board: Board, button: str) -> None:
        """Press it there."""
        await (await self._person.press(self._message(board), button)).acknowledged()

    async def _given(self, command: str, rest: str) -> Interaction:
        options = {_OPTIONS[command]: rest} if rest else {}
        return await self._person.slash(self._person.direct, command, **options)

    def _message(self, board: Board) -> DiscordMessage:
        return next(each for each in self.messages() if each.id == board.id)


def has_black_below(picture: bytes) -> bool:
    """Whether a board on which both heads are full is turned to Black.

    Whoever's side it is seen from has his head above at the right (rules.md R1.1), where White's 24 is on a
    board that is not turned. The lighter of the two heads is White's.
    """
    image = Image.open(io.BytesIO(picture)).convert("L")
    above, below = (
        float(np.asarray(image.crop(point_area(point, "w", FULL))).mean())
        for point in (_WHITES_HEAD, _BLACKS_HEAD)
    )
    return above < below


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(HANG):
        while not holds():  # noqa: ASYNC110 (two worlds)
            await asyncio.sleep(0.01)
