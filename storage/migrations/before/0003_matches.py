"""Matches: every game is one of a match, with or without a doubling cube."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.sql.elements import conv

from storage.tables import Moment

revision = "0003"
down_revision = "0002"

# A rebuilt table keeps its columns, keys and indexes by itself, but not its checks.
_GAMES = (
    sa.CheckConstraint("white <> black", name=conv("ck_games_two_players")),
    sa.CheckConstraint("version >= 1 AND turns >= 0", name=conv("ck_games_numbers")),
    sa.CheckConstraint("(outcome IS NULL) = (actor IS NOT NULL)", name=conv("ck_games_actor")),
    sa.CheckConstraint("(offer IS NULL) = (offer_by IS NULL)", name=conv("ck_games_offer")),
)
_CHALLENGES = (
    sa.CheckConstraint(
        "state IN ('open', 'accepted', 'declined', 'cancelled')", name=conv("ck_challenges_state")
    ),
    sa.CheckConstraint("challenger <> opponent", name=conv("ck_challenges_two_players")),
    sa.CheckConstraint("(state = 'accepted') = (game IS NOT NULL)", name=conv("ck_challenges_game")),
    sa.CheckConstraint("starter IN ('challenger', 'opponent')", name=conv("ck_challenges_starter")),
)


def upgrade() -> None:
    """Make each game that there is a match of one game, and each challenge one to a single game."""
    _add_matches()
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("match", sa.Text(), nullable=True))
        games.add_column(sa.Column("number", sa.Integer(), nullable=True))
        games.add_column(sa.Column("cube", sa.Text(), nullable=True))
        games.add_column(sa.Column("choice", sa.Text(), nullable=True))
    op.execute(
        "INSERT INTO matches SELECT id, ruleset, '1 game', 0, 0, white, black,"
        " CASE WHEN (SELECT text FROM events WHERE game = games.id AND kind = 'opening') = ''"
        " THEN white END, started FROM games"
    )
    op.execute("UPDATE games SET \"match\" = id, number = 1, outcome = outcome || ' 1'")
    with op.batch_alter_table("games", recreate="always", table_args=_GAMES) as games:
        games.alter_column("match", nullable=False)
        games.alter_column("number", nullable=False)
        games.create_foreign_key(op.f("fk_games_match"), "matches", ["match"], ["id"])
        games.create_unique_constraint(op.f("uq_games_match"), ["match", "number"])
    with op.batch_alter_table("challenges") as challenges:
        challenges.add_column(sa.Column("length", sa.Text(), nullable=True))
        challenges.add_column(sa.Column("cube", sa.Boolean(name="cube"), nullable=True))
        challenges.add_column(sa.Column("extended", sa.Boolean(name="extended"), nullable=True))
        challenges.add_column(sa.Column("starter", sa.Text(), nullable=True))
    op.execute("UPDATE challenges SET length = '1 game', cube = 0, extended = 0")
    with op.batch_alter_table("challenges", recreate="always", table_args=_CHALLENGES) as challenges:
        for column in ("length", "cube", "extended"):
            challenges.alter_column(column, nullable=False)


def _add_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("length", sa.Text(), nullable=False),
        sa.Column("cube", sa.Boolean(name="cube"), nullable=False),
        sa.Column("extended", sa.Boolean(name="extended"), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("starter", sa.Integer(), nullable=True),
        sa.Column("started", Moment(), nullable=False),
        sa.CheckConstraint("first <> second", name=op.f("ck_matches_two_players")),
        sa.CheckConstraint("starter IN (first, second)", name=op.f("ck_matches_starter")),
        sa.ForeignKeyConstraint(["first"], ["players.id"], name=op.f("fk_matches_first")),
        sa.ForeignKeyConstraint(["second"], ["players.id"], name=op.f("fk_matches_second")),
        sa.ForeignKeyConstraint(["starter"], ["players.id"], name=op.f("fk_matches_starter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_first"), "matches", ["first"], unique=False)
    op.create_index(op.f("ix_matches_second"), "matches", ["second"], unique=False)
