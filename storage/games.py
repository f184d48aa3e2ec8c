"""Games: rows of games, matches and events, found and saved."""

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
    """Return a game, if there is one with this id."""
    return await GameRow.fetch_first(connection, select(games).where(games.c.id == game_id))


async def seated_game(connection: AsyncConnection, game_id: str) -> SeatedGame | None:
    """Return a game with its players and its match, if there is one with this id."""
    found = (await connection.execute(_seated_by_id, {"game_id": game_id})).first()
    return None if found is None else read_seated(found)


async def seated_games(connection: AsyncConnection, ids: Collection[str]) -> dict[str, SeatedGame]:
    """Return games with their players and matches, by their ids."""
    if not ids:
        return {}
    found = await connection.execute(SEATED.where(games.c.id.in_(ids)))
    return {row[0]: read_seated(row) for row in found}


async def add_game(connection: AsyncConnection, row: GameRow) -> None:
    """Add a new game."""
    await connection.execute(insert(games).values(row.values()))


async def save_game(connection: AsyncConnection, row: GameRow, loaded: GameRow) -> bool:
    """Save what an action has changed of a game, if its version is still the one loaded; say whether it was.

    What the action has not changed is left alone, and with it the indexes of it. Where players are told of
    the game is not the action's to save: `seat_chat` may have changed it, which raises no version. What a
    worker thinks about it, it thinks about a version that is gone: its claim is void.
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
    """Let a game be shown anew, if its version is still the one that was loaded; say whether it was."""
    saved = await connection.execute(
        update(games).where(games.c.id == game_id, games.c.version == loaded).values(version=loaded + 1)
    )
    return saved.rowcount == 1


async def move_draft(connection: AsyncConnection, game_id: str, chat: int, loaded: int) -> bool:
    """Let a half-made turn stand in another chat, as a new version; return False if the game has gone on.

    Args:
        connection: the action's transaction.
        loaded: the version that was loaded.
    """
    saved = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.version == loaded)
        .values(version=loaded + 1, draft_chat=chat)
    )
    return saved.rowcount == 1


async def carry_draft(connection: AsyncConnection, game_id: str, player: int, old: int, new: int) -> None:
    """Take a player's half-made turn along from a chat that shows the game no longer, if it stands there."""
    await connection.execute(
        update(games)
        .where(
            games.c.id == game_id,
            portable.unindexed(games.c.to_act) == player,
            portable.unindexed(games.c.draft_chat) == old,
        )
        .values(draft_chat=new)
    )


async def show_anew(connection: AsyncConnection, game_id: str) -> int:
    """Make another version of a game whose players have changed, which nobody has claimed; return it."""
    changed = update(games).where(games.c.id == game_id).values(version=games.c.version + 1, **RELEASED)
    version: int = (await connection.execute(changed.returning(games.c.version))).scalar_one()
    return version


async def seat_chat(connection: AsyncConnection, game_id: str, *, white: bool, chat: int | None) -> None:
    """Tell White (or Black) of this game in another chat from now on, or in none."""
    column = "white_chat" if white else "black_chat"
    await connection.execute(update(games).where(games.c.id == game_id).values({column: chat}))


async def seat_chats(connection: AsyncConnection, game_ids: Collection[str], player: int, chat: int) -> None:
    """Tell a player of some games in another chat from now on."""
    for seat, told in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = update(games).where(games.c.id.in_(game_ids), portable.unindexed(seat) == player)
        await connection.execute(query.values({told: chat}))


async def told_elsewhere(connection: AsyncConnection, player: int, chat: int) -> list[tuple[GameRow, bool]]:
    """Return the games being played of which a player is told in another private chat of his, or a lost one.

    With each comes whether that chat is lost.

    Args:
        chat: the private chat that is not another.
    """
    found = []
    for seat, told in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = (
            select(games, chats.c.gone)
            .join(chats, chats.c.id == told)
            .where(
                seat == player,
                games.c.outcome.is_(None),
                portable.unindexed(told) != chat,
                or_(portable.unindexed(chats.c.owner) == player, chats.c.gone),
            )
        )
        found += [(GameRow.read(row), row["gone"]) for row in (await connection.execute(query)).mappings()]
    return found


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


async def versions(connection: AsyncConnection, game_ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the versions of games, and how many links to them were ended, by their ids.

    Ids that no game has are left out.
    """
    columns = games.c.id, games.c.version, games.c.share_number
    found = await connection.execute(select(*columns).where(games.c.id.in_(game_ids)))
    return {row.id: (row.version, row.share_number) for row in found}


async def game_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all games."""
    return list((await connection.execute(select(games.c.id).order_by(games.c.id))).scalars())


async def add_events(connection: AsyncConnection, rows: Iterable[EventRow]) -> None:
    """Add what happened."""
    values = [row.values() for row in rows]
    if values:
        await connection.execute(insert(events), values)


async def events_of(connection: AsyncConnection, game_id: str) -> list[EventRow]:
    """Return everything that happened in a game, in order."""
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
"""How many things happened in a game. They are numbered from 0, and the index knows the highest at once."""

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
"""Built once: to build and compare so large a statement takes longer than to execute it."""


_programs = select(players.c.id).where(players.c.computer_player.is_not(None))
COMPUTER_PLAYER = Queue(
    games,
    select(games.c.id)
    .where(
        # One index finds the turns, one the offers. An `or` would walk all games that are being played.
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
"""Games in which the program must play or answer, those that wait longest first: ids and versions.

With the next version of such a game, whoever makes it, its claim is void.
"""


@cache
def _saving(columns: tuple[str, ...]) -> Update:
    """The statement that saves some columns of a game over the version that was loaded."""
    return (
        update(games)
        .where(games.c.id == bindparam("game_id"), games.c.version == bindparam("loaded"))
        .values({name: bindparam(f"new_{name}") for name in columns} | RELEASED)
    )


def read_seated(row: Iterable[Any]) -> SeatedGame:
    """Return a row that `SEATED` has found."""
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
        sqlalchemy.exc.NoResultFound: there is none.
    """
    return await MatchRow.fetch_one(connection, select(matches).where(matches.c.id == match_id))


async def add_match(connection: AsyncConnection, row: MatchRow) -> None:
    """Add a new match."""
    await connection.execute(insert(matches).values(row.values()))


async def match_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all matches."""
    return list((await connection.execute(select(matches.c.id).order_by(matches.c.id))).scalars())


async def games_of_match(connection: AsyncConnection, match_id: str) -> list[GameRow]:
    """Return the games of a match, in order."""
    return await GameRow.fetch_all(
        connection, select(games).where(games.c.match == match_id).order_by(games.c.number)
    )


async def games_of_matches(connection: AsyncConnection, ids: Collection[str]) -> dict[str, list[GameRow]]:
    """Return the games of several matches, each in order, by the matches' ids."""
    played: dict[str, list[GameRow]] = {each: [] for each in ids}
    if played:
        query = select(games).where(games.c.match.in_(played)).order_by(games.c.match, games.c.number)
        for row in await GameRow.fetch_all(connection, query):
            played[row.match].append(row)
    return played


async def share(connection: AsyncConnection, game_id: str) -> None:
    """Show the board of a game to whoever has its link."""
    await connection.execute(update(games).where(games.c.id == game_id).values(is_shared=True))


async def shared_chats_of_private_match(connection: AsyncConnection, game_id: str) -> list[int]:
    """Return the shared chats that show a game whose match was agreed on in a private chat."""
    return list((await connection.execute(_shared_chats_of_private_match, {"of_game": game_id})).scalars())


async def unshare(connection: AsyncConnection, game_id: str) -> bool:
    """Let the link of a game lead nowhere any more; say whether it was shared."""
    ended = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.is_shared.is_(True))
        .values(is_shared=False, share_number=games.c.share_number + 1)
    )
    return ended.rowcount == 1


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
