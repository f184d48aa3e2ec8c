"""Puzzles: a position a day in chats that want it, who answered what, and puzzles that somebody asks for."""

import sqlalchemy as sa
from alembic import op

from storage.portable import Text, only_where
from storage.tables import Moment

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the tables. No chat has asked for a position a day until now."""
    daily: sa.Column[bool] = sa.Column(
        "daily", sa.Boolean(name="daily"), nullable=False, server_default=sa.false()
    )
    op.add_column("chats", daily)
    op.create_table(
        "daily_positions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("due", Moment(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("claimed_until", Moment(), nullable=True),
        sa.Column("claimed_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_daily_positions_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_positions")),
        sa.UniqueConstraint("chat", name=op.f("uq_daily_positions_chat")),
    )
    op.create_index("ix_daily_positions_due", "daily_positions", ["due"])
    claimed: sa.ColumnClause[str] = sa.column("claimed_until", Text)
    op.create_index(
        "ix_daily_positions_claimed",
        "daily_positions",
        ["claimed_until"],
        **only_where(claimed.is_not(None)),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("day", Text, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("game", Text, nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("state", Text, nullable=False),
        sa.Column("asked", Moment(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'closed', 'last')", name=op.f("ck_puzzles_state")),
        sa.CheckConstraint("(game IS NULL) = (turn IS NULL)", name=op.f("ck_puzzles_game")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_puzzles_chat")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_puzzles_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("chat", "day", name=op.f("uq_puzzles_chat")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_puzzles_asked", "puzzles", ["asked"])
    op.create_table(
        "puzzle_answers",
        sa.Column("puzzle", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.CheckConstraint("choice BETWEEN 0 AND 3", name=op.f("ck_puzzle_answers_choice")),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzles.id"], name=op.f("fk_puzzle_answers_puzzle"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_puzzle_answers_player")),
        sa.PrimaryKeyConstraint("puzzle", "player", name=op.f("pk_puzzle_answers")),
    )
    op.create_index("ix_puzzle_answers_player", "puzzle_answers", ["player"])
    op.create_table(
        "own_puzzles",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_own_puzzles_player")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_own_puzzles")),
    )
    with op.batch_alter_table("posts", table_kwargs={"sqlite_autoincrement": True}) as posts:
        posts.drop_constraint(op.f("ck_posts_subject"), type_="check")
        posts.create_check_constraint(
            op.f("ck_posts_subject"),
            "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday', 'announcement', 'link',"
            " 'puzzle', 'solution')",
        )
    shown = only_where(sa.literal_column("subject = 'game'", sa.Boolean))
    op.create_index("ix_posts_games", "posts", ["chat", "id"], **shown)
