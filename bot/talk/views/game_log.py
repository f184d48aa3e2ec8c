"""Game log: what happened in a game as a list of short lines, each of which leads to its board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules import Side
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.notation import write_routes
from bot.sessions import LoadedEvent
from bot.talk.catalog import Words
from bot.talk.numbering import ON_THE_BOARD, Numbering

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
        words: the language.
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
