"""Claims: until when a chat is being delivered to, and a game thought about."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns, in which nothing is claimed yet, and an index of what is claimed."""
    for table in ("chats", "games"):
        op.add_column(table, sa.Column("claimed_until", sa.Text()))
        op.execute(
            f"CREATE INDEX ix_{table}_claimed ON {table} (claimed_until) WHERE claimed_until IS NOT NULL"
        )
