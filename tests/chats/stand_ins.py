"""Stand-ins: a handler, a key-value store and a painter for tests of adapters."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from bot.chats.render.animation import RenderingJob
from bot.talk.incoming import Incoming, Person, Place, Posted, VisitorPreferences
from bot.talk.reply import Animation, Button, Reply
from bot.talk.views.lobby import Lobby
from bot.talk.views.personal import BoardLook
from bot.talk.views.settings import Setting
from bot.talk.views.table import Table
from renderers.scene import Picture


class Slow:
    """Something that takes its time until a test ends it."""

    def __init__(self) -> None:
        self.done = 0
        self.work: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """What it comes to."""
        return self.work

    def so_far(self) -> Reply:
        """Return how far it is."""
        stop = Button("Stop", ":/analyse k7f stop")
        return Reply((f"{self.done} of 9 turns.",), buttons=((stop,),), pending=self)


PNG = b"\x89PNG a board"
GIF = b"GIF89a a film"


class MemoryKeyValues:
    """A key-value store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.namespaces: defaultdict[str, dict[int, str]] = defaultdict(dict)
        self._last = 0

    async def read(self, namespace: str, key: str) -> str | None:
        """Return the text kept under a key."""
        return self.kept.get((namespace, key))

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Keep a text under a key."""
        self.kept[namespace, key] = text

    async def write_all(self, namespace: str, texts: Mapping[str, str]) -> None:
        """Keep texts under their keys."""
        for key, text in texts.items():
            await self.write(namespace, key, text)

    async def items(self, namespace: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return texts of a namespace."""
        kept = sorted((key, text) for (where, key), text in self.kept.items() if where == namespace)
        return [note for note in kept if note[0] > after][:limit]

    async def forget(self, namespace: str, *keys: str) -> None:
        """Delete texts."""
        for key in keys:
            self.kept.pop((namespace, key), None)

    async def take(self, namespace: str, key: str) -> str | None:
        """Delete a text and return it."""
        return self.kept.pop((namespace, key), None)

    async def append(self, namespace: str, text: str) -> int:
        """Add a log entry."""
        self._last += 1
        self.namespaces[namespace][self._last] = text
        return self._last

    async def append_once(self, namespace: str, text: str, known_in: str, key: str) -> tuple[int, bool]:
        """Add a log entry, unless one was added under the same key."""
        known = await self.read(known_in, key)
        if known is not None:
            return int(known), False
        number = await self.append(namespace, text)
        await self.write(known_in, key, str(number))
        return number, True

    async def remove(self, namespace: str, *numbers: int) -> None:
        """Remove log entries."""
        for number in numbers:
            self.namespaces[namespace].pop(number, None)

    async def amend(self, namespace: str, number: int, text: str) -> bool:
        """Replace a log entry."""
        if number not in self.namespaces[namespace]:
            return False
        self.namespaces[namespace][number] = text
        return True

    async def log_entries(
        self, namespace: str, *, before: int | None = None, limit: int = 50
    ) -> list[tuple[int, str]]:
        """Return the last log entries of a namespace."""
        numbered = self.namespaces[namespace].items()
        return [page for page in numbered if before is None or page[0] < before][-limit:]

    async def log_entry(self, namespace: str, number: int) -> str | None:
        """Return one log entry."""
        return self.namespaces[namespace].get(number)


class MemoryUpdates:
    """A store of Telegram's updates in memory."""

    def __init__(self) -> None:
        self.kept: dict[int, tuple[int, int, str]] = {}
        """The process, the chat and the text of each update that is not handled."""
        self.done: set[int] = set()
        self.aside: dict[datetime, str] = {}

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates."""
        for number, (chat, text) in updates.items():
            if number not in self.done:
                at_work = {of: who for who, of, _ in self.kept.values()}
                self.kept.setdefault(number, (at_work.get(chat, process), chat, text))
        return frozenset(each for each in updates if each in self.kept and self.kept[each][0] == process)

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:  # noqa: ARG002 (it keeps no time)
        """Note that updates were handled."""
        for number in numbers:
            if number in self.kept and self.kept[number][0] == process:
                del self.kept[number]
                self.done.add(number)

    async def waiting(self, process: int, chats: Collection[int]) -> list[tuple[int, str]]:
        """Return what a process is to handle."""
        return sorted(
            (number, text)
            for number, (who, chat, text) in self.kept.items()
            if who == process and chat in chats
        )

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Set an update aside."""
        self.aside[now] = self.kept[number][2]
        await self.handled(process, [number], now)

    async def processes(self) -> frozenset[int]:
        """Return who is to handle anything."""
        return frozenset(who for who, _, _ in self.kept.values())

    async def take_over(self, process: int, gone: Collection[int]) -> list[tuple[int, str]]:
        """Make what others were to handle this process's own."""
        found = {number: row for number, row in self.kept.items() if row[0] in gone}
        self.kept |= {number: (process, chat, text) for number, (_, chat, text) in found.items()}
        return sorted((number, text) for number, (_, _, text) in found.items())


@dataclass
class ScriptedHandler:
    """A handler that records what it received and gives the answers it was given."""

    answers: tuple[Reply, ...] = ()
    lines: tuple[str, ...] = ()
    fault: Exception | None = None
    incoming: list[Incoming] = field(default_factory=list)
    requests: list[Incoming] = field(default_factory=list)
    moved: list[tuple[str, str, str]] = field(default_factory=list)
    brought: list[tuple[Person, Place]] = field(default_factory=list)
    changed: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    threads: list[tuple[Place, str, Place]] = field(default_factory=list)

    async def added(self, person: Person, place: Place) -> str:
        """Remember who has brought the bot into a chat, which speaks as that person does."""
        self.brought.append((person, place))
        return person.language

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Remember which chats are concerned."""
        self.changed.append((platform, tuple(keys)))

    async def queued(self, place: Place, message: str) -> int:  # noqa: ARG002 (the same for all)
        """No board waits."""
        return 0

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Remember the wish and give the answers it was given, or else a game."""
        self.requests.append(incoming)
        return self.answers or game or "k7f"

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Remember which game has moved, and where."""
        self.threads.append((incoming.place, game, thread))

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Remember which game stays where it is."""
        self.threads.append((incoming.place, game, incoming.place))

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Remember that a chat has moved."""
        self.moved.append((platform, old, new))

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:  # noqa: ARG002 (the same everywhere)
        """Answer in the person's language."""
        return VisitorPreferences(person.language)

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:  # noqa: ARG002 (the same for all)
        """Everybody sees the same."""
        return None

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:  # noqa: ARG002 (the same for all)
        """Everybody sees boards alike."""
        return None

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:  # noqa: ARG002 (nobody has any)
        """Nobody has settings."""
        return ()

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Return what has no slash is talk."""
        return not getattr(incoming.what, "text", "/").startswith("/")

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Remember what was done and give the answers it was given."""
        self.incoming.append(incoming)
        if self.fault is not None:
            raise self.fault
        return self.answers

    async def shared_table(self, *_asked: object) -> Table | None:
        """No link leads anywhere."""
        return None

    async def table(self, *_asked: object) -> Table | None:
        """No game is seen."""
        return None

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:  # noqa: ARG002 (nobody is called)
        """Nobody is called to any game."""
        return nullcontext()

    async def lobby(self, incoming: Incoming) -> Lobby:  # noqa: ARG002 (nobody has any)
        """Nobody has a game."""
        return Lobby()

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Remember the question and return those lines that begin so."""
        self.requests.append(incoming)
        if self.fault is not None:
            raise self.fault
        typed = getattr(incoming.what, "text", "")
        return tuple(line for line in self.lines if line.startswith(typed) and line != typed)


@dataclass
class PlainPainter:
    """A painter whose every board looks the same; where it is slow, a test makes its one animation."""

    fault: Exception | None = None
    slow: bool = False
    job: RenderingJob | None = None
    painted: list[Picture] = field(default_factory=list)

    async def paint(self, scene: Picture) -> bytes:
        """Return the same picture for every scene, and remember the scene."""
        if self.fault is not None:
            raise self.fault
        self.painted.append(scene)
        return PNG

    def animate(self, animation: Animation) -> RenderingJob:
        """Return the same animation for all scenes; it is there at once, unless a test makes it."""
        if self.fault is not None:
            raise self.fault
        if not self.slow:
            return RenderingJob.finished(len(animation.scenes), GIF)
        if self.job is None:
            self.job = RenderingJob(len(animation.scenes))
        return self.job
