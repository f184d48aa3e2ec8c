"""Base: the protocols between the adapters, the sender and the rest of the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol, runtime_checkable

from bot.chats.render.animation import RenderingJob
from bot.talk.incoming import Incoming, Person, Place, Posted, VisitorPreferences
from bot.talk.reply import Animation, Reply, RetiredContent
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.finished import Finished
from bot.talk.views.invited import Invited
from bot.talk.views.landing import Landing
from bot.talk.views.lobby import Lobby
from bot.talk.views.new_game import FormFriend, NewGame
from bot.talk.views.personal import BoardLook
from bot.talk.views.profile_page import ProfilePage
from bot.talk.views.settings import Setting
from bot.talk.views.shared import SharedPreview
from bot.talk.views.table import Table
from renderers.scene import Picture


class Request(Enum):
    """A kind of request that the sender makes to a platform."""

    SEND = "send"
    EDIT = "edit"
    EDIT_STEP = "edit step"
    """An edit that shows an unfinished turn. The next press changes it again."""

    RETIRE = "retire"


class Platform(Protocol):
    """A chat platform as the sender sees it.

    The sender calls `send`, `edit` and `retire` one at a time for each chat, and concurrently for different
    chats.
    """

    name: str
    nonce_memory: timedelta
    """How long the platform recognises a repeated nonce and so posts no duplicate message."""

    @property
    def has_been_online(self) -> bool:
        """True if the bot was connected to the platform at least once since it started."""

    async def run(self) -> None:
        """Serve the platform until cancelled. After a failure it can be run again.

        Raises:
            BadToken: the platform does not know the bot's token.
            PlatformDown: the platform is unavailable or refuses the bot for now.
            OSError: the bot cannot listen on its port.
        """

    async def ready(self, chat: str) -> bool:
        """Wait until a chat's rate limit allows another message. Return True if that took any time."""

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return the seconds by which to postpone a request, or 0 to make it now.

        Other requests to the chat need not wait for it.

        Args:
            chat: the chat's key.
            message: the message that the request changes; None for a new one.
        """

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if a message is the newest in a private chat, as far as this process knows."""

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id.

        Args:
            chat: the chat's key.
            reply: its content. The people that it mentions are notified, without a sound if it is silent.
            nonce: the same for every attempt at the same message; at most 25 characters.

        Raises:
            ChatGone: the bot can no longer write to the chat.
            ChatMoved: the platform has replaced the chat by another.
            TryLater: the platform cannot take the message now.
        """

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message's content. The platform notifies no one.

        Raises:
            MessageGone: the message no longer exists.
            ChatGone: the bot can no longer write to the chat.
            ChatMoved: the platform has replaced the chat by another.
            TryLater: the platform cannot take the edit now.
        """

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shorten a message that a newer one has replaced, and remove its buttons.

        A message that the bot may not delete stays, without buttons. A missing message is no error.

        Raises:
            ChatGone: the bot can no longer write to the chat.
            ChatMoved: the platform has replaced the chat by another.
            TryLater: the platform cannot take the request now.
        """

    async def private_chat(self, account: str) -> str | None:
        """Return the key of a person's private chat, opening it if needed, or None if there can be none.

        Raises:
            TryLater: the platform cannot answer now.
        """


@runtime_checkable
class SearchablePlatform(Platform, Protocol):
    """A platform on which the bot can read a chat's messages, given the permission."""

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:
        """Return the id of the message that an earlier attempt at a reply has posted, or None.

        A message matches if its buttons carry the same game and turn. If neither carries a turn, all buttons
        must be equal.

        Args:
            chat: the chat's key.
            reply: the reply that was to be sent, perhaps in a later state.
            after: only messages newer than this one are searched; None for no such limit.
            since: when the first attempt began. Only messages newer than that are searched.

        Raises:
            Unsearchable: the bot may not read the chat, or cannot see far enough back.
            ChatGone: the channel is gone.
            TryLater: the platform cannot answer now.
        """


@runtime_checkable
class RemotePlatform(Platform, Protocol):
    """A platform reached over a network. While it is offline, the sender makes no requests to it."""

    @property
    def is_online(self) -> bool:
        """True if messages can be sent now."""

    @property
    def is_reached(self) -> bool:
        """True if the platform has answered the bot's last poll, or the last heartbeat of its gateway."""

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register a callback for each time that the platform comes online."""


class Handler(Protocol):
    """Handles what the adapters receive: `bot.talk.conversation.Conversation`."""

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Carry out a person's command, text or press. Return the answers to that person.

        Other people see them only where `Place.answers_privately` is False.

        May be empty after a press that changed a board, because the board itself shows the change. Never
        raises for anything a person can do.
        """

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:
        """Return a shared chat's post as one person sees it, or None if the chat does not show it.

        Args:
            incoming: the person, the chat, and the message that they look at.
            subject: `game` or `challenge`.
            key: the id of that game or challenge.
        """

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:
        """Return how a person sees a game's boards in a chat (their side, say), or None if unknown.

        Args:
            incoming: the person and the chat.
            game: the id of the game.
        """

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:
        """Return the settings of a shared chat, or in a private chat those of its person."""

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:
        """Store a person's current name. Return how the bot addresses them there.

        Args:
            creates: True if the person acted themselves, so that an unknown person becomes a player.
        """

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Return True if a typed line is talk between people: neither a command nor a move.

        Raises:
            Exception: it could not be determined. The caller answers that the line was not sent.
        """

    async def added(self, person: Person, place: Place) -> str:
        """Record the person who added the bot to a chat. Return the chat's language."""

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Record that the bot's permissions changed in the chats with these keys and in their threads."""

    async def queued(self, place: Place, message: str) -> int:
        """Return how many boards are undelivered in a chat and its parts, not counting one message's."""

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Return the id of the game for which to open a thread, or the answers if none is to be opened.

        An event that is delivered twice gets the id only once.
        """

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Show a game's board in the chat itself, because no thread could be opened for it."""

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Move a game's board from the chat of the request to the thread that was opened below it."""

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Record that a platform has replaced the chat with the key `old` by the one with the key `new`."""

    async def table(self, incoming: Incoming, game: str, moment: int | None = None) -> Table | None:
        """Return a game as a person sees it on the web page, or None if they may not see it there."""

    async def shared_table(self, token: str, language: str, moment: int | None = None) -> Table | None:
        """Return a game as a visitor with its shared link sees it, or None if the token is unknown."""

    async def shared_preview(self, token: str, language: str) -> SharedPreview | None:
        """Return what a chat shows below the link of a shared board, or None if it may show no names.

        Raises:
            KeyError: the token is unknown.
        """

    def analysis(self, incoming: Incoming, game: str) -> AsyncIterator[AnalysisPage]:
        """Yield a finished game's analysis for a person; while it is computed, its progress."""

    async def shared_analysis(self, token: str, language: str) -> AnalysisPage | None:
        """Return the stored analysis of a game for a visitor with its shared link, or None."""

    async def public_analysis(self, place: Place, game: str, language: str) -> AnalysisPage | None:
        """Return the stored analysis of a game that a shared chat shows for a visitor without an account."""

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:
        """Return a context manager that marks a person as watching a game, so that they are not notified."""

    async def lobby(self, incoming: Incoming) -> Lobby:
        """Return a person's games, the challenges that they must answer, and other games in the chat."""

    async def finished(self, incoming: Incoming, shown: str, page: int, opponent: str = "") -> Finished:
        """Return a page of a person's finished games: all, or those `won`, `lost` or `drawn`."""

    async def profile(self, incoming: Incoming) -> ProfilePage:
        """Return a person's own profile."""

    async def new_game(self, incoming: Incoming) -> NewGame:
        """Return the form of a new game with a person's last choices."""

    def visitors_new_game(self, place: Place, language: str) -> NewGame:
        """Return the form of a new game for a visitor without an account."""

    async def friends(self, incoming: Incoming) -> tuple[FormFriend, ...]:
        """Return players to challenge whose names begin with the typed line."""

    async def public_table(
        self, place: Place, game: str, language: str, moment: int | None = None
    ) -> Table | None:
        """Return a game that a shared chat shows as a visitor without an account sees it, or None."""

    async def landing(self, place: Place, language: str) -> Landing:
        """Return what a visitor without an account sees who may begin: games of a shared chat, and links."""

    def closed_landing(self, platform: str, language: str, *, has_table: bool) -> Landing:
        """Return what a visitor without an account sees who may not begin.

        Args:
            platform: the page's platform; links lead to the others.
            has_table: False at an address where only boards are open.
        """

    async def invited(self, start: str, language: str) -> Invited:
        """Return the invitation of a link, by its start parameter, as a visitor sees it."""

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Return suggestions that complete the beginning of a line: a few, or all commands."""


class KeyValues(Protocol):
    """Stores an adapter's own data across restarts: texts under keys, and logs of numbered entries."""

    async def read(self, namespace: str, key: str) -> str | None:
        """Return the text under a key, or None."""

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Store a text under a key, replacing an earlier one."""

    async def write_all(self, namespace: str, texts: Mapping[str, str]) -> None:
        """Store texts under their keys in one transaction, replacing earlier ones."""

    async def items(self, namespace: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return the first `limit` keys of a namespace after a given key, sorted, with their texts."""

    async def forget(self, namespace: str, *keys: str) -> None:
        """Delete keys and their texts."""

    async def take(self, namespace: str, key: str) -> str | None:
        """Delete a key and return its text, or None. Only one of several concurrent callers gets it."""

    async def append(self, namespace: str, text: str) -> int:
        """Append a log entry to a namespace. Return its number; numbers increase."""

    async def append_once(self, namespace: str, text: str, known_in: str, key: str) -> tuple[int, bool]:
        """Append a log entry unless the key has one already. Return its number, and True if it was added.

        Args:
            known_in: the namespace that stores the number of each key's entry.
        """

    async def remove(self, namespace: str, *numbers: int) -> None:
        """Delete log entries of a namespace by their numbers."""

    async def amend(self, namespace: str, number: int, text: str) -> bool:
        """Replace a log entry's text. Return True if the entry exists."""

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return a namespace's last log entries, oldest first; with `before`, those with smaller numbers."""

    async def log_entry(self, namespace: str, number: int) -> str | None:
        """Return a log entry's text, or None."""


class Painter(Protocol):
    """Draws pictures off the event loop and caches the latest ones."""

    async def paint(self, scene: Picture) -> bytes:
        """Return the PNG of a scene, a chart or a comparison."""

    def animate(self, animation: Animation) -> RenderingJob:
        """Return the job that renders an animation: a new one, one in progress, or a finished one.

        Raises:
            TryLater: too many animations are being rendered.
        """
