"""Usual: what a board looks like and what becomes of it is unset until a person chooses it."""

import sqlalchemy as sa
from alembic import op

from storage.portable import Text

revision = "0030"
down_revision = "0029"

_COMPACT = "compact"
_FIRST_THEME = "wood"


def upgrade() -> None:
    """Add the layout, which was part of the theme's word, and unset what was a default.

    A player's theme was unset by default, so that a stored one is a choice and stays.
    """
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("layout", Text, nullable=True))
        players.create_check_constraint(op.f("ck_players_layout"), "layout IN ('full', 'compact')")
    with op.batch_alter_table("chats") as chats:
        chats.add_column(sa.Column("layout", Text, nullable=True))
        chats.create_check_constraint(op.f("ck_chats_layout"), "layout IN ('full', 'compact')")
        chats.alter_column("theme", existing_type=Text, nullable=True)
        chats.alter_column("boards", existing_type=Text, nullable=True, server_default=None)
    for name in ("players", "chats"):
        _split(name)
    op.execute("UPDATE chats SET theme = NULL WHERE theme = 'wood'")
    op.execute("UPDATE chats SET boards = NULL WHERE boards = 'stay'")


def _split(name: str) -> None:
    """Split the words of a table's themes: `compact` and `compact-dark` name the layout, too."""
    table = sa.table(name, sa.column("theme", Text), sa.column("layout", Text))
    for theme in ("dark", "contrast", _FIRST_THEME, None):
        word = f"{_COMPACT}-{theme}" if theme else _COMPACT
        op.execute(sa.update(table).where(table.c.theme == word).values(theme=theme, layout=_COMPACT))
