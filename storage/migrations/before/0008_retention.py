"""When things may be forgotten, and which ids must never be given again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

# What shows a game, and what it was worth, may outlive it.
_GIVEN = (
    "SELECT id FROM games",
    "SELECT id FROM matches",
    "SELECT id FROM challenges",
    "SELECT \"key\" FROM notes WHERE shelf = 'imports'",
    "SELECT subject_id FROM posts",
    'SELECT "key" FROM analyses',
)


def upgrade() -> None:
    """Note the ids that were given, and let what is there be as old as can be known."""
    op.create_table(
        "given_ids",
        sa.Column("id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_given_ids")),
    )
    op.execute(f"INSERT INTO given_ids {' UNION '.join(_GIVEN)}")
    # The nonces of messages are made of the ids of posts, which must not come again after posts were deleted.
    with op.batch_alter_table("posts", recreate="always", table_kwargs={"sqlite_autoincrement": True}):
        pass
    op.add_column("challenges", sa.Column("closed", sa.Text(), nullable=True))
    op.create_index(op.f("ix_challenges_closed"), "challenges", ["closed"])
    op.execute("UPDATE challenges SET closed = made WHERE state <> 'open'")
    op.add_column("notices", sa.Column("at", sa.Text(), nullable=True))
    op.create_index(op.f("ix_notices_at"), "notices", ["at"])
    op.execute(
        "UPDATE notices SET at = (SELECT coalesce(games.changed, challenges.made) FROM posts"
        " LEFT JOIN games ON posts.subject = 'game' AND games.id = posts.subject_id"
        " LEFT JOIN challenges ON posts.subject = 'challenge' AND challenges.id = posts.subject_id"
        " WHERE posts.id = notices.post)"
    )
