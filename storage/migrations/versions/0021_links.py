"""Links: two accounts of one person become one player; and names that stay."""

import sqlalchemy as sa
from alembic import op

from storage.portable import Text, only_where
from storage.tables import Moment

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add what links need: until now each account was a player of its own, who is called as it is."""
    op.add_column("players", sa.Column("own_name", Text, nullable=True))
    op.add_column("players", sa.Column("merged_into", sa.Integer(), nullable=True))
    own_name: sa.ColumnClause[str] = sa.column("own_name", Text)
    op.create_index("ix_players_own_name", "players", ["own_name"], **only_where(own_name.is_not(None)))
    op.add_column("accounts", sa.Column("shown_name", Text, nullable=True))
    op.add_column("accounts", sa.Column("is_first", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute(
        "UPDATE accounts SET shown_name ="
        " (SELECT players.name FROM players WHERE players.id = accounts.player)"
    )
    op.create_table(
        "link_codes",
        sa.Column("hash", Text, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("is_used", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_link_codes_player")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_link_codes_chat")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_link_codes")),
    )
    op.create_index("ix_link_codes_player", "link_codes", ["player", "made"])
    op.create_table(
        "links",
        sa.Column("id", Text, nullable=False),
        sa.Column("state", Text, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("asker", sa.Integer(), nullable=False),
        sa.Column("asker_chat", sa.Integer(), nullable=False),
        sa.Column("typist", sa.Integer(), nullable=False),
        sa.Column("typist_chat", sa.Integer(), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("older", sa.Integer(), nullable=True),
        sa.Column("linked", Moment(), nullable=True),
        sa.CheckConstraint(
            "state IN ('typed', 'confirmed', 'linked', 'refused', 'undone')", name=op.f("ck_links_state")
        ),
        sa.CheckConstraint("asker <> typist", name=op.f("ck_links_two_players")),
        sa.CheckConstraint(
            "(state IN ('linked', 'undone')) = (older IS NOT NULL)", name=op.f("ck_links_older")
        ),
        sa.CheckConstraint("(older IS NULL) = (linked IS NULL)", name=op.f("ck_links_linked")),
        sa.ForeignKeyConstraint(["asker"], ["players.id"], name=op.f("fk_links_asker")),
        sa.ForeignKeyConstraint(["asker_chat"], ["chats.id"], name=op.f("fk_links_asker_chat")),
        sa.ForeignKeyConstraint(["typist"], ["players.id"], name=op.f("fk_links_typist")),
        sa.ForeignKeyConstraint(["typist_chat"], ["chats.id"], name=op.f("fk_links_typist_chat")),
        sa.ForeignKeyConstraint(["older"], ["players.id"], name=op.f("fk_links_older")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
    )
    op.create_index("ix_links_asker", "links", ["asker"])
    op.create_index("ix_links_typist", "links", ["typist"])
    op.create_index("ix_links_older", "links", ["older", "linked"])
    op.create_table(
        "link_changes",
        sa.Column("link", Text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_name", Text, nullable=False),
        sa.Column("row_key", Text, nullable=False),
        sa.Column("column_name", Text, nullable=True),
        sa.Column("before", Text, nullable=False),
        sa.Column("after", Text, nullable=True),
        sa.ForeignKeyConstraint(
            ["link"], ["links.id"], name=op.f("fk_link_changes_link"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("link", "number", name=op.f("pk_link_changes")),
    )
    with op.batch_alter_table("posts", table_kwargs={"sqlite_autoincrement": True}) as posts:
        posts.drop_constraint(op.f("ck_posts_subject"), type_="check")
        posts.create_check_constraint(
            op.f("ck_posts_subject"),
            "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday', 'announcement', 'link')",
        )
