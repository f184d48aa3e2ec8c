"""Base: the protocols between the adapters, the sender and the rest of the bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol, runtime_checkable

from bot.chats.render.animation import RenderingJob
from bot.talk.incoming import Incoming, Person, Place, Posted, VisitorPreferences
from bot.talk.reply import Animation, Reply, RetiredContent
from bot.talk.views.lobby import Lobby
from bot.talk.views.personal import BoardLook
from bot.talk.views.settings import Setting
from bot.talk.views.table import Table
from renderers.scene import Picture


class Request(Enum):
    """What the sender asks of a platform."""

    SEND = "send"
    EDIT = "edit"
    EDIT_STEP = "edit step"
    """An edit that shows a turn which is still being made, and which the next press changes again."""

    RETIRE = "retire"


class Platform(Protocol):
    """A chat platform as the sender sees it.

    The sender calls `send`, `edit` and `retire` one at a time for each chat, and at once for different chats.
    """

    name: str
    nonce_memory: timedelta
    """How long a repeated nonce is recognised, so that no second message comes of it."""

    @property
    def has_been_online(self) -> bool:
        """True if it was served at least once since the bot started."""

    async def run(self) -> None:
        """Serve until cancelled. Having failed, it can be run again.

        Raises:
            BadToken: the platform does not know the bot's token.
            PlatformDown: the platform does not let itself be served for now.
            OSError: it cannot listen where it should.
        """

    async def ready(self, chat: str) -> bool:
        """Wait until a chat takes another message; return whether that took any time."""

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return how many seconds a request is put off, while the chat takes others; none, if it need not be.

        Args:
            chat: the chat's key.
            request: what is asked for.
            message: the message that it changes, if it is not a new one.
        """

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if nothing stands below a message of a private chat, as far as that is known."""

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id.

        Args:
            chat: the chat's key.
            reply: what to say. The people whom it mentions are notified, without a sound if it is silent.
            nonce: the same for every attempt at the same message, at most 25 characters.

        Raises:
            ChatGone: the chat cannot be written to any more.
            ChatMoved: another chat is in its place.
            TryLater: the platform cannot take it now.
        """

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message by another; nobody is notified.

        Raises:
            MessageGone: there is no such message any more.
            ChatGone: the chat cannot be written to any more.
            ChatMoved: another chat is in its place.
            TryLater: the platform cannot take it now.
        """

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shrink a message that a newer one has replaced; in any case it loses its buttons.

        One that may not be deleted stays. One that is gone is no error.

        Raises:
            ChatGone: the chat cannot be written to any more.
            ChatMoved: another chat is in its place.
            TryLater: the platform cannot take it now.
        """

    async def private_chat(self, account: str) -> str | None:
        """Return the key of a person's private chat, opened where needed; nothing, if there can be none.

        Raises:
            TryLater: the platform cannot say now.
        """


@runtime_checkable
class SearchablePlatform(Platform, Protocol):
    """A platform that lets the bot read a chat's messages, where it is allowed to."""

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:
        """Return the message by which an earlier attempt has shown a reply, or None if there is none.

        A message counts if its buttons carry the same game and turn, or if neither carries a turn and all
        buttons are the same.

        Args:
            chat: the chat's key.
            reply: what was to be shown, perhaps in a later state.
            after: an older message, or None; the search ends there.
            since: when the first attempt began; the search ends there too.

        Raises:
            Unsearchable: the bot may not read the chat, or cannot see far enough back.
            ChatGone: the channel is gone.
            TryLater: the platform cannot tell now.
        """


@runtime_checkable
class RemotePlatform(Platform, Protocol):
    """A platform reached over a network. While it is not online, nothing is asked of it."""

    @property
    def is_online(self) -> bool:
        """True if anything can be sent now."""

    @property
    def is_reached(self) -> bool:
        """True if it has answered what was asked of it last by itself: a poll, a heartbeat of the gateway."""

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register what is called each time that it has come online."""


class Handler(Protocol):
    """Handles what the adapters receive: `bot.talk.conversation.Conversation`."""

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Carry out what a person did; return the answers that are for that person alone.

        A press that changed something may be answered by nothing: the board itself shows it. Never raises for
        anything a person can do.
        """

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:
        """Return what a shared chat shows of something as one person sees it; nothing, if it shows it not.

        Args:
            incoming: who looks, at which chat, and at which of its messages.
            subject: `game` or `challenge`.
            key: its id.
        """

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:
        """Return how a person sees the boards of a game that a chat showed; nothing, if that is not known.

        Args:
            incoming: who looks, and at which chat.
            game: the id of the game.
        """

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:
        """Return the settings of a person, in his private chat, or of a shared chat, one by one."""

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:
        """Record what somebody is called now; return how he is answered there.

        Who is not known is made so only if he comes by an act of his own.
        """

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Return True if a typed line is talk for the others in the chat: neither a command nor a move.

        Raises:
            Exception: nobody could look. Whoever asks answers that it was not said.
        """

    async def added(self, person: Person, place: Place) -> str:
        """Record who has added the bot to a chat; return the language that the chat speaks."""

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Record that the bot may do more, or less, in the chats with these keys, and in their threads."""

    async def queued(self, place: Place, message: str) -> int:
        """Return how many boards a chat and its parts are still to show, but for the one in a message."""

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Return the game for which a thread is to be opened, once for each event; else the answers."""

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Show a game's board in the chat itself, because no thread could be opened for it."""

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Move a game's board from the chat where that was asked to the thread that was opened below it."""

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Record that a platform has replaced a chat by a new one, by their keys."""

    async def table(self, incoming: Incoming, game: str, moment: int | None = None) -> Table | None:
        """Return a game as a person sees it at his table; nothing, if it is not seen by him there."""

    async def shared_table(self, token: str, language: str, moment: int | None = None) -> Table | None:
        """Return a game as whoever has its link sees it; nothing, if the token leads nowhere."""

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:
        """Return what lets a person look at a game until left: meanwhile he is not called to it."""

    async def lobby(self, incoming: Incoming) -> Lobby:
        """Return a person's games, what waits for his answer, and what others play where he is."""

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Return whole lines that the beginning of a line could become: few, or all commands."""


class KeyValues(Protocol):
    """Stores what an adapter alone must remember: texts under keys, and logs. It survives a restart."""

    async def read(self, namespace: str, key: str) -> str | None:
        """Return the text kept under a key."""

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Keep a text under a key, replacing what was there."""

    async def write_all(self, namespace: str, texts: Mapping[str, str]) -> None:
        """Keep texts under their keys, all or none, replacing what was there."""

    async def items(self, namespace: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return the first keys of a namespace (after one, if given) and their texts, in the keys' order."""

    async def forget(self, namespace: str, *keys: str) -> None:
        """Delete what is kept under some keys."""

    async def take(self, namespace: str, key: str) -> str | None:
        """Delete what is kept under a key and return it; of several who try, one alone gets it."""

    async def append(self, namespace: str, text: str) -> int:
        """Add a log entry at the end of a namespace and return its number, which grows."""

    async def append_once(self, namespace: str, text: str, known_in: str, key: str) -> tuple[int, bool]:
        """Add a log entry, unless one was under the same key; return its number, and whether it was added.

        Args:
            namespace: where.
            known_in: the namespace of pairs in which keys are kept with the numbers of their entries.
        """

    async def remove(self, namespace: str, *numbers: int) -> None:
        """Delete log entries of a namespace."""

    async def amend(self, namespace: str, number: int, text: str) -> bool:
        """Replace a log entry. Return whether there was one."""

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return the last log entries of a namespace (before a number, if given), oldest first."""

    async def log_entry(self, namespace: str, number: int) -> str | None:
        """Return one log entry."""


class Painter(Protocol):
    """Draws off the event loop, and keeps what was drawn just now."""

    async def paint(self, scene: Picture) -> bytes:
        """Return the PNG of a scene, a chart or a comparison."""

    def animate(self, animation: Animation) -> RenderingJob:
        """Begin to render an animation, or find it rendered or being rendered already.

        Raises:
            TryLater: too many are being rendered.
        """
