"""Sessions: games and challenges as people have them; one action, one transaction, and what chats show."""

from bot.engine import (
    Advantage,
    Analysis,
    Band,
    Candidate,
    CubeAction,
    CubeDecision,
    Depth,
    Hint,
    JudgedCube,
    JudgedTurn,
    Level,
    Performance,
    Reason,
)
from bot.engine.puzzles import Puzzle
from bot.sessions.analyses import Review
from bot.sessions.dice import DiceSource, SystemDice, short_id
from bot.sessions.errors import TooManyAnalyses
from bot.sessions.forgetting import Belongings
from bot.sessions.game_clock import GameClock, Stop
from bot.sessions.game_lists import Overview, one_after, waits_for
from bot.sessions.health import Backlog, BackupWatch, Health, Workload
from bot.sessions.hints import Adviser, Hints, may_ask
from bot.sessions.holidays import EndedHoliday, Holiday
from bot.sessions.imports import is_import
from bot.sessions.linking import LinkedAccount, LinkSide, LinkView
from bot.sessions.live_game import DRAW, OFFERS, PAUSE, Offer
from bot.sessions.loaded_game import LoadedEvent, LoadedGame, lone_record_of, record_of
from bot.sessions.lobbies import LobbyView, OpenInvitation
from bot.sessions.locks import SoleSender
from bot.sessions.manager import SessionManager
from bot.sessions.options import USUAL_LEVEL, First, Options
from bot.sessions.outbox.claims import Post, PostClaim, RetiredClaim, RetiredMessage
from bot.sessions.outbox.outbox import Outbox
from bot.sessions.outbox.viewing import ChallengeView, GameView
from bot.sessions.people import COMPACT as COMPACT
from bot.sessions.people import DisplayPreferences
from bot.sessions.profiles import MOST_COUNTED, Luck, Profile, Tally
from bot.sessions.puzzles import PuzzleView, TableRow
from bot.sessions.questions import Questions
from bot.sessions.reminder_views import DigestView, ReminderView
from bot.sessions.settings import CHAT_SETTINGS as CHAT_SETTINGS
from bot.sessions.settings import FIRST_THEME as FIRST_THEME
from bot.sessions.settings import OWN_COLOUR as OWN_COLOUR
from bot.sessions.settings import OWN_NUMBERS as OWN_NUMBERS
from bot.sessions.settings import PLAYER_SETTINGS as PLAYER_SETTINGS
from bot.sessions.settings import SWITCH as SWITCH
from bot.sessions.sharing import SharedGame, game_named
from bot.sessions.signing import Signer
from bot.sessions.steady_clock import SteadyClock
from bot.sessions.values import Actor, Challenge, ChallengeState, Chat, Match, Player
from bot.sessions.workers.absences import Absences
from bot.sessions.workers.alarm_runner import AlarmRunner, Chore
from bot.sessions.workers.analysis_queue import AnalysisQueue, AnalysisRequest, Analyst, Subject
from bot.sessions.workers.auto_review import AutoReview
from bot.sessions.workers.computer_player import ComputerPlayer, Strategy
from bot.sessions.workers.daily_position import DailyPosition
from bot.sessions.workers.game_watch import GameWatch
from bot.sessions.workers.heartbeat import Heartbeat
from bot.sessions.workers.membership import Membership
from bot.sessions.workers.reminding import Reminding
from storage.deliveries import LONGEST_DELAY
from storage.rows import OpenGame

__all__ = [
    "DRAW",
    "LONGEST_DELAY",
    "MOST_COUNTED",
    "OFFERS",
    "PAUSE",
    "USUAL_LEVEL",
    "Absences",
    "Actor",
    "Advantage",
    "Adviser",
    "AlarmRunner",
    "Analysis",
    "AnalysisQueue",
    "AnalysisRequest",
    "Analyst",
    "AutoReview",
    "Backlog",
    "BackupWatch",
    "Band",
    "Belongings",
    "Candidate",
    "Challenge",
    "ChallengeState",
    "ChallengeView",
    "Chat",
    "Chore",
    "ComputerPlayer",
    "CubeAction",
    "CubeDecision",
    "DailyPosition",
    "Depth",
    "DiceSource",
    "DigestView",
    "DisplayPreferences",
    "EndedHoliday",
    "First",
    "GameClock",
    "GameView",
    "GameWatch",
    "Health",
    "Heartbeat",
    "Hint",
    "Hints",
    "Holiday",
    "JudgedCube",
    "JudgedTurn",
    "Level",
    "LinkSide",
    "LinkView",
    "LinkedAccount",
    "LoadedEvent",
    "LoadedGame",
    "LobbyView",
    "Luck",
    "Match",
    "Membership",
    "Offer",
    "OpenGame",
    "OpenInvitation",
    "Options",
    "Outbox",
    "Overview",
    "Performance",
    "Player",
    "Post",
    "PostClaim",
    "Profile",
    "Puzzle",
    "PuzzleView",
    "Questions",
    "Reason",
    "ReminderView",
    "Reminding",
    "RetiredClaim",
    "RetiredMessage",
    "Review",
    "SessionManager",
    "SharedGame",
    "Signer",
    "SoleSender",
    "SteadyClock",
    "Stop",
    "Strategy",
    "Subject",
    "SystemDice",
    "TableRow",
    "Tally",
    "TooManyAnalyses",
    "Workload",
    "game_named",
    "is_import",
    "lone_record_of",
    "may_ask",
    "one_after",
    "record_of",
    "short_id",
    "waits_for",
]
