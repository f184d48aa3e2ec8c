"""Exports: everything that is stored about a person, as one text that people and programs can read.

Of other people only what is shown anyway: what they are called, as opponents. What they said is theirs. A
test holds `EXPORTED` and `KEPT_BACK` against `storage.forgetting`, so that no new column is overlooked.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.linking import UNDO_WITHIN
from bot.sessions.loaded_game import LoadedGame, lone_record_of
from bot.sessions.mapping import load_events, options_of
from bot.sessions.rate_limits import TokenBuckets
from bot.sessions.settings import CHAT_SETTINGS
from storage import analyses, exporting, games, people, puzzles
from storage.forgetting import PLAYER_SETTING_TEXTS
from storage.rows import (
    AccountRow,
    AnalysisRow,
    AnswerRow,
    ChallengeRow,
    ChatRow,
    EventRow,
    HolidayRow,
    LinkRow,
    PlayerRow,
)

LARGEST = 8 * 2**20
"""Bytes of a file. Discord takes 10 MB from a bot, Telegram 50."""
A_DAY = 3
"""So many files a person can have at once, and in the long run a day: each takes a while to make."""
AT_ONCE = 1
"""So many files are made at once, of all people together: each is held in memory, and takes a processor."""
_READ_AT_ONCE = 10
"""So many games are read at once, so that nobody waits for long meanwhile."""
_SHARE = 8
"""No list but those of games, imports, analyses and talk takes more than one part in so many."""
_RESERVED = 600
"""Bytes for how many of each list are left out."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Export:
    """What is stored about a person.

    Args:
        text: JSON, in UTF-8.
        left_out: how many of each list, the oldest, are not in it, because it would be too large.
    """

    text: bytes
    left_out: Mapping[str, int]


class Exports:
    """Collects what is stored about people.

    Args:
        core: where it is stored.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._given: TokenBuckets[int] = TokenBuckets(A_DAY, A_DAY / _DAY.total_seconds(), core.clock)
        self._room = asyncio.Semaphore(AT_ONCE)

    def ask(self, player: int) -> None:
        """Count a file that a player asks for.

        Raises:
            Refusal: he has had several of late.
        """
        wait = self._given.take(player, 1)
        if wait is not None:
            raise Refusal("too-many-exports", wait=wait)

    async def of(self, player: int) -> Export | None:
        """Return all that is stored about a player, when it is his turn; nothing, if he is forgotten."""
        async with self._room:
            file = _File(LARGEST - _RESERVED)
            async with self._core.database.read() as connection:
                read = await _read_about(connection, await people.player(connection, player))
                played = await exporting.games_of(connection, player)
            await asyncio.to_thread(_write_about, file, read, self._core.clock())
            await self._put_games(file, player, played)
            await self._put_analyses(file, [*read.imports, *played])
            await asyncio.to_thread(_write_said, file, read)
            text = await asyncio.to_thread(file.text)
            async with self._core.database.read() as connection:
                is_forgotten = (await people.player(connection, player)).forgotten
            return None if is_forgotten else Export(text, file.left_out)

    async def _put_games(self, file: _File, player: int, played: Sequence[str]) -> None:
        file.begin("games", len(played))
        for start in range(0, len(played), _READ_AT_ONCE):
            found = await self._read(played[start : start + _READ_AT_ONCE])
            if not await asyncio.to_thread(file.add_all, "games", _records(found, player)):
                return

    async def _put_analyses(self, file: _File, keys: Sequence[str]) -> None:
        async with self._core.database.read() as connection:
            file.begin("analyses", await exporting.count_analyses(connection, keys))
        for start in range(0, len(keys), _READ_AT_ONCE):
            async with self._core.database.read() as connection:
                rows = await exporting.analyses_of(connection, keys[start : start + _READ_AT_ONCE])
            if not await asyncio.to_thread(file.add_all, "analyses", map(_analysis, rows)):
                return

    async def _read(self, ids: Sequence[str]) -> list[tuple[LoadedGame, Sequence[EventRow]]]:
        async with self._core.database.read() as connection:
            found = await games.seated_games(connection, ids)
            loaded = await self._core.loaded(connection, [found[each] for each in ids if each in found])
            return [(game, await games.events_of(connection, game.id)) for game in loaded]


class _File:
    """What stands in a file so far, and how much more fits.

    Args:
        room: bytes.
    """

    def __init__(self, room: int) -> None:
        self.left_out: dict[str, int] = {}
        self._parts: dict[str, Any] = {}
        self._room = room
        self._largest = room // _SHARE

    def put(self, **parts: object) -> None:
        """Put something in that is never left out."""
        self._parts |= parts
        self._room -= sum(_size(name) + _size(value) for name, value in parts.items())

    def begin(self, name: str, total: int) -> None:
        """Begin a list of which there would be so many."""
        self._parts[name] = []
        self._room -= _size(name)
        if total:
            self.left_out[name] = total

    def put_list(self, name: str, values: Iterable[object], total: int, most: int | None = None) -> None:
        """Put a list in, as far as it takes no more than its share, which may be given."""
        self.begin(name, total)
        self.add_all(name, values, self._largest if most is None else most)

    def add_all(self, name: str, values: Iterable[object], most: int | None = None) -> bool:
        """Add to a list what fits; return whether all did."""
        room = self._room if most is None else min(self._room, most)
        for value in values:
            size = _size(value)
            if size > room:
                return False
            room -= size
            self._room -= size
            self._parts[name].append(value)
            # There may be more by now than were counted.
            self.left_out[name] = max(0, self.left_out.get(name, 0) - 1)
        if not self.left_out.get(name, 1):
            del self.left_out[name]
        return True

    def text(self) -> bytes:
        """Return the whole file."""
        return _written(self._parts | {"left_out": self.left_out})


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read about a player, as it is stored."""

    player: PlayerRow
    accounts: Sequence[AccountRow]
    links: Sequence[dict[str, Any]]
    chats: Sequence[ChatRow]
    blocked: Sequence[tuple[str, datetime]]
    banned_since: datetime | None
    holidays: Sequence[HolidayRow]
    challenges: tuple[Sequence[ChallengeRow], int]
    names: Mapping[int, str]
    answers: Sequence[AnswerRow]
    own_puzzles: int
    wrong_guesses: Mapping[str, int]
    seats: int
    questions: Sequence[str]
    imports: Mapping[str, Sequence[str]]
    said: Sequence[tuple[str, Sequence[tuple[str, str]], int]]


async def _read_about(connection: AsyncConnection, player: PlayerRow) -> _Read:
    """Return all but the games."""
    his = await people.accounts_of(connection, player.id)
    at_the_table = [row.key for row in his if row.platform == "web"]
    handles = [(row.platform, row.handle) for row in his if row.handle]
    rows, many = await exporting.challenges_of(connection, player.id, handles)
    involved = {each for row in rows for each in (row.challenger, row.opponent, row.taker) if each}
    return _Read(
        player,
        his,
        [await _link(connection, row) for row in await exporting.links_of(connection, player.id)],
        await exporting.chats_of(connection, player.id),
        await exporting.blocked_by(connection, player.id),
        await exporting.banned_since(connection, player.id),
        await exporting.holidays_of(connection, player.id),
        (rows, many),
        await exporting.names_of(connection, involved),
        await puzzles.answers_of(connection, player.id),
        await exporting.own_puzzles_of(connection, player.id),
        await exporting.wrong_guesses(connection, player.id),
        sum([await exporting.seats_of(connection, key) for key in at_the_table]),
        await exporting.questions_of(connection, player.id),
        {
            key: await analyses.imported_games(connection, key)
            for key in reversed(await analyses.imports_of(connection, player.id))
        },
        [(key, *await exporting.said_by(connection, key)) for key in at_the_table],
    )


def _write_about(file: _File, read: _Read, now: datetime) -> None:
    """Put all but the games into a file. It takes a while, and waits for nothing."""
    player = read.player
    file.put(
        exported=_moment(now),
        name=player.name,
        own_name=player.own_name,
        known_since=_moment(player.since),
        client_language=player.client_language,
        last_platform=player.last_platform,
        accounts=[
            {"platform": row.platform, "id": row.key, "name": row.shown_name, "handle": row.handle}
            for row in read.accounts
        ],
        seats=read.seats,
        settings=player.settings,
        is_banned_since=_moment(read.banned_since),
        wrong_guesses=read.wrong_guesses,
        positions_asked_for=read.own_puzzles,
    )
    file.put_list("links", read.links, len(read.links))
    file.put_list("chats", map(_chat, read.chats), len(read.chats))
    blocked = [{"name": name, "since": _moment(since)} for name, since in read.blocked]
    file.put_list("blocked", blocked, len(blocked))
    holidays = [
        {"starts": _moment(row.starts), "ends": _moment(row.ends), "zone": row.zone} for row in read.holidays
    ]
    file.put_list("holidays", reversed(holidays), len(holidays))
    rows, many = read.challenges
    file.put_list("challenges", (_challenge(row, read.names) for row in rows), many)
    answers = [
        {"position": each.puzzle, "answer": "ABCD"[each.choice], "time": _moment(each.at)}
        for each in read.answers
    ]
    file.put_list("positions_of_the_day", answers, len(answers))
    file.put_list("questions", read.questions, len(read.questions))
    brought = [{"id": key, "games": list(records)} for key, records in read.imports.items()]
    file.put_list("imports", brought, len(brought), LARGEST // 2)


def _write_said(file: _File, read: _Read) -> None:
    """Put what somebody said into a file, as far as there is room left."""
    said = [
        {"room": room, **_said(text)}
        for account, found, _ in read.said
        for room, text in found
        if _is_by(text, account)
    ]
    unread = sum(many - len(found) for _, found, many in read.said)
    file.put_list("said", said, len(said) + unread, LARGEST)


def _chat(row: ChatRow) -> dict[str, Any]:
    """Return a chat, a private one with every setting; those of a shared chat are not the player's alone."""
    settings = [*CHAT_SETTINGS] if row.owner is not None else ["language", "theme", "zone"]
    about = {"platform": row.platform, "id": row.key, "kind": row.kind}
    return about | {name: getattr(row, name) for name in settings}


async def _link(connection: AsyncConnection, row: LinkRow) -> dict[str, Any]:
    """Return what is noted of a link: which accounts came by it, since when, how long it can be undone."""
    about: dict[str, Any] = {"state": row.state, "asked": _moment(row.made)}
    if row.state == "linked" and row.linked is not None:
        added = await exporting.accounts_by(connection, row.id)
        about |= {
            "since": _moment(row.linked),
            "accounts_added": [{"platform": platform, "id": key} for platform, key in added],
            "can_be_undone_until": _moment(row.linked + UNDO_WITHIN),
            "undone_by": "/unlink",
        }
    return about


def _challenge(row: ChallengeRow, names: Mapping[int, str]) -> dict[str, Any]:
    options = options_of(row)
    return {
        "id": row.id,
        "from": names[row.challenger],
        "to": names[row.opponent] if row.opponent is not None else row.handle and f"@{row.handle}",
        "accepted_elsewhere_by": names[row.taker] if row.taker is not None else None,
        "game": row.ruleset,
        "length": row.length,
        "cube": row.cube,
        "extended_scoring": row.extended,
        "hints": row.hints,
        "starts": row.starter,
        "clock": row.time_control,
        "level": options.level.value if options.level else None,
        "made": _moment(row.made),
        "closed": _moment(row.closed),
        "state": row.state,
    }


def _records(found: Sequence[tuple[LoadedGame, Sequence[EventRow]]], player: int) -> Iterator[dict[str, Any]]:
    """Yield games with their records as text. It takes a while, and waits for nothing."""
    for game, rows in found:
        events = load_events(rows)
        opponent = game.black if game.white.id == player else game.white
        options, before = game.match.options, game.before
        yield {
            "id": game.id,
            "opponent": opponent.name,
            "began": _moment(game.started),
            "last_action": _moment(game.changed),
            "is_over": game.is_over,
            "match": {
                "id": game.match.id,
                "length": str(options.length),
                "game": game.number,
                "score_before": {each.value: float(before.score_of(game.player(each).id)) for each in Side},
                "hints": options.hints,
                "level": options.level.value if options.level else None,
            },
            "record": lone_record_of(game, events).write_unchecked(game.live.state.outcome),
            "seconds": " ".join(str(round((each.at - game.started).total_seconds())) for each in events),
        }


def _analysis(row: AnalysisRow) -> dict[str, Any]:
    return {
        "of": row.key,
        "game": row.number,
        "depth": row.depth,
        "made": _moment(row.made),
        "review": row.review,
        "analysis": row.text,
    }


def _written(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _size(value: object) -> int:
    """Return how many bytes something takes in a file at most: its lines stand in, and a comma follows."""
    written = _written(value)
    return len(written) + 2 * (written.count(b"\n") + 1) + 2


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds")


def _is_by(text: str, account: str) -> bool:
    """True if a message of the local table was said by an account."""
    try:
        author = json.loads(text)["author"]
        return author is not None and bool(author[0] == account)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def _said(text: str) -> dict[str, Any]:
    """Return when a message was said, and its words."""
    message = json.loads(text)
    words = "".join(span for span in message["text"] if isinstance(span, str))
    return {"time": _moment(datetime.fromtimestamp(message["time"], UTC)), "text": words}


EXPORTED = {f"players.{name}": f"settings.{name}" for name in PLAYER_SETTING_TEXTS} | {
    "players.name": "name",
    "players.client_language": "client_language",
    "players.last_platform": "last_platform",
    "players.own_name": "own_name",
    "accounts.key": "accounts.id",
    "accounts.handle": "accounts.handle",
    "accounts.shown_name": "accounts.name",
    "chats.key": "chats.id",
    "chats.language": "chats.language",
    "chats.theme": "chats.theme",
    "chats.zone": "chats.zone",
    "challenges.handle": "challenges.to",
    "holidays.zone": "holidays.zone",
    "failed_attempts.kind": "wrong_guesses",
    "questions.lines": "questions",
    "key_values.text": "imports.games; and how many browsers open his seat: seats",
    "log_entries.text": "said",
    "analyses.key": "analyses.of",
    "analyses.text": "analyses.analysis",
    "analyses.review": "analyses.review",
}
"""Columns whose texts stand in the file, and where."""

KEPT_BACK = {
    "accounts.name": "the name of the account in small letters, to find it by: the name itself is exported",
    "link_codes.hash": "a secret's hash: of a code that was told to him alone, and is void within a day",
    "links.id": "a number of the bot's own; what the link did is exported",
    "link_changes.link": "the same number",
    "link_changes.row_key": "how a link is undone, in the bot's own numbers; the accounts are exported",
    "link_changes.before": "the same: what stood there; it names others' rows, too",
    "link_changes.after": "the same: what stands there now",
    "posts.message": "a platform's number of a message that he has in his own chat",
    "posts.subject_id": "the id of the game or challenge that it shows, which are exported themselves",
    "retired.message": "as of posts, until its buttons are taken off",
    "notifications.cause": "for which turn or offer he was called, so that it is once: the games tell it",
    "alarms.subject": "when something is to be told next: his settings tell it",
    "questions.id": "a number on a button",
    "applied.key": "ids of what was done, so that it is done once; nothing of what it was",
    "key_values.namespace": "the name of a shelf, which may hold his account; that is exported",
    "key_values.key": "secrets' hashes and seals, and ids: how many seats there are is exported",
    "log_entries.namespace": "the name of a shelf, which may hold his account; that is exported",
    "unreadable_entries.text": "nobody can read whose it is",
    "telegram_updates.text": "what he does at this moment, until it is done",
}
"""Columns whose texts do not, and why."""
