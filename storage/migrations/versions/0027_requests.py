"""Requests: when a message was sent last, and which repaint of its chat was begun before."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns. What is in doubt was sent when it was tried first, as far as anybody knows."""
    op.add_column("posts", sa.Column("requested_at", Moment(), nullable=True))
    op.add_column("posts", sa.Column("repaints", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE posts SET requested_at = tried_at WHERE tried_at IS NOT NULL")
