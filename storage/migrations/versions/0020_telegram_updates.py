"""Telegram's updates: each is stored once, and handled by one process."""

import json

import sqlalchemy as sa
from alembic import op

from storage.portable import Text, only_where
from storage.tables import Moment

revision = "0020"
down_revision = "0019"

NAMESPACE = "telegram-updates"
NOBODY = 0


def upgrade() -> None:
    """Add the table, and bring there what was not handled yet."""
    made = op.create_table(
        "telegram_updates",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("handled_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_telegram_updates")),
    )
    op.create_index("ix_telegram_updates_handled_at", "telegram_updates", ["handled_at"])
    waiting = only_where(made.c.handled_at.is_(None))
    op.create_index("ix_telegram_updates_chat_waiting", "telegram_updates", ["chat"], **waiting)
    op.create_index("ix_telegram_updates_process", "telegram_updates", ["process"], **waiting)
    entries = sa.table("log_entries", sa.column("number"), sa.column("namespace"), sa.column("text", Text))
    of_telegram = entries.c.namespace == NAMESPACE
    connection = op.get_bind()
    rows = {}
    for text in connection.execute(
        sa.select(entries.c.text).where(of_telegram).order_by(entries.c.number)
    ).scalars():
        if (found := _read(text)) is not None:
            number, chat = found
            rows[number] = {"id": number, "chat": chat, "process": NOBODY, "text": text}
    if rows:
        connection.execute(sa.insert(made), [*rows.values()])
    connection.execute(sa.delete(entries).where(of_telegram))


def _read(text: str) -> tuple[int, int] | None:
    """Return the number of an update, and the chat that it concerns; nothing, if it has none."""
    try:
        update = json.loads(text)
        number = int(update["update_id"])
    except (ValueError, TypeError, KeyError):
        return None
    for kind in ("message", "my_chat_member", "callback_query"):
        try:
            what = update[kind]
            chat = int((what["message"] if kind == "callback_query" else what)["chat"]["id"])
        except (ValueError, TypeError, KeyError):
            continue
        return number, chat
    return number, 0
