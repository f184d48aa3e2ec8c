"""Games: read and save rows of games, matches and events."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Update,
    bindparam,
    false,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED, Queue
from storage.rows import EventRow, GameRow, MatchRow, PlayerRow, SeatedGame
from storage.tables import blocks, challenges, chats, events, games, matches, players, posts

_OF_A_SEAT = frozenset({"white_chat", "black_chat"})


async def game(connection: AsyncConnection, game_id: str) -> GameRow | None:
    """Return the game with an id, or None."""
    return await GameRow.fetch_first(connection, select(games).where(games.c.id == game_id))


async def seated_game(connection: AsyncConnection, game_id: str) -> SeatedGame | None:
    """Return a game with its players and match, or None."""
    found = (await connection.execute(_seated_by_id, {"game_id": game_id})).first()
    return None if found is None else read_seated(found)


async def seated_games(connection: AsyncConnection, ids: Collection[str]) -> dict[str, SeatedGame]:
    """Return games with their players and matches, by game id; unknown ids are left out."""
    if not ids:
        return {}
    found = await connection.execute(SEATED.where(games.c.id.in_(ids)))
    return {row[0]: read_seated(row) for row in found}


async def add_game(connection: AsyncConnection, row: GameRow) -> None:
    """Add a new game."""
    await connection.execute(insert(games).values(row.values()))


async def save_game(connection: AsyncConnection, row: GameRow, loaded: GameRow) -> bool:
    """Save what an action changed in a game. Return False without saving if the stored version has changed.

    Only changed columns are written, so that the indexes on the others need no update. The chats where
    players are notified are left out, because `set_notification_chat` changes them without a new version.
    A worker's claim ends, because it was for the old version.
    """
    before = loaded.values()
    values = {
        name: value
        for name, value in row.values().items()
        if value != before[name] and name not in _OF_A_SEAT
    }
    given = {f"new_{name}": value for name, value in values.items()}
    saved = await connection.execute(
        _saving(tuple(values)), given | {"game_id": row.id, "loaded": loaded.version}
    )
    return saved.rowcount == 1


async def raise_version(connection: AsyncConnection, game_id: str, loaded: int) -> bool:
    """Raise a game's version, so that it is redrawn. Return False without a change if it is not `loaded`."""
    saved = await connection.execute(
        update(games).where(games.c.id == game_id, games.c.version == loaded).values(version=loaded + 1)
    )
    return saved.rowcount == 1


async def move_draft(connection: AsyncConnection, game_id: str, chat: int, loaded: int) -> bool:
    """Move the turn in progress (moves made, not yet confirmed) to another chat, with a new version.

    Return False without a change if the game has changed.

    Args:
        loaded: the version that was loaded.
    """
    saved = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.version == loaded)
        .values(version=loaded + 1, draft_chat=chat)
    )
    return saved.rowcount == 1


async def carry_draft(connection: AsyncConnection, game_id: str, player: int, old: int, new: int) -> None:
    """Move a player's turn in progress (not yet confirmed) from one chat to another, without a new version.

    Nothing happens if the player is not to act in the game, or the turn is in a third chat.
    """
    await connection.execute(
        update(games)
        .where(
            games.c.id == game_id,
            portable.unindexed(games.c.to_act) == player,
            portable.unindexed(games.c.draft_chat) == old,
        )
        .values(draft_chat=new)
    )


async def raise_version_and_release(connection: AsyncConnection, game_id: str) -> int:
    """Raise the version of a game whose players changed, end any claim on it, return the new version."""
    changed = update(games).where(games.c.id == game_id).values(version=games.c.version + 1, **RELEASED)
    version: int = (await connection.execute(changed.returning(games.c.version))).scalar_one()
    return version


async def set_notification_chat(
    connection: AsyncConnection, game_id: str, *, white: bool, chat: int | None
) -> None:
    """Set the chat where White (or Black) is notified about a game; None turns notifications off."""
    column = "white_chat" if white else "black_chat"
    await connection.execute(update(games).where(games.c.id == game_id).values({column: chat}))


async def set_notification_chats(
    connection: AsyncConnection, game_ids: Collection[str], player: int, chat: int
) -> None:
    """Set the chat where a player is notified about those of some games that the player plays."""
    for seat, notified in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = update(games).where(games.c.id.in_(game_ids), portable.unindexed(seat) == player)
        await connection.execute(query.values({notified: chat}))


async def games_notifying_elsewhere(
    connection: AsyncConnection, player: int, chat: int
) -> list[tuple[GameRow, bool]]:
    """Return a player's open games that notify them in another private chat, or in an unreachable chat.

    The second value of each pair is True if that chat is unreachable.

    Args:
        chat: the private chat that does not count as another.
    """
    found = []
    for seat, notified in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = (
            select(games, chats.c.gone)
            .join(chats, chats.c.id == notified)
            .where(
                seat == player,
                games.c.outcome.is_(None),
                portable.unindexed(notified) != chat,
                or_(portable.unindexed(chats.c.owner) == player, chats.c.gone),
            )
        )
        found += [(GameRow.read(row), row["gone"]) for row in (await connection.execute(query)).mappings()]
    return found


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Let all games and challenges that refer to a chat refer to the chat that replaces it.

    Games refer to the chats where they notify players and where a turn is in progress.
    """
    for table, column in (
        (games, games.c.white_chat),
        (games, games.c.black_chat),
        (games, games.c.draft_chat),
        (challenges, challenges.c.chat),
        (challenges, challenges.c.taker_chat),
    ):
        await connection.execute(update(table).where(column == old).values({column: new}))


async def versions(connection: AsyncConnection, game_ids: Collection[str]) -> dict[str, tuple[int, int, int]]:
    """Return, by game id, the version and the numbers of revoked board links and of open rematch requests.

    Unknown ids are left out.
    """
    asked = (
        select(func.count())
        .where(challenges.c.rematch_of == games.c.id, challenges.c.state == "open")
        .scalar_subquery()
    )
    columns = games.c.id, games.c.version, games.c.share_number, asked.label("asked")
    found = await connection.execute(select(*columns).where(games.c.id.in_(game_ids)))
    return {row.id: (row.version, row.share_number, row.asked) for row in found}


async def game_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all games, in order."""
    return list((await connection.execute(select(games.c.id).order_by(games.c.id))).scalars())


async def add_events(connection: AsyncConnection, rows: Iterable[EventRow]) -> None:
    """Add events."""
    values = [row.values() for row in rows]
    if values:
        await connection.execute(insert(events), values)


async def events_of(connection: AsyncConnection, game_id: str) -> list[EventRow]:
    """Return all events of a game, in order."""
    return await EventRow.fetch_all(connection, _events_of, {"of_game": game_id})


_white, _black = players.alias("white_player"), players.alias("black_player")
_whites_chat, _blacks_chat = chats.alias("whites_chat"), chats.alias("blacks_chat")


def has_blocked(player: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """True if a player has blocked another."""
    return select(blocks.c.player).where(blocks.c.player == player, blocks.c.blocked == other).exists()


_next_event = (
    select(func.coalesce(func.max(events.c.number) + 1, 0))
    .where(events.c.game == games.c.id)
    .scalar_subquery()
)
"""Number of a game's next event. Events are numbered from 0, and the index yields the highest at once."""

SEATED = (
    select(
        *GameRow.columns_of(games),
        *PlayerRow.columns_of(_white),
        *PlayerRow.columns_of(_black),
        *MatchRow.columns_of(matches),
        _next_event,
        func.coalesce(_whites_chat.c.gone, false()),
        func.coalesce(_blacks_chat.c.gone, false()),
        has_blocked(games.c.white, games.c.black),
        has_blocked(games.c.black, games.c.white),
    )
    .join(_white, _white.c.id == games.c.white)
    .join(_black, _black.c.id == games.c.black)
    .join(matches, matches.c.id == games.c.match)
    .outerjoin(_whites_chat, _whites_chat.c.id == games.c.white_chat)
    .outerjoin(_blacks_chat, _blacks_chat.c.id == games.c.black_chat)
)
_events_of = select(events).where(events.c.game == bindparam("of_game")).order_by(events.c.number)
_seated_by_id = SEATED.where(games.c.id == bindparam("game_id"))
"""The query for one game by its id. Built once, because building it takes longer than executing it."""


_programs = select(players.c.id).where(players.c.computer_player.is_not(None))
COMPUTER_PLAYER = Queue(
    games,
    select(games.c.id)
    .where(
        # One index finds turns, another offers. With a single OR the database would scan all open games.
        games.c.id.in_(
            union(
                select(games.c.id).where(games.c.to_act.in_(_programs)),
                select(games.c.id).where(games.c.white.in_(_programs), games.c.offer_by == games.c.black),
                select(games.c.id).where(games.c.black.in_(_programs), games.c.offer_by == games.c.white),
            )
        ),
        games.c.outcome.is_(None),
    )
    .order_by(games.c.changed),
    (games.c.id, games.c.version),
)
"""The queue of games where the computer player must play or answer an offer, the longest waiting first.

A new version of the game ends the claim.
"""


@cache
def _saving(columns: tuple[str, ...]) -> Update:
    """Return the statement that saves some columns of a game if its version is still the one loaded."""
    return (
        update(games)
        .where(games.c.id == bindparam("game_id"), games.c.version == bindparam("loaded"))
        .values({name: bindparam(f"new_{name}") for name in columns} | RELEASED)
    )


def read_seated(row: Iterable[Any]) -> SeatedGame:
    """Return the game in a row found by `SEATED`."""
    values = iter(row)
    return SeatedGame(
        GameRow.take(values),
        PlayerRow.take(values),
        PlayerRow.take(values),
        MatchRow.take(values),
        *values,
    )


async def match(connection: AsyncConnection, match_id: str) -> MatchRow:
    """Return a match.

    Raises:
        sqlalchemy.exc.NoResultFound: there is no match with this id.
    """
    return await MatchRow.fetch_one(connection, select(matches).where(matches.c.id == match_id))


async def add_match(connection: AsyncConnection, row: MatchRow) -> None:
    """Add a new match."""
    await connection.execute(insert(matches).values(row.values()))


async def match_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all matches, in order."""
    return list((await connection.execute(select(matches.c.id).order_by(matches.c.id))).scalars())


async def games_of_match(connection: AsyncConnection, match_id: str) -> list[GameRow]:
    """Return the games of a match, in order."""
    return await GameRow.fetch_all(
        connection, select(games).where(games.c.match == match_id).order_by(games.c.number)
    )


async def games_of_matches(connection: AsyncConnection, ids: Collection[str]) -> dict[str, list[GameRow]]:
    """Return the games of several matches, in order, by match id."""
    played: dict[str, list[GameRow]] = {each: [] for each in ids}
    if played:
        query = select(games).where(games.c.match.in_(played)).order_by(games.c.match, games.c.number)
        for row in await GameRow.fetch_all(connection, query):
            played[row.match].append(row)
    return played


async def share(connection: AsyncConnection, game_id: str) -> None:
    """Let anyone with the link to a game's board see it."""
    await connection.execute(update(games).where(games.c.id == game_id).values(is_shared=True))


async def shared_chats_of_private_match(connection: AsyncConnection, game_id: str) -> list[int]:
    """Return the ids of shared chats that show a game; empty unless its challenge was made in private."""
    return list((await connection.execute(_shared_chats_of_private_match, {"of_game": game_id})).scalars())


async def is_in_shared_chat(connection: AsyncConnection, game_id: str) -> bool:
    """Return True if a shared chat shows a game."""
    return (await connection.execute(_in_shared_chat, {"of_game": game_id})).first() is not None


async def unshare(connection: AsyncConnection, game_id: str) -> bool:
    """Revoke the link to a game's board. Return False if the board was not shared."""
    ended = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.is_shared.is_(True))
        .values(is_shared=False, share_number=games.c.share_number + 1)
    )
    return ended.rowcount == 1


_in_shared_chat = (
    select(posts.c.id)
    .join(chats, chats.c.id == posts.c.chat)
    .where(posts.c.subject == "game", posts.c.subject_id == bindparam("of_game"), chats.c.kind == "shared")
    .limit(1)
)
_agreed_in = chats.alias("agreed_in")
_shared_chats_of_private_match = (
    select(posts.c.chat)
    .join(chats, chats.c.id == posts.c.chat)
    .join(games, games.c.id == posts.c.subject_id)
    .join(challenges, challenges.c.id == games.c.match)
    .join(_agreed_in, _agreed_in.c.id == challenges.c.chat)
    .where(
        posts.c.subject == "game",
        posts.c.subject_id == bindparam("of_game"),
        chats.c.kind == "shared",
        _agreed_in.c.kind == "private",
    )
    .order_by(posts.c.chat)
)
