"""A second, deliberately simple implementation of the parallel family's rules, to check the fast one.

It tries every order of dice and every choice of checkers and lists all move sequences. Then it filters the
lists by the rules about whole turns (R3.3, R3.4, R3.7, R5, R6.6), in the words of the specification. It
shares nothing with `bot.rules`: neither the rule sets nor the notation of positions and turns.

A side is a tuple of 25 counts along its own path: index 0-23 is progress t, index 24 is borne off. A move is
`(t, die)`; a list of moves is a tuple of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

Side = tuple[int, ...]
Move = tuple[int, int]
Moves = tuple[Move, ...]
Ending = tuple[Moves, Side]

OFF = 24
HOME = range(18, 24)


# --- R2: the rule sets -------------------------------------------------------------------------------------


def past(mine: Side, theirs: Side) -> bool:
    """Return True if a prime has no opposing checker past it or off (R5.2)."""
    return any(not any(theirs[i + 6 :]) for i in primes(mine))


def home(mine: Side, theirs: Side) -> bool:
    """Return True if a prime has an opposing checker behind it while none is home or off (R5.3)."""
    return any(any(theirs[:i]) and not any(theirs[18:]) for i in primes(mine))


def never(mine: Side, theirs: Side) -> bool:
    """Forbid no position: the game without a prime rule."""
    return False


@dataclass(frozen=True, slots=True)
class Rules:
    """The columns of R2's table that affect a single turn in the parallel family."""

    head: str
    forbids: Callable[[Side, Side], bool]
    judged: str


RULES = {
    "long": Rules("first-stopped-by-head", past, "at the end of the turn"),
    "federation": Rules("first-stopped-by-head", past, "at the end of the turn"),
    "sport": Rules("first-doubles", past, "after every move"),
    "narde": Rules("first-doubles", past, "at the end of the turn"),
    "palm": Rules("any-doubles", home, "at the end of the turn"),
}


# --- R1, R10.1: points and the text of a position ----------------------------------------------------------


def point(side: str, t: int) -> int:
    """Return the absolute point, 1-24, at progress `t` of `side`, "w" or "b" (R1.2)."""
    path = list(range(24, 0, -1)) if side == "w" else [*range(12, 0, -1), *range(24, 12, -1)]
    return path[t]


NAMES = {side: [str(point(side, t)) for t in range(24)] + ["off"] for side in "wb"}


def read(text: str) -> tuple[dict[str, Side], str]:
    """Read a position without dice: each side's counts along its own path, and the side to move (R10.1).

    Raises:
        ValueError: the text is no valid position of the parallel family.
    """
    match = re.fullmatch(r"(\S+) / (\S+) ([wb])", text)
    if not match:
        raise ValueError(f"no position: {text}")
    sides = {}
    for side, places in zip("wb", match.groups()[:2], strict=True):
        counts = [0] * 25
        for place in places.split(","):
            name, count = place.split(":")
            counts[NAMES[side].index(name)] += int(count)
        sides[side] = tuple(counts)
    if faults(sides["w"], sides["b"]):
        raise ValueError(f"{text}: {faults(sides['w'], sides['b'])}")
    return sides, match[3]


def write(sides: dict[str, Side], mover: str) -> str:
    """Write a position without dice, the places of a side in the order of its own path (R10.1, R11)."""
    white, black = (
        ",".join(f"{name}:{count}" for name, count in zip(NAMES[side], sides[side], strict=True) if count)
        for side in "wb"
    )
    return f"{white} / {black} {mover}"


def faults(white: Side, black: Side) -> str:
    """Return what is wrong with a position of the parallel family, or an empty text (R1.4, R10.1)."""
    found = []
    if sum(white) != 15 or sum(black) != 15:
        found.append("not 15 a side")
    if any(white[t] and black[across(t)] for t in range(24)):
        found.append("both colours on one point")
    if any(side[OFF] and any(side[:18]) for side in (white, black)):
        found.append("checkers off while others are not home")
    if white[OFF] == black[OFF] == 15:
        found.append("both sides with 15 off")
    return ", ".join(found)


def across(t: int) -> int:
    """Return the opponent's progress on the point at my progress `t` (R1.3)."""
    return (t + 12) % 24


# --- R3-R6: what one move may do ---------------------------------------------------------------------------


def primes(mine: Side) -> Iterator[int]:
    """Yield every i for which I hold all of the opponent's t i...i+5 (R5, R5.4)."""
    held = [mine[across(j)] > 0 for j in range(24)]
    return (i for i in range(19) if all(held[i : i + 6]))


def head_moves(rules: Rules, mine: Side, theirs: Side, dice: tuple[int, int]) -> int:
    """Return how many checkers may leave the head in a turn that begins here with these dice (R4)."""
    high, low = dice
    if high != low:
        return 1
    if rules.head == "any-doubles":
        return 2
    if mine[0] != 15 or high not in {3, 4, 6}:
        return 1
    if rules.head == "first-doubles":
        return 2
    t = high
    while not theirs[across(t)] and t < OFF - high:
        t += high
    stopped_by_head = across(t) == 0 and theirs[0] > 0
    return 2 if stopped_by_head else 1


def checkers(mine: Side, theirs: Side, die: int, head_left: int) -> list[int]:
    """Return every t from which a checker may move by `die` (R3.1, R4.1, R6.1-R6.3)."""
    movable = []
    all_home = not any(mine[:18])
    for t in range(24):
        if not mine[t] or (t == 0 and not head_left):
            continue
        if t + die < OFF:
            may = theirs[across(t + die)] == 0
        elif t + die == OFF:
            may = all_home
        else:
            may = all_home and not any(mine[:t])
        if may:
            movable.append(t)
    return movable


def play(mine: Side, move: Move) -> Side:
    """Return my side after one move."""
    t, die = move
    after = list(mine)
    after[t] -= 1
    after[min(t + die, OFF)] += 1
    return tuple(after)


# --- R3: whole turns ---------------------------------------------------------------------------------------


def every_list(rules: Rules, mine: Side, theirs: Side, dice: tuple[int, int]) -> Iterator[Ending]:
    """Yield every list of one or more moves that R3.1, R4 and R6 allow one by one, with the resulting side.

    If the prime is judged after every move, a list stops before the move that leads to a forbidden position
    (R5.1). A turn that bears off the last checker ends there (R6.6).
    """

    def go_on(moves: Moves, now: Side, left: tuple[int, ...], head_left: int) -> Iterator[Ending]:
        for die, t, rest in choices(now, theirs, left, head_left):
            after = play(now, (t, die))
            if rules.judged == "after every move" and rules.forbids(after, theirs):
                continue
            longer = (*moves, (t, die))
            yield longer, after
            yield from go_on(longer, after, rest, head_left - (t == 0))

    yield from go_on((), mine, dice_to_play(dice), head_moves(rules, mine, theirs, dice))


def one_list_an_end(rules: Rules, mine: Side, theirs: Side, dice: tuple[int, int]) -> list[Ending]:
    """Return `every_list`, but only the first list by R3.7 for each stage of a turn.

    A stage is the board with the dice and head moves that are left. Two lists that lead to one stage have the
    same length and the same continuations, so dropping the later one loses no end position and no canonical
    list.
    """
    endings = []
    stages: dict[tuple[Side, tuple[int, ...], int], Moves]
    stages = {(mine, dice_to_play(dice), head_moves(rules, mine, theirs, dice)): ()}
    while stages:
        later: dict[tuple[Side, tuple[int, ...], int], Moves] = {}
        for (now, left, head_left), moves in stages.items():
            for die, t, rest in choices(now, theirs, left, head_left):
                longer = (*moves, (t, die))
                stage = (play(now, (t, die)), rest, head_left - (t == 0))
                if stage not in later or order(longer) < order(later[stage]):
                    later[stage] = longer
        if rules.judged == "after every move":
            later = {stage: moves for stage, moves in later.items() if not rules.forbids(stage[0], theirs)}
        endings += [(moves, stage[0]) for stage, moves in later.items()]
        stages = later
    return endings


def choices(
    now: Side, theirs: Side, left: tuple[int, ...], head_left: int
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each next move as die, t and the remaining dice; none if all checkers are off (R6.6)."""
    if now[OFF] == 15:
        return
    for die in set(left):
        index = left.index(die)
        rest = left[:index] + left[index + 1 :]
        for t in checkers(now, theirs, die, head_left):
            yield die, t, rest


def dice_to_play(dice: tuple[int, int]) -> tuple[int, ...]:
    """Return the dice to be played: four if they are equal (R3.2)."""
    return dice * 2 if dice[0] == dice[1] else dice


def sieve(rules: Rules, theirs: Side, dice: tuple[int, int], endings: Sequence[Ending]) -> list[Ending]:
    """Keep the legal lists (R3.3, R3.4, R5, R6.6)."""
    allowed = [(moves, end) for moves, end in endings if not rules.forbids(end, theirs)]
    finished = [(moves, end) for moves, end in allowed if end[OFF] == 15]
    most = max((len(moves) for moves, _ in allowed), default=0)
    legal = [(moves, end) for moves, end in allowed if len(moves) == most]
    if most == 1 and dice[0] != dice[1]:
        with_higher = [(moves, end) for moves, end in legal if moves[0][1] == max(dice)]
        legal = with_higher or legal
    return legal + finished


def order(moves: Moves) -> tuple[tuple[int, int], ...]:
    """Return the sort key of lists: larger die, then smaller t, move by move (R3.7)."""
    return tuple((-die, t) for t, die in moves)


def needs_stop(moves: Moves, legal: Sequence[Ending]) -> bool:
    """Return True if a legal list begins by bearing off, with one die, the checker that these moves bear off.

    The text without the stop would mean that list (R10.2).
    """
    two_legs = len(moves) == 2 and moves[1][0] == sum(moves[0]) and sum(moves[1]) >= OFF
    return two_legs and any(other[0][0] == moves[0][0] and sum(other[0]) >= OFF for other, _ in legal)


def turn_text(side: str, moves: Moves, *, stop: bool = False) -> str:
    """Write a list of moves, with the legs of one checker joined and equal ones counted (R3.7, R10.2)."""
    if stop:
        return "/".join(NAMES[side][t] for t in (moves[0][0], moves[1][0], OFF))
    trips: list[list[int]] = []
    for t, die in moves:
        trip = next((trip for trip in trips if trip[1] == t), None)
        if trip:
            trip[1] = min(t + die, OFF)
        else:
            trips.append([t, min(t + die, OFF)])
    texts = [f"{NAMES[side][start]}/{NAMES[side][stop]}" for start, stop in trips]
    return " ".join(
        text if texts.count(text) == 1 else f"{text}({texts.count(text)})" for text in dict.fromkeys(texts)
    )


def legal_lists(rules: Rules, position: str, dice: tuple[int, int]) -> list[Ending]:
    """Return every legal list of moves of a position with a roll, in any order of play."""
    sides, mover = read(position)
    theirs = sides["b" if mover == "w" else "w"]
    return sieve(rules, theirs, dice, list(every_list(rules, sides[mover], theirs, dice)))


def turns_under(
    rules: Rules, position: str, dice: tuple[int, int], *, plain: bool = False
) -> tuple[int, dict[str, str]]:
    """Return the number of dice to be played, and the canonical text of the turn for each end position.

    Args:
        rules: the rules, which need not be those of a real game.
        position: the position, without dice.
        dice: the two dice, in any order.
        plain: True to try every list instead of one for each stage of a turn.
    """
    sides, mover = read(position)
    other = "b" if mover == "w" else "w"
    mine, theirs = sides[mover], sides[other]
    enumerate_lists = every_list if plain else one_list_an_end
    legal = sieve(rules, theirs, dice, list(enumerate_lists(rules, mine, theirs, dice)))
    best: dict[Side, Moves] = {}
    for moves, end in legal:
        if end not in best or order(moves) < order(best[end]):
            best[end] = moves
    # A dropped list may be what a text means; with all checkers at home there are few lists.
    at_home = not any(mine[:18])
    every = sieve(rules, theirs, dice, list(every_list(rules, mine, theirs, dice))) if at_home else []
    turns = {
        write({mover: end, other: theirs}, other): turn_text(mover, moves, stop=needs_stop(moves, every))
        for end, moves in best.items()
    }
    return max((len(moves) for moves, _ in legal), default=0), turns


@lru_cache(maxsize=8192)
def naive_turns(ruleset: str, position: str, dice: tuple[int, int]) -> tuple[int, dict[str, str]]:
    """Return `turns_under` a rule set: `(dice used, {end position: canonical moves})`."""
    return turns_under(RULES[ruleset], position, dice)
