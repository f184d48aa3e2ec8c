"""Streaks: on how many days in a row each player answered the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Count the days; an answer that was counted before is one day, because earlier days are not known."""
    op.add_column("own_puzzles", sa.Column("in_a_row", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE own_puzzles SET in_a_row = 1 WHERE answered_day IS NOT NULL")
