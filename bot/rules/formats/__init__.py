"""Formats: games and matches as text that people and other programs read (R10.3).

What a text has wrong is told by a ``RecordError``; what cannot be written in a form by a ``FaultyRecord``.
"""

from bot.rules.formats.faults import (
    FaultyRecord as FaultyRecord,
    RecordError as RecordError,
    RecordFault as RecordFault,
    RecordFaultKind as RecordFaultKind,
)
from bot.rules.formats.mat import Mat as Mat
from bot.rules.formats.mat_reading import count_mat as count_mat, read_mat as read_mat
from bot.rules.formats.match_record import (
    LENGTH as LENGTH,
    ROUND as ROUND,
    SCORE as SCORE,
    MatchRecord as MatchRecord,
    match_of as match_of,
    read_match as read_match,
)
from bot.rules.formats.record import Record as Record
from bot.rules.formats.record_reading import (
    count_records as count_records,
    read_record as read_record,
    read_records as read_records,
)
