"""A second, deliberately simple implementation of the opposed family's rules, to check the fast one.

The board is a physical one: 24 points with a signed number of checkers each, White's above zero and Black's
below, and two heaps beside it, the bar and the borne-off checkers. The code tries every order of dice and
every choice of checkers and lists all move sequences. Then it filters the lists by the rules about whole
turns (R3.3, R3.4, R3.7, R6.6). It shares nothing with `bot.rules`.

A move is `(from, die)`, where from is the number of pips that the checker still has to go: 25 from the bar.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

Dice = tuple[int, int]
Move = tuple[int, int]
Moves = tuple[Move, ...]

BAR = 25


@dataclass(frozen=True, slots=True)
class Rules:
    """The columns of R2's table that affect a single turn in the opposed family."""

    moves_of_equal_dice: int
    higher_die: bool


RULES = {"nard": Rules(2, higher_die=False), "short": Rules(4, higher_die=True)}

STARTS = {
    "nard": "24:2,13:3,8:3,7:2,6:3,3:2 / 1:2,12:3,17:3,18:2,19:3,22:2 w",
    "short": "24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w",
}


@dataclass(frozen=True, slots=True)
class Board:
    """The checkers on the table, and the side to move."""

    points: tuple[int, ...]
    bar: tuple[int, int]
    off: tuple[int, int]
    mover: str

    @property
    def sign(self) -> int:
        """Plus one for White, minus one for Black."""
        return 1 if self.mover == "w" else -1

    @property
    def seat(self) -> int:
        """The index of the mover's heaps: White's are first."""
        return 0 if self.mover == "w" else 1

    def at(self, pips: int) -> int:
        """Return the number of the mover's checkers with `pips` to go; below zero are the opponent's."""
        if pips == BAR:
            return self.bar[self.seat]
        return self.points[pips - 1 if self.mover == "w" else 24 - pips] * self.sign


def heap(heaps: tuple[int, int], seat: int, more: int) -> tuple[int, int]:
    """Add to one of two heaps."""
    return (heaps[0] + more, heaps[1]) if seat == 0 else (heaps[0], heaps[1] + more)


# --- R10.1: the text of a position -------------------------------------------------------------------------


def read(text: str) -> Board:
    """Read a position without dice."""
    match = re.fullmatch(r"(\S+) / (\S+) ([wb])", text)
    if not match:
        raise ValueError(f"no position: {text}")
    points, heaps = [0] * 24, {"bar": [0, 0], "off": [0, 0]}
    for seat, sign in enumerate((1, -1)):
        for place in match[seat + 1].split(","):
            name, count = place.split(":")
            if name in heaps:
                heaps[name][seat] = int(count)
            elif points[int(name) - 1]:
                raise ValueError(f"{text}: two on {name}")
            else:
                points[int(name) - 1] = sign * int(count)
    bar, off = ((heaps[name][0], heaps[name][1]) for name in ("bar", "off"))
    board = Board(tuple(points), bar, off, match[3])
    for seat, sign in enumerate((1, -1)):
        onboard = sum(count * sign for count in points if count * sign > 0)
        if onboard + board.bar[seat] + board.off[seat] != 15:
            raise ValueError(f"{text}: not 15")
    return board


def write(board: Board) -> str:
    """Write a position without dice: bar first, then along each side's own path, off last."""
    sides = []
    for seat, sign, order in ((0, 1, range(24, 0, -1)), (1, -1, range(1, 25))):
        places = [("bar", board.bar[seat])]
        places += [(str(number), board.points[number - 1] * sign) for number in order]
        places.append(("off", board.off[seat]))
        sides.append(",".join(f"{name}:{count}" for name, count in places if count > 0))
    return f"{sides[0]} / {sides[1]} {board.mover}"


# --- R3, R6: what one move may do --------------------------------------------------------------------------


def may(board: Board, start: int, die: int) -> bool:
    """Return True if a checker may move by a die (R3.1, R6.1-R6.3, R6.5)."""
    if board.at(start) <= 0 or (start != BAR and board.at(BAR)):
        return False
    if start > die:
        return board.at(start - die) >= -1
    farther = [pips for pips in range(1, 26) if board.at(pips) > 0 and pips > start]
    return all(pips <= 6 for pips in [*farther, start]) and (start == die or not farther)


def move(board: Board, start: int, die: int) -> tuple[Board, bool]:
    """Return the board after a move, and True if it hit."""
    points, bar, off = list(board.points), board.bar, board.off

    def index(pips: int) -> int:
        return pips - 1 if board.mover == "w" else 24 - pips

    if start == BAR:
        bar = heap(bar, board.seat, -1)
    else:
        points[index(start)] -= board.sign
    if start <= die:
        return replace(board, points=tuple(points), bar=bar, off=heap(off, board.seat, 1)), False
    hit = board.at(start - die) == -1
    if hit:
        bar = heap(bar, 1 - board.seat, 1)
        points[index(start - die)] = 0
    points[index(start - die)] += board.sign
    return replace(board, points=tuple(points), bar=bar), hit


# --- R3: whole turns ---------------------------------------------------------------------------------------


def every_list(rules: Rules, board: Board, dice: Dice) -> Iterator[tuple[Moves, Board]]:
    """Yield every list of one or more moves that are allowed one by one, with the resulting board."""
    left = dice if dice[0] != dice[1] else (dice[0],) * rules.moves_of_equal_dice

    def go_on(moves: Moves, now: Board, left: tuple[int, ...]) -> Iterator[tuple[Moves, Board]]:
        for die in set(left):
            rest = list(left)
            rest.remove(die)
            for start in range(25, 0, -1):
                if may(now, start, die):
                    longer, after = (*moves, (start, die)), move(now, start, die)[0]
                    yield longer, after
                    yield from go_on(longer, after, tuple(rest))

    yield from go_on((), board, left)


def legal_lists(rules: Rules, board: Board, dice: Dice) -> list[tuple[Moves, Board]]:
    """Return every legal list of moves (R3.3, R3.4, R6.6)."""
    lists = list(every_list(rules, board, dice))
    finished = [(moves, end) for moves, end in lists if end.off[board.seat] == 15]
    most = max((len(moves) for moves, _ in lists), default=0)
    legal = [(moves, end) for moves, end in lists if len(moves) == most]
    if most == 1 and dice[0] != dice[1] and rules.higher_die:
        legal = [(moves, end) for moves, end in legal if moves[0][1] == max(dice)] or legal
    return legal + finished


def needs_stop(board: Board, moves: Moves, legal: list[tuple[Moves, Board]]) -> bool:
    """Return True if another way of the same checker, by one die or with a hit, has the same text.

    The moves use two different dice. Without the stop, their text would be ambiguous (R10.2).
    """
    if len(moves) != 2 or moves[1][0] != moves[0][0] - moves[0][1] or moves[0][1] == moves[1][1]:
        return False
    start, stop = moves[0][0], max(moves[1][0] - moves[1][1], 0)
    for other, _ in legal:
        if other[0][0] != start or other[0] == moves[0]:
            continue
        between = start - other[0][1]
        if between <= 0 or (
            len(other) == 2
            and other[1][0] == between
            and max(between - other[1][1], 0) == stop
            and move(board, *other[0])[1]
        ):
            return True
    return False


def text_of(board: Board, moves: Moves, legal: list[tuple[Moves, Board]]) -> str:
    """Write a list of moves: legs of one checker joined except at a hit, equal ones counted (R3.7, R10.2).

    Joined legs keep a stop if the text could otherwise mean another legal list.
    """
    named = needs_stop(board, moves, legal)
    routes: list[list[tuple[int, bool]]] = []
    now = board
    for start, die in moves:
        now, hit = move(now, start, die)
        leg = (max(start - die, 0), hit)
        joined = next((route for route in routes if route[-1][0] == start), None)
        if joined is None:
            routes.append([(start, False), leg])
        else:
            if not joined[-1][1] and not named:
                joined.pop()
            joined.append(leg)
    ways = [tuple(pips for pips, _ in route) for route in routes]
    hits = {(way, pips) for way, route in zip(ways, routes, strict=True) for pips, hit in route if hit}

    def written(way: tuple[int, ...]) -> str:
        return "/".join(name(board.mover, pips) + "*" * ((way, pips) in hits) for pips in way)

    return " ".join(
        written(way) + (f"({ways.count(way)})" if ways.count(way) > 1 else "") for way in dict.fromkeys(ways)
    )


def name(mover: str, pips: int) -> str:
    """Return the name of the place with `pips` to go."""
    if pips in {0, BAR}:
        return "off" if pips == 0 else "bar"
    return str(pips if mover == "w" else 25 - pips)


@lru_cache(maxsize=8192)
def naive_turns(ruleset: str, position: str, dice: Dice) -> tuple[int, dict[str, str]]:
    """Return the number of dice to be played, and the canonical text of the turn for each end position."""
    return turns_under(RULES[ruleset], position, dice)


def turns_under(rules: Rules, position: str, dice: Dice) -> tuple[int, dict[str, str]]:
    """Return as `naive_turns`, under rules that need not be those of a real game."""
    board = read(position)
    legal = legal_lists(rules, board, dice)
    best: dict[Board, Moves] = {}
    for moves, end in legal:
        if end not in best or order(moves) < order(best[end]):
            best[end] = moves
    other = "b" if board.mover == "w" else "w"
    turns = {write(replace(end, mover=other)): text_of(board, moves, legal) for end, moves in best.items()}
    return max((len(moves) for moves, _ in legal), default=0), turns


def order(moves: Moves) -> tuple[tuple[int, int], ...]:
    """Return the sort key of lists: larger die, then the checker farther back (R3.7)."""
    return tuple((-die, -start) for start, die in moves)
