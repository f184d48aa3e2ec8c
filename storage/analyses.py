"""Analyses: what games were worth, and who played better; and games brought along to be analysed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, bindparam, case, cast, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.claims import RELEASED, Queue
from storage.rows import AnalysisRow
from storage.tables import analyses, awaits_review, games, key_values, links

_AT_ONCE = 100


async def analysis(connection: AsyncConnection, key: str, number: int) -> AnalysisRow | None:
    """Return what is kept of a game, or of a game of an import."""
    return await AnalysisRow.fetch_first(
        connection, select(analyses).where(analyses.c.key == key, analyses.c.number == number)
    )


async def review(connection: AsyncConnection, key: str) -> str | None:
    """Return who did better in a game, if it was analysed, without the analysis itself."""
    found = await connection.execute(
        select(analyses.c.review).where(analyses.c.key == key, analyses.c.number == 1)
    )
    return found.scalar_one_or_none()


async def keep_analysis(connection: AsyncConnection, row: AnalysisRow, most: int) -> None:
    """Keep an analysis in the place of an earlier one of the same game.

    Args:
        most: so many are kept whole; of older ones only the review remains.
    """
    same = (analyses.c.key == row.key, analyses.c.number == row.number)
    await connection.execute(delete(analyses).where(*same))
    await connection.execute(insert(analyses).values(row.values()))
    await note_reviewed(connection, row.key)
    whole = select(analyses.c.key, analyses.c.number).where(analyses.c.text.is_not(None))
    old = (
        await connection.execute(whole.order_by(analyses.c.made.desc()).limit(_AT_ONCE).offset(most))
    ).all()
    for key, number in old:
        which = (analyses.c.key == key, analyses.c.number == number)
        await connection.execute(update(analyses).where(*which).values(text=None))


async def forget_analyses(connection: AsyncConnection, key: str) -> None:
    """Forget all that is kept under an id."""
    await connection.execute(delete(analyses).where(analyses.c.key == key))


async def note_reviewed(connection: AsyncConnection, game_id: str) -> None:
    """Note that a game does not wait for its review any more."""
    await connection.execute(
        update(games).where(games.c.id == game_id, awaits_review).values(awaits_review=False, **RELEASED)
    )


UNREVIEWED = Queue(
    games,
    # The index holds only games that wait for a review, in this order: what was reviewed costs nothing here.
    select(games.c.id)
    .where(awaits_review, games.c.changed > bindparam("since"))
    .order_by(games.c.changed.desc()),
    (games.c.id,),
)
"""Games against the program that have ended `since` and were never analysed, the newest first: ids."""


_IMPORTS_NAMESPACE = "imports"
_IMPORTS_OF_NAMESPACE = "imports-of"


async def add_import(
    connection: AsyncConnection, key: str, player: int, chat: int | None, games: Sequence[str], most: int
) -> None:
    """Keep games under an id.

    Args:
        key: the id, which was never given before.
        player: whose they are.
        chat: where they were brought along.
        games: a record each.
        most: so many imports a player may have; the oldest go, but for those that are lent to him.
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


async def lend_imports(connection: AsyncConnection, player: int, other: int) -> None:
    """Let what a player has brought along be another's, too, until it is given back, or his for good."""
    theirs = await imports_of(connection, player)
    if theirs:
        await _list(connection, other, [*theirs, *await imports_of(connection, other)])


async def give_back_imports(connection: AsyncConnection, player: int, other: int) -> None:
    """Let what a player has lent another be his alone again."""
    theirs = {*await imports_of(connection, player)}
    if theirs:
        left = [each for each in await imports_of(connection, other) if each not in theirs]
        await _list(connection, other, left)


async def imported_games(connection: AsyncConnection, key: str) -> tuple[str, ...]:
    """Return the records that are kept under an id; none, if there is no such id."""
    text = await _text(connection, _IMPORTS_NAMESPACE, key)
    return () if text is None else tuple(_kept(text)["games"])


async def is_imported(connection: AsyncConnection, key: str) -> bool:
    """True if an import is kept under an id."""
    return await _text(connection, _IMPORTS_NAMESPACE, key) is not None


async def may_see_import(connection: AsyncConnection, key: str, player: int, chat: int | None) -> bool:
    """True if a player who asks in a chat may see games: they are the player's, or were brought there."""
    owned = await _text(connection, _IMPORTS_OF_NAMESPACE, str(player))
    if key in (owned or "").split():
        return True
    text = await _text(connection, _IMPORTS_NAMESPACE, key)
    return text is not None and chat is not None and _kept(text)["chat"] == chat


async def imports_of(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of what a player has brought along, the oldest first."""
    return (await _text(connection, _IMPORTS_OF_NAMESPACE, str(player)) or "").split()


async def forget_imports(connection: AsyncConnection, player: int) -> list[str]:
    """Forget all that a player has brought along; return the ids under which it was kept."""
    keys = await imports_of(connection, player)
    await connection.execute(
        delete(key_values).where(key_values.c.namespace == _IMPORTS_NAMESPACE, key_values.c.key.in_(keys))
    )
    await _list(connection, player, [])
    return keys


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Let what was brought along in a chat have been brought along in another, which is in its place."""
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
    """With what the text of games begins that were brought along in a chat."""
    return f'{{"chat": {json.dumps(chat)}, "games": '


def _kept(text: str) -> dict[str, Any]:
    """Read what is kept under an id. Once that was the games alone, and where they came from is not known."""
    kept = json.loads(text)
    return {"chat": None, "games": kept} if isinstance(kept, list) else dict(kept)


async def _list(connection: AsyncConnection, player: int, keys: Sequence[str]) -> None:
    """Let some imports be all that a player has brought along."""
    mine = {"namespace": _IMPORTS_OF_NAMESPACE, "key": str(player)}
    await connection.execute(
        delete(key_values).where(
            key_values.c.namespace == _IMPORTS_OF_NAMESPACE, key_values.c.key == str(player)
        )
    )
    if keys:
        await connection.execute(insert(key_values).values(mine | {"text": " ".join(keys)}))


async def _lent_to(connection: AsyncConnection, player: int) -> set[str]:
    """Return what others have lent a player who have become one with him, and can be parted again."""
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
