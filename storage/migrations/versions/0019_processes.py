"""Processes: which of them serve the database, and which of them has claimed what."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the table, and who has claimed: until now one process served a database, and claimed everything."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("started", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        sqlite_autoincrement=True,
    )
    for table in ("chats", "games", "alarms"):
        op.add_column(table, sa.Column("claimed_by", sa.Integer(), nullable=True))
        # Whoever had claimed something has ended, or this would not be changed.
        op.execute(f"UPDATE {table} SET claimed_until = NULL WHERE claimed_until IS NOT NULL")  # noqa: S608 (our names)
