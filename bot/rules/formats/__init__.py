"""Formats: reading and writing games and matches as text: records and `.mat` files (R10.3).

A text that cannot be read raises `RecordError`; a game that cannot be written in a form raises
`FaultyRecord`.
"""

from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind
from bot.rules.formats.mat import Mat
from bot.rules.formats.mat_reading import count_mat, read_mat
from bot.rules.formats.match_record import LENGTH, ROUND, SCORE, MatchRecord, match_of, read_match
from bot.rules.formats.record import Record
from bot.rules.formats.record_reading import count_records, read_record, read_records

# `make docs` shows what this lists.
__all__ = [
    "LENGTH",
    "ROUND",
    "SCORE",
    "FaultyRecord",
    "Mat",
    "MatchRecord",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordFaultKind",
    "count_mat",
    "count_records",
    "match_of",
    "read_mat",
    "read_match",
    "read_record",
    "read_records",
]
