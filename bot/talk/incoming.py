"""Incoming: who did what where, the same for every platform."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal


class ChatKind(Enum):
    """Who reads a chat."""

    PRIVATE = "private"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Place:
    """A chat on a platform. Two are the same by platform, key and kind, whatever else is known of them.

    Args:
        platform: the platform's name, `web` for the local table.
        key: the chat's key there. What stands before a `/` is the key of the chat that contains it.
        kind: one person's chat, or one that several read.
        language: the language that the chat says it speaks, `en`, `ru-RU`; empty, if it says none.
        answers_privately: True if only the person himself reads what he is answered.
        has_handles: True if people there have usernames, with an `@`.
        has_threads: True if a thread can be opened below it.
        is_page: True if it is read on the page on which boards can be opened.
        board_link: how the link begins, before a token, by which the platform itself opens a board; empty, if
            there is none.
    """

    platform: str
    key: str
    kind: ChatKind
    language: str = field(default="", compare=False)
    answers_privately: bool = field(default=True, compare=False)
    has_handles: bool = field(default=False, compare=False)
    has_threads: bool = field(default=False, compare=False)
    is_page: bool = field(default=False, compare=False)
    board_link: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Person:
    """A person's account on a platform.

    Args:
        platform: the platform's name.
        key: the account's key there.
        name: the name the person shows.
        language: the language the person's client asks for, `en`, `ru-RU`, or empty.
        handle: the person's username, without its `@`, where the platform has usernames.
        zone: the time zone of the person's client, `Europe/Berlin`, if it says one; nobody has checked it.
    """

    platform: str
    key: str
    name: str
    language: str = ""
    handle: str = ""
    zone: str = ""


Posted = Literal["game", "challenge"]
"""What a message of a chat can stand for that goes on."""


@dataclass(frozen=True, slots=True)
class VisitorPreferences:
    """The language and the board's look for one person in one chat.

    Args:
        theme: the boards' theme; empty if it is not known.
        looks: a key that changes when any setting that changes the boards' look does; empty if not known.
    """

    language: str
    theme: str = ""
    looks: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was typed: a command, a move, or talk."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed: the data it carries."""

    data: str


LONGEST_TEXT = 200_000
"""Bytes that an attached text may have."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A text attached to a line: a file, or what was written below the command, with its line breaks.

    Args:
        text: the text; nothing, where it is too long to be downloaded.
        size: how many bytes it has.
    """

    text: str
    size: int

    @classmethod
    def of(cls, data: bytes) -> Attached:
        """Decode the bytes of a file; undecodable ones are replaced visibly."""
        return cls(data.decode("utf-8", "replace") if len(data) <= LONGEST_TEXT else "", len(data))


async def never_administers() -> bool:
    """Return False: the person does not administer the chat."""
    return False


async def in_no_chat(key: str) -> bool:  # noqa: ARG001 (an adapter's function reads it)
    """Return False: the person is not known to be in the chat."""
    return False


async def no_private_place() -> None:
    """Return None: the bot cannot write to the person in private."""
    return


@dataclass(frozen=True, slots=True)
class BoardLag:
    """How far the boards of a chat are behind what is done there.

    Args:
        seconds: until the next one can be shown.
        shows_steps: True if a turn is shown before it is complete, too.
    """

    seconds: float = 0.0
    shows_steps: bool = True


NO_LAG = BoardLag()
"""Boards are shown at once."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One thing that a person did.

    Args:
        idempotency_key: the same however often this arrives, so that it is applied once.
        person: who.
        place: where.
        what: a typed line or a pressed button.
        message: the message replied to, or the one whose button was pressed, if any.
        mentioned: the people whom the line names as `<@KEY>`, by the key of their account.
        addressed: the person whose message is replied to, if it is another person's.
        attached: the text that is attached, if any is.
        has_toast: True if the answer is seen for a moment only, so that it may also say what was done.
        lag: how soon a board shows what was done.
        on_board: True if it was done on a board of its own, which shows the game whatever the chat shows.
        administers: finds out whether the person administers the chat. It is called only where that matters.
        is_in: finds out whether the person is now in a shared chat of the platform, by its key.
        private_place: finds the person's private chat with the bot, opened where needed; there may be none.
    """

    idempotency_key: str
    person: Person
    place: Place
    what: Line | Press
    message: str | None = None
    mentioned: tuple[Person, ...] = ()
    addressed: Person | None = None
    attached: Attached | None = None
    has_toast: bool = False
    lag: BoardLag = NO_LAG
    on_board: bool = False
    administers: Callable[[], Awaitable[bool]] = field(default=never_administers, compare=False, repr=False)
    is_in: Callable[[str], Awaitable[bool]] = field(default=in_no_chat, compare=False, repr=False)
    private_place: Callable[[], Awaitable[Place | None]] = field(
        default=no_private_place, compare=False, repr=False
    )
