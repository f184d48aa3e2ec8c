"""Contacts: members of shared chats, search for players by name, and blocks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import ChatRow, PlayerRow
from storage.tables import accounts, blocks, chat_members, chats, matches, players

_LAST = "\U0010ffff"
"""The highest Unicode character, which no name contains; it closes a range of names."""
_blocked = select(blocks.c.blocked).where(blocks.c.player == bindparam("player"))
"""The query for the ids of the players whom a player has blocked. Built once: every press executes it."""


async def add_member(connection: AsyncConnection, chat: int, player: int) -> bool:
    """Note that a player wrote in a shared chat. Return True if that is new."""
    added = await connection.execute(portable.insert_or_ignore(chat_members).values(chat=chat, player=player))
    return added.rowcount == 1


async def is_member(connection: AsyncConnection, chat: int, player: int) -> bool:
    """True if a player ever wrote in a shared chat."""
    found = select(chat_members.c.chat).where(chat_members.c.chat == chat, chat_members.c.player == player)
    return (await connection.execute(found)).first() is not None


async def move_members(connection: AsyncConnection, old: int, new: int) -> None:
    """Move the members of a chat to the chat that replaces it."""
    # A member of both chats would otherwise violate the primary key.
    there = select(chat_members.c.player).where(chat_members.c.chat == new)
    both = (chat_members.c.chat == old, chat_members.c.player.in_(there))
    await connection.execute(delete(chat_members).where(*both))
    await connection.execute(update(chat_members).where(chat_members.c.chat == old).values(chat=new))


async def know_each_other(connection: AsyncConnection, player: int, other: int) -> bool:
    """True if two players wrote in the same shared chat or have played each other."""
    found = select(players.c.id).where(players.c.id == other, _is_known_to(player))
    return (await connection.execute(found)).first() is not None


async def closeness(connection: AsyncConnection, player: int, other: int) -> str:
    """Return how two players know each other.

    Returns:
    `opponent`: they have played each other. `neighbour`: they only wrote in the same shared chat. `stranger`:
    neither.
    """
    row = (
        await connection.execute(
            select(_have_played(player), _share_a_chat(player)).where(players.c.id == other)
        )
    ).one()
    return "opponent" if row[0] else "neighbour" if row[1] else "stranger"


async def named(
    connection: AsyncConnection, platform: str, name: str, seeker: int, *, only_here: bool = False
) -> list[PlayerRow]:
    """Find players by name or `@handle`: the seeker, and those who share a chat with them or played them.

    The search ignores case and ends at the first kind of name that finds players. On the given platform
    handles come first (if the name begins with `@`), then the platform's names, then the names shown on
    boards. Other platforms follow: for players without an account on the given one the handle of their first
    account, then names shown on boards. Other accounts are not searched, so that a search does not reveal
    which accounts a player has. Each look-up returns at most 10 players; some kinds need two.

    Args:
        only_here: leave out players who have no account on the given platform.
    """
    folded = name.removeprefix("@").casefold()
    is_here = accounts.c.platform == platform
    handle = accounts.c.handle == folded if name.startswith("@") and folded else None
    for condition in (handle, accounts.c.name == folded):
        if condition is not None and (found := await _seen_by(connection, seeker, is_here, condition)):
            return found
    # Start with the few players who chose this name; SQLite would start with all accounts of the platform.
    is_there = portable.unindexed(accounts.c.platform) == platform
    found = await _seen_by(connection, seeker, is_there, players.c.own_name == folded)
    elsewhere = accounts.c.platform.in_(await _others(connection, platform))
    is_shown = accounts.c.name == folded, *_IS_SHOWN
    found += await _seen_by(connection, seeker, elsewhere, *is_shown, _is_on(platform))
    if found or only_here:
        return _each_once(found)
    is_away = accounts.c.is_first, ~_is_on(platform)
    if handle is not None and (found := await _seen_by(connection, seeker, elsewhere, handle, *is_away)):
        return found
    found = await _seen_by(connection, seeker, elsewhere, *is_shown)
    found += await _seen_by(connection, seeker, players.c.own_name == folded)
    return _each_once(found)


async def names_of_known_players(connection: AsyncConnection, player: int) -> dict[int, list[str]]:
    """Return the names of all players whom a player knows: the name on boards first, then account names.

    A player knows all who wrote in the same shared chats and all past opponents. The computer player,
    forgotten players and merged players are left out.
    """
    found: dict[int, list[str]] = {}
    for row in await connection.execute(_names_of_known_players, {"player": player}):
        names = found.setdefault(row.id, [row.name])
        if row.shown_name is not None and row.shown_name not in names:
            names.append(row.shown_name)
    return found


async def names_like(
    connection: AsyncConnection, platform: str, beginning: str, seeker: int, limit: int
) -> list[tuple[int, str]]:
    """Return names that begin with a text, of players whom a seeker knows, with the players' ids.

    At most `limit` names of accounts come first: those on the given platform, then those that boards show of
    players from other platforms. At most `limit` names that players chose follow. The search ignores case.
    """
    folded = beginning.casefold()
    name = func.coalesce(accounts.c.shown_name, players.c.name)
    elsewhere = accounts.c.platform.in_(await _others(connection, platform)), *_IS_SHOWN
    found: list[tuple[int, str]] = []
    for of in ((accounts.c.platform == platform,), elsewhere):
        found += await _begun_so(connection, seeker, folded, accounts.c.name, name, limit, *of)
    return found[:limit] + await _begun_so(
        connection, seeker, folded, players.c.own_name, players.c.name, limit
    )


async def last_opponents(connection: AsyncConnection, player: int, limit: int) -> list[PlayerRow]:
    """Return the people whom a player has played, the opponent of the last match first.

    The computer player and forgotten and merged players are left out.
    """
    seats = ((matches.c.first, matches.c.second), (matches.c.second, matches.c.first))
    met = union_all(
        *(
            select(other.label("player"), matches.c.started).where(own == player, matches.c.level.is_(None))
            for own, other in seats
        )
    ).subquery()
    last = select(met.c.player, func.max(met.c.started).label("last")).group_by(met.c.player).subquery()
    return await PlayerRow.fetch_all(
        connection,
        select(players)
        .join(last, last.c.player == players.c.id)
        .where(
            players.c.merged_into.is_(None),
            players.c.forgotten.is_(False),
            players.c.computer_player.is_(None),
        )
        .order_by(last.c.last.desc())
        .limit(limit),
    )


async def block(connection: AsyncConnection, player: int, blocked: int, now: datetime) -> None:
    """Let `player` block another: challenges and offers from `blocked` no longer reach `player`."""
    await connection.execute(
        portable.insert_or_ignore(blocks).values(player=player, blocked=blocked, since=now)
    )


async def unblock(connection: AsyncConnection, player: int, blocked: int) -> bool:
    """Remove the block of `blocked` by `player`. Return False if there was none."""
    done = await connection.execute(
        delete(blocks).where(blocks.c.player == player, blocks.c.blocked == blocked)
    )
    return done.rowcount == 1


async def has_blocked(connection: AsyncConnection, player: int, other: int) -> bool:
    """True if a player has blocked another."""
    found = select(blocks.c.player).where(blocks.c.player == player, blocks.c.blocked == other)
    return (await connection.execute(found)).first() is not None


async def blocking_between(connection: AsyncConnection, challenger: int, player: int) -> set[int]:
    """Return the ids of those of two players who have blocked the other: none, one or both."""
    either = ((challenger, player), (player, challenger))
    found = await connection.execute(
        union_all(
            *(
                select(blocks.c.player).where(blocks.c.player == one, blocks.c.blocked == other)
                for one, other in either
            )
        )
    )
    return set(found.scalars())


async def blocked_ids(connection: AsyncConnection, player: int) -> frozenset[int]:
    """Return the ids of the players whom a player has blocked."""
    found = await connection.execute(_blocked, {"player": player})
    return frozenset(found.scalars())


async def blocked_by(connection: AsyncConnection, player: int) -> list[PlayerRow]:
    """Return the players (at most 100) whom a player has blocked, the latest first."""
    return await PlayerRow.fetch_all(
        connection,
        select(players)
        .join(blocks, blocks.c.blocked == players.c.id)
        .where(blocks.c.player == player)
        .order_by(blocks.c.since.desc())
        .limit(100),
    )


async def _begun_so(
    connection: AsyncConnection,
    seeker: int,
    beginning: str,
    folded: ColumnElement[Any],
    name: ColumnElement[str],
    limit: int,
    *conditions: ColumnElement[bool],
) -> list[tuple[int, str]]:
    """Return players whom a seeker knows and whose case-folded name begins with a text, as ids and names.

    The shortest names come first.

    Args:
        folded: the column with the case-folded names.
        name: the column or expression with the names to return.
        conditions: conditions on players' accounts; none: accounts are not searched.
    """
    # A range of names uses the index; `LIKE` would read every name.
    begins_so = and_(folded >= beginning, folded < beginning + _LAST)
    of = players.join(accounts, accounts.c.player == players.c.id) if conditions else players
    found = await connection.execute(
        select(players.c.id, name)
        .select_from(of)
        .where(*conditions, begins_so, players.c.id != seeker, _is_known_to(seeker))
        .order_by(func.length(name), name)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in found]


async def _others(connection: AsyncConnection, platform: str) -> list[str]:
    """Return the platforms with accounts, except the given one; each is found in one step of the index."""
    found: list[str] = []
    last = ""
    while True:
        following = select(accounts.c.platform).where(accounts.c.platform > last)
        ordered = following.order_by(accounts.c.platform).limit(1)
        step = (await connection.execute(ordered)).scalar_one_or_none()
        if step is None:
            return [each for each in found if each != platform]
        last = step
        found.append(step)


_IS_SHOWN = accounts.c.is_first, players.c.own_name.is_(None)
"""True if boards show the name of this account."""


def _is_on(platform: str) -> ColumnElement[bool]:
    """Return the condition that a player has an account on a platform."""
    there = accounts.alias("there")
    return exists().where(there.c.player == players.c.id, there.c.platform == platform)


def _each_once(found: list[PlayerRow]) -> list[PlayerRow]:
    return list({each.id: each for each in found}.values())


async def _seen_by(
    connection: AsyncConnection, seeker: int, *conditions: ColumnElement[bool]
) -> list[PlayerRow]:
    known = or_(players.c.id == seeker, _is_known_to(seeker))
    return _each_once(
        await PlayerRow.fetch_all(
            connection,
            select(players)
            .join(accounts, accounts.c.player == players.c.id)
            .where(*conditions, known)
            .order_by(players.c.id)
            .limit(10),
        )
    )


def _is_known_to(seeker: int) -> ColumnElement[bool]:
    """Return the condition that a player shares a chat with the seeker or has played against them."""
    return or_(_share_a_chat(seeker), _have_played(seeker))


def _share_a_chat(seeker: int) -> ColumnElement[bool]:
    """Return the condition that a player and the seeker wrote in the same shared chat."""
    theirs, own = chat_members.alias("theirs"), chat_members.alias("own")
    return exists().where(
        theirs.c.player == players.c.id, own.c.chat == theirs.c.chat, own.c.player == seeker
    )


def _have_played(seeker: int) -> ColumnElement[bool]:
    """Return the condition that a player has played against the seeker."""
    return exists().where(
        or_(
            and_(matches.c.first == seeker, matches.c.second == players.c.id),
            and_(matches.c.second == seeker, matches.c.first == players.c.id),
        )
    )


_own, _theirs = chat_members.alias("own"), chat_members.alias("theirs")
_around = union(
    select(_theirs.c.player)
    .join(_own, _own.c.chat == _theirs.c.chat)
    .where(_own.c.player == bindparam("player")),
    select(matches.c.second).where(matches.c.first == bindparam("player")),
    select(matches.c.first).where(matches.c.second == bindparam("player")),
)
_names_of_known_players = (
    select(players.c.id, players.c.name, accounts.c.shown_name)
    .outerjoin(accounts, accounts.c.player == players.c.id)
    .where(
        players.c.id.in_(_around),
        players.c.id != bindparam("player"),
        players.c.merged_into.is_(None),
        players.c.forgotten.is_(False),
        players.c.computer_player.is_(None),
    )
    .order_by(players.c.id, accounts.c.platform, accounts.c.key)
)


MOST_CHATS = 10


async def shared_chats_of(connection: AsyncConnection, player: int, platform: str) -> list[ChatRow]:
    """Return the reachable shared chats (at most 10) of a platform where a player wrote, newest first."""
    return await ChatRow.fetch_all(
        connection,
        select(chats)
        .join(chat_members, chat_members.c.chat == chats.c.id)
        .where(
            chat_members.c.player == player,
            portable.unindexed(chats.c.platform) == platform,
            chats.c.kind == "shared",
            ~chats.c.gone,
        )
        .order_by(chats.c.id.desc())
        .limit(MOST_CHATS),
    )
