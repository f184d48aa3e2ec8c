"""Messages, as people see them."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.discord_standin.limits import components_within

if TYPE_CHECKING:
    from datetime import datetime

    from tests.discord_standin.interaction import Interaction
    from tests.discord_standin.world import Channel, User

Json = dict[str, Any]

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


@dataclass(frozen=True, slots=True)
class Look:
    """What a message showed at one time."""

    content: str
    components: tuple[Json, ...]
    attachments: tuple[Attachment, ...]


@dataclass(eq=False)
class Message:
    """A message, with what it showed before each edit."""

    id: int
    channel: Channel
    author: User
    made: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[User] = field(default_factory=list)
    everyone: bool = False
    nonce: str | int | None = None
    edited: datetime | None = None
    reference: Message | None = None
    interaction: Interaction | None = None
    thread: Channel | None = None
    deleted: bool = False
    earlier: list[Look] = field(default_factory=list)

    def __repr__(self) -> str:
        what = f"{self.content!r} {self.labels}" if self.labels else repr(self.content)
        return f"<{self.author.name} in {self.channel.name}: {what}{' (edited)' if self.earlier else ''}>"

    @property
    def text(self) -> str:
        """Every word of the message: the content and the text displays."""
        shown = [str(each["content"]) for each in components_within(self.components) if each["type"] == 10]
        return "\n".join([self.content, *shown] if self.content else shown)

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
            for each in components_within(self.components)
            if each["type"] == 2
        )

    @property
    def selects(self) -> tuple[Json, ...]:
        """The select menus, as they were sent."""
        return tuple(each for each in components_within(self.components) if each["type"] in (3, 5, 6, 7, 8))

    @property
    def labels(self) -> tuple[str, ...]:
        """The words on the buttons, in reading order."""
        return tuple(button.label for button in self.buttons)

    @property
    def picture(self) -> Attachment | None:
        """The first file, if there is one."""
        return self.attachments[0] if self.attachments else None

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def silent(self) -> bool:
        """Whether it was sent so that it notifies nobody."""
        return bool(self.flags & SILENT)

    @property
    def loading(self) -> bool:
        """Whether it still says that the app is thinking."""
        return bool(self.flags & LOADING)

    @property
    def link(self) -> str:
        """The link that jumps to it."""
        guild = self.channel.guild.id if self.channel.guild else "@me"
        return f"https://discord.com/channels/{guild}/{self.channel.id}/{self.id}"

    @property
    def look(self) -> Look:
        """What it shows now."""
        return Look(self.content, tuple(self.components), tuple(self.attachments))
