"""Mat dialects: writes a match as other programs spell `.mat`, in ways that GNU Backgammon reads.

Lines are padded, because GNU Backgammon 1.07 reads the rest of the row before after a short one.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from bot.rules.formats import Mat

_ROW = re.compile(r" *([0-9]+)\) (.{27}\S*) ?(.*)")
_ROLL = re.compile(r"([1-6])([1-6]):(.*)")
_WINS = re.compile(r"Wins ([0-9]+) points?")
_SEATS = re.compile(r" (.+?) : ([0-9]+) +(.+) : ([0-9]+)")
_PREAMBLES: tuple[list[str], ...] = (
    [],
    ['; [Site "Somewhere"]', '; [Player 1 "A"]', '; [Variation "Backgammon"]', '; [Crawford "On"]'],
    ["# converted", "; " + "a comment of some length, " * 20],
    ["A match between two players", "", "Played on a Sunday"],
)
_OFF = ("0", "off", "Off", "o", "-")
_BAR = ("25", "bar", "Bar", "B")
_GIVEN_UP = ("", "Losses {n} point", "Resigns", "Resigned Game", "Drops")


@dataclass(frozen=True)
class _Style:
    """The habits of one program."""

    width: int
    numbered: bool
    counted: bool
    joined: bool
    starred: bool
    bar: str
    off: str
    between: str
    stroke: str
    nothing: str
    given_up: str


def in_dialect(rng: random.Random, mat: Mat) -> str:
    """Return a match of two different short names as another program could write it."""
    numbered = rng.random() < 0.8
    joined = rng.random() < 0.5
    style = _Style(
        width=rng.randint(30, 44),
        numbered=numbered,
        counted=numbered and rng.random() < 0.5,
        joined=joined,
        starred=joined or rng.random() < 0.7,
        bar=rng.choice(_BAR),
        off=rng.choice(_OFF),
        between=rng.choice((" ", " ", ", ")),
        stroke=rng.choice(("/", "/", "/", " / ", " ")) if not joined else "/",
        nothing=rng.choice(("", "Cannot Move", "cannot move")),
        given_up=rng.choice(_GIVEN_UP),
    )
    lines, dropped = [*rng.choice(_PREAMBLES)], False
    first = rng.choice((0, 0, 0, 6))
    said_wins = rng.random() < 0.8
    body = [line for line in mat.write().splitlines() if not line.startswith(";")]
    last = max(number for number, line in enumerate(body) if line.startswith(" Game "))
    for number, line in enumerate(body):
        dropped = "Drops" in line or (dropped and "Wins" in line)
        own = replace(style, given_up="") if dropped else style
        lines += _line(rng, own, line, first, says=said_wins or number > last)
    text = rng.choice(("\n", "\n", "\r\n")).join(lines) + "\n"
    return rng.choice(("", "", "\ufeff")) + text


def _line(rng: random.Random, style: _Style, line: str, first: int, *, says: bool) -> list[str]:
    """Return a line of our own layout as the lines of another program."""
    if line.endswith(" point match"):
        points = line.split(maxsplit=1)[0]
        return [rng.choice((f" {points} point match", f"{points} Point Match", f"  {points} point match   "))]
    if line.startswith(" Game "):
        return [f" Game {int(line.split()[1]) + first}"]
    if row := _ROW.match(line):
        return _row(rng, style, *row.groups(), says=says)
    if seats := _SEATS.fullmatch(line):
        left, mine, right, theirs = seats.groups()
        return [
            rng.choice(
                (
                    line,
                    f"{left}: {mine}   {right}: {theirs}",
                    f" {left}, 1650 : {mine}\t{right}, 1702 : {theirs}",
                )
            )
        ]
    if "Wins" in line:
        return _wins(rng, style, line.strip(), column=int(len(line) - len(line.lstrip()) > 20), says=says)
    return [line]


def _row(rng: random.Random, style: _Style, number: str, left: str, right: str, *, says: bool) -> list[str]:
    after = []
    if "Wins" in right:
        after, right = _wins(rng, style, right.strip(), column=1, says=says), ""
    before = f"{number:>3}) " if style.numbered else "     "
    row = f"{before}{_cell(rng, style, left.strip()):<{style.width}}  {_cell(rng, style, right.strip())}"
    return [row, *after]


def _wins(rng: random.Random, style: _Style, text: str, *, column: int, says: bool) -> list[str]:
    """Return how a program says who won; it may leave that to the score before the next game."""
    found = _WINS.search(text)
    assert found is not None
    won = rng.choice(("Wins {n} point", "Wins {n} points", "wins {n} points and the match")).format(
        n=found[1]
    )
    at = (6, 6 + style.width)
    lines = []
    if style.given_up:
        lines = [" " * at[1 - column] + style.given_up.format(n=found[1])]
    if says:
        lines.append(" " * at[column] + won)
    return [f"{line:<{style.width + 12}}" for line in lines]


def _cell(rng: random.Random, style: _Style, text: str) -> str:
    roll = _ROLL.fullmatch(text)
    if roll is None:
        return text.replace("Doubles", rng.choice(("Doubles", "doubles")))
    moves = roll[3].split()
    if not moves:
        return f"{roll[1]}{roll[2]}: {style.nothing}"
    if not style.starred:
        moves = [move.replace("*", "") for move in moves]
    if style.joined:
        moves = _joined(moves, is_double=roll[1] == roll[2])
    if style.counted:
        moves = [
            move + (f"({moves.count(move)})" if moves.count(move) > 1 else "")
            for move in dict.fromkeys(moves)
        ]
    written = style.between.join(_named(style, move) for move in moves)
    return f"{roll[1]}{roll[2]}: {written}"


def _joined(moves: list[str], *, is_double: bool) -> list[str]:
    """Join the moves of one checker: with its stop, or without it where nothing is hit there."""
    start, *rest = moves
    if not rest or start.split("/")[1].replace("*", "") != rest[0].split("/")[0]:
        return moves
    stop, end = start.split("/")[1], rest[0].split("/")[1]
    hidden = "*" not in stop and len(moves) == 2 and not end.startswith("0") and not is_double
    return [f"{start.split('/')[0]}/{end}" if hidden else f"{start}/{end}", *rest[1:]]


def _named(style: _Style, move: str) -> str:
    """Write a move's bar and off, and the sign between its places."""
    places = move.split("/")
    if places[0] == "25":
        places[0] = style.bar
    if places[-1] == "0":
        places[-1] = style.off
    elif re.fullmatch(r"0\(\d\)", places[-1]):
        places[-1] = style.off + places[-1][1:]
    stroke = "/" if "(" in move else style.stroke
    return stroke.join(places)
