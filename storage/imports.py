"""Imports: games that people brought along, stored as their records under an id."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, case, cast, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import analyses
from storage.tables import key_values, links

_GAMES = "imports"
_OF_PLAYERS = "imports-of"


async def add(
    connection: AsyncConnection, key: str, player: int, chat: int | None, games: Sequence[str], most: int
) -> None:
    """Keep games under an id.

    Args:
        connection: the transaction.
        key: the id, which was never given before.
        player: whose they are.
        chat: where they were brought along.
        games: a record each.
        most: so many imports a player may have; the oldest go, but for those that are lent to him.
    """
    text = f"{_brought_in(chat)}{json.dumps(list(games), ensure_ascii=False)}}}"
    await connection.execute(insert(key_values).values(namespace=_GAMES, key=key, text=text))
    listed = [*await of_player(connection, player), key]
    lent = await _lent_to(connection, player)
    own = [each for each in listed if each not in lent]
    for old in own[:-most]:
        await connection.execute(
            delete(key_values).where(key_values.c.namespace == _GAMES, key_values.c.key == old)
        )
        await analyses.forget(connection, old)
    gone = {*own[:-most]}
    await _list(connection, player, [each for each in listed if each not in gone])


async def lend(connection: AsyncConnection, player: int, other: int) -> None:
    """Let what a player has brought along be another's, too, until it is given back, or his for good."""
    theirs = await of_player(connection, player)
    if theirs:
        await _list(connection, other, [*theirs, *await of_player(connection, other)])


async def give_back(connection: AsyncConnection, player: int, other: int) -> None:
    """Let what a player has lent another be his alone again."""
    theirs = {*await of_player(connection, player)}
    if theirs:
        left = [each for each in await of_player(connection, other) if each not in theirs]
        await _list(connection, other, left)


async def games(connection: AsyncConnection, key: str) -> tuple[str, ...]:
    """Return the records that are kept under an id; none, if there is no such id."""
    text = await _text(connection, _GAMES, key)
    return () if text is None else tuple(_kept(text)["games"])


async def is_kept(connection: AsyncConnection, key: str) -> bool:
    """Whether an import is kept under an id."""
    return await _text(connection, _GAMES, key) is not None


async def may_see(connection: AsyncConnection, key: str, player: int, chat: int | None) -> bool:
    """Whether a player who asks in a chat may see games: they are the player's, or were brought there."""
    owned = await _text(connection, _OF_PLAYERS, str(player))
    if key in (owned or "").split():
        return True
    text = await _text(connection, _GAMES, key)
    return text is not None and chat is not None and _kept(text)["chat"] == chat


async def of_player(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of what a player has brought along, the oldest first."""
    return (await _text(connection, _OF_PLAYERS, str(player)) or "").split()


async def forget_all(connection: AsyncConnection, player: int) -> list[str]:
    """Forget all that a player has brought along; return the ids under which it was kept."""
    keys = await of_player(connection, player)
    await connection.execute(
        delete(key_values).where(key_values.c.namespace == _GAMES, key_values.c.key.in_(keys))
    )
    await _list(connection, player, [])
    return keys


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Let what was brought along in a chat have been brought along in another, which is in its place."""
    before = _brought_in(old)
    rest = func.substr(key_values.c.text, len(before) + 1)
    await connection.execute(
        update(key_values)
        .where(key_values.c.namespace == _GAMES, func.substr(key_values.c.text, 1, len(before)) == before)
        .values(text=_brought_in(new) + rest)
    )


def _brought_in(chat: int | None) -> str:
    """With what the text of games begins that were brought along in a chat."""
    return f'{{"chat": {json.dumps(chat)}, "games": '


def _kept(text: str) -> dict[str, Any]:
    """Read what is kept under an id. Once that was the games alone, and where they came from is not known."""
    kept = json.loads(text)
    return {"chat": None, "games": kept} if isinstance(kept, list) else dict(kept)


async def _list(connection: AsyncConnection, player: int, keys: Sequence[str]) -> None:
    """Let some imports be all that a player has brought along."""
    mine = {"namespace": _OF_PLAYERS, "key": str(player)}
    await connection.execute(
        delete(key_values).where(key_values.c.namespace == _OF_PLAYERS, key_values.c.key == str(player))
    )
    if keys:
        await connection.execute(insert(key_values).values(mine | {"text": " ".join(keys)}))


async def _lent_to(connection: AsyncConnection, player: int) -> set[str]:
    """Return what others have lent a player who have become one with him, and can be parted again."""
    lender = case((links.c.older == links.c.asker, links.c.typist), else_=links.c.asker)
    lenders = select(cast(lender, Text)).where(links.c.older == player, links.c.state == "linked")
    found = await connection.execute(
        select(key_values.c.text).where(key_values.c.namespace == _OF_PLAYERS, key_values.c.key.in_(lenders))
    )
    return {key for text in found.scalars() for key in text.split()}


async def _text(connection: AsyncConnection, namespace: str, key: str) -> str | None:
    found = await connection.execute(
        select(key_values.c.text).where(key_values.c.namespace == namespace, key_values.c.key == key)
    )
    return found.scalar_one_or_none()
