"""Outbox: what each chat should show and which players to notify, stored with the action that causes it."""

from bot.sessions.outbox.claims import (
    DEADLINE as DEADLINE,
    Claim as Claim,
    ClaimLost as ClaimLost,
    Delivery as Delivery,
    Post as Post,
    PostClaim as PostClaim,
    RetiredClaim as RetiredClaim,
    RetiredMessage as RetiredMessage,
)
from bot.sessions.outbox.enqueue import PLAYER_LEFT as PLAYER_LEFT, REPEATED_CALL as REPEATED_CALL
from storage.deliveries import LONGEST_DELAY as LONGEST_DELAY
