"""Across platforms: where each player acted last, and in whose place a chat shows a board."""

import sqlalchemy as sa
from alembic import op

from storage.portable import Text

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the columns. Where somebody acted last is found out when he acts."""
    op.add_column("players", sa.Column("last_platform", Text, nullable=True))
    op.add_column("posts", sa.Column("instead_of", Text, nullable=True))
