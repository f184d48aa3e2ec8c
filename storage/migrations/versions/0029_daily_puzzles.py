"""Daily puzzles: how many puzzles of the day each player answered."""

import sqlalchemy as sa
from alembic import op

from storage.portable import Text

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Count the answers, and remember the day of the last one."""
    op.add_column("own_puzzles", sa.Column("answered_day", Text))
    op.add_column("own_puzzles", sa.Column("answered", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("own_puzzles", sa.Column("found", sa.Integer(), nullable=False, server_default="0"))
