"""The computer player: it judges boards, plays, hints, and tells what a game was worth."""

from bot.engine.analysis import (
    Analysis as Analysis,
)
from bot.engine.analysis import (
    Balance as Balance,
)
from bot.engine.analysis import (
    Band as Band,
)
from bot.engine.analysis import (
    CubeMove as CubeMove,
)
from bot.engine.analysis import (
    Depth as Depth,
)
from bot.engine.analysis import (
    JudgedCube as JudgedCube,
)
from bot.engine.analysis import (
    JudgedTurn as JudgedTurn,
)
from bot.engine.analysis import (
    Mistake as Mistake,
)
from bot.engine.analysis import (
    Performance as Performance,
)
from bot.engine.analysis import (
    Reviewer as Reviewer,
)
from bot.engine.analysis_text import read_analysis as read_analysis
from bot.engine.analysis_text import write_analysis as write_analysis
from bot.engine.chances import Chances as Chances
from bot.engine.cube import CubeAction as CubeAction
from bot.engine.cube import CubeDecision as CubeDecision
from bot.engine.engine import Engine as Engine
from bot.engine.engine import racing_turn as racing_turn
from bot.engine.hints import Advantage as Advantage
from bot.engine.hints import Candidate as Candidate
from bot.engine.hints import Hint as Hint
from bot.engine.hints import Reason as Reason
from bot.engine.levels import Level as Level
from bot.engine.race import is_race as is_race
from bot.engine.score import MONEY as MONEY
from bot.engine.score import Score as Score
