"""How well the program plays, and whether people may ask for hints."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_AGAINST_THE_PROGRAM = {
    "matches": "first IN (SELECT id FROM players WHERE program IS NOT NULL)"
    " OR second IN (SELECT id FROM players WHERE program IS NOT NULL)",
    "challenges": "opponent IN (SELECT id FROM players WHERE program IS NOT NULL)",
}


def upgrade() -> None:
    """Between people nobody may ask for hints so far; the program goes on at the usual level."""
    for table, against_the_program in _AGAINST_THE_PROGRAM.items():
        op.add_column(table, sa.Column("hints", sa.Boolean(), server_default=sa.false(), nullable=False))
        op.add_column(table, sa.Column("level", sa.Text(), nullable=True))
        op.execute(f"UPDATE {table} SET level = 'casual' WHERE {against_the_program}")  # noqa: S608 (our own words)
    # There was one program a level, of which there was one.
    op.execute("UPDATE players SET program = 'nardy' WHERE program = 'plain'")
