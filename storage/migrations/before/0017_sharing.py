"""Sharing: whether a game's board is shown to whoever has its link, and how many of its links were ended."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the columns: until now no game was shared."""
    op.add_column("games", sa.Column("is_shared", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("games", sa.Column("share_number", sa.Integer(), server_default="0", nullable=False))
