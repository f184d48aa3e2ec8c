"""World: everything on the stand-in's Discord, and who was notified."""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any

from tests.pace import HANG
from tests.standin.changes import Changes

Json = dict[str, Any]

NONCE_MEMORY = timedelta(minutes=5)

PERMISSIONS = {
    "manage_channels": 1 << 4,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
}
"""Bits of permissions, by their documented names in lower case."""

EVERYONE = sum(
    PERMISSIONS[name]
    for name in (
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "use_application_commands",
        "create_public_threads",
        "create_private_threads",
        "send_messages_in_threads",
    )
)
"""Everyone's permissions in a new server, as Discord sets them."""


class ChannelType(IntEnum):
    """The kinds of channels, with Discord's numbers."""

    TEXT = 0
    DIRECT = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(eq=False)
class User:
    """An account. `refuses_messages` is the setting that closes direct messages to apps."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    refuses_messages: bool = False
    private: list[Message] = field(default_factory=list, repr=False)
    """The messages that only this user sees, oldest first."""

    @property
    def mention(self) -> str:
        """The mention of this user in a text."""
        return f"<@{self.id}>"

    @property
    def username(self) -> str:
        """The unique name, as Discord allows it."""
        return re.sub(r"[^a-z0-9_.]", "_", self.name.lower()).ljust(2, "_")


@dataclass(eq=False)
class Guild:
    """A server. `bot_in` is True if the app is in it, and `bot_may` has the permissions of its role."""

    id: int
    name: str
    owner: User
    locale: str = "en-US"
    bot_in: bool = True
    bot_may: int = 0
    bot_role: int = 0
    channels: list[Channel] = field(default_factory=list, repr=False)
    members: dict[int, User] = field(default_factory=dict, repr=False)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread or a direct channel. `denied` has the permissions that the app lacks here."""

    id: int
    kind: ChannelType
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    person: User | None = None
    owner: User | None = None
    denied: int = 0
    archived: bool = False
    deleted: bool = False
    auto_archive: int = 1440
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
    messages: list[Message] = field(default_factory=list, repr=False)
    members: dict[int, User] = field(default_factory=dict, repr=False)

    @property
    def is_thread(self) -> bool:
        """True if this is a thread."""
        return self.kind in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def bot_may(self) -> int:
        """The app's permissions here, as bits."""
        if self.guild is None:
            return EVERYONE
        denied = self.denied | (self.parent.denied if self.parent else 0)
        return (EVERYONE | self.guild.bot_may) & ~denied if self.guild.bot_in else 0

    def lets(self, permission: str) -> bool:
        """Return True if the app has a permission here, by name."""
        return bool(self.bot_may & PERMISSIONS[permission])


EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message. `description` is its alternative text."""

    id: int
    filename: str
    data: bytes = field(repr=False)
    description: str | None
    url: str

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height in pixels, if this is a PNG."""
        if not self.data.startswith(b"\x89PNG\r\n\x1a\n"):
            return None
        width, height = struct.unpack(">II", self.data[16:24])
        return width, height


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None
    component_id: int


@dataclass(eq=False)
class Message:
    """A message in its present state."""

    id: int
    channel: Channel
    author: User
    made: datetime
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[User] = field(default_factory=list)
    nonce: str | int | None = None
    edited: datetime | None = None
    reference: Message | None = None
    interaction: Interaction | None = None
    deleted: bool = False

    def __repr__(self) -> str:
        what = f"{self.content!r} {self.labels}" if self.labels else repr(self.content)
        return f"<{self.author.name} in {self.channel.name}: {what}{' (edited)' if self.edited else ''}>"

    @property
    def text(self) -> str:
        """The message's text, without its buttons."""
        return self.content

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons, in reading order."""
        return tuple(
            Button(
                each.get("label") or "",
                each.get("custom_id"),
                each["style"],
                bool(each.get("disabled")),
                each.get("url"),
                each["id"],
            )
            for row in self.components
            for each in row["components"]
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The buttons' labels, in reading order."""
        return tuple(button.label for button in self.buttons)

    @property
    def picture(self) -> Attachment | None:
        """The first file, or None."""
        return self.attachments[0] if self.attachments else None

    @property
    def ephemeral(self) -> bool:
        """True if only one person sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def silent(self) -> bool:
        """True if it does not notify."""
        return bool(self.flags & SILENT)

    @property
    def loading(self) -> bool:
        """True while it shows that the app is thinking."""
        return bool(self.flags & LOADING)


class InteractionType(IntEnum):
    """The kinds of interactions, with Discord's numbers."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that autocompletion offers, in the person's language."""

    name: str
    value: str | int | float


@dataclass(eq=False)
class Interaction:
    """A person's action on the app, and the app's answers."""

    id: int
    token: str
    kind: InteractionType
    user: User
    channel: Channel
    what: str
    made: datetime
    world: World = field(repr=False)
    source: Message | None = None
    """The message whose button was pressed."""

    started: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    """Real seconds until the app acknowledged it, or None."""

    callback: int | None = None
    """The type of the app's acknowledgement, with Discord's number."""

    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    """The visible results: new messages, and edits of the source."""

    choices: tuple[Choice, ...] | None = None

    async def acknowledged(self, within: float = HANG) -> Interaction:
        """Wait until the app has acknowledged, perhaps only deferred."""
        await self.world.until(lambda: self.callback is not None, f"an answer to {self.what}", within)
        return self

    async def answer(self, number: int = 1, within: float = HANG) -> Message:
        """Wait for the first visible answer, or the one with this number."""
        what = f"answer {number} to {self.what}"
        await self.world.until(lambda: len(self.answers) >= number, what, within)
        return self.answers[number - 1]


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that notified a user."""

    user: User
    message: Message


class World(Changes):
    """Everything on this Discord; each change wakes the waiting tests.

    Attributes:
        emit: sends an event through the gateway: event, data, server, needed intents.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ahead = timedelta()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, Json] = {}
        self.notifications: list[Notification] = []
        self.emit: Callable[[str, Json, Guild | None, int], None] = lambda *_: None
        self._last_id = 0
        self.app = User(self.new_id(), "Nardy", bot=True)
        self.users[self.app.id] = self.app

    def now(self) -> datetime:
        """Return the present time, which a test may have advanced."""
        return datetime.now(UTC) + self.ahead

    def new_id(self) -> int:
        """Return a new id that contains its time, as Discord's do, larger than all before."""
        milliseconds = int(self.now().timestamp() * 1000) - 1_420_070_400_000
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return self._last_id

    def visible(self, channel: Channel) -> list[Message]:
        """Return the public messages in a channel, oldest first."""
        return [message for message in channel.messages if not message.deleted]

    def notify(self, message: Message, users: Sequence[User]) -> None:
        """Notify users of a new message."""
        for user in users:
            self.notifications.append(Notification(user, message))
