"""What happened in a game, in one text, as the rules write an event; nothing else is called event."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_TEXT = """
UPDATE events SET event = CASE kind
    WHEN 'opening' THEN rtrim('open ' || text)
    WHEN 'roll' THEN replace(text, '-', '')
    WHEN 'turn' THEN rtrim(text || ' ' || cause)
    WHEN 'offer' THEN 'offer ' || text
    WHEN 'refusal' THEN 'refuse ' || text
    WHEN 'resign' THEN 'resign ' || text
    WHEN 'choice' THEN text
    ELSE kind END
"""
# The roll after the opening is the opening roll where that is kept, which is no roll of its own: always in
# the games of `sport` and `short`, by White's choice in those of `palm`.
_KEPT = """
UPDATE events SET event = event || ' kept' WHERE kind = 'roll' AND EXISTS (
    SELECT 1 FROM events AS earlier JOIN games ON games.id = earlier.game
    WHERE earlier.game = events.game AND earlier.number = events.number - 1 AND (
        earlier.kind = 'choice' AND earlier.text = 'keep'
        OR earlier.kind = 'opening' AND earlier.text <> '' AND games.ruleset IN ('sport', 'short')))
"""


def upgrade() -> None:
    """Write each row's kind, text and cause as one event; name the idempotency keys what they are."""
    op.add_column("events", sa.Column("event", sa.Text(), server_default="", nullable=False))
    op.execute(_TEXT)
    op.execute(_KEPT)
    order = ("game", "number", "version", "side", "event", "at")
    with op.batch_alter_table("events", partial_reordering=[order]) as events:
        events.alter_column("event", server_default=None)
        events.drop_column("kind")
        events.drop_column("text")
        events.drop_column("cause")
    op.execute('ALTER TABLE applied RENAME COLUMN event TO "key"')
