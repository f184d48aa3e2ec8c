"""Judged log: the mistakes that an analysis has found in a game, in its log and beside its boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.sessions import Analysis, JudgedTurn
from bot.talk.catalog import Words
from bot.talk.numbering import Numbering
from bot.talk.views.game_log import LogLine
from bot.talk.views.scenes import legs_of
from bot.talk.wording import points

_SIGNS = {"doubtful": "?!", "bad": "?", "very-bad": "??"}
"""What annotated games write behind a mistake, by how bad it is."""


def judged_log(words: Words, log: Sequence[LogLine], analysis: Analysis) -> tuple[LogLine, ...]:
    """Return a game's log, in which the mistakes are marked."""
    return tuple(
        line if turn is None or turn.mistake is None else _marked(words, line, turn)
        for line, turn in _judged(log, analysis)
    )


def mistake_after(log: Sequence[LogLine], analysis: Analysis, moment: int) -> JudgedTurn | None:
    """Return the mistake that a line of the log tells of, by its number from 1; nothing, if it is none."""
    return next(
        (turn for line, turn in _judged(log, analysis) if line.moment == moment and turn and turn.mistake),
        None,
    )


def better_words(words: Words, turn: JudgedTurn, numbers: Numbering) -> str:
    """Return what a mistake has cost, and what was better."""
    better = numbers.other_text(str(turn.best))
    return words.words("judged-better", judged=_kind(words, turn), turn=better)


def better_legs(turn: JudgedTurn) -> tuple[tuple[int, int], ...]:
    """Return from where to where checkers go in the better turn."""
    return legs_of(turn.best.moves)


def _judged(log: Sequence[LogLine], analysis: Analysis) -> Iterator[tuple[LogLine, JudgedTurn | None]]:
    """Return each line of a log with what is known of its turn, if it is one."""
    turns = iter(analysis.turns)
    return ((line, next(turns, None) if line.roll else None) for line in log)


def _marked(words: Words, line: LogLine, turn: JudgedTurn) -> LogLine:
    sign = "" if turn.mistake is None else _SIGNS[turn.mistake.value]
    return replace(line, mark=sign, judged=_kind(words, turn))


def _kind(words: Words, turn: JudgedTurn) -> str:
    kind = "" if turn.mistake is None else turn.mistake.value
    return words.words(f"judged-{kind}", cost=points(words, turn.cost))
