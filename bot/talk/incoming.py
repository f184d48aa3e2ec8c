"""Incoming: what an adapter hands over: the person, the chat, and what was typed or pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from bot.talk.decoding import decoded


class ChatKind(Enum):
    """Private chats have one person besides the bot; shared chats may have several."""

    PRIVATE = "private"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Place:
    """A chat on a platform. Two places are equal if platform, key and kind are.

    Args:
        platform: the platform's name, `web` for the local table.
        key: the chat's key there. A thread's key is `CHAT/THREAD`.
        kind: private or shared.
        language: the language set for the chat on its platform, such as `en` or `ru-RU`; empty if none.
        answers_privately: True if only the person who made a request sees the replies to it.
        has_handles: True if people there have usernames, with an `@`.
        has_threads: True if the bot can open threads in it.
        is_page: True if it is on the bot's own web page, which opens boards itself.
        board_link: the prefix of a platform link that opens a shared board; its token is appended. Empty if
            the platform has none.
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
        name: the display name, not sanitized.
        language: the language of the person's client, such as `en` or `ru-RU`; empty if unknown.
        handle: the username without its `@`; empty if there is none.
        zone: the time zone that the person's client claims, such as `Europe/Berlin`; empty if none. It is not
            validated.
    """

    platform: str
    key: str
    name: str
    language: str = ""
    handle: str = ""
    zone: str = ""


Posted = Literal["game", "challenge"]
"""The subjects of messages that the bot edits when the subject changes: boards and challenge cards."""


@dataclass(frozen=True, slots=True)
class VisitorPreferences:
    """The language and the board's look for one person in one chat.

    Args:
        language: the language of the texts for the person, `en` or `ru`.
        theme: the boards' theme; empty if it is not known.
        looks: a key that differs after a change of any setting for texts and boards; empty if it is not
            known.
    """

    language: str
    theme: str = ""
    looks: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A typed line: a command, a move, or a message to other people."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button, with the data that the button carries."""

    data: str


LONGEST_TEXT = 200_000
"""The largest size of an attached text, in bytes."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A text that comes with a command: a file, or the lines below the command.

    Args:
        text: the text; empty if it is longer than `LONGEST_TEXT` bytes.
        size: its length in bytes, of a longer text too.
    """

    text: str
    size: int

    @classmethod
    def of(cls, data: bytes) -> Attached:
        """Decode a file; over `LONGEST_TEXT` bytes the text is empty."""
        return cls(decoded(data) if len(data) <= LONGEST_TEXT else "", len(data))


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
    """How far the boards that a chat shows lag behind the actions there.

    Args:
        seconds: seconds until the chat can be sent its next board.
        shows_steps: True if boards also show turns that are not complete yet; False in a busy chat.
    """

    seconds: float = 0.0
    shows_steps: bool = True


NO_LAG = BoardLag()
"""No lag: boards are sent at once."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One request from a person: a typed line or a pressed button.

    Args:
        idempotency_key: the same for every delivery of this request, so that it is applied only once.
        person: the account of the person who typed or pressed.
        place: the chat in which they did.
        what: the typed line or the pressed button.
        message: the id of the message replied to, or of the one whose button was pressed; None if neither.
        mentioned: the people whom the line mentions as `<@KEY>`, KEY being their account's key.
        addressed: the author of the message replied to, if that is another person.
        attached: the text that came with the line, or None.
        has_toast: True if the reply can be shown as a toast, a short note that disappears by itself.
        lag: how far the chat's boards lag behind.
        on_board: True if it was done on a page with the game's board. Then the chat need not show the game,
            and the player's notifications do not move there.
        board: the id of the game whose live board the page shows; empty if it shows none. What is typed there
            without an id is about that game.
        administers: returns True if the person administers the chat. It may query the platform, so it is
            called only where the answer matters.
        is_in: returns True if the person is now a member of the shared chat with this key.
        private_place: returns the person's private chat with the bot, opening it if needed; None if the bot
            cannot write to them.
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
    board: str = ""
    administers: Callable[[], Awaitable[bool]] = field(default=never_administers, compare=False, repr=False)
    is_in: Callable[[str], Awaitable[bool]] = field(default=in_no_chat, compare=False, repr=False)
    private_place: Callable[[], Awaitable[Place | None]] = field(
        default=no_private_place, compare=False, repr=False
    )
