"""Tables and columns named in the words of the trade; the rows stay as they are."""

from alembic import op

revision = "0010"
down_revision = "0009"

_COLUMNS = (
    ("players", "program", "computer_player"),
    ("games", "actor", "to_act"),
    ("analyses", "verdict", "review"),
    ("posts", "wanted", "wanted_revision"),
    ("posts", "shown", "shown_revision"),
    ("posts", "told", "told_revision"),
    ("posts", "fresh", "fresh_revision"),
    ("posts", "sent", "sent_revision"),
    ("posts", "tried", "tried_revision"),
    ("retired", "fate", "policy"),
    ("notes", "shelf", "namespace"),
    ("pages", "shelf", "namespace"),
    ("unreadable_entries", "shelf", "namespace"),
)
_TABLES = (("notices", "notifications"), ("notes", "key_values"), ("pages", "log_entries"))
_INDEXES = (
    ("ix_games_actor", "ix_games_to_act", "games", "to_act"),
    ("ix_notices_post", "ix_notifications_post", "notifications", "post"),
    ("ix_notices_at", "ix_notifications_at", "notifications", "at"),
    ("ix_pages_shelf", "ix_log_entries_namespace", "log_entries", "namespace"),
)


def upgrade() -> None:
    """Rename; what a row says changes only where a notification is undelivered."""
    # SQLite renames a column in indexes and checks too, and with a table the highest key that was ever given.
    for table, old, new in _COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for old, new in _TABLES:
        op.execute(f"ALTER TABLE {old} RENAME TO {new}")
    for old, new, table, column in _INDEXES:
        op.drop_index(old)
        op.create_index(new, table, [column])
    op.drop_index("ix_posts_owed")
    op.execute(
        "CREATE INDEX ix_posts_undelivered ON posts (chat)"
        " WHERE shown_revision < wanted_revision OR sent_revision < fresh_revision"
    )
    with op.batch_alter_table("players") as players:
        players.drop_constraint(op.f("uq_players_program"), type_="unique")
        players.create_unique_constraint(op.f("uq_players_computer_player"), ["computer_player"])
    with op.batch_alter_table("games") as games:
        games.drop_constraint(op.f("ck_games_actor"), type_="check")
        games.create_check_constraint(op.f("ck_games_to_act"), "(outcome IS NULL) = (to_act IS NOT NULL)")
    with op.batch_alter_table("notifications") as notifications:
        notifications.drop_constraint(op.f("ck_notices_state"), type_="check")
    op.execute("UPDATE notifications SET state = 'undelivered' WHERE state = 'owed'")
    with op.batch_alter_table("notifications") as notifications:
        notifications.create_check_constraint(
            op.f("ck_notifications_state"), "state IN ('undelivered', 'sending', 'sent')"
        )
