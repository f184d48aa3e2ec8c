"""Roll-outs: boards played out many times, so that what becomes of them is counted and not only judged."""

from bot.engine.rollout.playing_out import (
    TO_THE_TABLE as TO_THE_TABLE,
    RollOut as RollOut,
    roll_out as roll_out,
)
