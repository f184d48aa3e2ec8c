"""Sessions: games and challenges as people have them; one action, one transaction, and what chats show."""

from bot.engine import Advantage, Analysis, Candidate, Hint, JudgedTurn, Level, Performance
from bot.sessions.actor import Actor
from bot.sessions.analyses import Review
from bot.sessions.dice import DiceSource, SystemDice, short_id
from bot.sessions.errors import TooManyAnalyses
from bot.sessions.hints import Adviser, Hints, may_ask
from bot.sessions.imports import is_import
from bot.sessions.live_game import DRAW, Offer
from bot.sessions.manager import Overview, SessionManager
from bot.sessions.mapping import LoadedEvent, LoadedGame, lone_record_of, record_of
from bot.sessions.options import USUAL_LEVEL, First, Options
from bot.sessions.outbox.deliveries import Outbox, PostClaim, RetiredClaim
from bot.sessions.outbox.viewing import GameView
from bot.sessions.people import DisplayPreferences, counts_for, display_of
from bot.sessions.signing import Signer
from bot.sessions.workers.analysis_queue import AnalysisQueue, AnalysisRequest, Analyst, Subject
from bot.sessions.workers.auto_review import AutoReview
from bot.sessions.workers.computer_player import ComputerPlayer, Strategy
from storage.deliveries import LONGEST_DELAY
from storage.rows import (
    ChallengeRow,
    ChatRow,
    MatchRow,
    NotificationRow,
    OpenGame,
    PlayerRow,
    PostRow,
    RetiredRow,
)

__all__ = [
    "DRAW",
    "LONGEST_DELAY",
    "USUAL_LEVEL",
    "Actor",
    "Advantage",
    "Adviser",
    "Analysis",
    "AnalysisQueue",
    "AnalysisRequest",
    "Analyst",
    "AutoReview",
    "Candidate",
    "ChallengeRow",
    "ChatRow",
    "ComputerPlayer",
    "DiceSource",
    "DisplayPreferences",
    "First",
    "GameView",
    "Hint",
    "Hints",
    "JudgedTurn",
    "Level",
    "LoadedEvent",
    "LoadedGame",
    "MatchRow",
    "NotificationRow",
    "Offer",
    "OpenGame",
    "Options",
    "Outbox",
    "Overview",
    "Performance",
    "PlayerRow",
    "PostClaim",
    "PostRow",
    "RetiredClaim",
    "RetiredRow",
    "Review",
    "SessionManager",
    "Signer",
    "Strategy",
    "Subject",
    "SystemDice",
    "TooManyAnalyses",
    "counts_for",
    "display_of",
    "is_import",
    "lone_record_of",
    "may_ask",
    "record_of",
    "short_id",
]
