"""Lacking: what a database lacks that went through a migration before that was completed."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import context, op

from storage.portable import Text
from storage.tables import Moment

revision = "0028"
down_revision = "0027"

_UNKNOWN_ZONE = "UTC"
_REMINDED_AFTER = timedelta(days=3)


def upgrade() -> None:
    """Add what 0016, 0023 and 0027 did not have for a while after they had landed."""
    _complete_clocks()
    _complete_links()
    _complete_requests()


def _complete_clocks() -> None:
    """Add the zone of holidays, and remind in games that wait: 0016 had neither at first."""
    if _has_column("holidays", "zone"):
        return
    with op.batch_alter_table("holidays", table_kwargs={"sqlite_autoincrement": True}) as holidays:
        holidays.add_column(sa.Column("zone", Text, nullable=False, server_default=_UNKNOWN_ZONE))
    players_zone = "SELECT players.zone FROM players WHERE players.id = holidays.player"
    op.execute(f"UPDATE holidays SET zone = coalesce(({players_zone}), zone)")  # noqa: S608 (our own words)
    with op.batch_alter_table("holidays", table_kwargs={"sqlite_autoincrement": True}) as holidays:
        holidays.alter_column("zone", existing_type=Text, existing_nullable=False, server_default=None)
    _remind()


def _remind() -> None:
    """Remind each player who has to act against a person three days after the last action."""
    games = sa.table(
        "games",
        sa.column("id", Text),
        sa.column("match", Text),
        sa.column("to_act", sa.Integer()),
        sa.column("changed", Moment()),
        sa.column("remind_at", Moment()),
    )
    matches = sa.table("matches", sa.column("id", Text), sa.column("level", Text))
    between_people = sa.select(matches.c.id).where(matches.c.level.is_(None))
    waiting = sa.select(games.c.id, games.c.changed).where(
        games.c.to_act.is_not(None), games.c.remind_at.is_(None), games.c.match.in_(between_people)
    )
    connection = op.get_bind()
    for game, changed in connection.execute(waiting).all():
        reminded = sa.update(games).where(games.c.id == game).values(remind_at=changed + _REMINDED_AFTER)
        connection.execute(reminded)


def _complete_links() -> None:
    """Go through 0021 and 0022: for nine minutes 0023 followed 0020."""
    if not _inspector().has_table("links"):
        _go_through("0021")
        # As 0025 has left it: 0021 knows less.
        with op.batch_alter_table("posts", table_kwargs={"sqlite_autoincrement": True}) as posts:
            posts.drop_constraint(op.f("ck_posts_subject"), type_="check")
            posts.create_check_constraint(
                op.f("ck_posts_subject"),
                "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday', 'announcement', 'link',"
                " 'puzzle', 'solution')",
            )
    indexes = {index["name"] for index in _inspector().get_indexes("games")}
    if "ix_games_white_results" not in indexes:
        _go_through("0022")


def _complete_requests() -> None:
    """Count the repaints of a post: 0027 did not at first."""
    if not _has_column("posts", "repaints"):
        op.add_column("posts", sa.Column("repaints", sa.Integer(), nullable=False, server_default="0"))


def _go_through(earlier: str) -> None:
    context.script.get_revision(earlier).module.upgrade()


def _inspector() -> sa.Inspector:
    # Made anew each time: it remembers what it has seen.
    return sa.inspect(op.get_bind())


def _has_column(table: str, column: str) -> bool:
    return any(each["name"] == column for each in _inspector().get_columns(table))
