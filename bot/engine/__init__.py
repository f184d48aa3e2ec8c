"""The computer player: it judges boards, plays, hints, and tells what a game was worth."""

from bot.engine.analysis import (
    Analysis,
    Balance,
    Band,
    CubeMove,
    Depth,
    JudgedCube,
    JudgedTurn,
    Mistake,
    Performance,
    Reviewer,
)
from bot.engine.analysis_text import read_analysis, write_analysis
from bot.engine.chances import Chances
from bot.engine.cube import CubeAction, CubeDecision
from bot.engine.engine import Engine, racing_turn
from bot.engine.hints import Advantage, Candidate, Hint, Reason
from bot.engine.levels import Level
from bot.engine.race import is_race
from bot.engine.score import MONEY, Score

__all__ = [
    "MONEY",
    "Advantage",
    "Analysis",
    "Balance",
    "Band",
    "Candidate",
    "Chances",
    "CubeAction",
    "CubeDecision",
    "CubeMove",
    "Depth",
    "Engine",
    "Hint",
    "JudgedCube",
    "JudgedTurn",
    "Level",
    "Mistake",
    "Performance",
    "Reason",
    "Reviewer",
    "Score",
    "is_race",
    "racing_turn",
    "read_analysis",
    "write_analysis",
]
