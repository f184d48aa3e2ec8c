"""People: players, their accounts on platforms, their chats, and questions that the bot asked them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import AccountRow, ChatRow, KnownSender, PlayerRow, QuestionRow, inserted_key
from storage.tables import accounts, chat_members, chats, players, questions

_BATCH_SIZE = 100
"""The most keys looked up in one statement."""


async def player(connection: AsyncConnection, player_id: int) -> PlayerRow:
    """Return a player.

    Raises:
        sqlalchemy.exc.NoResultFound: there is no player with this id.
    """
    return await PlayerRow.fetch_one(connection, select(players).where(players.c.id == player_id))


async def players_of(connection: AsyncConnection, ids: Collection[int]) -> dict[int, PlayerRow]:
    """Return players by their ids; unknown ids are left out."""
    found = await PlayerRow.fetch_all(connection, select(players).where(players.c.id.in_(ids)))
    return {row.id: row for row in found}


async def player_after_merges(connection: AsyncConnection, player_id: int) -> int:
    """Return the id of the player into whom a player was merged, following all merges; else the same id."""
    while True:
        into = select(players.c.merged_into).where(players.c.id == player_id)
        merged = (await connection.execute(into)).scalar_one_or_none()
        if merged is None:
            return player_id
        player_id = merged


async def player_of_account(connection: AsyncConnection, platform: str, key: str) -> PlayerRow | None:
    """Return the player behind an account, or None if the bot does not know the account."""
    return await PlayerRow.fetch_first(
        connection,
        select(players)
        .join(accounts, accounts.c.player == players.c.id)
        .where(accounts.c.platform == platform, accounts.c.key == key),
    )


async def known_sender(
    connection: AsyncConnection, platform: str, key: str, chat_key: str
) -> KnownSender | None:
    """Return what is stored about an account and the chat where it writes; None if the account is unknown.

    If only the chat is unknown, the result has None for it.
    """
    found = await connection.execute(_known_sender, {"platform": platform, "account": key, "chat": chat_key})
    row = found.first()
    if row is None:
        return None
    values = iter(row)
    is_member, has_chat = next(values), next(values)
    player, account = PlayerRow.take(values), AccountRow.take(values)
    return KnownSender(player, account, ChatRow.take(values) if has_chat else None, is_member)


async def computer_player(connection: AsyncConnection, name: str) -> PlayerRow | None:
    """Return the computer player with this technical name, or None if it has never played."""
    return await PlayerRow.fetch_first(connection, select(players).where(players.c.computer_player == name))


async def add_player(
    connection: AsyncConnection,
    name: str,
    since: datetime,
    *,
    client_language: str | None = None,
    computer_player: str | None = None,
) -> PlayerRow:
    """Add a player with default settings."""
    added = await connection.execute(
        insert(players).values(
            name=name,
            computer_player=computer_player,
            client_language=client_language,
            since=since,
        )
    )
    return await player(connection, inserted_key(added))


async def add_account(connection: AsyncConnection, row: AccountRow) -> None:
    """Add an account of a player."""
    await connection.execute(insert(accounts).values(row.values()))


async def account(connection: AsyncConnection, platform: str, key: str) -> AccountRow | None:
    """Return an account, or None if the bot does not know it."""
    return await AccountRow.fetch_first(
        connection, select(accounts).where(accounts.c.platform == platform, accounts.c.key == key)
    )


async def accounts_named(
    connection: AsyncConnection, platform: str, name: str
) -> list[tuple[PlayerRow, str]]:
    """Return players (at most 10) by name, or by `@handle`, on a platform, each with the account's key."""
    folded = name.removeprefix("@").casefold()
    is_named = accounts.c.handle == folded if name.startswith("@") else accounts.c.name == folded
    found = await connection.execute(
        select(players, accounts.c.key.label("account"))
        .join(accounts, accounts.c.player == players.c.id)
        .where(accounts.c.platform == platform, is_named)
        .order_by(players.c.id)
        .limit(10)
    )
    return [(PlayerRow.read(row), row["account"]) for row in found.mappings()]


async def players_like(connection: AsyncConnection, text: str) -> list[PlayerRow]:
    """Return players (at most 20) with an account whose name or handle contains a text, ignoring case."""
    folded = text.casefold()
    columns = accounts.c.name, accounts.c.handle
    is_named = or_(*(column.contains(folded, autoescape=True) for column in columns))
    named = select(accounts.c.player).where(is_named)
    return await PlayerRow.fetch_all(
        connection, select(players).where(players.c.id.in_(named)).order_by(players.c.id).limit(20)
    )


async def save_account(connection: AsyncConnection, row: AccountRow) -> None:
    """Save an account's row, and remove its handle, if it has one, from other accounts of the platform."""
    # Platforms let a handle pass to another account, so the former owner's copy is stale.
    if row.handle is not None:
        others = update(accounts).where(accounts.c.platform == row.platform, accounts.c.handle == row.handle)
        await connection.execute(others.values(handle=None))
    await connection.execute(
        update(accounts)
        .where(accounts.c.platform == row.platform, accounts.c.key == row.key)
        .values(row.values())
    )


async def rename(connection: AsyncConnection, player_id: int, name: str) -> None:
    """Replace the name that boards show of a player."""
    await connection.execute(update(players).where(players.c.id == player_id).values(name=name))


async def name_of_first_account(connection: AsyncConnection, player_id: int) -> str | None:
    """Return the name that the platform of a player's first account shows for it, or None."""
    found = await connection.execute(
        select(accounts.c.shown_name).where(accounts.c.player == player_id, accounts.c.is_first).limit(1)
    )
    return found.scalar_one_or_none()


async def account_of(connection: AsyncConnection, platform: str, player_id: int) -> AccountRow | None:
    """Return a player's account on a platform, or None."""
    return await AccountRow.fetch_first(
        connection,
        select(accounts).where(accounts.c.platform == platform, accounts.c.player == player_id).limit(1),
    )


async def account_keys(
    connection: AsyncConnection, platform: str, player_ids: Collection[int]
) -> dict[int, str]:
    """Return the keys of players' accounts on a platform. Players without an account there are left out."""
    found = await connection.execute(_account_keys, {"platform": platform, "players": list(player_ids)})
    return {row.player: row.key for row in found}


async def chat_and_owner(connection: AsyncConnection, chat_id: int) -> tuple[ChatRow, PlayerRow | None]:
    """Return a chat and, if it is private, its owner.

    Raises:
        sqlalchemy.exc.NoResultFound: there is no such chat.
    """
    found = await connection.execute(_chat_and_owner, {"chat": chat_id})
    values = iter(found.one())
    place = ChatRow.take(values)
    return place, PlayerRow.take(values) if place.owner is not None else None


async def set_options(connection: AsyncConnection, player_id: int, **options: Any) -> None:  # noqa: ANN401 (columns)
    """Change columns of a player, such as settings."""
    await connection.execute(update(players).where(players.c.id == player_id).values(**options))


async def chat(connection: AsyncConnection, chat_id: int) -> ChatRow:
    """Return a chat.

    Raises:
        sqlalchemy.exc.NoResultFound: there is no chat with this id.
    """
    return await ChatRow.fetch_one(connection, select(chats).where(chats.c.id == chat_id))


async def chat_at(connection: AsyncConnection, platform: str, key: str) -> ChatRow | None:
    """Return the chat with a platform's key, or None if the bot does not know it."""
    return await ChatRow.fetch_first(
        connection, select(chats).where(chats.c.platform == platform, chats.c.key == key)
    )


def container_key(key: str) -> str:
    """Return the key of the chat that contains a thread or topic; empty if the key names a whole chat."""
    return key.rpartition("/")[0]


async def chats_with_parts(connection: AsyncConnection, platform: str, keys: Sequence[str]) -> list[ChatRow]:
    """Return the known chats of a platform with these keys, and all known threads and topics in them."""
    chosen: list[ChatRow] = []
    for start in range(0, len(keys), _BATCH_SIZE):
        some = keys[start : start + _BATCH_SIZE]
        # Keys that begin with `KEY/` sort before `KEY0`. A range uses the index on the keys; `LIKE` would
        # not.
        parts = (and_(chats.c.key > f"{key}/", chats.c.key < f"{key}0") for key in some)
        chosen += await ChatRow.fetch_all(
            connection, select(chats).where(chats.c.platform == platform, or_(chats.c.key.in_(some), *parts))
        )
    return chosen


async def private_chat(connection: AsyncConnection, platform: str, player_id: int) -> ChatRow | None:
    """Return a player's private chat on a platform, or None if there is none or it cannot be written to."""
    return await ChatRow.fetch_first(
        connection,
        select(chats).where(
            chats.c.platform == platform, chats.c.owner == player_id, chats.c.kind == "private", ~chats.c.gone
        ),
    )


async def reachable_private_chats(connection: AsyncConnection, player_id: int) -> list[ChatRow]:
    """Return a player's reachable private chats on all platforms, the oldest first."""
    return await ChatRow.fetch_all(
        connection,
        select(chats)
        .where(chats.c.owner == player_id, chats.c.kind == "private", ~chats.c.gone)
        .order_by(chats.c.id),
    )


async def unreachable_private_chats(connection: AsyncConnection, player_id: int) -> list[ChatRow]:
    """Return a player's private chats, on all platforms, that cannot be written to."""
    return await ChatRow.fetch_all(
        connection, select(chats).where(chats.c.owner == player_id, chats.c.kind == "private", chats.c.gone)
    )


async def private_chats(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the ids of all private chats of a player, unreachable ones included."""
    found = await connection.execute(
        select(chats.c.id).where(chats.c.owner == player_id, chats.c.kind == "private")
    )
    return list(found.scalars())


async def add_chat(
    connection: AsyncConnection, platform: str, key: str, kind: str, owner: int | None, language: str
) -> ChatRow:
    """Add a chat with default settings, except for the language."""
    added = await connection.execute(
        insert(chats).values(
            platform=platform,
            key=key,
            kind=kind,
            owner=owner,
            language=language,
            gone=False,
        )
    )
    return await chat(connection, inserted_key(added))


async def forget_chat(connection: AsyncConnection, chat_id: int) -> None:
    """Delete a chat that no row refers to."""
    await connection.execute(delete(chats).where(chats.c.id == chat_id))


async def set_display(connection: AsyncConnection, chat_id: int, **changed: Any) -> None:  # noqa: ANN401 (columns)
    """Change columns of a chat: its settings, `gone` or `not_before`."""
    await connection.execute(update(chats).where(chats.c.id == chat_id).values(**changed))


# Built once: every press executes them, and building a statement takes longer than executing it.
_known_sender = (
    select(
        chat_members.c.player.is_not(None),
        chats.c.id.is_not(None),
        *PlayerRow.columns_of(players),
        *AccountRow.columns_of(accounts),
        *ChatRow.columns_of(chats),
    )
    .select_from(accounts)
    .join(players, players.c.id == accounts.c.player)
    .outerjoin(chats, and_(chats.c.platform == accounts.c.platform, chats.c.key == bindparam("chat")))
    .outerjoin(chat_members, and_(chat_members.c.chat == chats.c.id, chat_members.c.player == players.c.id))
    .where(accounts.c.platform == bindparam("platform"), accounts.c.key == bindparam("account"))
)
_account_keys = (
    select(accounts.c.player, func.min(accounts.c.key).label("key"))
    .where(
        accounts.c.platform == bindparam("platform"),
        accounts.c.player.in_(bindparam("players", expanding=True)),
    )
    .group_by(accounts.c.player)
)
_chat_and_owner = (
    select(*ChatRow.columns_of(chats), *PlayerRow.columns_of(players))
    .select_from(chats)
    .outerjoin(players, players.c.id == chats.c.owner)
    .where(chats.c.id == bindparam("chat"))
)


async def add_question(connection: AsyncConnection, row: QuestionRow) -> None:
    """Store a question that the bot asked a player, until it is answered or expires."""
    await connection.execute(insert(questions).values(row.values()))


async def question(connection: AsyncConnection, question_id: str) -> QuestionRow | None:
    """Return a question, or None if it was answered or deleted."""
    return await QuestionRow.fetch_first(connection, select(questions).where(questions.c.id == question_id))


async def forget_question(connection: AsyncConnection, question_id: str) -> None:
    """Delete a question, if it is still stored."""
    await connection.execute(delete(questions).where(questions.c.id == question_id))


async def accounts_of(connection: AsyncConnection, player: int) -> list[AccountRow]:
    """Return all accounts of a player, ordered by platform."""
    return await AccountRow.fetch_all(
        connection,
        select(accounts).where(accounts.c.player == player).order_by(accounts.c.platform, accounts.c.key),
    )
