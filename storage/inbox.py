"""Inbox: received Telegram updates until they are handled, idempotency keys, and reserved ids."""

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
"""The namespace of unreadable updates in `unreadable_entries`."""


class TelegramUpdates:
    """Telegram updates that are pending, and the numbers of recently handled ones to detect duplicates."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates, all or none; return the numbers of those that this process must handle.

        An update goes to the process that is already handling the same chat, so that a chat's updates stay in
        order.

        Args:
            process: number of the storing process, never used by another one.
            updates: chat and text of each update, by its number.
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
            # Includes updates stored earlier, in case the answer of that call was lost.
            found = await connection.execute(_of_process, {"of": process, "numbers": [*updates]})
            return frozenset(row.id for row in found)

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:
        """Mark those of some updates as handled that belong to this process; clear texts and chat ids."""
        async with self._database.write() as connection:
            await connection.execute(_done, {"of": process, "numbers": [*numbers], "now": now})

    async def waiting(self, process: int, chats: Collection[int]) -> list[tuple[int, str]]:
        """Return the pending updates of a process in some chats, the oldest first."""
        async with self._database.read() as connection:
            found = await connection.execute(_in_chats, {"of": process, "chats": [*chats]})
            return [(row.id, row.text) for row in found]

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Move an unreadable update to `unreadable_entries`, where it is kept for a while and not retried."""
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
        """Return the numbers of processes that have pending updates."""
        async with self._database.read() as connection:
            return frozenset((await connection.execute(_processes)).scalars())

    async def take_over(self, process: int, gone: Collection[int]) -> list[tuple[int, str]]:
        """Reassign the pending updates of dead processes to this one; return them, the oldest first."""
        async with self._database.write() as connection:
            found = await connection.execute(_take_over, {"by": process, "gone": [*gone]})
            return sorted((row.id, row.text) for row in found)


# Built once: every Telegram update uses these statements.
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
    account: tuple[str, str] | None = None,
) -> bool:
    """Record an idempotency key. Return True if the action is new and the player may act.

    Nothing is recorded, and False is returned, if the player was merged into another one or the account now
    belongs to another player (`has_changed_player` tells), or if the player was forgotten.

    Args:
        account: platform and key of the account that acts, if any.
    """
    done = await connection.execute(_applying, {"key": key, "at": now, **_actor(player, account)})
    return done.rowcount == 1


async def has_changed_player(
    connection: AsyncConnection, player: int, account: tuple[str, str] | None
) -> bool:
    """True if a player was merged into another one, or the acting account now belongs to another player."""
    found = await connection.execute(_has_changed_player, _actor(player, account))
    return found.first() is not None


def _actor(player: int, account: tuple[str, str] | None) -> dict[str, object]:
    platform, key = account or ("", "")
    return {"player": player, "platform": platform, "account": key}


_is_merged = select(players.c.id).where(
    players.c.id == bindparam("player"), players.c.merged_into.is_not(None)
)
_is_taken_out = select(accounts.c.player).where(
    accounts.c.platform == bindparam("platform"),
    accounts.c.key == bindparam("account"),
    accounts.c.player != bindparam("player"),
)
_has_changed_player = union_all(_is_merged, _is_taken_out)
_is_forgotten = select(players.c.id).where(players.c.id == bindparam("player"), players.c.forgotten)
# One statement for all conditions, because each action executes it.
_applying = portable.insert_or_ignore(applied).from_select(
    ["key", "at"],
    select(bindparam("key", type_=Text), bindparam("at", type_=Moment)).where(
        ~(_is_merged.exists() | _is_taken_out.exists() | _is_forgotten.exists())
    ),
)


async def give_id(connection: AsyncConnection, candidate: str) -> bool:
    """Reserve an id. Return False if it was ever used.

    Ids are not reused even after deletion, because old buttons and links in chats still contain them.
    """
    done = await connection.execute(portable.insert_or_ignore(given_ids).values(id=candidate))
    return done.rowcount == 1
