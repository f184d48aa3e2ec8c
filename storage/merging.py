"""Merging: two players merged into one in every table that names a player, and separated again.

Each row that a merge changes is recorded in `link_changes`, so that `undo` can restore it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count, groupby, islice
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    FromClause,
    MetaData,
    Table,
    UniqueConstraint,
    and_,
    case,
    delete,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import analyses, people, portable
from storage.tables import (
    Moment,
    accounts,
    alarms,
    blocks,
    challenges,
    chats,
    games,
    holidays,
    link_changes,
    matches,
    metadata,
    notifications,
    players,
    posts,
    settings_of,
)

_Key = TypeVar("_Key")

LINK_TABLES = frozenset({"links", "link_changes"})
"""Tables about links themselves, which a merge leaves alone."""
_BATCH_SIZE = 500
_BLOCK_COLUMNS = ("player", "blocked")
_TIME_SETTINGS = ("zone", "quiet", "digest")
"""Settings that are only meaningful together: times of day in a time zone."""


def columns_naming_players(of: MetaData) -> list[Column[Any]]:
    """Return every column that refers to a player, except those in the tables about links."""
    return [
        column
        for table in of.sorted_tables
        if table.name not in LINK_TABLES
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    ]


async def have_met(connection: AsyncConnection, one: int, other: int) -> bool:
    """True if two players ever played a match or share a pending challenge."""
    both = (one, other), (other, one)
    played = select(matches.c.id).where(
        or_(*(and_(matches.c.first == first, matches.c.second == second) for first, second in both))
    )
    if (await connection.execute(played.limit(1))).first() is not None:
        return True
    waits = challenges.c.state.in_(("open", "taken"))
    challenged = select(challenges.c.id).where(
        or_(
            *(
                and_(
                    challenges.c.challenger == first,
                    waits,
                    or_(challenges.c.opponent == second, challenges.c.taker == second),
                )
                for first, second in both
            )
        )
    )
    return (await connection.execute(challenged.limit(1))).first() is not None


async def merge(
    connection: AsyncConnection, link: str, older: int, younger: int, of: MetaData = metadata
) -> None:
    """Move everything of the younger player to the older one, and record each change for `undo`.

    If both have a row that may exist only once, the older player's stays and the younger's is deleted. Blocks
    between the two are deleted, and so are holidays of the younger player that overlap with the older's. The
    older player's settings stay; those with the default value take the younger player's. The caller must set
    the alarms that depend on settings, such as the daily digest.

    Args:
        older: the player who remains.
        younger: the player who is merged; the row stays for `undo`.
    """
    notes = _ChangeLog(connection, link)
    await _drop_mutual_rows(notes, older, younger)
    await _drop_overlapping_holidays(notes, older, younger)
    await _copy_settings(notes, older, younger)
    for account in await _rows(connection, accounts, accounts.c.player == younger):
        await notes.change(accounts, account, is_first=False)
    await _move_call_alarms(notes, older, younger)
    await analyses.share_imports(connection, younger, older)
    for table, columns in groupby(columns_naming_players(of), lambda column: column.table):
        await _move_rows(notes, table, [*columns], younger, older)
    (row,) = await _rows(connection, players, players.c.id == younger)
    await notes.change(players, row, merged_into=older)
    await notes.write()


async def undo(
    connection: AsyncConnection, link: str, older: int, younger: int, of: MetaData = metadata
) -> None:
    """Undo a merge: give the younger player back what was theirs, and delete the record of the merge.

    Values that were changed again since the merge stay. Rows created since stay with the older player, except
    games of matches that are given back. An accepted challenge stays with its match.
    """
    found = await connection.execute(
        # The latest change first, because each row's key is stored as it was after the change.
        select(link_changes).where(link_changes.c.link == link).order_by(link_changes.c.number.desc())
    )
    changes = found.mappings().all()
    back = {
        json.loads(change["row_key"])[0]
        for change in changes
        if change["table_name"] == matches.name and change["column_name"] in ("first", "second")
    }
    kept = await _challenges_kept(connection, changes, back)
    set_since = await _changed_time_settings(connection, changes, older)
    for name, some in groupby(changes, lambda change: change["table_name"]):
        changed = _ChangedRows(of.tables[name])
        for change in some:
            key = json.loads(change["row_key"])
            if name == challenges.name and key[0] in kept:
                continue
            if name == players.name and key == [older] and change["column_name"] in set_since:
                continue
            if name == blocks.name:
                key = [await _present_id(connection, each, older, younger) for each in key]
            if change["column_name"] is not None:
                changed.add(key, change)
                continue
            row = json.loads(change["before"])
            if name == blocks.name:
                row |= {
                    each: await _present_id(connection, row[each], older, younger) for each in _BLOCK_COLUMNS
                }
                if not await _is_still_wanted(connection, row, older, younger):
                    continue
            await _insert_again(connection, changed.table, row)
        await changed.put_back(connection)
    for some_matches in _batches(sorted(back)):
        await _give_back_games(connection, some_matches, older, younger)
    await _give_back_chats(connection, older, younger)
    await analyses.unshare_imports(connection, younger, older)
    await connection.execute(delete(link_changes).where(link_changes.c.link == link))


async def move_account(connection: AsyncConnection, platform: str, player: int, new: int) -> None:
    """Move a player's account on a platform, and the private chats there, to another player.

    It becomes the new player's first account, whose name boards show. If it was the old player's first
    account, the account on the alphabetically first other platform takes its place.
    """
    theirs = and_(accounts.c.platform == platform, accounts.c.player == player)
    first = (await connection.execute(select(accounts.c.is_first).where(theirs))).scalars().all()
    await connection.execute(update(accounts).where(theirs).values(player=new, is_first=True))
    await _move_private_chats(connection, platform, player, new)
    if any(first):
        rest = select(func.min(accounts.c.platform)).where(accounts.c.player == player).scalar_subquery()
        left = update(accounts).where(accounts.c.player == player, accounts.c.platform == rest)
        await connection.execute(left.values(is_first=True))


class _ChangeLog:
    """Makes the changes of a merge and collects a record of each, which `write` saves."""

    def __init__(self, connection: AsyncConnection, link: str) -> None:
        self.connection = connection
        self._link = link
        self._noted: list[dict[str, Any]] = []
        self._numbers = count(1)

    def note(self, table: Table, key: Sequence[object], column: str | None, before: str, after: str) -> None:
        """Record one change.

        Args:
            key: the row's primary key after the change.
            column: the changed column; None if the row was deleted.
            before: the old value as JSON, or the whole row if it was deleted.
            after: the new value as JSON; ignored if the row was deleted.
        """
        self._noted.append(
            {
                "link": self._link,
                "number": next(self._numbers),
                "table_name": table.name,
                "row_key": json.dumps(list(key)),
                "column_name": column,
                "before": before,
                "after": None if column is None else after,
            }
        )

    async def change(self, table: Table, row: Mapping[str, Any], **values: object) -> None:
        """Change columns of a row that are not part of its primary key, and record it."""
        changed = {name: value for name, value in values.items() if row[name] != value}
        if not changed:
            return
        key = _key_of(table, row)
        for name, value in changed.items():
            self.note(table, key, name, _to_json(row[name]), _to_json(value))
        await self.connection.execute(update(table).where(_is_key(table, key)).values(changed))

    async def drop(self, table: Table, row: Mapping[str, Any]) -> None:
        """Delete a row and record it."""
        key = _key_of(table, row)
        values = {name: _json_value(value) for name, value in row.items()}
        self.note(table, key, None, json.dumps(values, ensure_ascii=False), "")
        await self.connection.execute(delete(table).where(_is_key(table, key)))

    async def write(self) -> None:
        """Save the collected records."""
        if self._noted:
            await self.connection.execute(insert(link_changes), self._noted)


async def _drop_mutual_rows(notes: _ChangeLog, older: int, younger: int) -> None:
    """Delete blocks between the two players, and clear the opponent in challenges between them.

    A player cannot block or challenge themselves.
    """
    for one, other in ((older, younger), (younger, older)):
        between = and_(blocks.c.player == one, blocks.c.blocked == other)
        for row in await _rows(notes.connection, blocks, between):
            await notes.drop(blocks, row)
        closed = and_(challenges.c.challenger == one, challenges.c.opponent == other)
        for row in await _rows(notes.connection, challenges, closed):
            await notes.change(challenges, row, opponent=None)


async def _drop_overlapping_holidays(notes: _ChangeLog, older: int, younger: int) -> None:
    """Delete the younger player's holidays that overlap with a holiday of the older player."""
    theirs = holidays.alias("theirs")
    overlap = select(theirs.c.id).where(
        theirs.c.player == older, theirs.c.starts < holidays.c.ends, theirs.c.ends > holidays.c.starts
    )
    for row in await _rows(notes.connection, holidays, and_(holidays.c.player == younger, overlap.exists())):
        await notes.drop(holidays, row)


async def _copy_settings(notes: _ChangeLog, older: int, younger: int) -> None:
    """Copy the younger player's settings to the older player where that one has the default value.

    The settings of time (zone, quiet hours and digest) are copied only if the older player has none of them.
    The chosen name is a setting, too.
    """
    (old,) = await _rows(notes.connection, players, players.c.id == older)
    (young,) = await _rows(notes.connection, players, players.c.id == younger)
    taken = {
        name: young[name]
        for name, first in settings_of(players).items()
        if name not in _TIME_SETTINGS and old[name] == first
    }
    if all(old[name] is None for name in _TIME_SETTINGS):
        taken |= {name: young[name] for name in _TIME_SETTINGS}
    if old["own_name"] is None and young["own_name"] is not None:
        taken |= {"own_name": young["own_name"], "name": young["name"]}
    await notes.change(players, old, **taken)


async def _move_call_alarms(notes: _ChangeLog, older: int, younger: int) -> None:
    """Move alarms for missed notifications to the older player; their subject is a text `PLAYER:…`."""
    begins = f"{younger}:"
    # The range of texts from `PLAYER:` to `PLAYER;` uses the index.
    called = and_(
        alarms.c.kind.in_(("left", "unheard")), alarms.c.subject >= begins, alarms.c.subject < f"{younger};"
    )
    for row in await _rows(notes.connection, alarms, called):
        await notes.change(alarms, row, subject=f"{older}:{row['subject'].removeprefix(begins)}")


async def _move_rows(
    notes: _ChangeLog, table: Table, columns: Sequence[Column[Any]], younger: int, older: int
) -> None:
    """Move the rows of one player to another; delete a row if the other player already has such a row.

    All columns of a row change in one statement, because a constraint may compare them.
    """
    rows = {
        (*_key_of(table, row),): row
        for column in columns
        for row in await _rows(notes.connection, table, column == younger)
    }
    moved = []
    for key, row in rows.items():
        values = {column.name: older for column in columns if row[column.name] == younger}
        if await _would_collide(notes.connection, table, values, _is_key(table, key), row):
            await notes.drop(table, row)
            continue
        for name in values:
            notes.note(table, _key_of(table, row | values), name, _to_json(younger), _to_json(older))
        moved.append([*key])
    new = {column.name: case((column == younger, older), else_=column) for column in columns}
    for some in _batches(moved):
        await notes.connection.execute(update(table).where(_is_one_of(table, some)).values(new))


@dataclass
class _ChangedRows:
    """Rows of a table, with the old and new values of their changed columns.

    Rows with the same changes are restored together, and all columns of a row in one statement.
    """

    table: Table
    _columns: dict[tuple[object, ...], dict[str, tuple[str, str]]] = field(default_factory=dict)

    def add(self, key: list[object], change: RowMapping) -> None:
        """Add a recorded change."""
        columns = self._columns.setdefault((*key,), {})
        columns[change["column_name"]] = change["before"], change["after"]

    async def put_back(self, connection: AsyncConnection) -> None:
        """Restore the old values where a column still holds the value that the merge wrote.

        A row is left alone if its old values would collide with another row.
        """
        alike: dict[tuple[tuple[str, tuple[str, str]], ...], list[list[object]]] = {}
        for key, columns in self._columns.items():
            values = {name: _from_json(self.table.c[name], before) for name, (before, _) in columns.items()}
            if not await _would_collide(connection, self.table, values, _is_key(self.table, key)):
                alike.setdefault((*columns.items(),), []).append([*key])
        for same, keys in alike.items():
            back = {name: self._back(self.table.c[name], *texts) for name, texts in same}
            for some in _batches(keys):
                await connection.execute(update(self.table).where(_is_one_of(self.table, some)).values(back))

    def _back(self, column: Column[Any], before: str, after: str) -> ColumnElement[Any]:
        """Return an expression: the old value if the column still holds what the merge wrote."""
        old, new = _from_json(column, before), _from_json(column, after)
        is_unchanged = column.is_(None) if new is None else column == new
        return case((is_unchanged, null() if old is None else literal(old, column.type)), else_=column)


async def _would_collide(
    connection: AsyncConnection,
    table: Table,
    values: Mapping[str, object],
    row_is: ColumnElement[bool],
    row: Mapping[str, Any] | None = None,
) -> bool:
    """True if another row already has the key, or unique values, that a row would get.

    Args:
        values: the new values of some columns of the row.
        row_is: the condition that is true for this row only.
        row: the row; None: read it. If there is no such row, it cannot collide.
    """
    sets = [
        names
        for constraint in table.constraints
        if constraint is table.primary_key or isinstance(constraint, UniqueConstraint)
        if (names := {column.name for column in constraint.columns}) & values.keys()
    ]
    sets += [
        names
        for index in table.indexes
        if index.unique and (names := {column.name for column in index.columns}) & values.keys()
    ]
    if not sets:
        return False
    if row is None:
        found = await _rows(connection, table, row_is)
        if not found:
            return False
        row = found[0]
    wanted = {**row, **values}
    for names in sets:
        same = [table.c[name] == wanted[name] for name in names]
        if (await connection.execute(select(*_keys(table)).where(*same, ~row_is))).first() is not None:
            return True
    return False


async def _insert_again(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert a deleted row again, unless a row that it refers to is gone or a player in it was forgotten.

    Nothing happens either if a row with its key exists.
    """
    row = {column.name: _column_value(column, values[column.name]) for column in table.columns}
    for column in table.columns:
        for key in column.foreign_keys:
            there = select(key.column).where(key.column == row[column.name])
            if key.column is players.c.id:
                there = there.where(~players.c.forgotten)
            if row[column.name] is not None and (await connection.execute(there)).first() is None:
                return
    await connection.execute(portable.insert_or_ignore(table).values(row))


async def _changed_time_settings(
    connection: AsyncConnection, changes: Sequence[RowMapping], older: int
) -> set[str]:
    """Return the names of all time settings if the older player changed any since the merge, else none."""
    taken = {
        change["column_name"]: json.loads(change["after"])
        for change in changes
        if change["table_name"] == players.name and json.loads(change["row_key"]) == [older]
    }
    (now,) = await _rows(connection, players, players.c.id == older)
    is_as_taken = all(now[name] == taken.get(name) for name in _TIME_SETTINGS)
    return set() if is_as_taken else {*_TIME_SETTINGS}


async def _present_id(connection: AsyncConnection, player: int, older: int, younger: int) -> int:
    """Return the present id of a player in a block, following merges, except for the two being separated."""
    return player if player in (older, younger) else await people.player_after_merges(connection, player)


async def _is_still_wanted(
    connection: AsyncConnection, row: Mapping[str, Any], older: int, younger: int
) -> bool:
    """True if a block that the merge deleted is still wanted.

    A player who had blocked both had only the block of the older player left, and may have removed it since.
    """
    if row["blocked"] != younger or row["player"] == older:
        return True
    found = await _rows(connection, blocks, and_(blocks.c.player == row["player"], blocks.c.blocked == older))
    return bool(found)


async def _challenges_kept(
    connection: AsyncConnection, changes: Sequence[RowMapping], back: set[str]
) -> set[str]:
    """Return the ids of challenges that the merge changed and whose match stays with the older player.

    Args:
        back: ids of the matches that the younger player gets back.
    """
    changed = {
        json.loads(change["row_key"])[0] for change in changes if change["table_name"] == challenges.name
    }
    accepted: set[str] = set()
    for some in _batches(sorted(changed)):
        found = select(challenges.c.id).where(challenges.c.id.in_(some), challenges.c.state == "accepted")
        accepted |= set((await connection.execute(found)).scalars())
    return accepted - back


async def _give_back_games(
    connection: AsyncConnection, some: Sequence[str], older: int, younger: int
) -> None:
    """Give the younger player the older player's side in all games of some matches, with its notifications.

    Games begun since the merge are included.
    """
    of_them = games.c.match.in_(some)
    for column in (games.c.white, games.c.black, games.c.to_act, games.c.offer_by):
        theirs = update(games).where(of_them, column == older)
        await connection.execute(theirs.values({column.name: younger}))
    called = select(posts.c.id).where(
        posts.c.subject == "game", posts.c.subject_id.in_(select(games.c.id).where(of_them))
    )
    await connection.execute(
        update(notifications)
        .where(notifications.c.player == older, notifications.c.post.in_(called))
        .values(player=younger)
    )


async def _give_back_chats(connection: AsyncConnection, older: int, younger: int) -> None:
    """Give the younger player the older's private chats on the platforms where the younger has an account."""
    found = select(accounts.c.platform).where(accounts.c.player == younger)
    for platform in (await connection.execute(found)).scalars().all():
        await _move_private_chats(connection, platform, older, younger)


async def _move_private_chats(connection: AsyncConnection, platform: str, player: int, new: int) -> None:
    theirs = update(chats).where(chats.c.owner == player, chats.c.platform == platform)
    await connection.execute(theirs.values(owner=new))


async def _rows(
    connection: AsyncConnection, table: FromClause, which: ColumnElement[bool]
) -> list[dict[str, Any]]:
    return [{**row} for row in (await connection.execute(select(table).where(which))).mappings()]


def _keys(table: Table) -> list[Column[Any]]:
    return list(table.primary_key.columns)


def _key_of(table: Table, row: Mapping[str, Any]) -> list[object]:
    return [_json_value(row[column.name]) for column in _keys(table)]


def _is_key(table: Table, key: Sequence[object]) -> ColumnElement[bool]:
    """Return the condition that a row has this primary key."""
    parts = zip(_keys(table), key, strict=True)
    return and_(*(column == _column_value(column, part) for column, part in parts))


def _is_one_of(table: Table, keys: Sequence[Sequence[object]]) -> ColumnElement[bool]:
    """Return the condition that a row has one of these primary keys."""
    columns = _keys(table)
    if len(columns) == 1:
        return columns[0].in_([part for (part,) in keys])
    return tuple_(*columns).in_([(*key,) for key in keys])


def _json_value(value: object) -> object:
    """Return a value in a form that JSON can hold; moments become text."""
    return value.isoformat() if isinstance(value, datetime) else value


def _to_json(value: object) -> str:
    return json.dumps(_json_value(value), ensure_ascii=False)


def _from_json(column: Column[Any], text: str) -> object:
    return _column_value(column, json.loads(text))


def _column_value(column: Column[Any], value: Any) -> object:  # noqa: ANN401 (what JSON has)
    """Return a column's value from its JSON form; the inverse of `_json_value`."""
    is_moment = isinstance(value, str) and isinstance(column.type, Moment)
    return datetime.fromisoformat(value) if is_moment else value


def _batches(keys: Iterable[_Key]) -> Iterator[list[_Key]]:
    rest = iter(keys)
    while some := list(islice(rest, _BATCH_SIZE)):
        yield some
