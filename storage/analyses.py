"""Analyses: stored analyses and reviews of games, and records that players imported for analysis."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.claims import RELEASED, Queue
from storage.rows import AnalysisRow
from storage.tables import analyses, awaits_review, games, key_values, links

_BATCH_SIZE = 100


async def analysis(connection: AsyncConnection, key: str, number: int) -> AnalysisRow | None:
    """Return the analysis of a game, or of one game of an import; None if there is none.

    Args:
        key: the id of the game or import.
        number: 1 for a game; for an import the place of the game in it, from 1.
    """
    return await AnalysisRow.fetch_first(
        connection, select(analyses).where(analyses.c.key == key, analyses.c.number == number)
    )


async def review(connection: AsyncConnection, key: str) -> str | None:
    """Return a game's review (a summary that says which player played better); None if not analysed."""
    found = await connection.execute(
        select(analyses.c.review).where(analyses.c.key == key, analyses.c.number == 1)
    )
    return found.scalar_one_or_none()


async def analysed_lately(connection: AsyncConnection, player: int, most: int) -> list[tuple[bool, str]]:
    """Return the last finished games of a player whose full analysis is kept, the latest first.

    Each is returned as True if the player had White, and the text of the analysis.

    Args:
        most: the most games to return.
    """
    last = [
        select(
            select(games.c.changed, literal(seat is games.c.white).label("is_white"), analyses.c.text)
            .join(analyses, and_(analyses.c.key == games.c.id, analyses.c.number == 1))
            .where(seat == player, games.c.outcome.is_not(None), analyses.c.text.is_not(None))
            .order_by(games.c.changed.desc())
            .limit(most)
            .subquery()
        )
        for seat in (games.c.white, games.c.black)
    ]
    found = sorted((await connection.execute(union_all(*last))).all(), key=lambda row: row[0], reverse=True)
    return [(bool(is_white), text) for _, is_white, text in found[:most]]


async def keep_analysis(connection: AsyncConnection, row: AnalysisRow, most: int) -> None:
    """Save an analysis, replacing an earlier one, and take the game out of the queue for automatic analysis.

    Args:
        most: the number of full analyses to keep of all games together. Each call reduces at most 100 older
            ones to their reviews.
    """
    same = (analyses.c.key == row.key, analyses.c.number == row.number)
    await connection.execute(delete(analyses).where(*same))
    await connection.execute(insert(analyses).values(row.values()))
    await note_reviewed(connection, row.key)
    whole = select(analyses.c.key, analyses.c.number).where(analyses.c.text.is_not(None))
    old = (
        await connection.execute(whole.order_by(analyses.c.made.desc()).limit(_BATCH_SIZE).offset(most))
    ).all()
    for key, number in old:
        which = (analyses.c.key == key, analyses.c.number == number)
        await connection.execute(update(analyses).where(*which).values(text=None))


async def forget_analyses(connection: AsyncConnection, key: str) -> None:
    """Delete all analyses of a game or an import."""
    await connection.execute(delete(analyses).where(analyses.c.key == key))


async def note_reviewed(connection: AsyncConnection, game_id: str) -> None:
    """Remove a game from the queue for automatic analysis, and end a worker's claim on it."""
    await connection.execute(
        update(games).where(games.c.id == game_id, awaits_review).values(awaits_review=False, **RELEASED)
    )


UNREVIEWED = Queue(
    games,
    # The index holds only games that wait for analysis, in this order, so analysed games cost nothing.
    select(games.c.id)
    .where(awaits_review, games.c.changed > bindparam("since"))
    .order_by(games.c.changed.desc()),
    (games.c.id,),
)
"""The queue of games against the computer player that ended after `since` and were never analysed.

A claim returns their ids. The game that ended last is claimed first.
"""


_IMPORTS_NAMESPACE = "imports"
_IMPORTS_OF_NAMESPACE = "imports-of"


async def add_import(
    connection: AsyncConnection, key: str, player: int, chat: int | None, games: Sequence[str], most: int
) -> None:
    """Save imported games; delete the player's oldest imports beyond a limit, with their analyses.

    Args:
        key: the new id of the import.
        chat: the chat where the player sent the games, in which others may see them; None: only the player.
        games: the records, one for each game.
        most: the number of imports that a player keeps. Imports of a merged player do not count.
    """
    text = f"{_brought_in(chat)}{json.dumps(list(games), ensure_ascii=False)}}}"
    await connection.execute(insert(key_values).values(namespace=_IMPORTS_NAMESPACE, key=key, text=text))
    listed = [*await imports_of(connection, player), key]
    lent = await _lent_to(connection, player)
    own = [each for each in listed if each not in lent]
    for old in own[:-most]:
        await connection.execute(
            delete(key_values).where(key_values.c.namespace == _IMPORTS_NAMESPACE, key_values.c.key == old)
        )
        await forget_analyses(connection, old)
    gone = {*own[:-most]}
    await _list(connection, player, [each for each in listed if each not in gone])


async def share_imports(connection: AsyncConnection, player: int, other: int) -> None:
    """List a player's imports also for the player into whom they were merged; `unshare_imports` undoes it."""
    theirs = await imports_of(connection, player)
    if theirs:
        await _list(connection, other, [*theirs, *await imports_of(connection, other)])


async def unshare_imports(connection: AsyncConnection, player: int, other: int) -> None:
    """Remove a player's imports from another player's list, when a merge is undone."""
    theirs = {*await imports_of(connection, player)}
    if theirs:
        left = [each for each in await imports_of(connection, other) if each not in theirs]
        await _list(connection, other, left)


async def imported_games(connection: AsyncConnection, key: str) -> tuple[str, ...]:
    """Return the records of an import; empty if there is no such import."""
    text = await _text(connection, _IMPORTS_NAMESPACE, key)
    return () if text is None else tuple(_kept(text)["games"])


async def is_imported(connection: AsyncConnection, key: str) -> bool:
    """True if there is an import with this id."""
    return await _text(connection, _IMPORTS_NAMESPACE, key) is not None


async def may_see_import(connection: AsyncConnection, key: str, player: int, chat: int | None) -> bool:
    """True if a player may see an import in a chat: it is the player's own, or was sent in that chat."""
    owned = await _text(connection, _IMPORTS_OF_NAMESPACE, str(player))
    if key in (owned or "").split():
        return True
    text = await _text(connection, _IMPORTS_NAMESPACE, key)
    return text is not None and chat is not None and _kept(text)["chat"] == chat


async def imports_of(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of a player's imports, the oldest first."""
    return (await _text(connection, _IMPORTS_OF_NAMESPACE, str(player)) or "").split()


async def forget_imports(connection: AsyncConnection, player: int) -> list[str]:
    """Delete all imports of a player; return their ids."""
    keys = await imports_of(connection, player)
    await connection.execute(
        delete(key_values).where(key_values.c.namespace == _IMPORTS_NAMESPACE, key_values.c.key.in_(keys))
    )
    await _list(connection, player, [])
    return keys


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Move the imports sent in a chat to the chat that replaces it."""
    before = _brought_in(old)
    rest = func.substr(key_values.c.text, len(before) + 1)
    await connection.execute(
        update(key_values)
        .where(
            key_values.c.namespace == _IMPORTS_NAMESPACE,
            func.substr(key_values.c.text, 1, len(before)) == before,
        )
        .values(text=_brought_in(new) + rest)
    )


def _brought_in(chat: int | None) -> str:
    """Return the beginning of the stored text of an import made in a chat."""
    return f'{{"chat": {json.dumps(chat)}, "games": '


def _kept(text: str) -> dict[str, Any]:
    """Parse the stored text of an import. Old imports hold only the list of games, without a chat."""
    kept = json.loads(text)
    return {"chat": None, "games": kept} if isinstance(kept, list) else dict(kept)


async def _list(connection: AsyncConnection, player: int, keys: Sequence[str]) -> None:
    """Replace the list of a player's imports with these ids."""
    mine = {"namespace": _IMPORTS_OF_NAMESPACE, "key": str(player)}
    await connection.execute(
        delete(key_values).where(
            key_values.c.namespace == _IMPORTS_OF_NAMESPACE, key_values.c.key == str(player)
        )
    )
    if keys:
        await connection.execute(insert(key_values).values(mine | {"text": " ".join(keys)}))


async def _lent_to(connection: AsyncConnection, player: int) -> set[str]:
    """Return the ids of imports that belong to players merged into this one, while that can be undone."""
    lender = case((links.c.older == links.c.asker, links.c.typist), else_=links.c.asker)
    lenders = select(cast(lender, Text)).where(links.c.older == player, links.c.state == "linked")
    found = await connection.execute(
        select(key_values.c.text).where(
            key_values.c.namespace == _IMPORTS_OF_NAMESPACE, key_values.c.key.in_(lenders)
        )
    )
    return {key for text in found.scalars() for key in text.split()}


async def _text(connection: AsyncConnection, namespace: str, key: str) -> str | None:
    found = await connection.execute(
        select(key_values.c.text).where(key_values.c.namespace == namespace, key_values.c.key == key)
    )
    return found.scalar_one_or_none()
