"""Admission: bans, wrong guesses of secrets, and the pause of new games before an upgrade."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import Integer, Text, and_, bindparam, cast, delete, insert, null, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.people import player_after_merges
from storage.rows import BannedAccount
from storage.tables import accounts, bans, blocks, failed_attempts, key_values, players

MOST_BANS_LISTED = 100


async def ban(connection: AsyncConnection, player: int, now: datetime) -> bool:
    """Ban a player from making and accepting challenges. Return False without a change if already banned."""
    known = await connection.execute(select(bans.c.player).where(bans.c.player == player))
    if known.first() is not None:
        return False
    await connection.execute(insert(bans).values(player=player, since=now))
    return True


async def unban(connection: AsyncConnection, player: int) -> bool:
    """Lift a ban. Return False if the player was not banned."""
    done = await connection.execute(delete(bans).where(bans.c.player == player))
    return done.rowcount == 1


async def banned_accounts(connection: AsyncConnection) -> list[BannedAccount]:
    """Return the accounts (at most 100) of banned players, those of the latest ban first."""
    found = await connection.execute(
        select(players.c.id, players.c.name, bans.c.since, accounts.c.platform, accounts.c.key)
        .select_from(bans)
        .join(players, players.c.id == bans.c.player)
        .join(accounts, accounts.c.player == bans.c.player)
        .order_by(bans.c.since.desc(), accounts.c.platform, accounts.c.key)
        .limit(MOST_BANS_LISTED)
    )
    return [BannedAccount(*row) for row in found]


_FORGOTTEN_NAMESPACE = "barred"


async def remember_bans(connection: AsyncConnection, player: int, seals: Sequence[str]) -> None:
    """Save a forgotten player's ban, and the blocks against this player, under each of some seals.

    Nothing is saved if there are neither.

    Args:
        seals: keyed hashes of the player's accounts.
    """
    banned = (await connection.execute(select(bans.c.since).where(bans.c.player == player))).scalar()
    found = await connection.execute(
        select(blocks.c.player, blocks.c.since).where(blocks.c.blocked == player)
    )
    blocked_by = {str(row.player): row.since.isoformat() for row in found}
    if banned is None and not blocked_by:
        return
    text = json.dumps({"banned": None if banned is None else banned.isoformat(), "blocked_by": blocked_by})
    await connection.execute(
        insert(key_values), [{"namespace": _FORGOTTEN_NAMESPACE, "key": seal, "text": text} for seal in seals]
    )


async def restore_bans(connection: AsyncConnection, player: int, seal: str) -> None:
    """Give a new player the ban and the blocks against them that were saved under a seal, and delete these.

    Nothing happens if nothing was saved. Blocks made by players who were forgotten since are not restored.

    Args:
        seal: the keyed hash of the new player's account.
    """
    kept = key_values.c.namespace == _FORGOTTEN_NAMESPACE, key_values.c.key == seal
    text = (await connection.execute(select(key_values.c.text).where(*kept))).scalar_one_or_none()
    if text is None:
        return
    barred = json.loads(text)
    if barred["banned"] is not None:
        since = datetime.fromisoformat(barred["banned"])
        await connection.execute(insert(bans).values(player=player, since=since))
    by: dict[int, datetime] = {}
    for each, since in barred["blocked_by"].items():
        # A player who had blocked this one may have been merged into another since.
        now, at = await player_after_merges(connection, int(each)), datetime.fromisoformat(since)
        by[now] = min(by.get(now, at), at)
    there = await connection.execute(
        select(players.c.id).where(players.c.id.in_(by), ~players.c.forgotten, players.c.id != player)
    )
    rows = [{"player": each, "blocked": player, "since": by[each]} for each in there.scalars()]
    if rows:
        await connection.execute(insert(blocks), rows)
    await connection.execute(delete(key_values).where(*kept))


_STOP_NAMESPACE = "draining"
_stop = {"namespace": _STOP_NAMESPACE, "key": "until"}
_is_stop = and_(key_values.c.namespace == _stop["namespace"], key_values.c.key == _stop["key"])


async def no_new_games_until(connection: AsyncConnection) -> datetime | None:
    """Return until when new games are paused, which may be in the past; None if not paused."""
    text = (await connection.execute(select(key_values.c.text).where(_is_stop))).scalar_one_or_none()
    return None if text is None else datetime.fromisoformat(text)


async def stop_new_games(connection: AsyncConnection, moment: datetime) -> None:
    """Pause new games until a moment; this replaces an earlier pause."""
    await allow_new_games(connection)
    await connection.execute(insert(key_values).values(**_stop, text=moment.isoformat()))


async def allow_new_games(connection: AsyncConnection) -> None:
    """End the pause of new games, if there is one."""
    await connection.execute(delete(key_values).where(_is_stop))


async def pause_and_bans(
    connection: AsyncConnection, player_ids: Collection[int]
) -> tuple[datetime | None, set[int]]:
    """Return until when new games are paused (or None), and which of some players are banned.

    The moment may be in the past.
    """
    until, banned = None, set()
    for player, text in await connection.execute(_pause_and_bans, {"players": [*player_ids]}):
        if player is None:
            until = datetime.fromisoformat(text)
        else:
            banned.add(player)
    return until, banned


# Built once: every challenge and every acceptance executes it.
_pause_and_bans = union_all(
    select(bans.c.player, cast(null(), Text)).where(bans.c.player.in_(bindparam("players", expanding=True))),
    select(cast(null(), Integer), key_values.c.text).where(_is_stop),
)


Secret = Literal["invitation", "share", "link"]


async def add_failed_attempt(connection: AsyncConnection, player: int, kind: Secret, now: datetime) -> None:
    """Record that a player guessed a secret of this kind wrongly."""
    await connection.execute(insert(failed_attempts).values(player=player, kind=kind, at=now))


async def failed_attempts_since(
    connection: AsyncConnection, player: int, kind: Secret, moment: datetime
) -> list[datetime]:
    """Return the times of a player's wrong guesses after a moment, the earliest first."""
    found = await connection.execute(
        select(failed_attempts.c.at)
        .where(
            failed_attempts.c.player == player,
            failed_attempts.c.kind == kind,
            failed_attempts.c.at > moment,
        )
        .order_by(failed_attempts.c.at)
    )
    return list(found.scalars())
