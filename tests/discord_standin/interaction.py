"""Interaction: what a person did with the app, and what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from tests.pace import HANG

if TYPE_CHECKING:
    from datetime import datetime

    from tests.discord_standin.message import Message
    from tests.discord_standin.world import Channel, User, World

Json = dict[str, Any]


class InteractionType(IntEnum):
    """What a person can do with an app, with Discord's numbers."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that autocompletion offers, in the person's language."""

    name: str
    value: str | int | float


@dataclass(eq=False)
class Interaction:
    """Something a person did with the app, and what came of it."""

    id: int
    token: str
    kind: InteractionType
    user: User
    channel: Channel
    what: str
    made: datetime
    world: World = field(repr=False)
    source: Message | None = None
    """The message whose component was used."""

    started: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    """Real seconds until the app answered at all, once it has."""

    callback: int | None = None
    """The kind of the app's answer, with Discord's number."""

    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    """What came into sight because of it: new messages, and edits of the source."""

    follow_ups: int = 0
    choices: tuple[Choice, ...] | None = None
    modal: Json | None = None

    async def acknowledged(self, within: float = HANG) -> Interaction:
        """Wait until the app has answered at all, perhaps only that it is thinking."""
        await self.world.until(lambda: self.callback is not None, f"an answer to {self.what}", within)
        return self

    async def answer(self, number: int = 1, within: float = HANG) -> Message:
        """Wait for what the person gets to see: the first answer, or the one of that number."""
        what = f"answer {number} to {self.what}"
        await self.world.until(lambda: len(self.answers) >= number, what, within)
        return self.answers[number - 1]
