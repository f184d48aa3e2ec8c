"""What an account is called by with an @, and where it was heard last among others."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both to the accounts."""
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("handle", sa.Text(), nullable=True))
        accounts.add_column(sa.Column("met_in", sa.Integer(), nullable=True))
        accounts.create_foreign_key(op.f("fk_accounts_met_in"), "chats", ["met_in"], ["id"])
        accounts.create_index(op.f("ix_accounts_met_in"), ["met_in"])
