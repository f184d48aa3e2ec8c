"""World: what there is on the Discord that is played, and who was notified."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from tests.standin.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.discord_standin.interaction import Interaction
    from tests.discord_standin.message import Message

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
    "mention_everyone": 1 << 17,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
}
"""Bits of permissions, by their documented names in small letters."""

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
"""What everyone may do in a server, as Discord sets it for a new one."""


class ChannelType(IntEnum):
    """The kinds of channels that are played, with Discord's numbers."""

    TEXT = 0
    DIRECT = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(eq=False)
class User:
    """An account. `refuses_messages` is the setting by which apps cannot write to them."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    refuses_messages: bool = False
    private: list[Message] = field(default_factory=list, repr=False)
    """What only they see, oldest first."""

    @property
    def mention(self) -> str:
        """What stands in a text for them."""
        return f"<@{self.id}>"

    @property
    def username(self) -> str:
        """The unique name, as Discord allows it."""
        return re.sub(r"[^a-z0-9_.]", "_", self.name.lower()).ljust(2, "_")


@dataclass(eq=False)
class Guild:
    """A server. `bot_in` tells whether the app is in it, `bot_may` what its own role adds there."""

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
    """A text channel, a thread, or a talk between two. `denied` is what the app may not do here."""

    id: int
    kind: ChannelType
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    person: User | None = None
    owner: User | None = None
    denied: int = 0
    archived: bool = False
    locked: bool = False
    deleted: bool = False
    auto_archive: int = 1440
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
    messages: list[Message] = field(default_factory=list, repr=False)
    members: dict[int, User] = field(default_factory=dict, repr=False)

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.kind in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def bot_may(self) -> int:
        """The app's permissions here, as bits."""
        if self.guild is None:
            return EVERYONE
        denied = self.denied | (self.parent.denied if self.parent else 0)
        return (EVERYONE | self.guild.bot_may) & ~denied if self.guild.bot_in else 0

    def lets(self, permission: str) -> bool:
        """Return whether the app may do something here, by the permission's name."""
        return bool(self.bot_may & PERMISSIONS[permission])


@dataclass(frozen=True, slots=True)
class Notification:
    """A sound made for somebody, by a message."""

    user: User
    message: Message


class World(Changes):
    """Everything there is, which wakes those who wait at every change.

    Attributes:
        emit: Tells the app of an event, through its gateway: event, data, server, needed intents.
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
        """Return the time there, which a test may have moved ahead."""
        return datetime.now(UTC) + self.ahead

    def new_id(self) -> int:
        """Return an id that tells its time, as Discord's do, larger than every one before."""
        milliseconds = int(self.now().timestamp() * 1000) - 1_420_070_400_000
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return self._last_id

    def visible(self, channel: Channel) -> list[Message]:
        """Return what everybody sees in a channel, oldest first."""
        return [message for message in channel.messages if not message.deleted]

    def notify(self, message: Message, users: Sequence[User]) -> None:
        """Make the sound that a new message makes."""
        for user in users:
            self.notifications.append(Notification(user, message))
