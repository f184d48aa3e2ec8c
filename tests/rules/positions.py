"""Random positions with a roll, on which two implementations of the rules are compared.

Three sources: games of random turns, games of sensible turns, and constructed positions for rules that rarely
matter: primes anywhere on the opponent's path, first turns, checkers about to come home, the last checkers,
blocked boards. All are valid by R10.1; some constructed ones cannot occur in play.
"""

from collections.abc import Callable, Iterator
from random import Random

from tests.rules.naive import Side, across, faults, naive_turns, read, write

Dice = tuple[int, int]
Case = tuple[str, Dice]
Chooser = Callable[[Random, list[str]], str]

START = "24:15 / 12:15 w"


def random_play(ruleset: str, rng: Random) -> Iterator[Case]:
    """Yield the positions and rolls of games with random turns, without end."""
    return play_on(ruleset, rng, lambda rng, ends: rng.choice(ends))


def sensible_play(ruleset: str, rng: Random) -> Iterator[Case]:
    """Yield the positions and rolls of games that spread, make points and keep blocks, without end."""
    return play_on(ruleset, rng, sensible)


def rich_in_primes(ruleset: str, rng: Random) -> Iterator[Case]:
    """Yield constructed positions with suitable rolls, without end."""
    makers = [about_a_prime, cornered, first_turn, coming_home, near_the_finish, blocked]
    while True:
        maker = rng.choices(makers, weights=(12, 3, 3, 2, 2, 2))[0]
        dice = roll_dice(rng)
        if maker is first_turn and rng.random() < 0.6:
            dice = (rng.choice((3, 4, 6)),) * 2
        elif rng.random() < 0.1:
            dice = (dice[0],) * 2
        mine, theirs = maker(rng, dice)
        mover = rng.choice("wb")
        sides = {"w": mine, "b": theirs} if mover == "w" else {"w": theirs, "b": mine}
        if not faults(sides["w"], sides["b"]) and mine[24] < 15 and theirs[24] < 15:
            yield write(sides, mover), dice


SOURCES: dict[str, Callable[[str, Random], Iterator[Case]]] = {
    "random play": random_play,
    "sensible play": sensible_play,
    "rich in primes": rich_in_primes,
}


# --- Games -------------------------------------------------------------------------------------------------


def play_on(ruleset: str, rng: Random, choose: Chooser) -> Iterator[Case]:
    """Play game after game, yielding each position with its roll; `choose` picks among the ends of a roll."""
    while True:
        position = START
        while "off:15" not in position:
            dice = roll_dice(rng)
            yield position, dice
            _, turns = naive_turns(ruleset, position, dice)
            position = choose(rng, list(turns)) if turns else passed(position)


def roll_dice(rng: Random) -> Dice:
    """Roll two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def passed(position: str) -> str:
    """Return the position with the other side to move."""
    return position[:-1] + ("b" if position.endswith("w") else "w")


def sensible(rng: Random, ends: list[str]) -> str:
    """Return the best of a few ends, by held points, the longest block and an empty head."""
    few = rng.sample(ends, min(len(ends), 16))
    return max(few, key=lambda end: (worth(end) + rng.random() * 2, end))


def worth(end: str) -> float:
    """Return the value of a position for the side that has just moved."""
    sides, to_move = read(end)
    mine = sides["b" if to_move == "w" else "w"]
    held = sum(1 for count in mine[:24] if count)
    block = longest_block(mine)
    pips = sum((24 - t) * mine[t] for t in range(24))
    return 2.0 * held + 1.5 * block - 1.0 * max(mine[:24]) - 0.05 * pips


def longest_block(mine: Side) -> int:
    """Return the longest row of points that I hold on the opponent's path."""
    longest = current = 0
    for j in range(24):
        current = current + 1 if mine[across(j)] else 0
        longest = max(longest, current)
    return longest


# --- Constructed positions: the mover's and the opponent's counts, possibly with faults --------------------


def about_a_prime(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a row of six to eight points, anywhere on the ring, that is complete or that the dice may close.

    A third of the rows runs through the mover's own last point and head.
    """
    first = rng.choice((rng.randrange(24), rng.randrange(24), rng.randrange(7, 12)))
    row = [j % 24 for j in range(first, first + rng.choice((6, 6, 6, 7, 8)))]
    missing = rng.sample(row, rng.choice((0, 1, 1, 1, 2)))
    mine = [0] * 25
    for j in row:
        if j not in missing:
            mine[across(j)] += 1
    for j in missing:
        feeder = across(j) - rng.choice(dice) * rng.choice((1, 1, 1, 2))
        if feeder >= 0:
            mine[feeder] += 1
    spare = {
        "head": [0],
        "row": [across(j) for j in row if j not in missing],
        "home": list(range(18, 24)),
        "home and off": list(range(18, 25)),
        "anywhere": [across(j) for j in range(24) if j not in missing],
        "back": [0, *(rng.randrange(12) for _ in range(2))],
    }
    scatter(rng, mine, spare[rng.choice([*spare])])

    free = [j for j in range(24) if not mine[across(j)]]
    gaps = [j for j in free if j in missing]
    open_points = [j for j in free if j not in missing]
    behind = [j for j in open_points if j < first]
    beyond = [j for j in open_points if j > first + 5]
    just_beyond = [j for j in beyond if j <= first + 9]
    theirs = [0] * 25
    kind = rng.choice(
        ("behind", "behind", "just past", "just past", "home", "ahead", "off", "gap", "anywhere")
    )
    if kind == "just past":
        place(rng, theirs, just_beyond, rng.randint(1, 2))
    elif kind == "home":
        place(rng, theirs, [j for j in beyond if j >= 18], rng.randint(1, 2))
    elif kind == "gap":
        place(rng, theirs, gaps, rng.randint(1, 2))
    elif kind == "off":
        theirs[24] = rng.randint(1, 13)
    rest = {"ahead": beyond, "off": [j for j in open_points if j >= 18], "anywhere": free}.get(kind, behind)
    scatter(rng, theirs, few_of(rng, rest))
    return tuple(mine), tuple(theirs)


def cornered(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a mover who must close a row of six or play fewer dice (R5.5).

    The row fills the end of the opponent's path or the mover's own home, so a checker that blocks the mover
    beyond it is still behind it. Its points are held twice, so that moves within it leave it complete.
    """
    first = rng.choice((18, 6))
    row = [across(j) for j in range(first, first + 6)]
    missing = rng.choice(row)
    feeder = missing - rng.choice((max(dice), max(dice), sum(dice), min(dice)))
    mine = [0] * 25
    for t in row:
        mine[t] = 0 if t == missing else 2
    mine[max(feeder, 0)] += 1
    scatter(rng, mine, row if rng.random() < 0.3 else [t for t in row if t != missing])
    stops = {t + die for t in range(24) if mine[t] for die in dice}
    theirs = [0] * 25
    for stop in sorted(stops - {missing}):
        if stop < 24 and not mine[stop] and across(stop) < first:
            theirs[across(stop)] = 1
    free = [j for j in range(24) if not mine[across(j)] and across(j) != missing]
    place(rng, theirs, [j for j in free if j > first + 5], rng.choice((0, 0, 0, 1)))
    scatter(rng, theirs, few_of(rng, [j for j in free if j < first], 3))
    return tuple(mine), tuple(theirs)


def first_turn(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a first turn of the mover with some opposing checkers on the way (R4.2-R4.8)."""
    mine = [15] + [0] * 24
    theirs = [0] * 25
    theirs[0] = rng.choice((0, *range(8, 15)))
    place(rng, theirs, [across(t) for t in range(dice[0], 24, dice[0])], rng.randint(0, 1))
    scatter(rng, theirs, few_of(rng, [j for j in range(24) if j != across(0)]))
    return tuple(mine), tuple(theirs)


def coming_home(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a mover with one to three checkers still outside the home (R6.1)."""
    mine = [0] * 25
    for _ in range(rng.randint(1, 3)):
        mine[rng.randrange(18 - max(dice), 18)] += 1
    scatter(rng, mine, few_of(rng, list(range(18, 24))))
    return tuple(mine), around(rng, mine)


def near_the_finish(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a mover with one to six checkers left (R6.2-R6.6)."""
    mine = [0] * 25
    for _ in range(rng.choice((1, 1, 2, 3, 4, 6))):
        mine[rng.randrange(18, 24)] += 1
    mine[24] = 15 - sum(mine)
    return tuple(mine), around(rng, mine)


def blocked(rng: Random, dice: Dice) -> tuple[Side, Side]:
    """Return a mover with few points and an opponent with many, most of them a die away (R3.3, R3.4)."""
    mine = [0] * 25
    scatter(rng, mine, [rng.randrange(24) for _ in range(rng.randint(1, 4))])
    held = [t for t in range(24) if mine[t]]
    runner = rng.choice(held)
    stops = [t + die for t in held if t != runner for die in dice if rng.random() < 0.9]
    theirs = [0] * 25
    for stop in [*stops, runner + sum(dice), runner + rng.choice((*dice, 24))]:
        if stop < 24 and not mine[stop]:
            theirs[across(stop)] = 1
    scatter(rng, theirs, few_of(rng, [j for j in range(24) if not mine[across(j)]], 8))
    return tuple(mine), tuple(theirs)


def around(rng: Random, mine: list[int]) -> Side:
    """Return an opponent on a few of the free points."""
    free = [j for j in range(24) if not mine[across(j)]]
    theirs = [0] * 25
    if rng.random() < 0.3:
        free = [j for j in free if j >= 18]
        theirs[24] = rng.randint(0, 14)
    scatter(rng, theirs, few_of(rng, free, 8))
    return tuple(theirs)


def few_of(rng: Random, places: list[int], most: int = 5) -> list[int]:
    """Return one to `most` of the places, or none if there are none."""
    return rng.sample(places, min(len(places), rng.randint(1, most)))


def scatter(rng: Random, counts: list[int], places: list[int]) -> None:
    """Put the checkers that are missing to 15 on random places."""
    place(rng, counts, places, 15 - sum(counts))


def place(rng: Random, counts: list[int], places: list[int], number: int) -> None:
    """Put that many checkers on random places; none if there is no place."""
    for _ in range(number if places else 0):
        counts[rng.choice(places)] += 1
