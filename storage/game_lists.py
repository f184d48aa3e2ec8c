"""Game lists: the games of a player or a chat: open, waiting for the player, asleep, finished.

A game is asleep if nothing has happened in it for a long time. The usual lists leave it out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    true,
    union,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.contacts import MOST_CHATS
from storage.games import SEATED, has_blocked, read_seated, seated_games
from storage.rows import ChallengeRow, GameRow, MatchRow, OpenGame, SeatedGame, WaitingGame
from storage.tables import challenges, chats, games, matches, posts

MOST_OPEN = 200
"""The most open games of a player that are listed."""


async def games_of(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return a player's open games (at most 200); those that wait for the player come first.

    Args:
        since: games without activity since then are asleep and left out.
    """
    found = await connection.execute(
        SEATED.where(games.c.id.in_(union_all(*_open_ids(player))), is_awake(since))
        .order_by(*_by_need(player))
        .limit(MOST_OPEN)
    )
    return [read_seated(row) for row in found]


async def games_and_last_ended(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return a player's open games that are not asleep, then their last finished games of longer matches.

    The order is that of `games_of`. There is no limit on open games. `last_ended` says which finished games.
    """
    found = await connection.execute(
        SEATED.where(
            games.c.id.in_(union_all(*_open_ids(player), *last_ended(player))),
            or_(games.c.outcome.is_not(None), is_awake(since)),
        ).order_by(games.c.outcome.is_not(None), *_by_need(player))
    )
    return [read_seated(row) for row in found]


async def sleeping_games(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return a player's games (at most 200) without activity since a moment, the latest active first."""
    found = await connection.execute(
        SEATED.where(games.c.id.in_(union_all(*_open_ids(player))), ~is_awake(since))
        .order_by(games.c.changed.desc())
        .limit(MOST_OPEN)
    )
    return [read_seated(row) for row in found]


async def count_sleeping(connection: AsyncConnection, player: int, since: datetime) -> int:
    """Count a player's open games without activity since a moment, up to 200."""
    asleep = (query.where(~is_awake(since)) for query in _open_ids(player))
    return len((await connection.execute(union_all(*asleep).limit(MOST_OPEN))).all())


async def open_games(
    connection: AsyncConnection, player: int, chat: int | None, since: datetime
) -> list[OpenGame]:
    """Return short forms of a player's open games (at most 200); those that wait for the player come first.

    Args:
        chat: the chat of which each result says if it shows the game; None: none does.
        since: games without activity since then are asleep and left out.
    """
    found = await connection.execute(
        _open_games(chat)
        .where(games.c.id.in_(union_all(*_open_ids(player))), is_awake(since))
        .order_by(*_by_need(player))
        .limit(MOST_OPEN)
    )
    return [OpenGame(*row) for row in found]


async def open_game(connection: AsyncConnection, game_id: str, chat: int | None) -> OpenGame | None:
    """Return one game, open or finished, in the short form of `open_games`; or None."""
    row = (await connection.execute(_open_game, {"of_game": game_id, "in_chat": chat})).first()
    return None if row is None else OpenGame(*row)


async def count_open(connection: AsyncConnection, player: int, most: int, since: datetime) -> int:
    """Count a player's open games that are not asleep, up to `most`."""
    awake = (query.where(is_awake(since)) for query in _open_ids(player))
    return len((await connection.execute(union_all(*awake).limit(most))).all())


def is_awake(since: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """True if a game is not asleep: it is paused, or was played or had a running clock since a moment."""
    has_run = and_(games.c.due.is_not(None), games.c.due >= since)  # never NULL: callers negate it
    return or_(games.c.changed >= since, games.c.paused.is_not(None), has_run)


async def games_notifying_in(connection: AsyncConnection, chat: int) -> list[GameRow]:
    """Return the open games that notify a player in a chat."""
    notifying = union(
        select(games.c.id).where(games.c.white_chat == chat, games.c.outcome.is_(None)),
        select(games.c.id).where(games.c.black_chat == chat, games.c.outcome.is_(None)),
    )
    return await GameRow.fetch_all(connection, select(games).where(games.c.id.in_(notifying)))


async def is_being_played(connection: AsyncConnection, first_rolls: str) -> bool:
    """True if an open game began with these rolls, so that its record may not be analysed yet."""
    query = select(games.c.id).where(games.c.first_rolls == first_rolls, games.c.outcome.is_(None)).limit(1)
    return (await connection.execute(query)).first() is not None


async def has_played_in(connection: AsyncConnection, player: int, chat: int, turns: int) -> bool:
    """True if a player has a game against a person, with at least `turns` turns, both notified in a chat."""
    # Starts from the player's games: the chat may hold many games of other players.
    played = (
        select(games.c.id)
        .join(matches, matches.c.id == games.c.match)
        .where(
            seat == player,
            games.c.turns >= turns,
            matches.c.level.is_(None),
            portable.unindexed(games.c.white_chat) == chat,
            portable.unindexed(games.c.black_chat) == chat,
        )
        for seat in (games.c.white, games.c.black)
    )
    return (await connection.execute(union_all(*played).limit(1))).first() is not None


async def last_game_of(connection: AsyncConnection, player: int, chat: int | None = None) -> GameRow | None:
    """Return the game that a player finished last, or None; if a chat is given, of those that it shows."""
    found = await finished_games_of(connection, player, chat, limit=1)
    return found[0] if found else None


async def finished_games_of(
    connection: AsyncConnection, player: int, chat: int | None = None, *, limit: int
) -> list[GameRow]:
    """Return a player's finished games, the last finished first; if a chat is given, only those it shows."""
    last = []
    for seat in (games.c.white, games.c.black):
        # The index on each seat yields games in order, so no more are read than needed.
        query = select(games.c.id).where(seat == player, games.c.outcome.is_not(None))
        if chat is not None:
            query = query.where(is_shown(chat))
        last.append(select(query.order_by(games.c.changed.desc()).limit(limit).subquery()))
    return await GameRow.fetch_all(
        connection,
        select(games).where(games.c.id.in_(union_all(*last))).order_by(games.c.changed.desc()).limit(limit),
    )


async def finished_page(
    connection: AsyncConnection,
    player: int,
    results: Collection[str],
    opponent: int | None = None,
    *,
    offset: int,
    limit: int,
) -> list[SeatedGame]:
    """Return a page of a player's finished games, the last finished first.

    Args:
        results: which of `won`, `lost` and `drawn` to include.
        opponent: the opponent's id; None for games against anyone.
    """
    ended = []
    seats = ((games.c.white, games.c.black, "w", "b"), (games.c.black, games.c.white, "b", "w"))
    for seat, facing, own, other in seats:
        # An outcome begins with the winner's side, or with a dash.
        first = {"won": own, "lost": other, "drawn": "-"}
        query = select(games.c.id).where(
            seat == player, or_(*(games.c.outcome.like(f"{first[each]} %") for each in sorted(results)))
        )
        if len(results) == len(first):
            query = select(games.c.id).where(seat == player, games.c.outcome.is_not(None))
        if opponent is not None:
            query = query.where(facing == opponent)
        ended.append(select(query.order_by(games.c.changed.desc()).limit(offset + limit).subquery()))
    found = await connection.execute(
        SEATED.where(games.c.id.in_(union_all(*ended)))
        .order_by(games.c.changed.desc(), games.c.id)
        .offset(offset)
        .limit(limit)
    )
    return [read_seated(row) for row in found]


async def last_ruleset(connection: AsyncConnection, player: int) -> str | None:
    """Return the rule set of the game that a player began last, or None."""
    last = [
        select(
            select(games.c.started, games.c.ruleset)
            .where(seat == player)
            .order_by(games.c.started.desc())
            .limit(1)
            .subquery()
        )
        for seat in (games.c.white, games.c.black)
    ]
    begun = (await connection.execute(union_all(*last))).all()
    return max(begun)[1] if begun else None


def _open_ids(player: int) -> list[Select[str]]:
    """Return queries for a player's open games as White and as Black; each has its own index."""
    return [
        select(games.c.id).where(seat == player, games.c.outcome.is_(None))
        for seat in (games.c.white, games.c.black)
    ]


def _by_need(player: int) -> tuple[ColumnElement[Any], ...]:
    """Return the sort order of open games: first those that wait for the player, then by when time runs out.

    Games without a running clock follow, the longest unchanged first.
    """
    return games.c.to_act != player, games.c.due.is_(None), games.c.due, games.c.changed, games.c.id


def _open_games(chat: int | BindParameter[int] | None) -> Select[tuple[Any, ...]]:
    return select(
        games.c.id,
        games.c.ruleset,
        games.c.white,
        games.c.black,
        games.c.to_act,
        games.c.paused.is_not(None),
        games.c.due_told,
        is_shown(chat),
        games.c.version,
    )


def is_shown(chat: int | BindParameter[int] | None) -> ColumnElement[bool]:
    """Return the condition that a chat shows a game; never true if the chat is None."""
    shown = select(posts.c.id).where(
        posts.c.subject == "game", posts.c.subject_id == games.c.id, posts.c.chat == chat
    )
    return shown.exists()


_open_game = _open_games(bindparam("in_chat")).where(games.c.id == bindparam("of_game"))


async def waiting_games(
    connection: AsyncConnection, player: int, chat: int | None, since: datetime
) -> list[WaitingGame]:
    """Return the games (at most 200) that wait for a player, in no particular order.

    The player must act or answer an offer, or the time of one of the two has run out. Left out are paused
    games, and offers from a player whom this one has blocked.

    Args:
        since: games without activity since then are asleep and left out.
    """
    found = await connection.execute(
        _games_of, {"reader": player, "players": [player], "awake_since": since, "in_chat": chat}
    )
    return [WaitingGame(*row) for row in found]


async def count_waiting(connection: AsyncConnection, player: int, game_id: str, since: datetime) -> int:
    """Count the games, as in `waiting_games`, that wait for a player, up to 200, except the given one."""
    found = await connection.execute(
        _count_beside, {"players": [player], "awake_since": since, "of_game": game_id}
    )
    return found.scalar_one()


async def waits_in_chat(
    connection: AsyncConnection, player_ids: Collection[int], game_id: str, chat: int, since: datetime
) -> bool:
    """True if a chat shows a game, other than the given one, that waits for one of the players."""
    wanted = {"players": list(player_ids), "awake_since": since, "of_game": game_id, "in_chat": chat}
    found = await connection.execute(_shown_beside, wanted)
    return found.first() is not None


def _waiting_for_players() -> CompoundSelect[tuple[str]]:
    """Return the query for games that wait, as in `waiting_games`, for one of some players.

    It is a union, because each part has its own index.
    """
    player_ids: BindParameter[Sequence[int]] = bindparam("players", expanding=True)
    is_played = games.c.outcome.is_(None), games.c.paused.is_(None), is_awake(bindparam("awake_since"))
    asked = (
        select(games.c.id).where(
            seat.in_(player_ids), games.c.offer_by == other, ~has_blocked(seat, other), *is_played
        )
        for seat, other in ((games.c.white, games.c.black), (games.c.black, games.c.white))
    )
    claimable = (
        select(games.c.id).where(seat.in_(player_ids), games.c.due_told.is_(true()), *is_played)
        for seat in (games.c.white, games.c.black)
    )
    to_act = select(games.c.id).where(games.c.to_act.in_(player_ids), *is_played)
    return union(to_act, *asked, *claimable)


# Built once: building these statements takes longer than executing them.
_waiting_ids = _waiting_for_players()
_left = case((games.c.white == bindparam("reader"), games.c.white_left), else_=games.c.black_left)
_games_of = (
    select(games.c.id, games.c.due, _left, games.c.changed, is_shown(bindparam("in_chat")))
    .where(games.c.id.in_(_waiting_ids))
    .limit(MOST_OPEN)
)
_beside = _waiting_ids.subquery()
_count_beside = select(func.count()).select_from(
    select(_beside.c.id).where(_beside.c.id != bindparam("of_game")).limit(MOST_OPEN).subquery()
)
_shown_beside = (
    select(games.c.id)
    .where(games.c.id.in_(_waiting_ids), games.c.id != bindparam("of_game"), is_shown(bindparam("in_chat")))
    .limit(1)
)


MOST_MATCHES = 50
"""The most matches considered for continuing."""


async def last_game_ids(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of games (at most 50) found by `last_ended`, the last finished first."""
    found = await connection.execute(
        select(games.c.id)
        .where(games.c.id.in_(union_all(*last_ended(player))))
        .order_by(games.c.changed.desc())
        .limit(MOST_MATCHES)
    )
    return list(found.scalars())


def last_ended(player: int) -> list[Select[tuple[str]]]:
    """Return queries for the last finished games of a player's matches of several games, one for each seat.

    A game is found if it is finished and its match has no later game. Each query finds at most 50.
    """
    later = games.alias("later")
    is_last = (
        ~select(later.c.id).where(later.c.match == games.c.match, later.c.number > games.c.number).exists()
    )
    return [
        select(
            select(games.c.id)
            .join(matches, matches.c.id == games.c.match)
            .where(seat == player, games.c.outcome.is_not(None), matches.c.length != "1 game", is_last)
            .order_by(games.c.changed.desc())
            .limit(MOST_MATCHES)
            .subquery()
        )
        for seat in (games.c.white, games.c.black)
    ]


async def last_challenge(connection: AsyncConnection, player: int) -> ChallengeRow | None:
    """Return the last stored challenge that a player made, or None."""
    return await ChallengeRow.fetch_first(
        connection,
        select(challenges)
        .where(challenges.c.challenger == player)
        .order_by(challenges.c.made.desc())
        .limit(1),
    )


async def last_against_computer(connection: AsyncConnection, player: int) -> MatchRow | None:
    """Return the last match that a player began against the computer player, or None."""
    # Only matches against the computer player have a level.
    return await MatchRow.fetch_first(
        connection,
        select(matches)
        .where(matches.c.first == player, matches.c.level.is_not(None))
        .order_by(matches.c.started.desc())
        .limit(1),
    )


async def last_made(connection: AsyncConnection, player: int) -> ChallengeRow | MatchRow | None:
    """Return what a player set up last: a challenge, or a match against the computer player; or None."""
    asked = await last_challenge(connection, player)
    against = await last_against_computer(connection, player)
    if asked is None or (against is not None and against.started > asked.made):
        return against
    return asked


async def last_level(connection: AsyncConnection, player: int) -> str | None:
    """Return the level of the computer player that a player chose last, or None."""
    found = await connection.execute(
        select(matches.c.level)
        .where(matches.c.first == player, matches.c.level.is_not(None))
        .order_by(matches.c.started.desc())
        .limit(1)
    )
    return found.scalar_one_or_none()


MOST_GAMES = 20


async def chat_keys_showing(connection: AsyncConnection, game_id: str, platform: str) -> list[str]:
    """Return the keys of reachable shared chats (at most 10) of a platform that show a game, latest first."""
    found = await connection.execute(
        select(chats.c.key)
        .join(posts, posts.c.chat == chats.c.id)
        .where(
            posts.c.subject == "game",
            posts.c.subject_id == game_id,
            portable.unindexed(chats.c.platform) == platform,
            chats.c.kind == "shared",
            ~chats.c.gone,
        )
        .order_by(posts.c.id.desc())
        .limit(MOST_CHATS)
    )
    return list(found.scalars())


async def games_of_others(
    connection: AsyncConnection, rooms: Collection[int], player: int, since: datetime
) -> list[tuple[frozenset[int], SeatedGame]]:
    """Return other players' open games in shared chats, the latest active first.

    A game is included if one of the given chats shows it and one of them notifies one of its players. Each
    game comes with those given chats that show it. At most 20 pairs of game and chat are read.

    Args:
        rooms: ids of the shared chats.
        player: the player who asks; their own games are left out.
        since: games without activity since then are asleep and left out.
    """
    notifying_there = union(
        *(
            select(games.c.id).where(notified.in_(rooms), games.c.outcome.is_(None))
            for notified in (games.c.white_chat, games.c.black_chat)
        )
    )
    shown = await connection.execute(
        select(games.c.id, posts.c.chat)
        .join(posts, posts.c.subject_id == games.c.id)
        .where(
            games.c.id.in_(notifying_there),
            games.c.white != player,
            games.c.black != player,
            is_awake(since),
            posts.c.subject == "game",
            posts.c.chat.in_(rooms),
        )
        .order_by(games.c.changed.desc(), games.c.id)
        .limit(MOST_GAMES)
    )
    showing: dict[str, set[int]] = {}
    for row in shown:
        showing.setdefault(row.id, set()).add(row.chat)
    found = await seated_games(connection, list(showing))
    return [(frozenset(chats_of), found[game]) for game, chats_of in showing.items()]


async def open_game_ids(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of all open games of a player, sleeping ones included, in order."""
    ids: list[str] = []
    for query in _open_ids(player):
        ids += (await connection.execute(query)).scalars()
    return sorted(ids)
