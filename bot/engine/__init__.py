"""The computer player."""

from bot.engine.plain import PlainMind

__all__ = ["PlainMind"]
