"""Script: the steps of a dialogue, and how they are performed on a platform."""

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
"""The shared chat that everyone reads. A private chat has the name of its person."""


_SHARED = re.compile(r"/board [a-z0-9]+-[0-9a-f]+")

CAST = ("Anna", "Boris", "Carl")


@dataclass(frozen=True, slots=True)
class VisibleMessage:
    """A message as people see it.

    Args:
        labels: the labels of its buttons, in order.
        has_picture: True if it shows a board.
    """

    text: str
    labels: tuple[str, ...] = ()
    has_picture: bool = False


class Driver(Protocol):
    """A platform on which a test plays people."""

    clock: Clock
    manager: SessionManager

    async def say(self, player: str, line: str, chat: str) -> None:
        """Type a line in a chat, and wait until all that follows from it is shown."""

    async def press(self, player: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button of the last private answer if `answered`, else of the chat's last message."""

    def answer(self, player: str) -> VisibleMessage | None:
        """Return the private answer to the person's last action, or None."""

    def shown(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat."""

    def notified(self) -> list[str]:
        """Return the people who were notified since the last call, in order."""


@dataclass(frozen=True, slots=True)
class Says:
    """A person types a line."""

    player: str
    line: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class OpensSharedBoard:
    """A person types the command of a shared board exactly as another person's answer gave it."""

    player: str
    sharer: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Presses:
    """A person presses a button of the last message in a chat."""

    player: str
    label: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Chooses:
    """A person presses a button of the last private answer."""

    player: str
    label: str
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's last private answer contains a text."""

    player: str
    text: str


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """A person's last action has no private answer: the board shows its result."""

    player: str


@dataclass(frozen=True, slots=True)
class Seen:
    """The last message in a chat contains a text, and has exactly these buttons if any are given."""

    text: str
    labels: tuple[str, ...] | None = None
    chat: str = TABLE


@dataclass(frozen=True, slots=True)
class Notified:
    """Exactly these people were notified since the last check."""

    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaysToTheEnd:
    """A person presses the first move, or Done and Roll when they are offered, until a text is shown."""

    player: str
    until: str
    chat: str = TABLE
    max_presses: int = 1000


@dataclass(frozen=True, slots=True)
class TimePasses:
    """Time passes."""

    days: float


@dataclass(frozen=True, slots=True)
class SetsOption:
    """An administrator sets an option of the table, directly, because platforms define them differently."""

    option: str
    value: bool


Step = (
    TimePasses
    | SetsOption
    | Says
    | OpensSharedBoard
    | Presses
    | Chooses
    | Answered
    | NotAnswered
    | Seen
    | Notified
    | PlaysToTheEnd
)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue.

    Args:
        title: a sentence that says what it shows.
        dice: the dice in order, beginning with White's and Black's for the start.
    """

    title: str
    steps: tuple[Step, ...]
    dice: tuple[int, ...] = ()


async def perform(dialogue: Dialogue, driver: Driver) -> None:
    """Perform a dialogue, and fail at the first step that goes differently from what is written.

    Everyone types a line at the table before it begins.
    """
    for player in CAST:
        await driver.say(player, "/start", TABLE)
    shared: dict[str, str] = {}
    for number, step in enumerate(dialogue.steps, 1):
        where = f"step {number} of {dialogue.title!r}: {step}"
        match step:
            case Says():
                await driver.say(step.player, step.line, step.chat)
                answer = driver.answer(step.player)
                if answer is not None and (command := _SHARED.search(answer.text)):
                    shared[step.player] = command[0]
            case OpensSharedBoard():
                await driver.say(step.player, shared[step.sharer], step.chat)
            case Presses() | Chooses():
                await driver.press(step.player, step.label, step.chat, answered=isinstance(step, Chooses))
            case TimePasses():
                driver.clock.forward(days=step.days)
                await _run_due_alarms(driver.manager)
            case SetsOption():
                await _set_option(step, driver.manager)
            case PlaysToTheEnd():
                await _play_to_the_end(step, driver)
            case _:
                _check(step, driver, where)


async def _run_due_alarms(manager: SessionManager) -> None:
    """Run due alarms and the daily position; the next action in the dialogue delivers the results."""
    handlers = {CHALLENGE_EXPIRY: manager.challenges.expire, DIGEST: Digests(manager).enqueue}
    runner = AlarmRunner(manager, Heartbeat(manager, {}), handlers, [Reminding(manager).chore])
    while await runner.handle_due():
        pass
    with ThreadPoolExecutor(1) as pool:
        while await DailyPosition(manager, PlainPuzzles()).ask_all(pool):
            pass


async def _set_option(step: SetsOption, manager: SessionManager) -> None:
    query = "SELECT id FROM chats WHERE kind = 'shared'"
    async with unwatched(manager.database) as connection:
        chat = (await connection.exec_driver_sql(query)).scalar_one()
    by = Actor(1, f"{step}", chat)
    await manager.people.set_chat_option(by, step.option, step.value, administers=True)


async def _play_to_the_end(step: PlaysToTheEnd, driver: Driver) -> None:
    for _ in range(step.max_presses):
        shown = driver.shown(step.chat)
        if step.until in shown.text:
            return
        await driver.press(step.player, _next_label(shown), step.chat, answered=False)
    raise AssertionError(f"{step.player} did not come to the end")


def _next_label(shown: VisibleMessage) -> str:
    for label in shown.labels:
        if label in ("✔ Done", "🎲 Roll"):
            return label
    return shown.labels[0]


def _check(step: Answered | NotAnswered | Seen | Notified, driver: Driver, where: str) -> None:
    match step:
        case Answered(player, text):
            answer = driver.answer(player)
            assert answer is not None, where
            assert text in answer.text, f"{where}\n{answer.text}"
        case NotAnswered(player):
            answer = driver.answer(player)
            assert answer is None, f"{where}\n{answer}"
        case Seen(text, labels, chat):
            shown = driver.shown(chat)
            assert text in shown.text, f"{where}\n{shown.text}"
            assert labels is None or shown.labels == labels, f"{where}\n{shown.labels}"
        case Notified(players):
            notified = driver.notified()
            assert sorted(notified) == sorted(players), f"{where}\n{notified}"
