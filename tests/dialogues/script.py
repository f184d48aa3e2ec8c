"""Script: the steps of which dialogues consist, and how they are performed."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from bot.sessions import Actor, SessionManager
from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.notification_times import DIGEST, Digests
from bot.sessions.workers import AlarmRunner, DailyPosition, Heartbeat, Reminding
from tests.sessions.world import Clock
from tests.statements import unwatched
from tests.strategies import PlainPuzzles

TABLE = "table"
"""The chat that everybody reads. A person's name stands for that person's private chat."""


_SHARED = re.compile(r"/board [a-z0-9]+-[0-9a-f]+")

CAST = ("Anna", "Boris", "Carl")


@dataclass(frozen=True, slots=True)
class VisibleMessage:
    """A message as it is seen.

    Args:
        text: its words.
        labels: what stands on its buttons, in order.
        pictured: whether it shows a board.
    """

    text: str
    labels: tuple[str, ...] = ()
    pictured: bool = False


class Driver(Protocol):
    """A platform, driven as people would."""

    clock: Clock
    manager: SessionManager

    async def say(self, who: str, line: str, chat: str) -> None:
        """Type a line in a chat, and wait until everything that follows of it has been shown."""

    async def press(self, who: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button of the last private answer, or of the last message of a chat. Waits as `say`."""

    def answer(self, who: str) -> VisibleMessage | None:
        """Return what the last thing that a person did was answered in private."""

    def standing(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat."""

    def notified(self) -> list[str]:
        """Return who has been notified since this was last asked, in order."""


@dataclass(frozen=True, slots=True)
class Says:
    """A person types a line."""

    who: str
    line: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Follows:
    """A person types, letter for letter, the command of a shared board that another was told last."""

    who: str
    told: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Presses:
    """A person presses a button of the last message in a chat."""

    who: str
    label: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Chooses:
    """A person presses a button of the private answer."""

    who: str
    label: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Answered:
    """A person was answered so in private."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """A person was answered nothing: the board shows it."""

    who: str


@dataclass(frozen=True, slots=True)
class Seen:
    """The last message in a chat says this; it has these buttons, if any are given."""

    text: str
    labels: tuple[str, ...] | None = None
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Notified:
    """Exactly these people were notified since the last time."""

    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaysOn:
    """A person presses the first move, and Done when it is there, until the game is over."""

    who: str
    over: str
    chat: str = TABLE
    most: int = 1000


@dataclass(frozen=True, slots=True)
class Passes:
    """Time passes."""

    days: float


@dataclass(frozen=True, slots=True)
class Sets:
    """Somebody who administers the table sets an option of it: who does, each platform tells otherwise."""

    option: str
    value: bool


Step = Passes | Sets | Says | Follows | Presses | Chooses | Answered | NotAnswered | Seen | Notified | PlaysOn


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue.

    Args:
        title: a sentence that says what it shows.
        steps: what is done and seen.
        dice: what the dice show, one after another: first White's and Black's for the start.
    """

    title: str
    steps: tuple[Step, ...]
    dice: tuple[int, ...] = ()


async def perform(dialogue: Dialogue, driver: Driver) -> None:
    """Perform a dialogue; what is not as it is written fails.

    Everybody has been seen at the table before it begins.
    """
    for who in CAST:
        await driver.say(who, "/start", TABLE)
    told: dict[str, str] = {}
    for number, step in enumerate(dialogue.steps, 1):
        where = f"step {number} of {dialogue.title!r}: {step}"
        match step:
            case Says():
                await driver.say(step.who, step.line, step.chat)
                answer = driver.answer(step.who)
                if answer is not None and (command := _SHARED.search(answer.text)):
                    told[step.who] = command[0]
            case Follows():
                await driver.say(step.who, told[step.told], step.chat)
            case Presses() | Chooses():
                await driver.press(step.who, step.label, step.chat, answered=isinstance(step, Chooses))
            case Passes():
                driver.clock.forward(days=step.days)
                await _do_what_is_due(driver.manager)
            case Sets():
                await _set(step, driver.manager)
            case PlaysOn():
                await _play_on(step, driver)
            case _:
                _check(step, driver, where)


async def _do_what_is_due(manager: SessionManager) -> None:
    """Do what its time has come for, as the alarm runner does; it is shown by the next thing that is done."""
    handlers = {CHALLENGE_EXPIRY: manager.challenges.expire, DIGEST: Digests(manager).enqueue}
    runner = AlarmRunner(manager, Heartbeat(manager, {}), handlers, [Reminding(manager).chore])
    while await runner.handle_due():
        pass
    with ThreadPoolExecutor(1) as pool:
        while await DailyPosition(manager, PlainPuzzles()).ask_all(pool):
            pass


async def _set(step: Sets, manager: SessionManager) -> None:
    query = "SELECT id FROM chats WHERE kind = 'shared'"
    async with unwatched(manager.database) as connection:
        chat = (await connection.exec_driver_sql(query)).scalar_one()
    by = Actor(1, f"{step}", chat)
    await manager.people.set_chat_option(by, step.option, step.value, administers=True)


async def _play_on(step: PlaysOn, driver: Driver) -> None:
    for _ in range(step.most):
        shown = driver.standing(step.chat)
        if step.over in shown.text:
            return
        await driver.press(step.who, _next_label(shown), step.chat, answered=False)
    raise AssertionError(f"{step.who} did not come to the end")


def _next_label(shown: VisibleMessage) -> str:
    for label in shown.labels:
        if label in ("✔ Done", "🎲 Roll"):
            return label
    return shown.labels[0]


def _check(step: Answered | NotAnswered | Seen | Notified, driver: Driver, where: str) -> None:
    match step:
        case Answered(who, text):
            answer = driver.answer(who)
            assert answer is not None, where
            assert text in answer.text, f"{where}\n{answer.text}"
        case NotAnswered(who):
            answer = driver.answer(who)
            assert answer is None, f"{where}\n{answer}"
        case Seen(text, labels, chat):
            shown = driver.standing(chat)
            assert text in shown.text, f"{where}\n{shown.text}"
            assert labels is None or shown.labels == labels, f"{where}\n{shown.labels}"
        case Notified(who):
            notified = driver.notified()
            assert sorted(notified) == sorted(who), f"{where}\n{notified}"
