"""What games were worth, once they were analysed; and games that have ended are found by when they did."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table, empty, and the index."""
    op.create_table(
        "analyses",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.CheckConstraint("depth > 0 OR text IS NULL", name=op.f("ck_analyses_text")),
        sa.CheckConstraint("depth IN (0, 1, 2)", name=op.f("ck_analyses_depth")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_analyses_number")),
        sa.PrimaryKeyConstraint("key", "number", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_made"), "analyses", ["made"], unique=False)
    op.create_index(
        "ix_games_ended", "games", ["changed"], unique=False, sqlite_where=sa.text("outcome IS NOT NULL")
    )
