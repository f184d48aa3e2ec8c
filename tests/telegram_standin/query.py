"""Query: a press of a button, and how the bot answered it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.pace import HANG, slowness

if TYPE_CHECKING:
    from datetime import datetime

    from tests.telegram_standin.message import Message
    from tests.telegram_standin.world import User, World


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What a person is told after a press: above the chat, or as an alert; or where they are led."""

    text: str
    alert: bool
    url: str | None = None


@dataclass(eq=False)
class Query:
    """A press of a button.

    Attributes:
        answers: What the bot answered. A person sees the first alone.
        seconds: Real seconds until the first answer, once there is one.
        update_id: The update that told the bot of it, if one did.
    """

    id: str
    user: User
    message: Message
    what: str
    made: datetime
    world: World = field(repr=False)
    answers: list[QueryAnswer] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    update_id: int | None = None

    def answer(self, answer_shown: QueryAnswer) -> None:
        """Take the bot's answer."""
        if not self.answers:
            self.seconds = time.monotonic() - self.started
        self.answers.append(answer_shown)

    def waited(self) -> timedelta:
        """How long it waits for an answer; real time counts as that of a quiet machine."""
        real = time.monotonic() - self.started
        return self.world.now() - self.made - timedelta(seconds=real - real / slowness())

    async def answered(self, within: float = HANG) -> QueryAnswer:
        """Wait for the answer, and give it."""
        await self.world.until(lambda: bool(self.answers), f"an answer to {self.what}", within)
        return self.answers[0]
