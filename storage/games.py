"""Games: rows of games, events and challenges, found and saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Update,
    and_,
    bindparam,
    false,
    func,
    insert,
    or_,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED, Queue
from storage.matches import last_ended
from storage.rows import ChallengeRow, EventRow, GameRow, MatchRow, OpenGame, PlayerRow, SeatedGame
from storage.tables import blocks, challenges, chats, events, games, matches, players, posts

MOST_OPEN = 200
"""So many games of a player are listed at most."""

_OF_A_SEAT = frozenset({"white_chat", "black_chat"})


async def game(connection: AsyncConnection, game_id: str) -> GameRow | None:
    """Return a game, if there is one with this id."""
    row = (await connection.execute(select(games).where(games.c.id == game_id))).mappings().first()
    return None if row is None else GameRow.read(row)


async def seated_game(connection: AsyncConnection, game_id: str) -> SeatedGame | None:
    """Return a game with its players and its match, if there is one with this id."""
    found = (await connection.execute(_seated_by_id, {"game_id": game_id})).first()
    return None if found is None else _read_seated(found)


async def seated_games(connection: AsyncConnection, ids: Collection[str]) -> dict[str, SeatedGame]:
    """Return games with their players and matches, by their ids."""
    if not ids:
        return {}
    found = await connection.execute(_seated.where(games.c.id.in_(ids)))
    return {row[0]: _read_seated(row) for row in found}


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
        game_id: the game.
        chat: the chat.
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
        connection: the transaction.
        player: the player.
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


async def games_of(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return a player's games (at most 200) that are being played, those that wait for the player first.

    Args:
        connection: where to look.
        player: the player.
        since: games in which nothing was done since then sleep, and are left out.
    """
    found = await connection.execute(
        _seated.where(games.c.id.in_(union_all(*_open_ids(player))), is_awake(since))
        .order_by(*_by_need(player))
        .limit(MOST_OPEN)
    )
    return [_read_seated(row) for row in found]


async def games_and_last_ended(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return `games_of` a player, and after them the games of `last_game_ids`, in one statement."""
    found = await connection.execute(
        _seated.where(
            games.c.id.in_(union_all(*_open_ids(player), *last_ended(player))),
            or_(games.c.outcome.is_not(None), is_awake(since)),
        ).order_by(games.c.outcome.is_not(None), *_by_need(player))
    )
    return [_read_seated(row) for row in found]


async def sleeping_games(connection: AsyncConnection, player: int, since: datetime) -> list[SeatedGame]:
    """Return a player's games (at most 200) in which nothing was done since then, the last one first."""
    found = await connection.execute(
        _seated.where(games.c.id.in_(union_all(*_open_ids(player))), ~is_awake(since))
        .order_by(games.c.changed.desc())
        .limit(MOST_OPEN)
    )
    return [_read_seated(row) for row in found]


async def count_sleeping(connection: AsyncConnection, player: int, since: datetime) -> int:
    """Return how many games of a player sleep, counted up to 200."""
    asleep = (query.where(~is_awake(since)) for query in _open_ids(player))
    return len((await connection.execute(union_all(*asleep).limit(MOST_OPEN))).all())


async def open_games(
    connection: AsyncConnection, player: int, chat: int | None, since: datetime
) -> list[OpenGame]:
    """Return which games (at most 200) a player is playing, those that wait for the player first.

    Args:
        connection: where to look.
        player: the player.
        chat: where the player asks.
        since: games in which nothing was done since then sleep, and are left out.
    """
    found = await connection.execute(
        _open_games(chat)
        .where(games.c.id.in_(union_all(*_open_ids(player))), is_awake(since))
        .order_by(*_by_need(player))
        .limit(MOST_OPEN)
    )
    return [OpenGame(*row) for row in found]


async def open_game(connection: AsyncConnection, game_id: str, chat: int | None) -> OpenGame | None:
    """Return of one game, which may be over, what `open_games` returns."""
    row = (await connection.execute(_open_game, {"of_game": game_id, "in_chat": chat})).first()
    return None if row is None else OpenGame(*row)


async def versions(connection: AsyncConnection, game_ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the versions of games, and how many links to them were ended, by their ids.

    Ids that no game has are left out.
    """
    columns = games.c.id, games.c.version, games.c.share_number
    found = await connection.execute(select(*columns).where(games.c.id.in_(game_ids)))
    return {row.id: (row.version, row.share_number) for row in found}


async def count_open(connection: AsyncConnection, player: int, most: int, since: datetime) -> int:
    """Return how many games a player is playing that do not sleep, counted up to a number."""
    awake = (query.where(is_awake(since)) for query in _open_ids(player))
    return len((await connection.execute(union_all(*awake).limit(most))).all())


def is_awake(since: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Whether something was done in a game since then, or it pauses, or time has run in it since then."""
    has_run = and_(games.c.due.is_not(None), games.c.due >= since)  # never unknown: it is negated too
    return or_(games.c.changed >= since, games.c.paused.is_not(None), has_run)


async def games_with_chat(connection: AsyncConnection, chat: int) -> list[GameRow]:
    """Return the games being played of which a player is told in a chat."""
    told = union(
        select(games.c.id).where(games.c.white_chat == chat, games.c.outcome.is_(None)),
        select(games.c.id).where(games.c.black_chat == chat, games.c.outcome.is_(None)),
    )
    found = await connection.execute(select(games).where(games.c.id.in_(told)))
    return [GameRow.read(row) for row in found.mappings()]


async def is_played_with(connection: AsyncConnection, first_rolls: str) -> bool:
    """Whether a game is being played that began with these rolls."""
    query = select(games.c.id).where(games.c.first_rolls == first_rolls, games.c.outcome.is_(None)).limit(1)
    return (await connection.execute(query)).first() is not None


async def has_played_in(connection: AsyncConnection, player: int, chat: int, turns: int) -> bool:
    """Whether a player has played so many turns in one game against a person, both of whom a chat tells."""
    # By the games of the player, not by those of the chat, in which many others play.
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
    """Return the game that a player finished last, of all or of those that a chat shows."""
    found = await finished_games_of(connection, player, chat, limit=1)
    return found[0] if found else None


async def finished_games_of(
    connection: AsyncConnection, player: int, chat: int | None = None, *, limit: int
) -> list[GameRow]:
    """Return the games that a player finished, of all or of those that a chat shows, the last one first."""
    last = []
    for seat in (games.c.white, games.c.black):
        # The index of either seat gives its games in order: no more of them are looked at than are wanted.
        query = select(games.c.id).where(seat == player, games.c.outcome.is_not(None))
        if chat is not None:
            query = query.where(is_shown(chat))
        last.append(select(query.order_by(games.c.changed.desc()).limit(limit).subquery()))
    found = await connection.execute(
        select(games).where(games.c.id.in_(union_all(*last))).order_by(games.c.changed.desc()).limit(limit)
    )
    return [GameRow.read(row) for row in found.mappings()]


async def last_ruleset(connection: AsyncConnection, player: int) -> str | None:
    """Return the rule set of the game that a player began last."""
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
    found = await connection.execute(_events_of, {"of_game": game_id})
    return [EventRow.read(row) for row in found.mappings()]


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
    # There are few, and the last of all that a player made would be found by walking over the rest: they are
    # put in order here.
    found = await connection.execute(
        select(challenges)
        .where(challenges.c.challenger == player, challenges.c.state.in_(("open", "taken")))
        .limit(100)
    )
    made = [ChallengeRow.read(row) for row in found.mappings()]
    return sorted(made, key=lambda row: row.made, reverse=True)


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


_white, _black = players.alias("white_player"), players.alias("black_player")
_whites_chat, _blacks_chat = chats.alias("whites_chat"), chats.alias("blacks_chat")


def has_blocked(player: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether a player has blocked another."""
    return select(blocks.c.player).where(blocks.c.player == player, blocks.c.blocked == other).exists()


_next_event = (
    select(func.coalesce(func.max(events.c.number) + 1, 0))
    .where(events.c.game == games.c.id)
    .scalar_subquery()
)
"""How many things happened in a game. They are numbered from 0, and the index knows the highest at once."""

_seated = (
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
_seated_by_id = _seated.where(games.c.id == bindparam("game_id"))
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


def _read_seated(row: Iterable[Any]) -> SeatedGame:
    values = iter(row)
    return SeatedGame(
        GameRow.take(values),
        PlayerRow.take(values),
        PlayerRow.take(values),
        MatchRow.take(values),
        *values,
    )


def _open_ids(player: int) -> list[Select[tuple[str]]]:
    """The ids of the games that a player is playing on either side, each found by an index of such games."""
    return [
        select(games.c.id).where(seat == player, games.c.outcome.is_(None))
        for seat in (games.c.white, games.c.black)
    ]


def _by_need(player: int) -> tuple[ColumnElement[Any], ...]:
    """Those that wait for a player first; the one with the least time left, or else that waits longest."""
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
    """Whether a chat shows a game."""
    shown = select(posts.c.id).where(
        posts.c.subject == "game", posts.c.subject_id == games.c.id, posts.c.chat == chat
    )
    return shown.exists()


_open_game = _open_games(bindparam("in_chat")).where(games.c.id == bindparam("of_game"))
