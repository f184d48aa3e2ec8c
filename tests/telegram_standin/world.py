"""World: everything on the stand-in's Telegram: people, chats, topics, messages, presses."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Any, TypeAlias

from tests.pace import HANG, slowness
from tests.standin.changes import Changes
from tests.telegram_standin.entities import part
from tests.telegram_standin.files import Files, StoredFile

Json = dict[str, Any]
Rows = tuple[tuple[Json, ...], ...]

QUERY_LIVES = timedelta(seconds=15)
DELETABLE = timedelta(hours=48)
"""The age up to which a bot can delete a message, and gets its content with a press."""

ANONYMOUS_ADMIN = 1087968824
"""The account that represents anonymous administrators."""

PERMISSIONS = (
    "can_send_messages",
    "can_send_photos",
    "can_send_documents",
    "can_send_other_messages",
    "can_react_to_messages",
)
"""The permissions of members that the stand-in has."""


class Kind(StrEnum):
    """The kinds of chats."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Membership(StrEnum):
    """A bot's membership in a chat."""

    MEMBER = "member"
    KICKED = "kicked"


@dataclass(eq=False)
class User:
    """An account. `started` is True if it has written to the bot in private."""

    id: int
    name: str
    username: str | None = None
    language: str = "en"
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False


@dataclass(eq=False)
class Chat:
    """A private chat, group or supergroup. `denied` has the permissions that its members lack."""

    id: int
    kind: Kind
    title: str
    person: User | None = None
    owner: User | None = None
    forum: bool = False
    bot: Membership = Membership.MEMBER
    denied: set[str] = field(default_factory=set)
    upgraded_to: Chat | None = None
    members: dict[int, User] = field(default_factory=dict, repr=False)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    topics: dict[int, Topic] = field(default_factory=dict, repr=False)
    last_message: int = 0

    @property
    def is_supergroup(self) -> bool:
        """True for a supergroup, which numbers its messages separately."""
        return self.kind is Kind.SUPERGROUP

    @property
    def is_private(self) -> bool:
        """True for a private chat of a person with the bot."""
        return self.kind is Kind.PRIVATE


@dataclass(eq=False)
class Topic:
    """A topic of a forum, with the id of its thread."""

    chat: Chat
    thread: int
    name: str
    closed: bool = False
    deleted: bool = False


Place: TypeAlias = "Chat | Topic"


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it."""

    label: str
    data: str | None
    url: str | None
    app: str | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A version of a message's content."""

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
    """A message, with its earlier versions.

    Attributes:
        thread: the thread's id for bots: of the topic, or of the first message in a chain of replies.
        topic: the topic of a forum, or None.
        service: the event of a service message, or None.
        update_id: the update that the bot got about it, or None.
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
        """The buttons' labels, in reading order."""
        return tuple(button.label for button in self.buttons)

    @property
    def picture(self) -> bytes | None:
        """The photo's content, or None."""
        photo = self._file("photo")
        return photo.data if photo is not None else None

    @property
    def document(self) -> StoredFile | None:
        """The document, or None."""
        return self._file("document")

    @property
    def animation(self) -> StoredFile | None:
        """The animation, or None."""
        return self._file("animation")

    @property
    def mentioned(self) -> frozenset[int]:
        """The accounts mentioned by link."""
        return frozenset(each["user"]["id"] for each in self.entities if each["type"] == "text_mention")

    @property
    def names(self) -> frozenset[str]:
        """The mentioned usernames, in lower case."""
        return frozenset(
            part(self.text, each)[1:].lower() for each in self.entities if each["type"] == "mention"
        )

    @property
    def look(self) -> Look:
        """The present version of the content."""
        return Look(self.text, self.entities, self.rows, self.file)

    def show(self, look: Look, when: datetime) -> None:
        """Replace the content."""
        self.earlier.append(self.look)
        self.text, self.entities, self.rows, self.file = look.text, look.entities, look.rows, look.file
        self.edited = when

    def _file(self, kind: str) -> StoredFile | None:
        return self.file if self.file is not None and self.file.kind == kind else None


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The answer to a press: a toast, an alert, or a link."""

    text: str
    alert: bool
    url: str | None = None


@dataclass(eq=False)
class Query:
    """A press of a button.

    Attributes:
        answers: the bot's answers. The person sees only the first.
        seconds: real seconds until the first answer, or None.
        update_id: the update that the bot got about it, or None.
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
        """Record the bot's answer."""
        if not self.answers:
            self.seconds = time.monotonic() - self.started
        self.answers.append(answer_shown)

    def waited(self) -> timedelta:
        """Return the time since the press, with real time scaled to a quiet machine."""
        real = time.monotonic() - self.started
        return self.world.now() - self.made - timedelta(seconds=real - real / slowness())

    async def answered(self, within: float = HANG) -> QueryAnswer:
        """Wait for the answer, and return it."""
        await self.world.until(lambda: bool(self.answers), f"an answer to {self.what}", within)
        return self.answers[0]


class World(Changes):
    """Everything on this Telegram; each change wakes the waiting tests.

    Args:
        bot: the id of the bot's account.

    Attributes:
        emit: sends the bot an update by kind and content, and returns its id, or None if it was not sent.
        met: accounts that have contacted the bot, which it can mention in every chat.
    """

    def __init__(self, bot: int) -> None:
        super().__init__()
        self.ahead = timedelta()
        self.users: dict[int, User] = {}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, Query] = {}
        self.files = Files()
        self.met: set[int] = set()
        self.emit: Callable[[str, Json], int | None] = lambda *_: None
        self.numbers = count(7_000_000_001)
        """Ids of accounts and groups, too large for 32 bits as Telegram's are."""

        self._shared_message = 0
        self.bot = self._add(User(bot, "Nardy", f"nardy_{bot % 10_000}_bot", is_bot=True))
        self.anonymous = self._add(User(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot", is_bot=True))
        self.owner = self.new_user("Owner")

    def now(self) -> datetime:
        """Return the present time, which a test may have advanced."""
        return datetime.now(UTC) + self.ahead

    def new_user(self, name: str, username: str | None = None, language: str = "en") -> User:
        """Return a new account, with its private chat."""
        user = self._add(User(next(self.numbers), name, username, language))
        self.chats[user.id] = Chat(user.id, Kind.PRIVATE, name, user)
        return user

    def new_group(self, title: str, kind: Kind, *, forum: bool = False) -> Chat:
        """Return a new group with the bot in it."""
        number = next(self.numbers)
        chat = Chat(
            -number if kind is Kind.GROUP else -1_000_000_000_000 - number,
            kind,
            title,
            owner=self.owner,
            forum=forum,
        )
        chat.members[self.owner.id] = self.owner
        if chat.is_supergroup:
            self.next_message_id(chat)  # The first message reports the group's creation.
        self.chats[chat.id] = chat
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Return the id of a chat's next message. Private chats and groups share one sequence."""
        if chat.is_supergroup:
            chat.last_message += 1
            return chat.last_message
        self._shared_message += 1
        return self._shared_message

    def may_mention(self, user_id: int, chat: Chat) -> bool:
        """Return True if the bot's link to an account becomes a mention in a chat."""
        return user_id in self.users and (
            user_id in self.met or user_id in chat.members or user_id == chat.id
        )

    def _add(self, user: User) -> User:
        self.users[user.id] = user
        return user


def chat_of(place: Place) -> Chat:
    """Return a place's chat."""
    return place.chat if isinstance(place, Topic) else place
