"""Where entries stand that could not be read, until they are forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "unreadable_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("shelf", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unreadable_entries")),
    )
    op.create_index(op.f("ix_unreadable_entries_at"), "unreadable_entries", ["at"])
