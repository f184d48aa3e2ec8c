"""The computer player: it judges boards, plays, hints, and tells what a game was worth."""

from bot.engine.analysis import (
    Analysis,
    Band,
    JudgedTurn,
    Mistake,
    Performance,
    read_analysis,
    write_analysis,
)
from bot.engine.chances import Chances
from bot.engine.engine import Engine, racing_turn
from bot.engine.hints import Advantage, Candidate, Hint
from bot.engine.levels import Level
from bot.engine.race import is_race

__all__ = [
    "Advantage",
    "Analysis",
    "Band",
    "Candidate",
    "Chances",
    "Engine",
    "Hint",
    "JudgedTurn",
    "Level",
    "Mistake",
    "Performance",
    "is_race",
    "racing_turn",
    "read_analysis",
    "write_analysis",
]
