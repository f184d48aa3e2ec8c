"""Hint figures: a second, independent count of the figures in hints, to check hints against.

It reads boards from text and plays rolls by the simple implementation of the rules in `tests/rules`. It
shares no code with `bot.engine`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import product

from tests.rules import naive, naive_opposed

DICE = range(1, 7)
ROLLS = tuple(product(DICE, DICE))
"""The 36 results of two dice."""


class Table:
    """A board read from its text.

    Args:
        rules: the name of the rule set.
        text: the position, without dice.
        side: the side whose hint is checked, "w" or "b".
    """

    def __init__(self, rules: str, text: str, side: str) -> None:
        self.rules, self.side, self.other = rules, side, "b" if side == "w" else "w"
        self.text = f"{text[:-1]}{self.other}"
        self.opposed = rules in naive_opposed.RULES
        white, black = text[:-2].split(" / ")
        self.counts = {"w": _counts(white), "b": _counts(black)}

    def path(self, side: str) -> list[int]:
        """Return the points in the order in which a side passes them."""
        if side == "w":
            return list(range(24, 0, -1))
        return list(range(1, 25)) if self.opposed else [*range(12, 0, -1), *range(24, 12, -1)]

    def held(self, side: str) -> set[int]:
        """Return the points on which the other side cannot land."""
        least = 2 if self.opposed else 1
        return {point for point in self.path(side) if self.counts[side].get(point, 0) >= least}

    def last(self, side: str) -> int:
        """Return the index of a side's rearmost checker on its path; -1 for the bar, 24 if it has none."""
        if self.counts[side].get("bar"):
            return -1
        path = self.path(side)
        return next((at for at, point in enumerate(path) if self.counts[side].get(point)), 24)

    def row(self, side: str, length: int = 0) -> list[int]:
        """Return the longest prime of a side ahead of the other's rearmost checker, on the other's path.

        It is empty if it is shorter than `length`.
        """
        other = "b" if side == "w" else "w"
        path, held = self.path(other), self.held(side)
        rows: list[list[int]] = [[]]
        for at, point in enumerate(path):
            if at > self.last(other) and point in held:
                rows[-1].append(at)
            else:
                rows.append([])
        longest = max(map(len, rows))
        return [row for row in rows if len(row) == longest][-1] if longest >= length else []

    def behind(self, side: str, at: int) -> int:
        """Return how many checkers of a side are behind a place of its path."""
        path = self.path(side)
        return self.counts[side].get("bar", 0) + sum(self.counts[side].get(point, 0) for point in path[:at])

    def before(self, side: str, point: int) -> int:
        """Return how many checkers of a side are one to six points behind a point."""
        path = self.path(side)
        at = path.index(point)
        found = sum(self.counts[side].get(each, 0) for each in path[max(0, at - 6) : at])
        return found + (self.counts[side].get("bar", 0) if at < 6 else 0)


def figure(table: Table, advantage: str, point: int) -> int:
    """Return the figure of an advantage; `point` matters only for `holds-point`.

    Raises:
        KeyError: the figure cannot be counted on a board.
    """
    if advantage == "holds-point":
        return table.before(table.other, point) if point in table.held(table.side) else 0
    return _LOOK_UP[advantage](table)


def _counts(text: str) -> dict[int | str, int]:
    found = re.findall(r"(\w+):(\d+)", text)
    return {int(place) if place.isdigit() else place: int(count) for place, count in found}


End = tuple[frozenset[int], int]
"""The end of a turn: the points where the other side cannot land, and its checkers on the bar."""


@lru_cache(maxsize=200_000)
def _ends(rules: str, text: str, dice: tuple[int, int]) -> tuple[bool, frozenset[End]]:
    """Return True if a roll can be played in full or ends the game, with the ends of all its turns."""
    if rules in naive_opposed.RULES:
        return _opposed_ends(rules, text, dice)
    known = naive.RULES[rules]
    sides, mover = naive.read(text)
    mine, theirs = sides[mover], sides["b" if mover == "w" else "w"]
    lists = naive.sieve(known, theirs, dice, naive.one_list_an_end(known, mine, theirs, dice))
    full = any(len(moves) == len(naive.dice_to_play(dice)) or end[naive.OFF] == 15 for moves, end in lists)
    ends = {end for _, end in lists}
    return full, frozenset((frozenset(naive.point(mover, t) for t in range(24) if end[t]), 0) for end in ends)


def _opposed_ends(rules: str, text: str, dice: tuple[int, int]) -> tuple[bool, frozenset[End]]:
    """Find the ends like `_ends`, for the opposed family; each board is expanded only once."""
    known = naive_opposed.RULES[rules]
    left = dice if dice[0] != dice[1] else (dice[0],) * known.moves_of_equal_dice
    begin = naive_opposed.read(text)
    stages: set[tuple[naive_opposed.Board, tuple[int, ...]]] = {(begin, left)}
    while True:
        later = {
            (naive_opposed.move(board, start, die)[0], (*rest[:number], *rest[number + 1 :]))
            for board, rest in stages
            for number, die in enumerate(rest)
            for start in range(25, 0, -1)
            if naive_opposed.may(board, start, die)
        }
        done = {board for board, _ in later if board.off[board.seat] == 15}
        if done or not later:
            break
        stages = later
    full = bool(done) or not next(iter(stages))[1]
    ends = done or {board for board, _ in stages if board != begin}
    return full, frozenset(
        (
            frozenset(point for point in range(1, 25) if board.points[point - 1] * board.sign > 1),
            board.bar[1 - board.seat],
        )
        for board in ends
    )


def _of_36(table: Table, side: str, holds: Callable[[bool, frozenset[End]], bool]) -> int:
    """Return for how many of a side's 36 rolls a condition holds."""
    text = f"{table.text[:-1]}{side}"
    high_first = [(max(dice), min(dice)) for dice in ROLLS]
    return sum(holds(*_ends(table.rules, text, dice)) for dice in high_first)


def _five(table: Table, side: str) -> int:
    other = "b" if side == "w" else "w"
    path = table.path(other)[table.last(other) + 1 :]
    fives = [set(path[at : at + 5]) for at in range(len(path) - 4)]
    return _of_36(table, side, lambda _, ends: any(five <= held for held, _ in ends for five in fives))


def _hits(table: Table) -> int:
    before = table.counts[table.side].get("bar", 0)
    return _of_36(table, table.other, lambda _, ends: any(bar > before for _, bar in ends))


def _ways(table: Table, side: str) -> int:
    if not table.opposed:
        sides, _ = naive.read(table.text)
        mine, theirs = sides[side], sides["b" if side == "w" else "w"]
        return sum(len(naive.checkers(mine, theirs, die, 1)) for die in DICE)
    board = naive_opposed.read(f"{table.text[:-1]}{side}")
    return sum(naive_opposed.may(board, start, die) for die in DICE for start in range(1, 26))


def _behind_row(table: Table, side: str, other: str) -> int:
    row = table.row(side, 4)
    return table.behind(other, row[0]) if row else 0


def _six(table: Table) -> int:
    path, held, last = table.path(table.other), table.held(table.side), table.last(table.other)
    flags = [at > last and point in held for at, point in enumerate(path)]
    return max(sum(flags[at : at + 6]) for at in range(19))


def _home(table: Table, side: str) -> list[int]:
    return table.path(side)[18:]


def _at_home(table: Table) -> int:
    mine = table.counts[table.side]
    return sum(mine.get(point, 0) for point in _home(table, table.side)) + mine.get("off", 0)


def _to_home(table: Table) -> int:
    mine, path = table.counts[table.side], table.path(table.side)
    return sum((18 - at) * mine.get(point, 0) for at, point in enumerate(path[:18])) + 19 * mine.get("bar", 0)


def _stack(table: Table) -> int:
    return max(table.counts[table.side].get(point, 0) for point in table.path(table.side)[1:18])


_LOOK_UP: dict[str, Callable[[Table], int]] = {
    "blocks": lambda table: _of_36(table, table.other, lambda full, _: not full),
    "shuts-out": lambda table: _of_36(table, table.other, lambda _, ends: not ends),
    "freer": lambda table: _of_36(table, table.side, lambda full, _: not full),
    "builds": lambda table: _five(table, table.side),
    "stops-prime": lambda table: _five(table, table.other),
    "safer": _hits,
    "slows": lambda table: _ways(table, table.other),
    "nimbler": lambda table: _ways(table, table.side),
    "stands-in-way": lambda table: sum(
        table.before(table.other, point) > 0 for point in table.held(table.side)
    ),
    "prime": lambda table: len(table.row(table.side)),
    "broken-prime": _six,
    "traps": lambda table: _behind_row(table, table.side, table.other),
    "escapes": lambda table: _behind_row(table, table.other, table.side),
    "opens-head": lambda table: table.counts[table.side].get(table.path(table.side)[0], 0),
    "spreads": lambda table: len(table.held(table.side) - set(_home(table, table.side))),
    "lower-stack": _stack,
    "hits": lambda table: table.counts[table.other].get("bar", 0),
    "fewer-blots": lambda table: sum(
        table.counts[table.side].get(point) == 1 for point in table.path(table.side)
    ),
    "home-points": lambda table: len(table.held(table.side) & set(_home(table, table.side))),
    "anchors": lambda table: len(table.held(table.side) & set(table.path(table.side)[:6])),
    "comes-home": _at_home,
    "nearer-home": _to_home,
    "bears-off": lambda table: table.counts[table.side].get("off", 0),
}
