"""Inbox: what arrives, stored until it is handled, and applied once; and ids, each given once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import BindParameter, bindparam, insert, literal, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Text

from storage import portable
from storage.database import Database
from storage.portable import insert_or_ignore
from storage.tables import Moment, accounts, applied, given_ids, players, telegram_updates, unreadable_entries

NAMESPACE = "telegram-updates"
"""Of unreadable entries."""


class TelegramUpdates:
    """Updates that wait, and the numbers of those that were handled not long ago: each is stored once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates, all or none; return the numbers of those that this process is to handle.

        Args:
            process: who stores them, by a number that no other process has or ever had.
            updates: the chat that each concerns, and its text, by its number.
        """
        if not updates:
            return frozenset()
        chats = sorted({chat for chat, _ in updates.values()})
        async with self._database.write() as connection:
            at_work = {row.chat: row.process for row in await connection.execute(_at_work, {"chats": chats})}
            rows = [
                {"id": number, "chat": chat, "process": at_work.get(chat, process), "text": text}
                for number, (chat, text) in sorted(updates.items())
            ]
            await connection.execute(_store, rows)
            # Also what was stored before, if whoever stored it could not be told so.
            found = await connection.execute(_of_process, {"of": process, "numbers": [*updates]})
            return frozenset(row.id for row in found)

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:
        """Note that updates were handled, as far as they are this process's; texts and chats go."""
        async with self._database.write() as connection:
            await connection.execute(_done, {"of": process, "numbers": [*numbers], "now": now})

    async def waiting(self, process: int, chats: Collection[int]) -> list[tuple[int, str]]:
        """Return what a process is to handle in some chats, the oldest first."""
        async with self._database.read() as connection:
            found = await connection.execute(_in_chats, {"of": process, "chats": [*chats]})
            return [(row.id, row.text) for row in found]

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Put an update aside that cannot be read: nobody reads it again, and in time it is deleted."""
        found = select(
            literal(NAMESPACE).label("namespace"), telegram_updates.c.text, literal(now, Moment())
        ).where(
            telegram_updates.c.id == number,
            telegram_updates.c.process == process,
            telegram_updates.c.handled_at.is_(None),
        )
        async with self._database.write() as connection:
            await connection.execute(
                insert(unreadable_entries).from_select(["namespace", "text", "at"], found)
            )
            await connection.execute(_done, {"of": process, "numbers": [number], "now": now})

    async def processes(self) -> frozenset[int]:
        """Return the processes that are to handle anything."""
        async with self._database.read() as connection:
            return frozenset((await connection.execute(_processes)).scalars())

    async def take_over(self, process: int, gone: Collection[int]) -> list[tuple[int, str]]:
        """Make what processes that are gone were to handle a process's own; return it, the oldest first."""
        async with self._database.write() as connection:
            found = await connection.execute(_take_over, {"by": process, "gone": [*gone]})
            return sorted((row.id, row.text) for row in found)


# Built once: all that people do on Telegram comes this way.
_columns = telegram_updates.c
_is_waiting = _columns.handled_at.is_(None)
_numbers: BindParameter[int] = bindparam("numbers", expanding=True)
_at_work = (
    select(_columns.chat, _columns.process)
    .where(_is_waiting, _columns.chat.in_(bindparam("chats", expanding=True)))
    .distinct()
)
_store = insert_or_ignore(telegram_updates)
_of_process = select(_columns.id).where(
    _columns.id.in_(_numbers), _columns.process == bindparam("of"), _is_waiting
)
_done = (
    update(telegram_updates)
    .where(_columns.id.in_(_numbers), _columns.process == bindparam("of"), _is_waiting)
    .values(handled_at=bindparam("now"), text="", chat=0)
)
_in_chats = (
    select(_columns.id, _columns.text)
    .where(
        _is_waiting,
        _columns.chat.in_(bindparam("chats", expanding=True)),
        _columns.process == bindparam("of"),
    )
    .order_by(_columns.id)
)
_processes = select(_columns.process).where(_is_waiting).distinct()
_take_over = (
    update(telegram_updates)
    .where(_is_waiting, _columns.process.in_(bindparam("gone", expanding=True)))
    .values(process=bindparam("by"))
    .returning(_columns.id, _columns.text)
)


async def apply_once(
    connection: AsyncConnection,
    key: str,
    now: datetime,
    player: int,
    met_by: tuple[str, str] | None = None,
) -> bool:
    """Note that what has this key is being applied; say whether it is the first time.

    For a player who was merged into another meanwhile nothing is noted, and it is not, nor for one whose
    account is another player's by now: `is_another` tells. For one who was forgotten it is as good as done:
    nobody is there to be answered.

    Args:
        player: who does it.
        met_by: the account by which he does it, as its platform and key, if by any.
    """
    done = await connection.execute(_applying, {"key": key, "at": now, **_who(player, met_by)})
    return done.rowcount == 1


async def is_another(connection: AsyncConnection, player: int, met_by: tuple[str, str] | None) -> bool:
    """True if a player is somebody else by now, or the account by which he does something is another's."""
    found = await connection.execute(_is_another, _who(player, met_by))
    return found.first() is not None


def _who(player: int, met_by: tuple[str, str] | None) -> dict[str, object]:
    platform, key = met_by or ("", "")
    return {"player": player, "platform": platform, "account": key}


_is_merged = select(players.c.id).where(
    players.c.id == bindparam("player"), players.c.merged_into.is_not(None)
)
_is_taken_out = select(accounts.c.player).where(
    accounts.c.platform == bindparam("platform"),
    accounts.c.key == bindparam("account"),
    accounts.c.player != bindparam("player"),
)
_is_another = union_all(_is_merged, _is_taken_out)
_is_forgotten = select(players.c.id).where(players.c.id == bindparam("player"), players.c.forgotten)
# One statement for all: each action executes it.
_applying = portable.insert_or_ignore(applied).from_select(
    ["key", "at"],
    select(bindparam("key", type_=Text), bindparam("at", type_=Moment)).where(
        ~(_is_merged.exists() | _is_taken_out.exists() | _is_forgotten.exists())
    ),
)


async def give_id(connection: AsyncConnection, candidate: str) -> bool:
    """Give an id, unless it was given before; say whether it was free.

    What bore it before may be gone, while buttons and links that name it still stand in chats.
    """
    done = await connection.execute(portable.insert_or_ignore(given_ids).values(id=candidate))
    return done.rowcount == 1
