"""Turns: when a chat and a post came last, so that those come first that have waited longest."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns: nothing had its turn yet, and nothing is only repainted."""
    op.add_column("chats", sa.Column("last_claim", sa.Text()))
    op.add_column("chats", sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    op.add_column("posts", sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    op.add_column("posts", sa.Column("repainted", sa.Boolean(), server_default=sa.false(), nullable=False))
