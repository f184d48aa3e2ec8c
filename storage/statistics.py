"""Statistics: how much there is of what, for those who run the bot."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import Counts
from storage.tables import chats, games, players


async def counts(connection: AsyncConnection) -> Counts:
    """Count people, games and chats; those that cannot be written to are left out."""
    is_person = players.c.computer_player.is_(None), players.c.merged_into.is_(None)
    people = select(func.count()).select_from(players).where(*is_person)
    being_played = select(func.count()).select_from(games).where(games.c.to_act > 0)
    every_game = select(func.count()).select_from(games)
    reached = select(func.count()).select_from(chats).where(~chats.c.gone)
    found = [
        (await connection.execute(each)).scalar_one() for each in (people, being_played, every_game, reached)
    ]
    return Counts(found[0], found[1], found[2] - found[1], found[3])
