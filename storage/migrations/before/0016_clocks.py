"""Clocks: time controls, time left and due, reminders, alarms, heartbeats, holidays, and people's zones."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0016"
down_revision = "0015"

_ALARM = (
    "SELECT 'challenge-expiry', id, strftime('%Y-%m-%dT%H:%M:%S.000000Z', made, '+14 days') FROM challenges"
)

_REMIND = (
    "UPDATE games SET remind_at = strftime('%Y-%m-%dT%H:%M:%S.000000Z', changed, '+3 days')"
    ' WHERE to_act IS NOT NULL AND "match" IN (SELECT id FROM matches WHERE level IS NULL)'
)


def upgrade() -> None:
    """Add tables and columns. Nothing has a clock yet.

    A challenge expires two weeks after it was made, and who is to act against a person is reminded three days
    after the last action.
    """
    _add_preferences()
    _add_clocks()
    _rebuild_checks()
    _add_tables()
    op.execute(f"INSERT INTO alarms (kind, subject, due) {_ALARM} WHERE state IN ('open', 'taken')")
    op.execute(_REMIND)


def _add_preferences() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("zone", sa.Text(), nullable=True))
        players.add_column(sa.Column("quiet", sa.Text(), nullable=True))
        players.add_column(sa.Column("reminders", sa.Text(), server_default="once", nullable=False))
        players.add_column(sa.Column("digest", sa.Text(), nullable=True))
        players.create_check_constraint(op.f("ck_players_reminders"), "reminders IN ('off', 'once', 'daily')")
    op.add_column("chats", sa.Column("zone", sa.Text(), nullable=True))


def _add_clocks() -> None:
    op.add_column("matches", sa.Column("time_control", sa.Text(), nullable=True))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("white_left", sa.Integer(), nullable=True))
        games.add_column(sa.Column("black_left", sa.Integer(), nullable=True))
        games.add_column(sa.Column("due", Moment(), nullable=True))
        games.add_column(sa.Column("due_told", sa.Boolean(), server_default=sa.false(), nullable=False))
        games.add_column(sa.Column("remind_at", Moment(), nullable=True))
        games.add_column(sa.Column("paused", Moment(), nullable=True))
        games.create_check_constraint(op.f("ck_games_left"), "(white_left IS NULL) = (black_left IS NULL)")
        games.create_check_constraint(op.f("ck_games_due"), "due IS NULL OR white_left IS NOT NULL")
    op.execute("CREATE INDEX ix_games_due ON games (due) WHERE due IS NOT NULL AND due_told IS 0")
    op.execute("CREATE INDEX ix_games_remind_at ON games (remind_at) WHERE remind_at IS NOT NULL")


def _rebuild_checks() -> None:
    with op.batch_alter_table("challenges") as challenges:
        challenges.add_column(sa.Column("time_control", sa.Text(), nullable=True))
        challenges.drop_constraint(op.f("ck_challenges_state"), type_="check")
        challenges.create_check_constraint(
            op.f("ck_challenges_state"),
            "state IN ('open', 'taken', 'accepted', 'declined', 'cancelled', 'expired')",
        )
    with op.batch_alter_table("posts", table_kwargs={"sqlite_autoincrement": True}) as posts:
        posts.drop_constraint(op.f("ck_posts_subject"), type_="check")
        posts.create_check_constraint(
            op.f("ck_posts_subject"), "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday')"
        )


def _add_tables() -> None:
    op.create_table(
        "alarms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("due", Moment(), nullable=False),
        sa.Column("claimed_until", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alarms")),
        sa.UniqueConstraint("kind", "subject", name=op.f("uq_alarms_kind")),
    )
    op.create_index(op.f("ix_alarms_due"), "alarms", ["due"])
    op.execute("CREATE INDEX ix_alarms_claimed ON alarms (claimed_until) WHERE claimed_until IS NOT NULL")
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "holidays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("starts", Moment(), nullable=False),
        sa.Column("ends", Moment(), nullable=False),
        sa.Column("announced", Moment(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.CheckConstraint("starts < ends", name=op.f("ck_holidays_order")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_holidays_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holidays")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_holidays_player"), "holidays", ["player", "ends"])
