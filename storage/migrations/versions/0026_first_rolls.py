"""First rolls: a record of a game that is still being played is recognised by its dice."""

import re
from itertools import groupby

import sqlalchemy as sa
from alembic import op

from storage.portable import Text, only_where

revision = "0026"
down_revision = "0025"

_ROLL = re.compile(r"([1-6])([1-6])(?: |$)")
_FIRST = 6
_AMONG = 60
"""They are among so many events: each turn is a few."""
_AT_ONCE = 500


def upgrade() -> None:
    """Add the column, and fill it for the games that are being played; the others need it no more."""
    op.add_column("games", sa.Column("first_rolls", Text, nullable=True))
    connection = op.get_bind()
    found = connection.execute(
        sa.text(
            "SELECT events.game, events.event FROM games JOIN events ON events.game = games.id "
            "WHERE games.outcome IS NULL AND events.number <= :among ORDER BY events.game, events.number"
        ),
        {"among": _AMONG},
    )
    filled: list[dict[str, str]] = []
    for game, events in groupby(found.all(), lambda row: row[0]):
        rolls = [f"{roll[1]}-{roll[2]}" for _, event in events if (roll := _ROLL.match(event))]
        filled.append({"game": game, "rolls": " ".join(rolls[:_FIRST])})
    saved = sa.text("UPDATE games SET first_rolls = :rolls WHERE id = :game")
    for first in range(0, len(filled), _AT_ONCE):
        connection.execute(saved, filled[first : first + _AT_ONCE])
    op.create_index(
        "ix_games_first_rolls",
        "games",
        ["first_rolls"],
        **only_where(sa.literal_column("outcome IS NULL", sa.Boolean())),
    )
