"""Puzzles: positions with a roll where one turn is clearly the best of four, and what the others cost."""

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
"""So many turns are to be chosen from."""
LEAST_LEAD: Final = 0.04
"""Points by which the best turn must be better than the next: what a doubtful turn costs."""
MOST_LOST: Final = 0.3
"""Points; a turn that costs more is no plausible one."""
LEAST_PLAUSIBLE: Final = 3
WEIGHED: Final = 8
"""So many turns are looked at for the four that are shown."""
STOCKED: Final = ("long", "short")
"""The rule sets for which puzzles are shipped; `benchmarks/puzzles.py` makes them."""
_BETWEEN: Final = " | "
_LONGEST_NUMBER: Final = 4


class PuzzleAdviser(Protocol):
    """Who knows the best turns of a roll."""

    def hint(self, state: Game, count: int) -> Hint:
        """Return the best turns, at most so many; there is a turn."""


@dataclass(frozen=True, slots=True)
class PricedTurn:
    """A turn that can be chosen.

    Attributes:
        turn: the turn.
        cost: how many points it gives away against the best, 0 or more.
    """

    turn: Turn
    cost: float

    def __str__(self) -> str:
        return f"{self.cost:.3f} {self.turn}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a roll, and the turns to choose from.

    Its text form round-trips.

    Attributes:
        position: the board before the turn.
        roll: the dice.
        turns: what can be chosen, in the order in which it is shown.
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
            ValueError: the text is no puzzle.
        """
        asked, *priced = text.strip().split(_BETWEEN)
        name, _, where = asked.partition(" ")
        if name not in RULESETS:
            raise ValueError(f"no rule set: {name[:40]!r}")
        try:
            position, roll = read_position(where, RULESETS[name])
            if roll is None:
                raise ValueError("the dice are missing")
            turns = tuple(_priced(each, PartialTurn.begin(position, roll)) for each in priced)
        except NardyRulesError as error:
            raise ValueError(f"no puzzle: {text[:80]!r}") from error
        if sum(each.cost == 0 for each in turns) != 1 or len(turns) != SHOWN:
            raise ValueError(f"of {SHOWN} turns one must be the best: {text[:80]!r}")
        return cls(position, roll, turns)

    @property
    def best(self) -> int:
        """The number of the best turn, from 0."""
        return next(number for number, each in enumerate(self.turns) if each.cost == 0)


def _priced(text: str, begun: PartialTurn) -> PricedTurn:
    cost, _, moves = text.partition(" ")
    played = play_text(begun, moves)
    if not played.is_complete:
        raise ValueError(f"no whole turn: {moves[:40]!r}")
    return PricedTurn(played.turn(), float(cost))


def puzzle_of(state: Game, hint: Hint) -> Puzzle | None:
    """Return the puzzle that a roll is, if its best turn is clear and others are plausible.

    Args:
        state: the game, the dice rolled.
        hint: its best turns, the best first.
    """
    found = hint.candidates[:SHOWN]
    plausible = sum(each.cost <= MOST_LOST for each in found)
    if state.roll is None or len(found) < SHOWN or plausible < LEAST_PLAUSIBLE or found[1].cost < LEAST_LEAD:
        return None
    asked = write_position(state.position, state.roll)
    # Neither chance nor the worth of the turns says in which order they stand, and it is always the same.
    shown = sorted(found, key=lambda each: sha256(f"{asked} {each.turn}".encode()).digest())
    turns = tuple(PricedTurn(each.turn, round(each.cost, 3)) for each in shown)
    return Puzzle(state.position, state.roll, turns)


def first_puzzle(adviser: PuzzleAdviser, states: Sequence[Game]) -> tuple[int, Puzzle] | None:
    """Return the first of some positions that is a puzzle, and which it is; nothing, if none is.

    It takes a moment for each position, so there should be few.
    """
    for number, state in enumerate(states):
        if state.roll is None or len(legal_turns(state.position, state.roll)) < SHOWN:
            continue
        if (puzzle := puzzle_of(state, adviser.hint(state, WEIGHED))) is not None:
            return number, puzzle
    return None


def decisions_in(record: Record) -> list[tuple[int, Game]]:
    """Return the positions of a game in which a turn was played, each with the number of that turn, from 1.

    Positions in which there was too little to choose from are left out.
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
    """Return the puzzles that are shipped for a rule set, a line each; they are kept."""
    text = (files("bot.engine") / "stock" / f"{ruleset}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def stocked_puzzle(ruleset: str, number: int) -> tuple[str, Puzzle]:
    """Return a puzzle that is shipped for a rule set, with its name; it begins anew behind the last.

    For rule sets that have none it is one of those of the classical game.
    """
    stock = ruleset if ruleset in STOCKED else STOCKED[0]
    lines = _stock_of(stock)
    number %= len(lines)
    return f"{stock}.{number + 1}", Puzzle.parse(lines[number])


def puzzle_named(name: str) -> Puzzle | None:
    """Return the puzzle of a name that `stocked_puzzle` gave, if there is one."""
    stock, _, number = name.partition(".")
    if stock not in STOCKED or not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return None
    lines = _stock_of(stock)
    return Puzzle.parse(lines[int(number) - 1]) if 1 <= int(number) <= len(lines) else None
