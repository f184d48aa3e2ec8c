"""Sessions: games and challenges between people; one action, one transaction, and what chats show."""

from bot.engine import (
    BANDS as BANDS,
    Advantage as Advantage,
    Analysis as Analysis,
    Band as Band,
    Candidate as Candidate,
    CubeAction as CubeAction,
    CubeDecision as CubeDecision,
    Depth as Depth,
    Hint as Hint,
    JudgedCube as JudgedCube,
    JudgedTurn as JudgedTurn,
    Level as Level,
    Performance as Performance,
    Reason as Reason,
)
from bot.engine.puzzles import Puzzle as Puzzle
from bot.sessions.actions.offers import has_withdrawn as has_withdrawn
from bot.sessions.administration import DRAIN_LASTS as DRAIN_LASTS, KnownAccount as KnownAccount
from bot.sessions.analyses import Review as Review
from bot.sessions.challenges import CHALLENGE_EXPIRY as CHALLENGE_EXPIRY, PROGRAM as PROGRAM
from bot.sessions.daily_positions import CLOSED as CLOSED, PUZZLE_OPEN as PUZZLE_OPEN
from bot.sessions.dice import DiceSource as DiceSource, SystemDice as SystemDice, short_id as short_id
from bot.sessions.forgetting import Belongings as Belongings
from bot.sessions.game_clock import ClockStop as ClockStop, GameClock as GameClock
from bot.sessions.game_lists import (
    FINISHED_ON_A_PAGE as FINISHED_ON_A_PAGE,
    Ended as Ended,
    FinishedPage as FinishedPage,
    Overview as Overview,
    one_after as one_after,
    waits_for as waits_for,
)
from bot.sessions.health import (
    OLDEST_BACKUP as OLDEST_BACKUP,
    Backlog as Backlog,
    BackupWatch as BackupWatch,
    Health as Health,
    Workload as Workload,
)
from bot.sessions.hints import Adviser as Adviser, Hints as Hints, may_ask as may_ask
from bot.sessions.holidays import EndedHoliday as EndedHoliday, Holiday as Holiday
from bot.sessions.imports import is_import as is_import
from bot.sessions.linking import LinkedAccount as LinkedAccount, LinkSide as LinkSide, LinkView as LinkView
from bot.sessions.live_game import DRAW as DRAW, OFFERS as OFFERS, PAUSE as PAUSE, Offer as Offer
from bot.sessions.loaded_game import (
    LoadedEvent as LoadedEvent,
    LoadedGame as LoadedGame,
    record_of as record_of,
    standalone_record_of as standalone_record_of,
)
from bot.sessions.lobbies import LobbyView as LobbyView, OpenInvitation as OpenInvitation
from bot.sessions.locks import Locks as Locks, SoleSender as SoleSender
from bot.sessions.manager import DEFAULT_RULES as DEFAULT_RULES, SessionManager as SessionManager
from bot.sessions.namesakes import look_alike as look_alike, looks as looks
from bot.sessions.notification_times import DIGEST as DIGEST, Digests as Digests
from bot.sessions.onlookers import REBROADCAST_EVERY as REBROADCAST_EVERY
from bot.sessions.options import USUAL_LEVEL as USUAL_LEVEL, First as First, Options as Options
from bot.sessions.outbox.outbox import Outbox as Outbox
from bot.sessions.outbox.viewing import ChallengeView as ChallengeView, GameView as GameView
from bot.sessions.people import DisplayPreferences as DisplayPreferences, look_of as look_of
from bot.sessions.profiles import (
    MOST_COUNTED as MOST_COUNTED,
    Luck as Luck,
    Profile as Profile,
    RecentPlay as RecentPlay,
    Tally as Tally,
)
from bot.sessions.puzzles import (
    PuzzleView as PuzzleView,
    TableRow as TableRow,
    puzzle_and_next as puzzle_and_next,
    puzzle_of_day as puzzle_of_day,
)
from bot.sessions.questions import Questions as Questions
from bot.sessions.quiet_hours import QuietHours as QuietHours, is_quiet as is_quiet, parse_time as parse_time
from bot.sessions.rate_limits import (
    KeyedLimits as KeyedLimits,
    KeyedTokenBuckets as KeyedTokenBuckets,
    SlidingWindow as SlidingWindow,
    TokenBucket as TokenBucket,
)
from bot.sessions.reminder_views import DigestView as DigestView, ReminderView as ReminderView
from bot.sessions.retention import NONCES_KEPT as NONCES_KEPT
from bot.sessions.settings import (
    CHAT_SETTINGS as CHAT_SETTINGS,
    COMPACT as COMPACT,
    FIRST_THEME as FIRST_THEME,
    OWN_COLOUR as OWN_COLOUR,
    OWN_NUMBERS as OWN_NUMBERS,
    PLAYER_SETTINGS as PLAYER_SETTINGS,
    SWITCH as SWITCH,
    has_usual as has_usual,
    usual as usual,
)
from bot.sessions.sharing import SharedGame as SharedGame, game_named as game_named
from bot.sessions.signing import TOKEN_LENGTH as TOKEN_LENGTH, Signer as Signer
from bot.sessions.steady_clock import SteadyClock as SteadyClock
from bot.sessions.values import (
    FORMER_NAME as FORMER_NAME,
    PROGRAM_NAME as PROGRAM_NAME,
    Actor as Actor,
    Challenge as Challenge,
    ChallengeState as ChallengeState,
    Chat as Chat,
    Match as Match,
    Player as Player,
)
from storage.errors import LockLost as LockLost
from storage.rows import OpenGame as OpenGame
