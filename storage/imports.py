"""Games that people brought along, kept as their records under an id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from storage import analyses, sqlite
from storage.tables import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

_GAMES = "imports"
_OF_PLAYERS = "imports-of"


async def add(connection: AsyncConnection, key: str, player: int, games: Sequence[str], most: int) -> bool:
    """Keep games under an id, unless it is taken; say whether it was free.

    Args:
        connection: the transaction.
        key: the id.
        player: whose they are.
        games: a record each.
        most: so many imports a player may have; the oldest go.
    """
    row = {"shelf": _GAMES, "key": key, "text": json.dumps(list(games), ensure_ascii=False)}
    done = await connection.execute(sqlite.insert_or_ignore(notes).values(row))
    if done.rowcount != 1:
        return False
    known = await _text(connection, _OF_PLAYERS, str(player))
    keys = [*(known or "").split(), key]
    for old in keys[:-most]:
        await connection.execute(delete(notes).where(notes.c.shelf == _GAMES, notes.c.key == old))
        await analyses.forget(connection, old)
    listed = {"text": " ".join(keys[-most:])}
    if known is None:
        mine = {"shelf": _OF_PLAYERS, "key": str(player)}
        await connection.execute(insert(notes).values(mine | listed))
    else:
        mine_only = (notes.c.shelf == _OF_PLAYERS, notes.c.key == str(player))
        await connection.execute(update(notes).where(*mine_only).values(listed))
    return True


async def games(connection: AsyncConnection, key: str) -> tuple[str, ...]:
    """Return the records that are kept under an id; none, if there is no such id."""
    text = await _text(connection, _GAMES, key)
    return () if text is None else tuple(json.loads(text))


async def _text(connection: AsyncConnection, shelf: str, key: str) -> str | None:
    found = await connection.execute(select(notes.c.text).where(notes.c.shelf == shelf, notes.c.key == key))
    return found.scalar_one_or_none()
