"""The first tables."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "applied",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("event", name=op.f("pk_applied")),
    )
    op.create_index(op.f("ix_applied_at"), "applied", ["at"], unique=False)
    op.create_table(
        "notes",
        sa.Column("shelf", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "key", name=op.f("pk_notes")),
    )
    op.create_table(
        "pages",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("shelf", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_pages")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_pages_shelf"), "pages", ["shelf"], unique=False)
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("theme", sa.Text(), nullable=True),
        sa.Column("side", sa.Text(), nullable=True),
        sa.Column("auto_roll", sa.Boolean(name="auto_roll"), nullable=False),
        sa.Column("auto_forced", sa.Boolean(name="auto_forced"), nullable=False),
        sa.Column("auto_confirm", sa.Boolean(name="auto_confirm"), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.CheckConstraint("side IN ('w', 'b', 'own')", name=op.f("ck_players_side")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 64", name=op.f("ck_players_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("program", name=op.f("uq_players_program")),
    )
    op.create_table(
        "accounts",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_accounts_player")),
        sa.PrimaryKeyConstraint("platform", "key", name=op.f("pk_accounts")),
    )
    op.create_index(op.f("ix_accounts_player"), "accounts", ["player"], unique=False)
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("theme", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(name="gone"), nullable=False),
        sa.Column("not_before", Moment(), nullable=True),
        sa.CheckConstraint("kind IN ('private', 'shared')", name=op.f("ck_chats_kind")),
        sa.CheckConstraint("side IN ('w', 'b')", name=op.f("ck_chats_side")),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name=op.f("fk_chats_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
        sa.UniqueConstraint("platform", "key", name=op.f("uq_chats_platform")),
    )
    op.create_index(op.f("ix_chats_owner"), "chats", ["owner"], unique=False)
    op.create_table(
        "questions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("expires", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_questions_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index(op.f("ix_questions_player"), "questions", ["player"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("white_chat", sa.Integer(), nullable=True),
        sa.Column("black_chat", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Integer(), nullable=True),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("roll", sa.Text(), nullable=True),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("draft_chat", sa.Integer(), nullable=True),
        sa.Column("offer", sa.Text(), nullable=True),
        sa.Column("offer_by", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("started", Moment(), nullable=False),
        sa.Column("changed", Moment(), nullable=False),
        sa.CheckConstraint("(offer IS NULL) = (offer_by IS NULL)", name=op.f("ck_games_offer")),
        sa.CheckConstraint("(outcome IS NULL) = (actor IS NOT NULL)", name=op.f("ck_games_actor")),
        sa.CheckConstraint("version >= 1 AND turns >= 0", name=op.f("ck_games_numbers")),
        sa.CheckConstraint("white <> black", name=op.f("ck_games_two_players")),
        sa.ForeignKeyConstraint(["actor"], ["players.id"], name=op.f("fk_games_actor")),
        sa.ForeignKeyConstraint(["black"], ["players.id"], name=op.f("fk_games_black")),
        sa.ForeignKeyConstraint(["black_chat"], ["chats.id"], name=op.f("fk_games_black_chat")),
        sa.ForeignKeyConstraint(["draft_chat"], ["chats.id"], name=op.f("fk_games_draft_chat")),
        sa.ForeignKeyConstraint(["offer_by"], ["players.id"], name=op.f("fk_games_offer_by")),
        sa.ForeignKeyConstraint(["white"], ["players.id"], name=op.f("fk_games_white")),
        sa.ForeignKeyConstraint(["white_chat"], ["chats.id"], name=op.f("fk_games_white_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_actor"), "games", ["actor"], unique=False)
    op.create_index(op.f("ix_games_black"), "games", ["black"], unique=False)
    op.create_index(op.f("ix_games_white"), "games", ["white"], unique=False)
    op.create_table(
        "posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("fresh", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("tried_at", Moment(), nullable=True),
        sa.Column("not_before", Moment(), nullable=True),
        sa.CheckConstraint("subject IN ('game', 'challenge')", name=op.f("ck_posts_subject")),
        sa.CheckConstraint("shown <= wanted AND told <= shown", name=op.f("ck_posts_revisions")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_posts_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("subject", "subject_id", "chat", name=op.f("uq_posts_subject")),
    )
    op.create_index(op.f("ix_posts_chat"), "posts", ["chat"], unique=False)
    op.create_index(
        "ix_posts_owed",
        "posts",
        ["chat"],
        unique=False,
        sqlite_where=sa.text("shown < wanted OR sent < fresh"),
    )
    op.create_table(
        "retired",
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("not_before", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_retired_chat")),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_retired")),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("challenger", sa.Integer(), nullable=False),
        sa.Column("opponent", sa.Integer(), nullable=True),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("made", Moment(), nullable=False),
        sa.CheckConstraint("(state = 'accepted') = (game IS NOT NULL)", name=op.f("ck_challenges_game")),
        sa.CheckConstraint(
            "state IN ('open', 'accepted', 'declined', 'cancelled')", name=op.f("ck_challenges_state")
        ),
        sa.CheckConstraint("challenger <> opponent", name=op.f("ck_challenges_two_players")),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name=op.f("fk_challenges_challenger")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_challenges_chat")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_challenges_game")),
        sa.ForeignKeyConstraint(["opponent"], ["players.id"], name=op.f("fk_challenges_opponent")),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name=op.f("fk_challenges_rematch_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index(op.f("ix_challenges_challenger"), "challenges", ["challenger"], unique=False)
    op.create_index(op.f("ix_challenges_opponent"), "challenges", ["opponent"], unique=False)
    op.create_index(op.f("ix_challenges_rematch_of"), "challenges", ["rematch_of"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.CheckConstraint("side IN ('w', 'b')", name=op.f("ck_events_side")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_events_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_events")),
    )
    op.create_table(
        "notices",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('owed', 'sending', 'sent')", name=op.f("ck_notices_state")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_notices_player")),
        sa.ForeignKeyConstraint(["post"], ["posts.id"], name=op.f("fk_notices_post"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "cause", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_post"), "notices", ["post"], unique=False)
