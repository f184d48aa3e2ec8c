"""The rules of the game: pure values, without input, output, clock or chance of their own.

``docs/rules.md`` tells the rules in words; docstrings quote it by section (``R4.2``).
"""

from bot.rules.board import BAR, OFF, Family, Side
from bot.rules.cube import Cube
from bot.rules.errors import (
    AmbiguousMove,
    Fault,
    FaultKind,
    GameError,
    IllegalMove,
    NardyRulesError,
    NotUnderstood,
    PositionError,
    Reason,
    RecordError,
    RecordFault,
    RecordFaultKind,
    UnsupportedRulesError,
)
from bot.rules.events import (
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    Event,
    Played,
    Resigned,
    Rolled,
    TimedOut,
    Took,
)
from bot.rules.formats.mat import Mat
from bot.rules.formats.mat_reading import count_mat, read_mat
from bot.rules.formats.match_record import MatchRecord, match_of, read_match
from bot.rules.formats.record import Record
from bot.rules.formats.record_reading import count_records, read_record, read_records
from bot.rules.game import GameState, OpeningRolls, next_starter, resignations
from bot.rules.match import MatchState
from bot.rules.moves import Move
from bot.rules.notation import write_moves
from bot.rules.outcomes import Ending, Grade, Outcome
from bot.rules.position import Position, read_position, start_position, write_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import (
    RULESETS,
    HeadRule,
    Landing,
    MatchLength,
    NextGame,
    Opening,
    PrimeJudged,
    PrimeRule,
    RuleSet,
    Scoring,
)
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.turns import LegalTurns, Turn, legal_turns
from bot.rules.why import why, why_not
from bot.rules.written_turns import play_text

__all__ = [
    "BAR",
    "OFF",
    "RULESETS",
    "AmbiguousMove",
    "Chosen",
    "Cube",
    "Doubled",
    "DrawAgreed",
    "Dropped",
    "Ending",
    "Event",
    "Family",
    "Fault",
    "FaultKind",
    "GameError",
    "GameState",
    "Grade",
    "HeadRule",
    "IllegalMove",
    "Landing",
    "LegalTurns",
    "Mat",
    "MatchLength",
    "MatchRecord",
    "MatchState",
    "Move",
    "NardyRulesError",
    "NextGame",
    "NotUnderstood",
    "Opening",
    "OpeningRolls",
    "Outcome",
    "PartialTurn",
    "Played",
    "Position",
    "PositionError",
    "PrimeJudged",
    "PrimeRule",
    "Reason",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordFaultKind",
    "Resigned",
    "Roll",
    "Rolled",
    "RuleSet",
    "Scoring",
    "Side",
    "TimedOut",
    "Took",
    "Turn",
    "UnsupportedRulesError",
    "count_mat",
    "count_records",
    "legal_turns",
    "match_of",
    "next_starter",
    "play_text",
    "read_mat",
    "read_match",
    "read_position",
    "read_record",
    "read_records",
    "resignations",
    "start_position",
    "why",
    "why_not",
    "write_moves",
    "write_position",
]
