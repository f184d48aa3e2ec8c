"""Links: codes by which a person says on one platform who he is on another, and who has used them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import AccountRow, LinkRow
from storage.tables import accounts, games, link_codes, links


async def add_code(connection: AsyncConnection, code: str, player: int, chat: int, made: datetime) -> None:
    """Keep a code, as a hash of it, that a player was told in his private chat."""
    await connection.execute(insert(link_codes).values(hash=code, player=player, chat=chat, made=made))


async def codes_since(connection: AsyncConnection, player: int, moment: datetime) -> list[datetime]:
    """Return when a player was told codes after a moment, the earliest first."""
    query = select(link_codes.c.made).where(link_codes.c.player == player, link_codes.c.made > moment)
    return list((await connection.execute(query.order_by(link_codes.c.made))).scalars())


async def void_codes(connection: AsyncConnection, player: int) -> None:
    """Let the codes that a player was told be of no use any more."""
    await connection.execute(update(link_codes).where(link_codes.c.player == player).values(is_used=True))


async def use_code(connection: AsyncConnection, code: str, since: datetime) -> tuple[int, int] | None:
    """Use a code, by its hash, that was made after a moment and never used; return whose it is, and where.

    Of two at once one has it.
    """
    unused = link_codes.c.hash == code, link_codes.c.is_used.is_(False), link_codes.c.made > since
    used = await connection.execute(update(link_codes).where(*unused).values(is_used=True))
    if used.rowcount != 1:
        return None
    found = await connection.execute(
        select(link_codes.c.player, link_codes.c.chat).where(link_codes.c.hash == code)
    )
    row = found.one()
    return row.player, row.chat


async def owner_of_code(connection: AsyncConnection, code: str) -> int | None:
    """Return who was told a code, by its hash, if there is such a code."""
    found = await connection.execute(select(link_codes.c.player).where(link_codes.c.hash == code))
    return found.scalar_one_or_none()


async def add(connection: AsyncConnection, row: LinkRow) -> None:
    """Note who has typed whose code."""
    await connection.execute(insert(links).values(row.values()))


async def find(connection: AsyncConnection, link_id: str) -> LinkRow | None:
    """Return a link, if it is still noted."""
    row = (await connection.execute(select(links).where(links.c.id == link_id))).mappings().first()
    return None if row is None else LinkRow.read(row)


async def save(connection: AsyncConnection, row: LinkRow, loaded: int) -> bool:
    """Save a link, if its version is still the one that was loaded; say whether it was."""
    saved = await connection.execute(
        update(links).where(links.c.id == row.id, links.c.version == loaded).values(row.values())
    )
    return saved.rowcount == 1


async def asked_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[LinkRow]:
    """Return the links about which some players are asked, or have asked, and that wait for a yes."""
    found = await connection.execute(
        select(links).where(
            or_(links.c.asker.in_(player_ids), links.c.typist.in_(player_ids)),
            links.c.state.in_(("typed", "confirmed")),
        )
    )
    return [LinkRow.read(row) for row in found.mappings()]


async def last_of(connection: AsyncConnection, player: int, since: datetime) -> LinkRow | None:
    """Return the last link after a moment by which another became a player, if it was not undone."""
    found = await connection.execute(
        select(links)
        .where(links.c.older == player, links.c.linked > since, links.c.state == "linked")
        .order_by(links.c.linked.desc())
        .limit(1)
    )
    row = found.mappings().first()
    return None if row is None else LinkRow.read(row)


async def accounts_of(connection: AsyncConnection, player: int) -> list[AccountRow]:
    """Return all accounts of a player, by their platforms."""
    found = await connection.execute(
        select(accounts).where(accounts.c.player == player).order_by(accounts.c.platform, accounts.c.key)
    )
    return [AccountRow.read(row) for row in found.mappings()]


async def opponents(connection: AsyncConnection, player: int, most: int) -> tuple[int, list[int]]:
    """Return how many games a player is playing, and against whom, in so many of them at most."""
    count = 0
    against: list[int] = []
    for seat, other in ((games.c.white, games.c.black), (games.c.black, games.c.white)):
        is_open = seat == player, games.c.outcome.is_(None)
        count += (await connection.execute(select(func.count()).where(*is_open))).scalar_one()
        against += (await connection.execute(select(other).where(*is_open).limit(most))).scalars().all()
    return count, list(dict.fromkeys(against))[:most]


async def open_games(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of all games that a player is playing."""
    found: list[str] = []
    for seat in (games.c.white, games.c.black):
        query = select(games.c.id).where(seat == player, games.c.outcome.is_(None))
        found += (await connection.execute(query)).scalars().all()
    return found
