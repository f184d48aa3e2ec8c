"""Stand-ins: a handler, a key-value store and a painter for tests of adapters."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from bot.chats.render.animation import RenderingJob
from bot.talk.incoming import Incoming, Person, Place, Posted, VisitorPreferences
from bot.talk.new_game_form import new_game_form_for_visitors
from bot.talk.reply import Animation, Button, Reply
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


class Slow:
    """A long command that finishes when a test says so."""

    def __init__(self) -> None:
        self.done = 0
        self.work: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The future reply."""
        return self.work

    def so_far(self) -> Reply:
        """Return a reply that shows the progress."""
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
        """The process, the chat and the text of each unhandled update."""
        self.done: set[int] = set()
        self.aside: dict[datetime, str] = {}

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates."""
        for number, (chat, text) in updates.items():
            if number not in self.done:
                at_work = {of: owner for owner, of, _ in self.kept.values()}
                self.kept.setdefault(number, (at_work.get(chat, process), chat, text))
        return frozenset(each for each in updates if each in self.kept and self.kept[each][0] == process)

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:  # noqa: ARG002 (it keeps no time)
        """Mark updates as handled."""
        for number in numbers:
            if number in self.kept and self.kept[number][0] == process:
                del self.kept[number]
                self.done.add(number)

    async def waiting(self, process: int, chats: Collection[int]) -> list[tuple[int, str]]:
        """Return the unhandled updates of a process."""
        return sorted(
            (number, text)
            for number, (owner, chat, text) in self.kept.items()
            if owner == process and chat in chats
        )

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Set an update aside."""
        self.aside[now] = self.kept[number][2]
        await self.handled(process, [number], now)

    async def processes(self) -> frozenset[int]:
        """Return the processes that have unhandled updates."""
        return frozenset(owner for owner, _, _ in self.kept.values())

    async def take_over(self, process: int, gone: Collection[int]) -> list[tuple[int, str]]:
        """Assign the unhandled updates of lost processes to this one."""
        found = {number: row for number, row in self.kept.items() if row[0] in gone}
        self.kept |= {number: (process, chat, text) for number, (_, chat, text) in found.items()}
        return sorted((number, text) for number, (_, _, text) in found.items())


@dataclass
class ScriptedHandler:
    """A handler that records what it receives and gives scripted answers."""

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
        """Record the player who added the bot to a chat, and return that player's language."""
        self.brought.append((person, place))
        return person.language

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Record the changed chats."""
        self.changed.append((platform, tuple(keys)))

    async def queued(self, place: Place, message: str) -> int:  # noqa: ARG002 (the same for all)
        """Return 0: no board is undelivered."""
        return 0

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Record the request and return the scripted answers, or else a game."""
        self.requests.append(incoming)
        return self.answers or game or "k7f"

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Record which game has moved to which thread."""
        self.threads.append((incoming.place, game, thread))

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Record which game stays where it is."""
        self.threads.append((incoming.place, game, incoming.place))

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Record that a chat has moved."""
        self.moved.append((platform, old, new))

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:  # noqa: ARG002 (the same everywhere)
        """Return the person's language."""
        return VisitorPreferences(person.language)

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:  # noqa: ARG002 (the same for all)
        """Return None: all viewers see the same."""
        return None

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:  # noqa: ARG002 (the same for all)
        """Return None: all viewers see boards alike."""
        return None

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:  # noqa: ARG002 (there are none)
        """Return no settings."""
        return ()

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Return True for a text without a slash."""
        return not getattr(incoming.what, "text", "/").startswith("/")

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Record the input and give the scripted answers."""
        self.incoming.append(incoming)
        if self.fault is not None:
            raise self.fault
        return self.answers

    async def shared_table(self, *_asked: object) -> Table | None:
        """Return None: no link leads to a game."""
        return None

    async def shared_preview(self, *_asked: object) -> SharedPreview | None:
        """Raise KeyError: no link leads to a game."""
        raise KeyError

    async def analysis(self, *_asked: object) -> AsyncIterator[AnalysisPage]:
        """Yield nothing: no game is analysed."""
        return
        yield

    async def shared_analysis(self, *_asked: object) -> AnalysisPage | None:
        """Return None: no game is analysed."""
        return None

    async def public_analysis(self, *_asked: object) -> AnalysisPage | None:
        """Return None: no chat shows a game."""
        return None

    async def table(self, *_asked: object) -> Table | None:
        """Return None: no game can be seen."""
        return None

    async def public_table(self, *_asked: object) -> Table | None:
        """Return None: no chat shows a game."""
        return None

    async def landing(self, place: Place, language: str) -> Landing:  # noqa: ARG002 (the same for all)
        """Return that a visitor may begin, where no game is played."""
        return Landing(may_begin=True, says="", games=(), links=())

    def closed_landing(self, platform: str, language: str, *, has_table: bool) -> Landing:  # noqa: ARG002 (as above)
        """Return that a visitor may not begin, and where they are."""
        return Landing(may_begin=False, says="table" if has_table else "boards", games=(), links=())

    async def invited(self, start: str, language: str) -> Invited:  # noqa: ARG002 (as above)
        """Return that no invitation is open."""
        return Invited("gone")

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:  # noqa: ARG002 (nothing is recorded)
        """Do nothing: this handler sends no notifications."""
        return nullcontext()

    async def finished(self, *_asked: object) -> Finished:
        """Return no games."""
        return Finished()

    async def profile(self, incoming: Incoming) -> ProfilePage:  # noqa: ARG002 (there is none)
        """Return an empty profile."""
        return ProfilePage()

    async def new_game(self, incoming: Incoming) -> NewGame:
        """Return the form with the default choices."""
        return self.visitors_new_game(incoming.place, incoming.person.language)

    def visitors_new_game(self, place: Place, language: str) -> NewGame:
        """Return the form with the default choices."""
        return new_game_form_for_visitors(place, language)

    async def friends(self, incoming: Incoming) -> tuple[FormFriend, ...]:  # noqa: ARG002 (there are none)
        """Return no players."""
        return ()

    async def lobby(self, incoming: Incoming) -> Lobby:  # noqa: ARG002 (there are none)
        """Return an empty lobby."""
        return Lobby()

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Record the question and return the lines that begin with it."""
        self.requests.append(incoming)
        if self.fault is not None:
            raise self.fault
        typed = getattr(incoming.what, "text", "")
        return tuple(line for line in self.lines if line.startswith(typed) and line != typed)


@dataclass
class PlainPainter:
    """A painter that draws the same picture for each scene; if slow, a test finishes its one animation."""

    fault: Exception | None = None
    slow: bool = False
    job: RenderingJob | None = None
    painted: list[Picture] = field(default_factory=list)

    async def paint(self, scene: Picture) -> bytes:
        """Record the scene and return always the same picture."""
        if self.fault is not None:
            raise self.fault
        self.painted.append(scene)
        return PNG

    def animate(self, animation: Animation) -> RenderingJob:
        """Return always the same animation, finished unless the painter is slow."""
        if self.fault is not None:
            raise self.fault
        if not self.slow:
            return RenderingJob.finished(len(animation.scenes), GIF)
        if self.job is None:
            self.job = RenderingJob(len(animation.scenes))
        return self.job
