"""Stage: a platform's stand-in with two players, and the notifications that reach them, with their times."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from PIL import Image

from bot.chats.base import Handler, RemotePlatform
from renderers.scene import Picture
from storage import Database
from tests.chats.stand_ins import PlainPainter
from tests.sessions.world import Clock
from tests.standin.troubles import Barrier

BERLIN = ZoneInfo("Europe/Berlin")


@dataclass(frozen=True, slots=True)
class Call:
    """A message that mentions a player.

    Args:
        at: when it arrived.
        player: the player mentioned.
        is_loud: True if it makes a sound.
    """

    at: datetime
    player: str
    is_loud: bool = True

    def __str__(self) -> str:
        return f"{self.at:%d %b %H:%M} {self.player}{'' if self.is_loud else ' (silent)'}"


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the bot as a player sees it.

    Args:
        id: its id in its chat.
        text: its text.
        labels: the texts of its buttons.
        is_board: True if it shows a board.
        mentions: the players that it mentions.
        is_loud: True if it made a sound.
        answers: the id of the message that it replies to, or None.
    """

    id: int
    text: str
    labels: tuple[str, ...]
    is_board: bool
    mentions: tuple[str, ...]
    is_loud: bool
    answers: int | None


class SmallPainter(PlainPainter):
    """A painter whose every board is the same small picture."""

    async def paint(self, scene: Picture) -> bytes:  # noqa: ARG002 (all scenes look alike)
        """Return the same picture for every scene."""
        return _small_picture()


@cache
def _small_picture() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (30, 20), "white").save(data, "PNG")
    return data.getvalue()


class Stage(Protocol):
    """A platform with Anna, Boris, and the chats in which they play."""

    name: str
    can_be_searched: bool
    """True if the bot can look up a message that may have arrived."""

    languages: dict[str, str]
    """The language of each player's chat."""

    def adapter(self, handler: Handler, database: Database, clock: Clock) -> RemotePlatform:
        """Return an adapter that is not connected yet."""

    async def online(self) -> None:
        """Wait until the bot is online."""

    async def offline(self) -> None:
        """Wait until the bot is offline."""

    async def is_idle(self, adapter: RemotePlatform) -> bool:
        """Return True if the adapter has handled every action there."""

    def pass_time(self, seconds: float) -> None:
        """Let time pass on the platform too."""

    async def say(self, player: str, line: str, *, alone: bool = False) -> None:
        """Type a command as a player where they play, or alone in private; return once it is received."""

    async def challenge(self, player: str, other: str) -> None:
        """Challenge a player to three games with three days for each turn."""

    async def press(self, player: str, label: str) -> None:
        """Press a button of a player's last board or card."""

    def answer(self) -> str:
        """Return the answer to the last command, which notifies nobody."""

    def seen(self, player: str) -> list[Seen]:
        """Return the bot's messages where a player plays, oldest first."""

    def chats(self) -> Sequence[str]:
        """Return one player for each chat."""

    def hold_message(self) -> Barrier[Any]:
        """Let the next board arrive without an answer to the bot."""

    def promise(self, text: str, language: str, now: datetime) -> datetime:
        """Return the deadline that a message states."""
