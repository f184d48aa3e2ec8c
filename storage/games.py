"""Games, what happened in them, and challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, insert, or_, select, tuple_, update

from storage.rows import ChallengeRow, EventRow, GameRow
from storage.tables import blocks, challenges, events, games, matches, players, posts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection


async def game(connection: AsyncConnection, game_id: str) -> GameRow | None:
    """Return a game, if there is one with this id."""
    row = (await connection.execute(select(games).where(games.c.id == game_id))).mappings().first()
    return None if row is None else GameRow.read(row)


async def add_game(connection: AsyncConnection, row: GameRow) -> None:
    """Add a new game."""
    await connection.execute(insert(games).values(row.values()))


async def save_game(connection: AsyncConnection, row: GameRow, loaded: int) -> bool:
    """Save a game if its version is still the one that was loaded; say whether it was."""
    saved = await connection.execute(
        update(games).where(games.c.id == row.id, games.c.version == loaded).values(row.values())
    )
    return saved.rowcount == 1


async def seat_chat(connection: AsyncConnection, game_id: str, *, white: bool, chat: int) -> None:
    """Tell White (or Black) of this game in another chat from now on."""
    column = "white_chat" if white else "black_chat"
    await connection.execute(update(games).where(games.c.id == game_id).values({column: chat}))


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Tell players in a new chat of everything that they are told of in an old one."""
    for table, column in (
        (games, games.c.white_chat),
        (games, games.c.black_chat),
        (games, games.c.draft_chat),
        (challenges, challenges.c.chat),
        (challenges, challenges.c.taker_chat),
    ):
        await connection.execute(update(table).where(column == old).values({column: new}))


async def games_of(connection: AsyncConnection, player: int) -> list[GameRow]:
    """Return a player's games (at most 200) that are being played, those that wait for the player first."""
    found = await connection.execute(
        select(games)
        .where(or_(games.c.white == player, games.c.black == player), games.c.outcome.is_(None))
        .order_by(games.c.to_act != player, games.c.changed.desc())
        .limit(200)
    )
    return [GameRow.read(row) for row in found.mappings()]


async def games_with_chat(connection: AsyncConnection, chat: int) -> list[GameRow]:
    """Return the games being played of which a player is told in a chat."""
    found = await connection.execute(
        select(games).where(
            or_(games.c.white_chat == chat, games.c.black_chat == chat), games.c.outcome.is_(None)
        )
    )
    return [GameRow.read(row) for row in found.mappings()]


async def has_played_in(connection: AsyncConnection, player: int, chat: int, turns: int) -> bool:
    """Whether a player has played so many turns in one game against a person, both of whom a chat tells."""
    found = await connection.execute(
        select(games.c.id)
        .join(matches, matches.c.id == games.c.match)
        .where(
            or_(games.c.white == player, games.c.black == player),
            games.c.turns >= turns,
            matches.c.level.is_(None),
            games.c.white_chat == chat,
            games.c.black_chat == chat,
        )
        .limit(1)
    )
    return found.first() is not None


async def last_game_of(connection: AsyncConnection, player: int, chat: int | None = None) -> GameRow | None:
    """Return the game that a player finished last, of all or of those that a chat shows."""
    found = await finished_games_of(connection, player, chat, limit=1)
    return found[0] if found else None


async def finished_games_of(
    connection: AsyncConnection, player: int, chat: int | None = None, *, limit: int
) -> list[GameRow]:
    """Return the games that a player finished, of all or of those that a chat shows, the last one first."""
    query = select(games).where(
        or_(games.c.white == player, games.c.black == player), games.c.outcome.is_not(None)
    )
    if chat is not None:
        shown = select(posts.c.subject_id).where(posts.c.chat == chat, posts.c.subject == "game")
        query = query.where(games.c.id.in_(shown))
    found = await connection.execute(query.order_by(games.c.changed.desc()).limit(limit))
    return [GameRow.read(row) for row in found.mappings()]


async def last_ruleset(connection: AsyncConnection, player: int) -> str | None:
    """Return the rule set of the game that a player began last."""
    found = await connection.execute(
        select(games.c.ruleset)
        .where(or_(games.c.white == player, games.c.black == player))
        .order_by(games.c.started.desc())
        .limit(1)
    )
    return found.scalar_one_or_none()


async def game_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all games."""
    return list((await connection.execute(select(games.c.id).order_by(games.c.id))).scalars())


async def games_of_computer_player(
    connection: AsyncConnection, limit: int, but_not: Collection[tuple[str, int]] = ()
) -> list[GameRow]:
    """Return games in which the program must play or answer, those that wait longest first.

    Args:
        connection: where to look.
        limit: how many at most.
        but_not: ids and versions; such a game is passed over while it is at that version.
    """
    programs = select(players.c.id).where(players.c.computer_player.is_not(None))
    asked = case((games.c.offer_by == games.c.white, games.c.black), else_=games.c.white)
    found = await connection.execute(
        select(games)
        .where(
            games.c.outcome.is_(None),
            tuple_(games.c.id, games.c.version).not_in(but_not),
            or_(games.c.to_act.in_(programs), and_(games.c.offer.is_not(None), asked.in_(programs))),
        )
        .order_by(games.c.changed)
        .limit(limit)
    )
    return [GameRow.read(row) for row in found.mappings()]


async def add_events(connection: AsyncConnection, rows: Iterable[EventRow]) -> None:
    """Add what happened."""
    values = [row.values() for row in rows]
    if values:
        await connection.execute(insert(events), values)


async def events_of(connection: AsyncConnection, game_id: str) -> list[EventRow]:
    """Return everything that happened in a game, in order."""
    found = await connection.execute(select(events).where(events.c.game == game_id).order_by(events.c.number))
    return [EventRow.read(row) for row in found.mappings()]


async def count_events(connection: AsyncConnection, game_id: str) -> int:
    """Return how many things happened in a game."""
    found = await connection.execute(select(func.count()).select_from(events).where(events.c.game == game_id))
    return int(found.scalar_one())


async def challenge(connection: AsyncConnection, challenge_id: str) -> ChallengeRow | None:
    """Return a challenge, if there is one with this id."""
    row = (
        (await connection.execute(select(challenges).where(challenges.c.id == challenge_id)))
        .mappings()
        .first()
    )
    return None if row is None else ChallengeRow.read(row)


async def add_challenge(connection: AsyncConnection, row: ChallengeRow) -> None:
    """Add a new challenge."""
    await connection.execute(insert(challenges).values(row.values()))


async def save_challenge(connection: AsyncConnection, row: ChallengeRow, loaded: int) -> bool:
    """Save a challenge if its version is still the one that was loaded; say whether it was."""
    saved = await connection.execute(
        update(challenges)
        .where(challenges.c.id == row.id, challenges.c.version == loaded)
        .values(row.values())
    )
    return saved.rowcount == 1


async def challenges_by(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the challenges (at most 100) that a player made and that wait, the newest first."""
    return await _waiting(
        connection, challenges.c.challenger == player, challenges.c.state.in_(("open", "taken"))
    )


async def challenges_to(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the open challenges (at most 100) that name a player whom their challengers may reach.

    Those of people whom the player has blocked never arrived.
    """
    return await _waiting(connection, challenges.c.opponent == player, *_arrived(player))


async def challenges_in(
    connection: AsyncConnection, chat: int, player: int, handle: str | None
) -> list[ChallengeRow]:
    """Return the open challenges (at most 100) of a chat to anyone, or to a player's handle, newest first."""
    handles = [] if handle is None else [handle]
    return await _waiting(
        connection,
        challenges.c.chat == chat,
        challenges.c.opponent.is_(None),
        challenges.c.challenger != player,
        or_(challenges.c.handle.is_(None), challenges.c.handle.in_(handles)),
        *_arrived(player),
    )


async def challenges_taken(connection: AsyncConnection, challenger: int) -> list[ChallengeRow]:
    """Return the challenges (at most 100) that somebody has taken, and that wait for the challenger."""
    return await _waiting(connection, challenges.c.state == "taken", challenges.c.challenger == challenger)


def _arrived(player: int) -> tuple[ColumnElement[bool], ...]:
    """Open, and made by nobody whom a player has blocked."""
    blocked = select(blocks.c.blocked).where(blocks.c.player == player)
    return challenges.c.state == "open", challenges.c.challenger.not_in(blocked)


async def _waiting(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[ChallengeRow]:
    found = await connection.execute(
        select(challenges).where(*conditions).order_by(challenges.c.made.desc()).limit(100)
    )
    return [ChallengeRow.read(row) for row in found.mappings()]


async def rematch_of(connection: AsyncConnection, game_id: str) -> ChallengeRow | None:
    """Return the newest challenge to a rematch of a game that was not declined or cancelled."""
    found = await connection.execute(
        select(challenges)
        .where(challenges.c.rematch_of == game_id, challenges.c.state.in_(("open", "accepted")))
        .order_by(challenges.c.made.desc())
        .limit(1)
    )
    row = found.mappings().first()
    return None if row is None else ChallengeRow.read(row)
