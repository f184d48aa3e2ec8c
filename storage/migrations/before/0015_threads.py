"""Threads: whether each game that begins in a chat gets a thread of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column: until now games stayed in the chat where they began."""
    op.add_column("chats", sa.Column("threads", sa.Boolean(), server_default=sa.false(), nullable=False))
