"""Stage: a platform on loopback with two players, and the calls that reach them, each with its moment."""

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
        at: when it came.
        who: whom it mentions.
        is_loud: whether it makes a sound.
    """

    at: datetime
    who: str
    is_loud: bool = True

    def __str__(self) -> str:
        return f"{self.at:%d %b %H:%M} {self.who}{'' if self.is_loud else ' (silent)'}"


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the bot as a player sees it.

    Args:
        id: its id in its chat.
        text: its words.
        labels: what stands on its buttons.
        is_board: whether it shows a board.
        mentions: whom it mentions.
        is_loud: whether it made a sound.
        answers: the id of the message that it replies to.
    """

    id: int
    text: str
    labels: tuple[str, ...]
    is_board: bool
    mentions: tuple[str, ...]
    is_loud: bool
    answers: int | None


class SmallPainter(PlainPainter):
    """A painter whose every board is the same small picture, which platforms take as one."""

    async def paint(self, scene: Picture) -> bytes:  # noqa: ARG002 (every scene looks the same)
        """Return the same picture for every scene."""
        return _small_picture()


@cache
def _small_picture() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (30, 20), "white").save(data, "PNG")
    return data.getvalue()


class Stage(Protocol):
    """A platform, with Anna and Boris and the chats in which each of them plays."""

    name: str
    can_be_searched: bool
    """Whether the bot can look whether a message has arrived."""

    languages: dict[str, str]
    """In which language each of them is spoken to where he plays."""

    def adapter(self, handler: Handler, database: Database, clock: Clock) -> RemotePlatform:
        """Return an adapter that is not connected yet."""

    async def online(self) -> None:
        """Wait until the bot is there."""

    async def offline(self) -> None:
        """Wait until the bot is gone."""

    async def is_idle(self, adapter: RemotePlatform) -> bool:
        """Whether the adapter has handled everything that was done there."""

    def pass_time(self, seconds: float) -> None:
        """Let time pass there, too."""

    async def say(self, who: str, line: str, *, alone: bool = False) -> None:
        """Let somebody type a command where he plays, or where nobody else reads it; it is taken then."""

    async def challenge(self, who: str, other: str) -> None:
        """Let somebody challenge another to three games with three days for each turn."""

    async def press(self, who: str, label: str) -> None:
        """Let somebody press a button of his last board or card."""

    def answer(self) -> str:
        """Return what the last command was answered, where nobody is called by that."""

    def seen(self, who: str) -> list[Seen]:
        """Return what the bot has said where somebody plays, oldest first."""

    def chats(self) -> Sequence[str]:
        """Return one player for each chat."""

    def hold_message(self) -> Barrier[Any]:
        """Let the next board arrive without the bot hearing of it."""

    def promise(self, text: str, language: str, now: datetime) -> datetime:
        """Return until when somebody has time, as a message says it."""
