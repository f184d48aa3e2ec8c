"""Puzzles: positions with a roll and four turns to choose from, of which one is clearly the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, Protocol, Self

from bot.engine.hints import Hint
from bot.rules import (
    RULESETS,
    Game,
    NardyRulesError,
    PartialTurn,
    Position,
    Roll,
    Turn,
    legal_turns,
    play_text,
    read_position,
    write_position,
)
from bot.rules.events import Played
from bot.rules.formats import Record

SHOWN: Final = 4
"""The number of turns to choose from."""
LEAST_LEAD: Final = 0.04
"""The least cost of the second-best turn, in points: that of a doubtful mistake."""
MOST_LOST: Final = 0.3
"""The highest cost of a plausible turn, in points."""
LEAST_PLAUSIBLE: Final = 3
WEIGHED: Final = 8
"""The number of turns requested from the engine, of which four are shown."""
STOCKED: Final = ("long", "short")
"""The rule sets with shipped puzzles, which `benchmarks/puzzles.py` makes."""
_BETWEEN: Final = " | "
_LONGEST_NUMBER: Final = 4


class PuzzleAdviser(Protocol):
    """The source of the best turns of a roll, such as `Engine`."""

    def hint(self, state: Game, count: int) -> Hint:
        """Return at most `count` best turns of a roll that has a legal turn."""


@dataclass(frozen=True, slots=True)
class PricedTurn:
    """A turn to choose, with its cost.

    Attributes:
        cost: the points lost compared with the best turn, 0 or more.
    """

    turn: Turn
    cost: float

    def __str__(self) -> str:
        return f"{self.cost:.3f} {self.turn}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a roll, and the turns to choose from.

    `parse` reads what `str` writes.

    Attributes:
        position: the position before the turn.
        turns: the turns to choose from, in display order.
    """

    position: Position
    roll: Roll
    turns: tuple[PricedTurn, ...]

    def __str__(self) -> str:
        asked = f"{self.position.ruleset} {write_position(self.position, self.roll)}"
        return _BETWEEN.join([asked, *map(str, self.turns)])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes.

        Raises:
            ValueError: the text is not a puzzle.
        """
        asked, *priced = text.strip().split(_BETWEEN)
        name, _, where = asked.partition(" ")
        if name not in RULESETS:
            raise ValueError(f"not a rule set: {name[:40]!r}")
        try:
            position, roll = read_position(where, RULESETS[name])
            if roll is None:
                raise ValueError("the dice are missing")
            turns = tuple(_priced(each, PartialTurn.begin(position, roll)) for each in priced)
        except NardyRulesError as error:
            raise ValueError(f"not a puzzle: {text[:80]!r}") from error
        if sum(each.cost == 0 for each in turns) != 1 or len(turns) != SHOWN:
            raise ValueError(f"a puzzle needs {SHOWN} turns, and one of them the best: {text[:80]!r}")
        return cls(position, roll, turns)

    @property
    def best(self) -> int:
        """The index of the best turn."""
        return next(number for number, each in enumerate(self.turns) if each.cost == 0)

    def choice_of(self, turn: PartialTurn) -> int | None:
        """Return the index of the turn to choose from that leads to the same position as a complete turn.

        Return None if none does; the turn is then worse than all of them.
        """
        begun = PartialTurn.begin(self.position, self.roll)
        boards = [begun.play_all(each.turn.moves).board for each in self.turns]
        return boards.index(turn.board) if turn.board in boards else None


def _priced(text: str, begun: PartialTurn) -> PricedTurn:
    cost, _, moves = text.partition(" ")
    played = play_text(begun, moves)
    if not played.is_complete:
        raise ValueError(f"not a whole turn: {moves[:40]!r}")
    return PricedTurn(played.turn(), float(cost))


def puzzle_of(state: Game, hint: Hint) -> Puzzle | None:
    """Make a puzzle from a roll; None unless one turn is clearly best and enough others are plausible.

    Args:
        state: a game with rolled dice.
        hint: the best turns of the roll.
    """
    found = hint.candidates[:SHOWN]
    plausible = sum(each.cost <= MOST_LOST for each in found)
    if state.roll is None or len(found) < SHOWN or plausible < LEAST_PLAUSIBLE or found[1].cost < LEAST_LEAD:
        return None
    asked = write_position(state.position, state.roll)
    # The order is always the same for a puzzle and gives no clue to the best turn: it is that of a hash.
    shown = sorted(found, key=lambda each: sha256(f"{asked} {each.turn}".encode()).digest())
    turns = tuple(PricedTurn(each.turn, round(each.cost, 3)) for each in shown)
    return Puzzle(state.position, state.roll, turns)


def first_puzzle(adviser: PuzzleAdviser, states: Sequence[Game]) -> tuple[int, Puzzle] | None:
    """Return the first position that makes a puzzle, as its index and the puzzle; None if none does.

    Each position costs a two-ply search, so pass only a few.
    """
    for number, state in enumerate(states):
        if state.roll is None or len(legal_turns(state.position, state.roll)) < SHOWN:
            continue
        if (puzzle := puzzle_of(state, adviser.hint(state, WEIGHED))) is not None:
            return number, puzzle
    return None


def decisions_in(record: Record) -> list[tuple[int, Game]]:
    """Return the positions of a game with enough legal turns for a puzzle, each with its turn's number.

    Turns are numbered from 1, including passes.
    """
    state, found, turns = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube), [], 0
    for event in record.events:
        if isinstance(event, Played):
            turns += 1
            if state.roll is not None and len(legal_turns(state.position, state.roll)) >= SHOWN:
                found.append((turns, Game(state.position, state.roll)))
        state = state.after(event)
    return found


@cache
def _stock_of(ruleset: str) -> tuple[str, ...]:
    """Return the shipped puzzles of a rule set, one line each; the file is read once and cached."""
    text = (files("bot.engine") / "stock" / f"{ruleset}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def stocked_puzzle(ruleset: str, number: int) -> tuple[str, Puzzle]:
    """Return a shipped puzzle and its name, such as `long.7`.

    Rule sets without puzzles get those of `long`.

    Args:
        number: the index of the puzzle; after the last one it wraps around to the first.
    """
    stock = ruleset if ruleset in STOCKED else STOCKED[0]
    lines = _stock_of(stock)
    number %= len(lines)
    return f"{stock}.{number + 1}", Puzzle.parse(lines[number])


def puzzle_named(name: str) -> Puzzle | None:
    """Return the shipped puzzle with a name from `stocked_puzzle`, or None."""
    stock, _, number = name.partition(".")
    if stock not in STOCKED or not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return None
    lines = _stock_of(stock)
    return Puzzle.parse(lines[int(number) - 1]) if 1 <= int(number) <= len(lines) else None
