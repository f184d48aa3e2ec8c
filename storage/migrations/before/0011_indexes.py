"""Indexes for every question that is asked often, and a mark on games that wait for their review."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_DROPPED = (
    "ix_analyses_made",
    "ix_games_ended",
    "ix_games_white",
    "ix_games_black",
    "ix_matches_first",
    "ix_challenges_challenger",
    "ix_challenges_opponent",
    "ix_posts_chat",
    "ix_notifications_post",
)
_MADE = (
    ("ix_games_awaits_review", "games", "changed", "awaits_review IS 1"),
    ("ix_games_white", "games", "white, started", ""),
    ("ix_games_black", "games", "black, started", ""),
    ("ix_games_white_open", "games", "white", "outcome IS NULL"),
    ("ix_games_black_open", "games", "black", "outcome IS NULL"),
    ("ix_games_white_ended", "games", "white, changed", "outcome IS NOT NULL"),
    ("ix_games_black_ended", "games", "black, changed", "outcome IS NOT NULL"),
    ("ix_games_white_asked", "games", "white", "offer_by IS NOT NULL"),
    ("ix_games_black_asked", "games", "black", "offer_by IS NOT NULL"),
    ("ix_games_white_chat", "games", "white_chat, outcome", ""),
    ("ix_games_black_chat", "games", "black_chat, outcome", ""),
    ("ix_games_draft_chat", "games", "draft_chat", "draft_chat IS NOT NULL"),
    ("ix_accounts_name", "accounts", "platform, name", ""),
    ("ix_accounts_handle", "accounts", "platform, handle", ""),
    ("ix_analyses_whole", "analyses", "made", "text IS NOT NULL"),
    ("ix_chats_not_before", "chats", "not_before", "not_before IS NOT NULL"),
    ("ix_matches_first", "matches", '"first", "second"', ""),
    ("ix_matches_level", "matches", '"first", started', "level IS NOT NULL"),
    ("ix_challenges_challenger", "challenges", "challenger, made", ""),
    ("ix_challenges_challenger_state", "challenges", "challenger, state, made", ""),
    ("ix_challenges_opponent", "challenges", "opponent, state, made", ""),
    ("ix_challenges_chat", "challenges", "chat, state, made", ""),
    ("ix_challenges_taker_chat", "challenges", "taker_chat", ""),
    ("ix_posts_chat", "posts", "chat, message", ""),
    ("ix_posts_not_before", "posts", "not_before", "not_before IS NOT NULL"),
    ("ix_retired_not_before", "retired", "not_before", "not_before IS NOT NULL"),
    ("ix_notifications_post", "notifications", "post, state", ""),
)
_AWAITS_REVIEW = (
    "UPDATE games SET awaits_review = 1 WHERE outcome IS NOT NULL"
    " AND (white IN (SELECT id FROM players WHERE computer_player IS NOT NULL)"
    " OR black IN (SELECT id FROM players WHERE computer_player IS NOT NULL))"
    ' AND NOT EXISTS (SELECT 1 FROM analyses WHERE "key" = games.id AND number = 1)'
)


def upgrade() -> None:
    """Index; games against the program that were not analysed wait for it, as before."""
    op.add_column(
        "games",
        sa.Column(
            "awaits_review", sa.Boolean(name="awaits_review"), server_default=sa.false(), nullable=False
        ),
    )
    op.execute(_AWAITS_REVIEW)
    for name in _DROPPED:
        op.drop_index(name)
    for name, table, columns, condition in _MADE:
        where = f" WHERE {condition}" if condition else ""
        op.execute(f"CREATE INDEX {name} ON {table} ({columns}){where}")
