"""Requests: of a message in doubt it is kept when it was sent last, and not only when it was tried first."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the column. What is in doubt was sent when it was tried first, as far as anybody knows."""
    op.add_column("posts", sa.Column("requested_at", Moment(), nullable=True))
    op.execute("UPDATE posts SET requested_at = tried_at WHERE tried_at IS NOT NULL")
