"""Idempotency: the keys of what was applied, so that nothing is applied twice."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Text

from storage import portable
from storage.tables import Moment, accounts, applied, players


async def apply_once(
    connection: AsyncConnection,
    key: str,
    now: datetime,
    player: int,
    met_by: tuple[str, str] | None = None,
) -> bool:
    """Note that what has this key is being applied; say whether it is the first time.

    For a player who was merged into another meanwhile nothing is noted, and it is not, nor for one whose
    account is another player's by now: `is_another` tells. For one who was forgotten it is as good as done:
    nobody is there to be answered.

    Args:
        connection: the transaction.
        key: the key.
        now: the time.
        player: who does it.
        met_by: the account by which he does it, as its platform and key, if by any.
    """
    done = await connection.execute(_applying, {"key": key, "at": now, **_who(player, met_by)})
    return done.rowcount == 1


async def is_another(connection: AsyncConnection, player: int, met_by: tuple[str, str] | None) -> bool:
    """Whether a player is somebody else by now, or the account by which he does something is another's."""
    found = await connection.execute(_is_another, _who(player, met_by))
    return found.first() is not None


def _who(player: int, met_by: tuple[str, str] | None) -> dict[str, object]:
    platform, key = met_by or ("", "")
    return {"player": player, "platform": platform, "account": key}


_is_merged = select(players.c.id).where(
    players.c.id == bindparam("player"), players.c.merged_into.is_not(None)
)
_is_taken_out = select(accounts.c.player).where(
    accounts.c.platform == bindparam("platform"),
    accounts.c.key == bindparam("account"),
    accounts.c.player != bindparam("player"),
)
_is_another = union_all(_is_merged, _is_taken_out)
_is_forgotten = select(players.c.id).where(players.c.id == bindparam("player"), players.c.forgotten)
# One statement for all: each action executes it.
_applying = portable.insert_or_ignore(applied).from_select(
    ["key", "at"],
    select(bindparam("key", type_=Text), bindparam("at", type_=Moment)).where(
        ~(_is_merged.exists() | _is_taken_out.exists() | _is_forgotten.exists())
    ),
)
