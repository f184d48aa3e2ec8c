"""Exports: everything that is stored about a person, as one text that people and programs can read.

Of other people only what is shown anyway: what they are called, as opponents. What they said is theirs.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.sessions.errors import TooManyExports
from bot.sessions.linking import UNDO_LASTS
from bot.sessions.mapping import options_of
from bot.sessions.rate_limits import TokenBuckets
from bot.sessions.records import lone_record_of
from storage import contacts, exporting, forgetting, games, imports, people, puzzles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.loaded_game import LoadedEvent, LoadedGame
    from bot.sessions.unit_of_work import UnitOfWork
    from storage.rows import ChallengeRow, LinkRow, PlayerRow

LARGEST = 8 * 2**20
"""Bytes of a file. Discord takes 10 MB from a bot, Telegram 50."""
A_DAY = 3
"""So many files a person can have at once, and in the long run a day: each takes a while to make."""
_AT_ONCE = 20
"""So many games are read at once, so that nobody waits for long meanwhile."""
_DAY = timedelta(days=1)
_SETTINGS = (
    "language",
    "theme",
    "side",
    "numbers",
    "auto_roll",
    "auto_forced",
    "auto_confirm",
    "auto_race",
    "zone",
    "quiet",
    "reminders",
    "digest",
)


@dataclass(frozen=True, slots=True)
class Export:
    """What is stored about a person.

    Args:
        text: JSON, in UTF-8.
        left_out: how many games, the oldest, are not in it, because it would be too large.
    """

    text: bytes
    left_out: int


class Exports:
    """Collects what is stored about people.

    Args:
        unit: where it is stored.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._given: TokenBuckets[int] = TokenBuckets(A_DAY, A_DAY / _DAY.total_seconds(), unit.clock)

    async def of(self, player: int) -> Export:
        """Return all that is stored about a player.

        Raises:
            TooManyExports: he has had several of late.
        """
        wait = self._given.take(player, 1)
        if wait is not None:
            raise TooManyExports(wait)
        async with self._unit.database.read() as connection:
            about = await self._about(connection, await people.player(connection, player))
            played = await exporting.games_of(connection, player)
        room = LARGEST - len(_written(about))
        records: list[dict[str, Any]] = []
        for start in range(0, len(played), _AT_ONCE):
            found = await self._read(played[start : start + _AT_ONCE])
            for each in await asyncio.to_thread(_records, found, player):
                room -= len(_written(each))
                if room < 0:
                    return await self._whole(about, records, len(played))
                records.append(each)
        return await self._whole(about, records, len(played))

    async def _whole(self, about: dict[str, Any], records: list[dict[str, Any]], played: int) -> Export:
        left_out = played - len(records)
        said = {"games": records, "games_left_out": left_out}
        text = await asyncio.to_thread(json.dumps, about | said, ensure_ascii=False, indent=1)
        return Export(text.encode(), left_out)

    async def _read(self, ids: Sequence[str]) -> list[tuple[LoadedGame, list[LoadedEvent]]]:
        async with self._unit.database.read() as connection:
            found = await games.seated_games(connection, ids)
            loaded = await self._unit.loaded(connection, [found[each] for each in ids if each in found])
            return [(game, await self._unit.events_of(connection, game.id)) for game in loaded]

    async def _about(self, connection: AsyncConnection, player: PlayerRow) -> dict[str, Any]:
        """Return all but the games."""
        values = player.values()
        his = await forgetting.accounts_of(connection, player.id)
        brought = await imports.of_player(connection, player.id)
        return {
            "exported": _moment(self._unit.clock()),
            "name": player.name,
            "known_since": _moment(player.since),
            "accounts": [
                {"platform": row.platform, "id": row.key, "name": row.shown_name, "handle": row.handle}
                for row in his
            ],
            "links": [
                await _link(connection, row) for row in await exporting.links_of(connection, player.id)
            ],
            "settings": {name: values[name] for name in _SETTINGS},
            "chats": [
                {
                    "platform": row.platform,
                    "id": row.key,
                    "kind": row.kind,
                    "language": row.language,
                    "theme": row.theme,
                    "zone": row.zone,
                }
                for row in await exporting.chats_of(connection, player.id)
            ],
            "blocked": [row.name for row in await contacts.blocked_by(connection, player.id)],
            "is_banned_since": _moment(await exporting.banned_since(connection, player.id)),
            "holidays": [
                {"starts": _moment(row.starts), "ends": _moment(row.ends), "zone": row.zone}
                for row in await exporting.holidays_of(connection, player.id)
            ],
            "challenges": await self._challenges(connection, player.id),
            "positions_of_the_day": [
                {"position": row.puzzle, "answer": "ABCD"[row.choice], "time": _moment(row.at)}
                for row in await puzzles.answers_of(connection, player.id)
            ],
            "questions": await exporting.questions_of(connection, player.id),
            "imports": [{"id": key, "games": list(await imports.games(connection, key))} for key in brought],
            "said": [
                {"room": room, **_said(text)}
                for row in his
                if row.platform == "web"
                for room, text in await exporting.said_by(connection, row.key)
                if _is_by(text, row.key)
            ],
        }

    async def _challenges(self, connection: AsyncConnection, player: int) -> list[dict[str, Any]]:
        rows = await exporting.challenges_of(connection, player)
        involved = {each for row in rows for each in (row.challenger, row.opponent) if each is not None}
        names = {row.id: row.name for row in (await people.players_of(connection, involved)).values()}
        return [_challenge(row, names) for row in rows]


async def _link(connection: AsyncConnection, row: LinkRow) -> dict[str, Any]:
    """Return what is noted of a link: which accounts came by it, since when, how long it can be undone."""
    about: dict[str, Any] = {"state": row.state, "asked": _moment(row.made)}
    if row.state == "linked" and row.linked is not None:
        added = await exporting.accounts_by(connection, row.id)
        about |= {
            "since": _moment(row.linked),
            "accounts_added": [{"platform": platform, "id": key} for platform, key in added],
            "can_be_undone_until": _moment(row.linked + UNDO_LASTS),
            "undone_by": "/unlink",
        }
    return about


def _challenge(row: ChallengeRow, names: dict[int, str]) -> dict[str, Any]:
    options = options_of(row)
    return {
        "id": row.id,
        "from": names[row.challenger],
        "to": names[row.opponent] if row.opponent is not None else row.handle and f"@{row.handle}",
        "game": row.ruleset,
        "length": row.length,
        "cube": row.cube,
        "level": options.level.value if options.level else None,
        "made": _moment(row.made),
        "state": row.state,
    }


def _records(found: Sequence[tuple[LoadedGame, list[LoadedEvent]]], player: int) -> list[dict[str, Any]]:
    """Return games with their records as text. It takes a while, and waits for nothing."""
    made = []
    for game, events in found:
        opponent = game.black if game.white.id == player else game.white
        made.append(
            {
                "id": game.id,
                "opponent": opponent.name,
                "began": _moment(game.started),
                "last_action": _moment(game.changed),
                "is_over": game.is_over,
                "record": lone_record_of(game, events).write(),
            }
        )
    return made


def _written(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds")


def _is_by(text: str, account: str) -> bool:
    """Whether a message of the local table was said by an account."""
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
