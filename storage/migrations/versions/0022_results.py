"""Results: the finished games of a player, and of two with each other, are counted by indexes alone."""

import sqlalchemy as sa
from alembic import op

from storage.portable import only_where

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the indexes."""
    ended = only_where(sa.literal_column("outcome IS NOT NULL", sa.Boolean()))
    counted = ["changed", "ruleset", "outcome"]
    op.create_index("ix_games_white_results", "games", ["white", "black", *counted], **ended)
    op.create_index("ix_games_black_results", "games", ["black", "white", *counted], **ended)
