"""The first migration of every dialect: the tables as they are with it.

A SQLite file that is older comes to the same tables through the migrations in `before`.
"""

import sqlalchemy as sa
from alembic import op

from storage.portable import NEVER_REUSED_KEYS, Text, only_where
from storage.tables import Moment

revision = "0017"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _people()
    _games()
    _challenges()
    _outbox()
    _rest()


def _index_only(name: str, table: str, columns: list[str], condition: str | sa.ColumnElement[bool]) -> None:
    """Index only those rows that meet a condition."""
    where = sa.literal_column(condition, sa.Boolean()) if isinstance(condition, str) else condition
    op.create_index(name, table, columns, **only_where(where))


def _people() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("computer_player", Text),
        sa.Column("language", Text),
        sa.Column("client_language", Text),
        sa.Column("theme", Text),
        sa.Column("side", Text),
        sa.Column("auto_roll", sa.Boolean(), nullable=False),
        sa.Column("auto_forced", sa.Boolean(), nullable=False),
        sa.Column("auto_confirm", sa.Boolean(), nullable=False),
        sa.Column("auto_race", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("numbers", Text, server_default="board", nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("zone", Text),
        sa.Column("quiet", Text),
        sa.Column("reminders", Text, server_default="once", nullable=False),
        sa.Column("digest", Text),
        sa.CheckConstraint("numbers IN ('board', 'own-side')", name=op.f("ck_players_numbers")),
        sa.CheckConstraint("reminders IN ('off', 'once', 'daily')", name=op.f("ck_players_reminders")),
        sa.CheckConstraint("side IN ('w', 'b', 'own')", name=op.f("ck_players_side")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 64", name=op.f("ck_players_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("computer_player", name=op.f("uq_players_computer_player")),
    )
    op.create_table(
        "accounts",
        sa.Column("platform", Text, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("handle", Text),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_accounts_player")),
        sa.PrimaryKeyConstraint("platform", "key", name=op.f("pk_accounts")),
    )
    op.create_index("ix_accounts_handle", "accounts", ["platform", "handle"])
    op.create_index("ix_accounts_name", "accounts", ["platform", "name"])
    op.create_index("ix_accounts_player", "accounts", ["player"])
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", Text, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("owner", sa.Integer()),
        sa.Column("language", Text, nullable=False),
        sa.Column("language_chosen", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("theme", Text, nullable=False),
        sa.Column("side", Text, nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("not_before", Moment()),
        sa.Column("boards", Text, server_default="stay", nullable=False),
        sa.Column("threads", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("zone", Text),
        sa.Column("claimed_until", Moment()),
        sa.Column("last_claim", Moment()),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("boards IN ('stay', 'shrink', 'delete')", name=op.f("ck_chats_boards")),
        sa.CheckConstraint("kind IN ('private', 'shared')", name=op.f("ck_chats_kind")),
        sa.CheckConstraint("side IN ('w', 'b')", name=op.f("ck_chats_side")),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name=op.f("fk_chats_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
        sa.UniqueConstraint("platform", "key", name=op.f("uq_chats_platform")),
    )
    _index_only("ix_chats_claimed", "chats", ["claimed_until"], "claimed_until IS NOT NULL")
    _index_only("ix_chats_not_before", "chats", ["not_before"], "not_before IS NOT NULL")
    op.create_index("ix_chats_owner", "chats", ["owner"])
    op.create_table(
        "chat_members",
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat"], ["chats.id"], name=op.f("fk_chat_members_chat"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_chat_members_player")),
        sa.PrimaryKeyConstraint("chat", "player", name=op.f("pk_chat_members")),
    )
    op.create_index("ix_chat_members_player", "chat_members", ["player"])
    op.create_table(
        "blocks",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("blocked", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.CheckConstraint("player <> blocked", name=op.f("ck_blocks_two_players")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_blocks_player")),
        sa.PrimaryKeyConstraint("player", "blocked", name=op.f("pk_blocks")),
    )
    op.create_table(
        "failed_attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_failed_attempts_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_attempts")),
    )
    op.create_index("ix_failed_attempts_player", "failed_attempts", ["player", "kind", "at"])
    op.create_table(
        "questions",
        sa.Column("id", Text, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("lines", Text, nullable=False),
        sa.Column("expires", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_questions_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index("ix_questions_player", "questions", ["player"])
    op.create_table(
        "holidays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("starts", Moment(), nullable=False),
        sa.Column("ends", Moment(), nullable=False),
        sa.Column("announced", Moment(), nullable=False),
        sa.Column("zone", Text, nullable=False),
        sa.CheckConstraint("starts < ends", name=op.f("ck_holidays_order")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_holidays_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holidays")),
        **NEVER_REUSED_KEYS,
    )
    op.create_index("ix_holidays_player", "holidays", ["player", "ends"])


def _games() -> None:
    op.create_table(
        "matches",
        sa.Column("id", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("length", Text, nullable=False),
        sa.Column("cube", sa.Boolean(), nullable=False),
        sa.Column("extended", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("level", Text),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("starter", sa.Integer()),
        sa.Column("time_control", Text),
        sa.Column("started", Moment(), nullable=False),
        sa.CheckConstraint("first <> second", name=op.f("ck_matches_two_players")),
        sa.CheckConstraint("starter IN (first, second)", name=op.f("ck_matches_starter")),
        sa.ForeignKeyConstraint(["first"], ["players.id"], name=op.f("fk_matches_first")),
        sa.ForeignKeyConstraint(["second"], ["players.id"], name=op.f("fk_matches_second")),
        sa.ForeignKeyConstraint(["starter"], ["players.id"], name=op.f("fk_matches_starter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_first", "matches", ["first", "second"])
    _index_only("ix_matches_level", "matches", ["first", "started"], "level IS NOT NULL")
    op.create_index("ix_matches_second", "matches", ["second"])
    op.create_table(
        "games",
        sa.Column("id", Text, nullable=False),
        sa.Column("match", Text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("white_chat", sa.Integer()),
        sa.Column("black_chat", sa.Integer()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.Integer()),
        sa.Column("position", Text, nullable=False),
        sa.Column("roll", Text),
        sa.Column("cube", Text),
        sa.Column("choice", Text),
        sa.Column("draft", Text, nullable=False),
        sa.Column("draft_chat", sa.Integer()),
        sa.Column("offer", Text),
        sa.Column("offer_by", sa.Integer()),
        sa.Column("outcome", Text),
        sa.Column("started", Moment(), nullable=False),
        sa.Column("changed", Moment(), nullable=False),
        sa.Column("awaits_review", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("claimed_until", Moment()),
        sa.Column("white_left", sa.Integer()),
        sa.Column("black_left", sa.Integer()),
        sa.Column("due", Moment()),
        sa.Column("due_told", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("remind_at", Moment()),
        sa.Column("paused", Moment()),
        sa.Column("is_shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("share_number", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("(offer IS NULL) = (offer_by IS NULL)", name=op.f("ck_games_offer")),
        sa.CheckConstraint("(outcome IS NULL) = (to_act IS NOT NULL)", name=op.f("ck_games_to_act")),
        sa.CheckConstraint("(white_left IS NULL) = (black_left IS NULL)", name=op.f("ck_games_left")),
        sa.CheckConstraint("due IS NULL OR white_left IS NOT NULL", name=op.f("ck_games_due")),
        sa.CheckConstraint("version >= 1 AND turns >= 0", name=op.f("ck_games_numbers")),
        sa.CheckConstraint("white <> black", name=op.f("ck_games_two_players")),
        sa.ForeignKeyConstraint(["black"], ["players.id"], name=op.f("fk_games_black")),
        sa.ForeignKeyConstraint(["black_chat"], ["chats.id"], name=op.f("fk_games_black_chat")),
        sa.ForeignKeyConstraint(["draft_chat"], ["chats.id"], name=op.f("fk_games_draft_chat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_games_match")),
        sa.ForeignKeyConstraint(["offer_by"], ["players.id"], name=op.f("fk_games_offer_by")),
        sa.ForeignKeyConstraint(["to_act"], ["players.id"], name=op.f("fk_games_to_act")),
        sa.ForeignKeyConstraint(["white"], ["players.id"], name=op.f("fk_games_white")),
        sa.ForeignKeyConstraint(["white_chat"], ["chats.id"], name=op.f("fk_games_white_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("match", "number", name=op.f("uq_games_match")),
    )
    _index_only(
        "ix_games_awaits_review",
        "games",
        ["changed"],
        sa.column("awaits_review", sa.Boolean()).is_(sa.true()),
    )
    op.create_index("ix_games_black", "games", ["black", "started"])
    _index_only("ix_games_black_asked", "games", ["black"], "offer_by IS NOT NULL")
    op.create_index("ix_games_black_chat", "games", ["black_chat", "outcome"])
    _index_only("ix_games_black_ended", "games", ["black", "changed"], "outcome IS NOT NULL")
    _index_only("ix_games_black_open", "games", ["black"], "outcome IS NULL")
    _index_only("ix_games_claimed", "games", ["claimed_until"], "claimed_until IS NOT NULL")
    _index_only("ix_games_draft_chat", "games", ["draft_chat"], "draft_chat IS NOT NULL")
    _index_only(
        "ix_games_due",
        "games",
        ["due"],
        sa.and_(sa.column("due").is_not(None), sa.column("due_told", sa.Boolean()).is_(sa.false())),
    )
    _index_only("ix_games_remind_at", "games", ["remind_at"], "remind_at IS NOT NULL")
    op.create_index("ix_games_to_act", "games", ["to_act"])
    op.create_index("ix_games_white", "games", ["white", "started"])
    _index_only("ix_games_white_asked", "games", ["white"], "offer_by IS NOT NULL")
    op.create_index("ix_games_white_chat", "games", ["white_chat", "outcome"])
    _index_only("ix_games_white_ended", "games", ["white", "changed"], "outcome IS NOT NULL")
    _index_only("ix_games_white_open", "games", ["white"], "outcome IS NULL")
    op.create_table(
        "events",
        sa.Column("game", Text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("side", Text),
        sa.Column("event", Text, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.CheckConstraint("side IN ('w', 'b')", name=op.f("ck_events_side")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_events_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_events")),
    )
    op.create_table(
        "analyses",
        sa.Column("key", Text, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("text", Text),
        sa.Column("review", Text, nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.CheckConstraint("depth > 0 OR text IS NULL", name=op.f("ck_analyses_text")),
        sa.CheckConstraint("depth IN (0, 1, 2)", name=op.f("ck_analyses_depth")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_analyses_number")),
        sa.PrimaryKeyConstraint("key", "number", name=op.f("pk_analyses")),
    )
    _index_only("ix_analyses_whole", "analyses", ["made"], "text IS NOT NULL")


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", Text, nullable=False),
        sa.Column("challenger", sa.Integer(), nullable=False),
        sa.Column("opponent", sa.Integer()),
        sa.Column("handle", Text),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("length", Text, nullable=False),
        sa.Column("cube", sa.Boolean(), nullable=False),
        sa.Column("extended", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("level", Text),
        sa.Column("starter", Text),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("rematch_of", Text),
        sa.Column("state", Text, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", Text),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("invitation", sa.Integer(), server_default="1", nullable=False),
        sa.Column("taker", sa.Integer()),
        sa.Column("taker_chat", sa.Integer()),
        sa.Column("closed", Moment()),
        sa.Column("time_control", Text),
        sa.CheckConstraint("(state = 'accepted') = (game IS NOT NULL)", name=op.f("ck_challenges_game")),
        sa.CheckConstraint("starter IN ('challenger', 'opponent')", name=op.f("ck_challenges_starter")),
        sa.CheckConstraint(
            "state <> 'taken' OR (taker IS NOT NULL AND taker_chat IS NOT NULL)",
            name=op.f("ck_challenges_taker"),
        ),
        sa.CheckConstraint(
            "state IN ('open', 'taken', 'accepted', 'declined', 'cancelled', 'expired')",
            name=op.f("ck_challenges_state"),
        ),
        sa.CheckConstraint("challenger <> opponent", name=op.f("ck_challenges_two_players")),
        sa.CheckConstraint("opponent IS NULL OR handle IS NULL", name=op.f("ck_challenges_one_opponent")),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name=op.f("fk_challenges_challenger")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_challenges_chat")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_challenges_game")),
        sa.ForeignKeyConstraint(["opponent"], ["players.id"], name=op.f("fk_challenges_opponent")),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name=op.f("fk_challenges_rematch_of")),
        sa.ForeignKeyConstraint(["taker"], ["players.id"], name=op.f("fk_challenges_taker")),
        sa.ForeignKeyConstraint(["taker_chat"], ["chats.id"], name=op.f("fk_challenges_taker_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index("ix_challenges_challenger", "challenges", ["challenger", "made"])
    op.create_index("ix_challenges_challenger_state", "challenges", ["challenger", "state", "made"])
    op.create_index("ix_challenges_chat", "challenges", ["chat", "state", "made"])
    op.create_index("ix_challenges_closed", "challenges", ["closed"])
    op.create_index("ix_challenges_opponent", "challenges", ["opponent", "state", "made"])
    op.create_index("ix_challenges_rematch_of", "challenges", ["rematch_of"])
    op.create_index("ix_challenges_taker_chat", "challenges", ["taker_chat"])


def _outbox() -> None:
    op.create_table(
        "posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subject", Text, nullable=False),
        sa.Column("subject_id", Text, nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("wanted_revision", sa.Integer(), nullable=False),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.Column("told_revision", sa.Integer(), nullable=False),
        sa.Column("fresh_revision", sa.Integer(), nullable=False),
        sa.Column("message", Text),
        sa.Column("sent_revision", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tried_revision", sa.Integer(), nullable=False),
        sa.Column("tried_at", Moment()),
        sa.Column("not_before", Moment()),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("repainted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.CheckConstraint(
            "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday')", name=op.f("ck_posts_subject")
        ),
        sa.CheckConstraint(
            "shown_revision <= wanted_revision AND told_revision <= shown_revision",
            name=op.f("ck_posts_revisions"),
        ),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_posts_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("subject", "subject_id", "chat", name=op.f("uq_posts_subject")),
        **NEVER_REUSED_KEYS,
    )
    op.create_index("ix_posts_chat", "posts", ["chat", "message"])
    _index_only("ix_posts_not_before", "posts", ["not_before"], "not_before IS NOT NULL")
    _index_only(
        "ix_posts_undelivered",
        "posts",
        ["chat"],
        "shown_revision < wanted_revision OR sent_revision < fresh_revision",
    )
    op.create_table(
        "retired",
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("message", Text, nullable=False),
        sa.Column("not_before", Moment()),
        sa.Column("policy", Text, server_default="stay", nullable=False),
        sa.Column("game", Text),
        sa.Column("revision", sa.Integer()),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_retired_chat")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_retired_game")),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_retired")),
    )
    _index_only("ix_retired_not_before", "retired", ["not_before"], "not_before IS NOT NULL")
    op.create_table(
        "notifications",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("cause", Text, nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", Text, nullable=False),
        sa.Column("at", Moment()),
        sa.CheckConstraint(
            "state IN ('undelivered', 'sending', 'sent')", name=op.f("ck_notifications_state")
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_notifications_player")),
        sa.ForeignKeyConstraint(
            ["post"], ["posts.id"], name=op.f("fk_notifications_post"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "cause", name=op.f("pk_notifications")),
    )
    op.create_index("ix_notifications_at", "notifications", ["at"])
    op.create_index("ix_notifications_post", "notifications", ["post", "state"])


def _rest() -> None:
    op.create_table(
        "alarms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("subject", Text, nullable=False),
        sa.Column("due", Moment(), nullable=False),
        sa.Column("claimed_until", Moment()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alarms")),
        sa.UniqueConstraint("kind", "subject", name=op.f("uq_alarms_kind")),
    )
    _index_only("ix_alarms_claimed", "alarms", ["claimed_until"], "claimed_until IS NOT NULL")
    op.create_index("ix_alarms_due", "alarms", ["due"])
    op.create_table(
        "heartbeats",
        sa.Column("name", Text, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "applied",
        sa.Column("key", Text, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_applied")),
    )
    op.create_index("ix_applied_at", "applied", ["at"])
    op.create_table(
        "given_ids",
        sa.Column("id", Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_given_ids")),
    )
    op.create_table(
        "key_values",
        sa.Column("namespace", Text, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.PrimaryKeyConstraint("namespace", "key", name=op.f("pk_key_values")),
    )
    op.create_table(
        "log_entries",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("namespace", Text, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_log_entries")),
        **NEVER_REUSED_KEYS,
    )
    op.create_index("ix_log_entries_namespace", "log_entries", ["namespace"])
    op.create_table(
        "unreadable_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("namespace", Text, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unreadable_entries")),
    )
    op.create_index("ix_unreadable_entries_at", "unreadable_entries", ["at"])
