"""The computer player."""

from bot.engine.plain import PlainMind
from bot.engine.race import is_race, racing_turn

__all__ = ["PlainMind", "is_race", "racing_turn"]
