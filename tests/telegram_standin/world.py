"""World: what there is on the Telegram that is played: people, chats, topics, messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.standin.changes import Changes
from tests.telegram_standin.files import Files

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.telegram_standin.message import Message
    from tests.telegram_standin.query import Query

Json = dict[str, Any]

QUERY_LIVES = timedelta(seconds=15)
DELETABLE = timedelta(hours=48)
"""How long a message can be deleted by a bot, and is told whole with a press of its buttons."""

ANONYMOUS_ADMIN = 1087968824
"""The account that stands for administrators who hide themselves."""

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
"""What members of a chat may be allowed or forbidden."""


class Kind(StrEnum):
    """The kinds of chats that are played."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Standing(StrEnum):
    """What a bot is in a chat."""

    MEMBER = "member"
    LEFT = "left"
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
    username: str | None = None
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
        self.chats[user.id] = Chat(user.id, Kind.PRIVATE, name, username, user)
        return user

    def new_group(self, title: str, kind: Kind, username: str | None = None, *, forum: bool = False) -> Chat:
        """Return a new group in which the bot is."""
        number = next(self.numbers)
        chat = Chat(
            -number if kind is Kind.GROUP else -1_000_000_000_000 - number,
            kind,
            title,
            username,
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

    def known(self, username: str) -> Chat | None:
        """Return the public group of a name."""
        return next(
            (
                chat
                for chat in self.chats.values()
                if not chat.is_private and (chat.username or "").lower() == username.lower()
            ),
            None,
        )

    def may_mention(self, user_id: int, chat: Chat) -> bool:
        """Return whether a link of the bot's to an account becomes a mention in a chat."""
        return user_id in self.users and (
            user_id in self.met or user_id in chat.members or user_id == chat.id
        )

    def _add(self, user: User) -> User:
        self.users[user.id] = user
        return user


def chat_of(place: Place) -> Chat:
    """Return the chat that a place is or is in."""
    return place.chat if isinstance(place, Topic) else place
