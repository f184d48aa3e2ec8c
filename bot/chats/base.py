"""What every adapter offers to the sender, and what it may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, timedelta

    from bot.chats.render.animation import RenderingJob
    from bot.talk.incoming import Incoming, Person, Place
    from bot.talk.reply import Animation, Reply, RetiredContent
    from renderers.scene import Picture


class Platform(Protocol):
    """A chat platform as the sender sees it.

    The sender calls `send`, `edit` and `retire` for one chat one after another, for different chats at once.
    """

    name: str
    nonce_memory: timedelta
    """How long a repeated nonce is recognised, so that no second message comes of it."""

    @property
    def has_been_online(self) -> bool:
        """Whether it was served at least once since the program started."""

    async def run(self) -> None:
        """Serve until cancelled. Having failed, it can be run again.

        Raises:
            BadToken: the platform does not know the bot's token.
            PlatformDown: the platform does not let itself be served for now.
            OSError: it cannot listen where it should.
        """

    async def ready(self, chat: str) -> bool:
        """Wait until a chat takes another message; say whether that took any time."""

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id.

        Args:
            chat: the chat's key.
            reply: what to say. Its mentions ring.
            nonce: the same for every attempt at the same message, at most 25 characters.

        Raises:
            ChatGone: the chat cannot be written to any more.
            ChatMoved: another chat is in its place.
            TryLater: the platform cannot take it now.
        """

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message by another, without ringing.

        Raises:
            MessageGone: there is no such message any more.
            ChatGone: the chat cannot be written to any more.
            ChatMoved: another chat is in its place.
            TryLater: the platform cannot take it now.
        """

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Make a message what remains of it; in any case it loses its buttons.

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
class RemotePlatform(Platform, Protocol):
    """A platform beyond a network. While it is not online, nothing is asked of it."""

    @property
    def is_online(self) -> bool:
        """Whether anything can be sent now."""

    def when_online(self, tell: Callable[[], None]) -> None:
        """Tell somebody each time that it has come online."""


class Handler(Protocol):
    """Who listens to what the adapters hear: `bot.talk.conversation.Conversation`."""

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Carry out what a person did; return the answers that are for that person alone.

        A press that changed something may be answered by nothing: the board itself shows it. Never raises for
        anything a person can do.
        """

    async def met(self, person: Person, place: Place) -> str:
        """Take note of who somebody is, and what he is called now; return the language he is answered in."""

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Whether a typed line is talk for the others in the chat: neither a command nor a move."""

    async def added(self, person: Person, place: Place) -> None:
        """Take note of who has brought the bot into a chat."""

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Take note that the bot may do more, or less, in the chats with these keys, and in their parts."""

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Return the game for which a thread is to be opened, once for one happening; or why none is."""

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Move a game's board from the chat where that was asked to the thread that was opened below it."""

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Take note that a platform has put a new chat in the place of an old one, by their keys."""

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Return whole lines that the typed beginning of a line could become: few, or all commands."""


class KeyValues(Protocol):
    """Where an adapter keeps what it alone must remember. It survives a restart."""

    async def read(self, namespace: str, key: str) -> str | None:
        """Return the text kept under a key."""

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Keep a text under a key, replacing what was there."""

    async def items(self, namespace: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return the first keys of a namespace (after one, if given) and their texts, in the keys' order."""

    async def forget(self, namespace: str, *keys: str) -> None:
        """Throw away what is kept under some keys."""

    async def append(self, namespace: str, text: str) -> int:
        """Add a log entry at the end of a namespace and return its number, which grows."""

    async def append_all(self, namespace: str, texts: Sequence[str]) -> list[int]:
        """Add log entries at the end of a namespace, all or none, and return their numbers, which grow."""

    async def remove(self, namespace: str, *numbers: int) -> None:
        """Remove log entries of a namespace."""

    async def put_aside(self, namespace: str, number: int, now: datetime) -> None:
        """Put a log entry aside that cannot be read; nobody reads it again, and in time it is deleted."""

    async def amend(self, namespace: str, number: int, text: str) -> bool:
        """Replace a page. Return whether there was one."""

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return the last log entries of a namespace (before a number, if given), oldest first."""

    async def log_entry(self, namespace: str, number: int) -> str | None:
        """Return one page."""


class Painter(Protocol):
    """Who draws: off the event loop, and not twice what was drawn just now."""

    async def paint(self, scene: Picture) -> bytes:
        """Return the PNG of a scene, or of what else can be drawn."""

    def animate(self, animation: Animation) -> RenderingJob:
        """Begin to make a film, or find it made or being made already.

        Raises:
            TryLater: too many are being made.
        """
