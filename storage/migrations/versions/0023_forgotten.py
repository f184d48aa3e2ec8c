"""Former players: those who had all that told who they were deleted; what they played stays."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column: until now nobody could have himself forgotten."""
    op.add_column(
        "players",
        sa.Column("forgotten", sa.Boolean(name="forgotten"), nullable=False, server_default=sa.false()),
    )
    # A private chat has the number of its person: as of now it goes with the text, once that was handled.
    op.execute(sa.text("UPDATE telegram_updates SET chat = 0 WHERE handled_at IS NOT NULL"))
