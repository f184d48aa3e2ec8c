"""World: what there is on the Telegram that is played: people, chats, topics, messages, presses."""

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
"""How long a message can be deleted by a bot, and is told whole with a press of its buttons."""

ANONYMOUS_ADMIN = 1087968824
"""The account that stands for administrators who hide themselves."""

PERMISSIONS = (
    "can_send_messages",
    "can_send_photos",
    "can_send_documents",
    "can_send_other_messages",
    "can_react_to_messages",
)
"""What members of a chat may be allowed or forbidden, as far as it is played."""


class Kind(StrEnum):
    """The kinds of chats that are played."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Standing(StrEnum):
    """What a bot is in a chat."""

    MEMBER = "member"
    KICKED = "kicked"


@dataclass(eq=False)
class User:
    """An account. `started` tells whether they ever wrote to the bot in private."""

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
    """A private chat, a group or a supergroup. `denied` is what members may not do there."""

    id: int
    kind: Kind
    title: str
    person: User | None = None
    owner: User | None = None
    forum: bool = False
    bot: Standing = Standing.MEMBER
    denied: set[str] = field(default_factory=set)
    upgraded_to: Chat | None = None
    members: dict[int, User] = field(default_factory=dict, repr=False)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    topics: dict[int, Topic] = field(default_factory=dict, repr=False)
    last_message: int = 0

    @property
    def is_supergroup(self) -> bool:
        """Whether it is a supergroup, with numbers of messages of its own."""
        return self.kind is Kind.SUPERGROUP

    @property
    def is_private(self) -> bool:
        """Whether it is a talk between one person and the bot."""
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
    def picture(self) -> bytes | None:
        """The photo, as it was uploaded."""
        photo = self._file("photo")
        return photo.data if photo is not None else None

    @property
    def document(self) -> StoredFile | None:
        """The document."""
        return self._file("document")

    @property
    def animation(self) -> StoredFile | None:
        """The picture that moves."""
        return self._file("animation")

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

    def show(self, look: Look, when: datetime) -> None:
        """Let it show something else from now on."""
        self.earlier.append(self.look)
        self.text, self.entities, self.rows, self.file = look.text, look.entities, look.rows, look.file
        self.edited = when

    def _file(self, kind: str) -> StoredFile | None:
        return self.file if self.file is not None and self.file.kind == kind else None


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


class World(Changes):
    """Everything there is, which wakes those who wait at every change.

    Args:
        bot: The number of the bot's account.

    Attributes:
        emit: Tells the bot of an update, by its kind and content; gives the update's id, if it is told.
        met: Accounts that the bot can mention anywhere, for they have turned to it.
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
        """Numbers of accounts and groups, too large for 32 bits as Telegram's are."""

        self._shared_message = 0
        self.bot = self._add(User(bot, "Nardy", f"nardy_{bot % 10_000}_bot", is_bot=True))
        self.anonymous = self._add(User(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot", is_bot=True))
        self.owner = self.new_user("Owner")

    def now(self) -> datetime:
        """Return the time there, which a test may have moved ahead."""
        return datetime.now(UTC) + self.ahead

    def new_user(self, name: str, username: str | None = None, language: str = "en") -> User:
        """Return a new account, with its private chat."""
        user = self._add(User(next(self.numbers), name, username, language))
        self.chats[user.id] = Chat(user.id, Kind.PRIVATE, name, user)
        return user

    def new_group(self, title: str, kind: Kind, *, forum: bool = False) -> Chat:
        """Return a new group in which the bot is."""
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
            self.next_message_id(chat)  # the first tells that it was made
        self.chats[chat.id] = chat
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Return the id of a chat's next message. All private chats and groups share one row of numbers."""
        if chat.is_supergroup:
            chat.last_message += 1
            return chat.last_message
        self._shared_message += 1
        return self._shared_message

    def may_mention(self, user_id: int, chat: Chat) -> bool:
        """Return True if a link of the bot's to an account becomes a mention in a chat."""
        return user_id in self.users and (
            user_id in self.met or user_id in chat.members or user_id == chat.id
        )

    def _add(self, user: User) -> User:
        self.users[user.id] = user
        return user


def chat_of(place: Place) -> Chat:
    """Return the chat that a place is or is in."""
    return place.chat if isinstance(place, Topic) else place
