"""Formats: reading and writing games and matches as text: records and `.mat` files (R10.3).

A text that cannot be read raises `RecordError`; a game that cannot be written in a form raises
`FaultyRecord`.
"""

from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind
from bot.rules.formats.mat import Mat
from bot.rules.formats.mat_layout import count_mat, is_mat
from bot.rules.formats.mat_reading import MatReading, read_mat, read_mat_games
from bot.rules.formats.match_record import MatchRecord, match_of, read_match
from bot.rules.formats.record import LEFT, LENGTH, POINTS, ROUND, SCORE, Record, names_apart
from bot.rules.formats.record_reading import count_records, read_record, read_records

# `make docs` shows what this lists.
__all__ = [
    "LEFT",
    "LENGTH",
    "POINTS",
    "ROUND",
    "SCORE",
    "FaultyRecord",
    "Mat",
    "MatReading",
    "MatchRecord",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordFaultKind",
    "count_mat",
    "count_records",
    "is_mat",
    "match_of",
    "names_apart",
    "read_mat",
    "read_mat_games",
    "read_match",
    "read_record",
    "read_records",
]
