"""Games and challenges as people have them: one action, one transaction, and what chats are owed for it."""

from bot.engine import Advantage, Analysis, Candidate, Hint, JudgedTurn, Level, Performance
from bot.sessions.analyses import Verdict
from bot.sessions.analysts import Analyst, Analysts, Asking, Subject
from bot.sessions.by import By
from bot.sessions.chance import Chance, SystemChance, short_id
from bot.sessions.debts import Debts
from bot.sessions.errors import TooManyAnalyses
from bot.sessions.hints import Adviser, Hints, may_ask
from bot.sessions.imports import is_import
from bot.sessions.judge import Judge
from bot.sessions.manager import SessionManager
from bot.sessions.options import USUAL_LEVEL, First, Options
from bot.sessions.people import Dress, counts_for, dress_of
from bot.sessions.play import DRAW, Cause, Kind, Offer
from bot.sessions.program import Mind, ProgramPlayer
from bot.sessions.signing import Signer
from bot.sessions.stored import StoredGame, lone_record_of, record_of
from storage.owed import LONGEST_DELAY
from storage.rows import ChallengeRow, ChatRow, EventRow, MatchRow, NoticeRow, PlayerRow, PostRow, RetiredRow

Challenge = ChallengeRow
Chat = ChatRow
Event = EventRow
Game = StoredGame
Match = MatchRow
Notice = NoticeRow
Player = PlayerRow
Post = PostRow
Retired = RetiredRow

__all__ = [
    "DRAW",
    "LONGEST_DELAY",
    "USUAL_LEVEL",
    "Advantage",
    "Adviser",
    "Analysis",
    "Analyst",
    "Analysts",
    "Asking",
    "By",
    "Candidate",
    "Cause",
    "Challenge",
    "Chance",
    "Chat",
    "Debts",
    "Dress",
    "Event",
    "First",
    "Game",
    "Hint",
    "Hints",
    "Judge",
    "JudgedTurn",
    "Kind",
    "Level",
    "Match",
    "Mind",
    "Notice",
    "Offer",
    "Options",
    "Performance",
    "Player",
    "Post",
    "ProgramPlayer",
    "Retired",
    "SessionManager",
    "Signer",
    "StoredGame",
    "Subject",
    "SystemChance",
    "TooManyAnalyses",
    "Verdict",
    "counts_for",
    "dress_of",
    "is_import",
    "lone_record_of",
    "may_ask",
    "record_of",
    "short_id",
]
