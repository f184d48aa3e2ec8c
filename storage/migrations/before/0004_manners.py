"""How players count points and play races out, and what becomes of a chat's old boards."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add all of it, as it was before anybody could choose."""
    op.add_column("players", sa.Column("auto_race", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column(
        "players",
        sa.Column(
            "numbers",
            sa.Text(),
            sa.CheckConstraint("numbers IN ('board', 'own-side')", name=op.f("ck_players_numbers")),
            server_default="board",
            nullable=False,
        ),
    )
    op.add_column(
        "chats",
        sa.Column(
            "boards",
            sa.Text(),
            sa.CheckConstraint("boards IN ('stay', 'shrink', 'delete')", name=op.f("ck_chats_boards")),
            server_default="stay",
            nullable=False,
        ),
    )
    with op.batch_alter_table("retired") as retired:
        retired.add_column(sa.Column("fate", sa.Text(), server_default="stay", nullable=False))
        retired.add_column(sa.Column("game", sa.Text(), nullable=True))
        retired.add_column(sa.Column("revision", sa.Integer(), nullable=True))
        retired.create_foreign_key(op.f("fk_retired_game"), "games", ["game"], ["id"])
