"""Who knows whom, invitations with secrets, and languages that were chosen or only asked for."""

import sqlalchemy as sa
from alembic import op

from storage.tables import Moment

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Let those have met who were heard in the same chat or play in it; nobody has blocked anybody."""
    _add_people()
    _add_languages()
    with op.batch_alter_table("challenges") as challenges:
        challenges.add_column(sa.Column("handle", sa.Text(), nullable=True))
        challenges.add_column(sa.Column("invitation", sa.Integer(), server_default="1", nullable=False))
        challenges.add_column(sa.Column("taker", sa.Integer(), nullable=True))
        challenges.add_column(sa.Column("taker_chat", sa.Integer(), nullable=True))
        challenges.drop_constraint(op.f("ck_challenges_state"), type_="check")
        for name, condition in (
            ("state", "state IN ('open', 'taken', 'accepted', 'declined', 'cancelled')"),
            ("one_opponent", "opponent IS NULL OR handle IS NULL"),
            ("taker", "state <> 'taken' OR (taker IS NOT NULL AND taker_chat IS NOT NULL)"),
        ):
            challenges.create_check_constraint(op.f(f"ck_challenges_{name}"), condition)
        challenges.create_foreign_key(op.f("fk_challenges_taker"), "players", ["taker"], ["id"])
        challenges.create_foreign_key(op.f("fk_challenges_taker_chat"), "chats", ["taker_chat"], ["id"])
    op.execute("UPDATE notes SET shelf = 'installation' WHERE shelf = 'web' AND key = 'key'")
    _show_invitations_again()


def _add_people() -> None:
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
    op.create_index(op.f("ix_chat_members_player"), "chat_members", ["player"], unique=False)
    for source in (
        "SELECT met_in, player FROM accounts WHERE met_in IS NOT NULL",
        "SELECT white_chat, white FROM games JOIN chats ON chats.id = white_chat WHERE kind = 'shared'",
        "SELECT black_chat, black FROM games JOIN chats ON chats.id = black_chat WHERE kind = 'shared'",
    ):
        op.execute(f"INSERT OR IGNORE INTO chat_members (chat, player) {source}")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_index(op.f("ix_accounts_met_in"))
        accounts.drop_column("met_in")
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
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_failed_attempts_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_attempts")),
    )
    op.create_index("ix_failed_attempts_player", "failed_attempts", ["player", "kind", "at"], unique=False)


def _show_invitations_again() -> None:
    """Have the cards of open invitations shown again: their links and commands lack what they need now."""
    op.execute(
        "UPDATE posts SET shown = min(shown, wanted - 1), told = min(told, shown, wanted - 1)"
        " WHERE subject = 'challenge' AND subject_id IN"
        " (SELECT id FROM challenges WHERE state = 'open' AND opponent IS NULL AND handle IS NULL)"
    )


def _add_languages() -> None:
    """Tell apart who chose a language from whose client asked for it, as far as that can be seen.

    A private chat remembers the language that was asked for when it was heard first. What a shared chat
    speaks may have been chosen, so that it is left as it is.
    """
    op.add_column("players", sa.Column("client_language", sa.Text(), nullable=True))
    op.execute("UPDATE players SET client_language = language")
    op.execute(
        "UPDATE players SET language = NULL WHERE NOT EXISTS"
        " (SELECT 1 FROM chats WHERE owner = players.id AND language <> players.language)"
    )
    op.add_column(
        "chats", sa.Column("language_chosen", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.execute("UPDATE chats SET language_chosen = 1 WHERE kind = 'shared'")
