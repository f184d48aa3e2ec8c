"""Roll-outs: boards played out many times, so that what becomes of them is counted and not only judged."""

from bot.engine.rollout.playing_out import TO_THE_TABLE, RollOut, roll_out

__all__ = ["TO_THE_TABLE", "RollOut", "roll_out"]
