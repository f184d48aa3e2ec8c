"""Game log: short lines that each lead to a board, and the mistakes that an analysis found beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.rules import Side
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.notation import write_routes
from bot.sessions import Analysis, JudgedTurn, LoadedEvent
from bot.talk.catalog import Words
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.views.scenes import legs_of
from bot.talk.wording import points

LOGGED = (Played, Doubled, Took, Dropped, Resigned, DrawAgreed, TimedOut)
"""The events that are shown one by one, here and in a replay; dice are shown with their turn."""

_WORDS: dict[type, str] = {
    Took: "log-took",
    Dropped: "log-dropped",
    Resigned: "log-resigned",
    DrawAgreed: "log-drawn",
    TimedOut: "log-out-of-time",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened.

    Args:
        moment: how many such lines there are up to this one; 1 for the first.
        side: who did it.
        roll: the dice it was played with, such as `6-5`; empty for what is no turn.
        text: what was done, such as `24/18 13/8`.
        mark: the sign of a mistake, such as `??`, where an analysis has found one.
        judged: the same in words, with what it cost.
    """

    moment: int
    side: Side
    roll: str
    text: str
    mark: str = ""
    judged: str = ""


def game_log(
    words: Words, events: Sequence[LoadedEvent], numbers: Numbering = ON_THE_BOARD
) -> tuple[LogLine, ...]:
    """Return what happened in a game, the first first.

    Args:
        events: everything that happened in the game.
        numbers: how the reader counts the points.
    """
    lines: list[LogLine] = []
    roll, cube = "", 1
    for each in events:
        if isinstance(each.event, Rolled):
            roll = str(each.event.roll)
        if not isinstance(each.event, LOGGED):
            continue
        if isinstance(each.event, Doubled):
            cube *= 2
        is_turn = isinstance(each.event, Played)
        side = each.event.side if isinstance(each.event, Resigned | TimedOut) else each.side
        text = _text(words, each.event, numbers, cube)
        lines.append(LogLine(len(lines) + 1, side or Side.WHITE, roll if is_turn else "", text))
    return tuple(lines)


def _text(words: Words, event: Event, numbers: Numbering, cube: int) -> str:
    if isinstance(event, Played):
        return numbers.other_text(write_routes(event.routes)) if event.routes else words.words("log-passed")
    if isinstance(event, Doubled):
        return words.words("log-doubled", value=str(cube))
    return words.words(_WORDS[type(event)])


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
