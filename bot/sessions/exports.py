"""Exports: what is stored about a player, as one JSON file for people and programs.

The only data of other people in it are opponents' moves, and the names of opponents, of players in the
player's challenges and of blocked players. `KEPT_BACK` tells which texts are left out, and why. A test
compares `EXPORTED` and `KEPT_BACK` with `storage.forgetting`, so that no new column is overlooked.
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
from bot.sessions.loaded_game import LoadedGame, standalone_record_of
from bot.sessions.mapping import load_events, options_of
from bot.sessions.rate_limits import KeyedTokenBuckets
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
"""The largest size of a file in bytes. Discord accepts 10 MB from a bot, Telegram 50."""
A_DAY = 3
"""The most export files that a player can request in a row, and on average per day; each is slow to make."""
AT_ONCE = 1
"""The most files made at the same time, for all players together: each needs memory and a processor."""
_READ_AT_ONCE = 10
"""The most games that one transaction reads, so that other transactions do not wait long."""
_SHARE = 8
"""Each list except games, imports, analyses and messages gets at most an eighth of the file."""
_RESERVED = 600
"""The bytes of a file that are reserved for the numbers of omitted entries."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Export:
    """A file of what is stored about a player.

    Args:
        text: JSON in UTF-8.
        left_out: by the name of a list, how many of its entries are omitted because the file would be too
            large. Lists end where the next entry does not fit; most begin with the newest.
    """

    text: bytes
    left_out: Mapping[str, int]


class Exports:
    """Service that collects all data stored about a player into a file."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._given: KeyedTokenBuckets[int] = KeyedTokenBuckets(
            A_DAY, A_DAY / _DAY.total_seconds(), core.clock
        )
        self._room = asyncio.Semaphore(AT_ONCE)

    def ask(self, player: int) -> None:
        """Count a player's request for a file.

        Raises:
            Refusal: the player has requested too many files recently.
        """
        wait = self._given.take(player, 1)
        if wait is not None:
            raise Refusal("too-many-exports", wait=wait)

    async def of(self, player: int) -> Export | None:
        """Return the file of a player's data, or None if the data is deleted while the file is made.

        Wait first until no other file is being made.
        """
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
                # The player's data may have been deleted while the file was made.
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
    """The contents of a file, limited in size.

    Args:
        room: the size limit in bytes.

    Attributes:
        left_out: by the name of a list, how many of its entries are not in the file.
    """

    def __init__(self, room: int) -> None:
        self.left_out: dict[str, int] = {}
        self._parts: dict[str, Any] = {}
        self._room = room
        self._largest = room // _SHARE

    def put(self, **parts: object) -> None:
        """Add parts of the file by their names; they are never omitted, even if they exceed the limit."""
        self._parts |= parts
        self._room -= sum(_size(name) + _size(value) for name, value in parts.items())

    def begin(self, name: str, total: int) -> None:
        """Begin an empty list that should get `total` entries, all of which count as left out until added."""
        self._parts[name] = []
        self._room -= _size(name)
        if total:
            self.left_out[name] = total

    def put_list(self, name: str, values: Iterable[object], total: int, most: int | None = None) -> None:
        """Add a list, as much of it as fits.

        Args:
            total: the number of its entries.
            most: the list's size limit in bytes; None for an eighth of the file.
        """
        self.begin(name, total)
        self.add_all(name, values, self._largest if most is None else most)

    def add_all(self, name: str, values: Iterable[object], most: int | None = None) -> bool:
        """Add values to a begun list until one does not fit; return True if all fitted.

        Args:
            most: the most bytes to add; None for all the room that is left.
        """
        room = self._room if most is None else min(self._room, most)
        for value in values:
            size = _size(value)
            if size > room:
                return False
            room -= size
            self._room -= size
            self._parts[name].append(value)
            # Not below 0: entries may have been stored since `total` was counted.
            self.left_out[name] = max(0, self.left_out.get(name, 0) - 1)
        if not self.left_out.get(name, 1):
            del self.left_out[name]
        return True

    def text(self) -> bytes:
        """Return the whole file as JSON in UTF-8."""
        return _written(self._parts | {"left_out": self.left_out})


@dataclass(frozen=True, slots=True)
class _Read:
    """Everything read about a player, as stored, except games and analyses.

    Attributes:
        challenges: the latest challenges that the player made, took or was sent, and the number of all.
        names: the names of the players in these challenges, by id.
        answers: the answers to daily positions.
        own_puzzles: what is counted of the puzzles that the player asked for or answered, by column.
        wrong_guesses: the number of recent wrong guesses of secrets, by kind.
        seats: how many browsers are signed in to the player's accounts on the web page.
        questions: the command lines of the open questions to the player.
        imports: the uploaded records, by the import's id.
        said: for each account on the web page: its key, the latest messages that mention it (each with its
            room), and the number of all.
    """

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
    own_puzzles: Mapping[str, Any]
    wrong_guesses: Mapping[str, int]
    seats: int
    questions: Sequence[str]
    imports: Mapping[str, Sequence[str]]
    said: Sequence[tuple[str, Sequence[tuple[str, str]], int]]


async def _read_about(connection: AsyncConnection, player: PlayerRow) -> _Read:
    """Read everything about a player except games and analyses."""
    accounts = await people.accounts_of(connection, player.id)
    at_the_table = [row.key for row in accounts if row.platform == "web"]
    handles = [(row.platform, row.handle) for row in accounts if row.handle]
    rows, many = await exporting.challenges_of(connection, player.id, handles)
    involved = {each for row in rows for each in (row.challenger, row.opponent, row.taker) if each}
    return _Read(
        player,
        accounts,
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
    """Write all data except games, analyses and messages into a file.

    Slow and blocking: call it in a thread.
    """
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
        positions_asked_for=read.own_puzzles.get("asked", 0),
        puzzles_of_the_day={
            key: read.own_puzzles.get(key) for key in ("answered_day", "answered", "found", "in_a_row")
        },
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
    """Write the player's messages on the web page into a file, as many as fit.

    Slow and blocking: call it in a thread.
    """
    said = [
        {"room": room, **_said(text)}
        for account, found, _ in read.said
        for room, text in found
        if _is_by(text, account)
    ]
    unread = sum(many - len(found) for _, found, many in read.said)
    file.put_list("said", said, len(said) + unread, LARGEST)


def _chat(row: ChatRow) -> dict[str, Any]:
    """Return a chat as an entry of the export file.

    A private chat comes with all its settings, a shared chat only with language, theme, layout and time zone:
    its settings are not the player's.
    """
    settings = [*CHAT_SETTINGS] if row.owner is not None else ["language", "theme", "layout", "zone"]
    about = {"platform": row.platform, "id": row.key, "kind": row.kind}
    return about | {name: getattr(row, name) for name in settings}


async def _link(connection: AsyncConnection, row: LinkRow) -> dict[str, Any]:
    """Return a link of two players as an entry of the file: its state and when it was asked for.

    If the players are linked, also since when, the accounts that the link added, and until when it can be
    undone.
    """
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
    """Yield games for the file, with their records as text. Slow and blocking: call it in a thread."""
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
            "record": standalone_record_of(game, events).write_unchecked(game.live.state.outcome),
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
    """Return the most bytes that a value takes in the file, with indentation and a comma."""
    written = _written(value)
    return len(written) + 2 * (written.count(b"\n") + 1) + 2


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds")


def _is_by(text: str, account: str) -> bool:
    """Return True if an account wrote a message on the web page; False also if it cannot be parsed.

    Args:
        text: the message as stored.
        account: the account's key.
    """
    try:
        author = json.loads(text)["author"]
        return author is not None and bool(author[0] == account)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def _said(text: str) -> dict[str, Any]:
    """Return the time and text of a message on the web page, as a dict.

    Bold words, code, addresses and mentions are left out.
    """
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
    "chats.layout": "chats.layout",
    "chats.zone": "chats.zone",
    "challenges.handle": "challenges.to",
    "holidays.zone": "holidays.zone",
    "failed_attempts.kind": "wrong_guesses",
    "questions.lines": "questions",
    "key_values.text": "imports.games; and how many browsers can open the player's account: seats",
    "log_entries.text": "said",
    "analyses.key": "analyses.of",
    "analyses.text": "analyses.analysis",
    "analyses.review": "analyses.review",
}
"""Text columns of the database with data about players that are exported, each with its place in the file."""

KEPT_BACK = {
    "accounts.name": "the name of the account in small letters, to find it by: the name itself is exported",
    "link_codes.hash": "the hash of a secret code, which was shown to the player and expires within a day",
    "links.id": "an internal number; what the link did is exported",
    "link_changes.link": "the same number",
    "link_changes.row_key": "how to undo a link, in internal numbers; the accounts are exported",
    "link_changes.before": "the same: the value before; it also refers to rows of other people",
    "link_changes.after": "the same: the value after",
    "posts.message": "a platform's number of a message that is in the player's chat",
    "posts.subject_id": "the id of the game or challenge that it shows, which are exported themselves",
    "retired.message": "the same, until the message's buttons are removed",
    "notifications.cause": "which turn or offer was notified, so that it is not repeated; games are exported",
    "alarms.subject": "what the next notification is about; the settings that cause it are exported",
    "questions.id": "a number on a button",
    "applied.key": "ids of applied actions, so that none is applied twice; not what they were",
    "key_values.namespace": "an internal name that may contain the account's key; that is exported",
    "key_values.key": "hashes of secrets, and ids; the number of signed-in browsers is exported",
    "log_entries.namespace": "an internal name that may contain the account's key; that is exported",
    "unreadable_entries.text": "cannot be read, so that its player is unknown",
    "telegram_updates.text": "the player's action until it has been handled",
}
"""Text columns of the database with data about players that are not exported, each with the reason."""
