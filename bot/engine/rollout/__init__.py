"""Roll-outs: plays a position out many times, and averages the results instead of evaluating the board."""

from bot.engine.rollout.playing_out import (
    TO_THE_TABLE as TO_THE_TABLE,
    RollOut as RollOut,
    roll_out as roll_out,
)
