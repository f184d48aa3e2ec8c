"""Bans: who is kept from challenges by those who run the bot; and announcements, which chats are shown."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the table, and a kind of posts: until now nobody was banned, and nothing announced."""
    op.create_table(
        "bans",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_bans_player")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_bans")),
    )
    with op.batch_alter_table("posts", table_kwargs={"sqlite_autoincrement": True}) as posts:
        posts.drop_constraint(op.f("ck_posts_subject"), type_="check")
        posts.create_check_constraint(
            op.f("ck_posts_subject"),
            "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday', 'announcement')",
        )
