"""Workers: background tasks. Most search the database for due work, woken by events or by a timer."""

from bot.sessions.workers.alarm_runner import AlarmRunner as AlarmRunner, Chore as Chore
from bot.sessions.workers.analysis_queue import (
    AnalysisQueue as AnalysisQueue,
    AnalysisRequest as AnalysisRequest,
    Analyst as Analyst,
    Subject as Subject,
)
from bot.sessions.workers.auto_review import AutoReview as AutoReview
from bot.sessions.workers.computer_player import ComputerPlayer as ComputerPlayer, Strategy as Strategy
from bot.sessions.workers.daily_position import DailyPosition as DailyPosition
from bot.sessions.workers.game_watch import GameWatch as GameWatch
from bot.sessions.workers.heartbeat import BOT as BOT, LONGEST_PAUSE as LONGEST_PAUSE, Heartbeat as Heartbeat
from bot.sessions.workers.membership import Membership as Membership
from bot.sessions.workers.reminding import Absences as Absences, Reminding as Reminding
from bot.sessions.workers.wake_up import IDLE as IDLE, WakeUp as WakeUp, releasing as releasing
