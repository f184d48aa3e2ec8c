"""Messages, as people see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram_standin.entities import part

if TYPE_CHECKING:
    from datetime import datetime

    from tests.telegram_standin.files import StoredFile
    from tests.telegram_standin.world import Chat, Topic, User

Json = dict[str, Any]
Rows = tuple[tuple[Json, ...], ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it."""

    label: str
    data: str | None
    url: str | None
    app: str | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What a message showed at one time."""

    text: str = ""
    entities: tuple[Json, ...] = ()
    rows: Rows = ()
    file: StoredFile | None = None

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons, in reading order."""
        return tuple(
            Button(
                each["text"],
                each.get("callback_data"),
                each.get("url"),
                each.get("web_app", {}).get("url"),
            )
            for row in self.rows
            for each in row
        )


@dataclass(eq=False)
class Message:
    """A message, with what it showed before each edit.

    Attributes:
        thread: The thread's id as bots are told it: of its topic, or of the replies it belongs to.
        topic: The topic it stands in, in a forum.
        service: What happened, where this is no message of a person's or a bot's.
        update_id: The update that told the bot of it, if one did.
    """

    id: int
    chat: Chat
    sender: User
    made: datetime
    text: str = ""
    entities: tuple[Json, ...] = ()
    rows: Rows = ()
    file: StoredFile | None = field(default=None, repr=False)
    silent: bool = False
    reply_to: Message | None = field(default=None, repr=False)
    thread: int | None = None
    topic: Topic | None = None
    sender_chat: Chat | None = None
    service: Json | None = None
    edited: datetime | None = None
    deleted: bool = False
    reactions: tuple[str, ...] = ()
    update_id: int | None = None
    earlier: list[Look] = field(default_factory=list, repr=False)

    def __repr__(self) -> str:
        what = f"{self.text!r} {self.labels}" if self.rows else repr(self.text or self.service)
        return f"<{self.sender.name} in {self.chat.title}: {what}{' (edited)' if self.earlier else ''}>"

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons, in reading order."""
        return self.look.buttons

    @property
    def labels(self) -> tuple[str, ...]:
        """The words on the buttons, in reading order."""
        return tuple(button.label for button in self.buttons)

    @property
    def link_urls(self) -> tuple[str, ...]:
        """Where its links lead: those behind words, those written out, those of buttons."""
        words = (
            each.get("url") or part(self.text, each)
            for each in self.entities
            if each["type"] in ("text_link", "url")
        )
        return (*words, *(button.url for button in self.buttons if button.url is not None))

    @property
    def picture(self) -> bytes | None:
        """The photo, as it was uploaded."""
        return self.file.data if self.file is not None and self.file.is_photo else None

    @property
    def document(self) -> StoredFile | None:
        """The document."""
        return self.file if self.file is not None and self.file.kind == "document" else None

    @property
    def animation(self) -> StoredFile | None:
        """The picture that moves."""
        return self.file if self.file is not None and self.file.is_animation else None

    @property
    def mentioned(self) -> frozenset[int]:
        """The accounts of those whom a link in it mentions."""
        return frozenset(each["user"]["id"] for each in self.entities if each["type"] == "text_mention")

    @property
    def names(self) -> frozenset[str]:
        """The usernames in it, in small letters."""
        return frozenset(
            part(self.text, each)[1:].lower() for each in self.entities if each["type"] == "mention"
        )

    @property
    def look(self) -> Look:
        """What it shows now."""
        return Look(self.text, self.entities, self.rows, self.file)

    @property
    def link(self) -> str | None:
        """The link that jumps to it; there are such in supergroups alone."""
        if not self.chat.is_supergroup:
            return None
        place = self.chat.username or f"c/{-self.chat.id - 1_000_000_000_000}"
        return f"https://t.me/{place}/{self.id}"

    def show(self, look: Look, when: datetime) -> None:
        """Let it show something else from now on."""
        self.earlier.append(self.look)
        self.text, self.entities, self.rows, self.file = look.text, look.entities, look.rows, look.file
        self.edited = when
