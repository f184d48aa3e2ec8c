"""Game log: the list of a game's turns and events, each a link to its board, with marked mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.rules import Side
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.notation import write_routes
from bot.sessions import Analysis, JudgedTurn, LoadedEvent
from bot.talk.catalog import Words
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.views.scenes import legs_of
from bot.talk.wording import points

LOGGED = (Played, Doubled, Took, Dropped, Resigned, DrawAgreed, TimedOut)
"""Events with a line in the game log and a frame in a replay. The log shows a roll in its turn's line."""

_REPLAYED = 4
"""The latest turns whose moves a page gets, so that it can show them one after another."""

_WORDS: dict[type, str] = {
    Took: "log-took",
    Dropped: "log-dropped",
    Resigned: "log-resigned",
    DrawAgreed: "log-drawn",
    TimedOut: "log-out-of-time",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the game log: a turn or another event.

    Args:
        moment: the number of the line, from 1.
        side: the side that acted.
        roll: the dice of a turn, such as `6-5`; empty for other events.
        text: the moves of a turn, such as `24/18 13/8`, or a description of the event.
        legs: start and end point of each move of a turn as it is written, with a stop where a checker is hit;
            empty for other events and for all but the latest turns.
        mark: the annotation of a mistake, such as `??`; empty if no mistake is known.
        judged: the mistake in words, with the cost in points; empty if no mistake is known.
    """

    moment: int
    side: Side
    roll: str
    text: str
    legs: tuple[tuple[int, int], ...] = ()
    mark: str = ""
    judged: str = ""


def game_log(
    words: Words, events: Sequence[LoadedEvent], numbers: Numbering = ON_THE_BOARD
) -> tuple[LogLine, ...]:
    """Return the log of a game, in order, without marked mistakes.

    Args:
        events: all events of the game.
        numbers: the reader's numbering of the points.
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
    played = [each.event for each in events if isinstance(each.event, Played)][-_REPLAYED:]
    turns = [line for line in lines if line.roll][-_REPLAYED:]
    for line, event in zip(turns, played, strict=True):
        legs = tuple(leg for route in event.routes for leg in pairwise(route.places))
        lines[line.moment - 1] = replace(line, legs=legs)
    return tuple(lines)


def _text(words: Words, event: Event, numbers: Numbering, cube: int) -> str:
    if isinstance(event, Played):
        return (
            numbers.convert_moves(write_routes(event.routes)) if event.routes else words.words("log-passed")
        )
    if isinstance(event, Doubled):
        return words.words("log-doubled", value=str(cube))
    return words.words(_WORDS[type(event)])


_SIGNS = {"doubtful": "?!", "bad": "?", "very-bad": "??"}
"""Annotation symbols of mistakes, by `Mistake` value."""


def judged_log(words: Words, log: Sequence[LogLine], analysis: Analysis) -> tuple[LogLine, ...]:
    """Return a game's log with the mistakes of an analysis marked by a sign and described in words."""
    return tuple(
        line if turn is None or turn.mistake is None else _marked(words, line, turn)
        for line, turn in with_judged_turns(log, analysis)
    )


def mistake_after(log: Sequence[LogLine], analysis: Analysis, moment: int) -> JudgedTurn | None:
    """Return the analysed turn of a log line if it is a mistake; otherwise None.

    Args:
        moment: the number of the line, from 1.
    """
    return next(
        (
            turn
            for line, turn in with_judged_turns(log, analysis)
            if line.moment == moment and turn and turn.mistake
        ),
        None,
    )


def better_words(words: Words, turn: JudgedTurn, numbers: Numbering) -> str:
    """Return the cost of a mistake and the better turn, in words."""
    better = numbers.convert_moves(str(turn.best))
    return words.words("judged-better", judged=_mistake_words(words, turn), turn=better)


def better_legs(turn: JudgedTurn) -> tuple[tuple[int, int], ...]:
    """Return the start and end point of each checker that the best turn moves."""
    return legs_of(turn.best.moves)


def with_judged_turns(
    log: Sequence[LogLine], analysis: Analysis
) -> Iterator[tuple[LogLine, JudgedTurn | None]]:
    """Return each line of a log with its analysed turn; None for other events, and for turns not analysed."""
    turns = iter(analysis.turns)
    return ((line, next(turns, None) if line.roll else None) for line in log)


def _marked(words: Words, line: LogLine, turn: JudgedTurn) -> LogLine:
    sign = "" if turn.mistake is None else _SIGNS[turn.mistake.value]
    return replace(line, mark=sign, judged=_mistake_words(words, turn))


def _mistake_words(words: Words, turn: JudgedTurn) -> str:
    kind = "" if turn.mistake is None else turn.mistake.value
    judged = words.words(f"judged-{kind}", cost=points(words, turn.cost))
    return words.words("judged-advised", judged=judged) if turn.is_advised else judged
