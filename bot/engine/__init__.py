"""The computer player: chooses turns, gives hints, handles the doubling cube and analyses games.

`Engine` is the entry point.
"""

from bot.engine.analysing import Progress as Progress
from bot.engine.analysis import (
    BANDS as BANDS,
    Analysis as Analysis,
    Balance as Balance,
    Band as Band,
    CubeMove as CubeMove,
    Depth as Depth,
    JudgedCube as JudgedCube,
    JudgedTurn as JudgedTurn,
    Mistake as Mistake,
    Performance as Performance,
    Reviewer as Reviewer,
    band_of as band_of,
)
from bot.engine.analysis_text import read_analysis as read_analysis, write_analysis as write_analysis
from bot.engine.chances import Chances as Chances
from bot.engine.cube import CubeAction as CubeAction, CubeDecision as CubeDecision
from bot.engine.engine import Engine as Engine, racing_turn as racing_turn
from bot.engine.hints import Advantage as Advantage, Candidate as Candidate, Hint as Hint, Reason as Reason
from bot.engine.levels import Level as Level
from bot.engine.race import is_race as is_race
from bot.engine.score import MONEY as MONEY, Score as Score
