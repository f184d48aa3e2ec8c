"""The opposed family compared with a second, simple implementation of the same specification."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from bot.rules import OFF, RULESETS, Move, PartialTurn, Roll, Side, legal_turns, read_position, write_position
from tests.rules import naive_opposed as naive
from tests.rules.naive_opposed import RULES, STARTS, Board, Dice, naive_turns

Case = tuple[str, Dice]

COMPARED = {"random play": 450, "close combat": 450, "near the end": 300, "shut in": 200}
"""Cases that are compared, for each rule set and source."""

WALKED = 75
"""Cases that are entered move by move, for each rule set and source."""

every_ruleset = pytest.mark.parametrize("ruleset", RULES)
every_source = pytest.mark.parametrize("source", COMPARED)
every_share = pytest.mark.parametrize(
    "share", [pytest.param(5, id="a fifth"), pytest.param(1, id="all", marks=pytest.mark.long)]
)


def roll_dice(rng: Random) -> Dice:
    """Roll two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def random_play(ruleset: str, rng: Random) -> Iterator[Case]:
    """Yield the positions and rolls of games with random turns, without end."""
    while True:
        position = STARTS[ruleset]
        while "off:15" not in position:
            dice = roll_dice(rng)
            yield position, dice
            turns = naive_turns(ruleset, position, dice)[1]
            passed = position[:-1] + ("b" if position.endswith("w") else "w")
            position = rng.choice(list(turns)) if turns else passed


def constructed(deal: Callable[[Random, Dice], Board]) -> Callable[[str, Random], Iterator[Case]]:
    """Return a source of dealt positions in which no side has finished, without end."""

    def cases(_ruleset: str, rng: Random) -> Iterator[Case]:
        while True:
            dice = roll_dice(rng)
            board = deal(rng, dice)
            if max(board.off) < 15:
                yield naive.write(board), dice

    return cases


def close_combat(rng: Random, _dice: Dice) -> Board:
    """Return single checkers and points of both sides all over the board, some on the bar."""
    points, heaps = [0] * 24, [[0, 0], [0, 0]]
    free = rng.sample(range(24), 24)
    for seat, sign in enumerate((1, -1)):
        bar = rng.choice((0, 0, 0, 1, 2, 4))
        off = rng.choice((0, 0, 0, 3, 9))
        held = [free.pop() for _ in range(rng.randint(2, 9))]
        heaps[0][seat], heaps[1][seat] = bar, off
        for number in range(15 - bar - off):
            points[held[number] if number < len(held) else rng.choice(held)] += sign
    return Board(tuple(points), (heaps[0][0], heaps[0][1]), (heaps[1][0], heaps[1][1]), rng.choice("wb"))


def near_the_end(rng: Random, _dice: Dice) -> Board:
    """Return a few last checkers at home or just before it, with some of the opponent's among them."""
    points, off, bar = [0] * 24, [0, 0], [0, 0]
    for seat, home in enumerate((range(6), range(18, 24))):
        sign = 1 if seat == 0 else -1
        left = rng.randint(1, 6)
        for _ in range(left):
            stray = rng.random() < 0.12
            place = rng.randrange(24) if stray else rng.choice(home)
            if points[place] * sign < 0:
                bar[seat] += 1
            else:
                points[place] += sign
        off[seat] = 15 - left
    return Board(tuple(points), (bar[0], bar[1]), (off[0], off[1]), rng.choice("wb"))


def shut_in(rng: Random, dice: Dice) -> Board:
    """Return a mover on few points and an opponent on the points that the dice lead to in turn (R3.3).

    In most cases a lone runner can move by either die but not by both, and no other checker can move (R3.4).
    """
    mine, theirs = [0] * 24, [0] * 24
    runner = rng.randrange(sum(dice), 24)
    mine[runner] = 1
    places = rng.sample([place for place in range(6) if place != runner], rng.randint(1, 3))
    for number in range(14):
        mine[places[number] if number < len(places) else rng.choice(places)] += 1
    closed = [runner - sum(dice), *(place - die for place in places for die in dice)]
    for place in [*closed, *rng.sample(range(24), 2)]:
        if place >= 0 and not mine[place] and sum(theirs) < 14:
            theirs[place] = 2
    off = 15 - sum(theirs)
    points = tuple(own - other for own, other in zip(mine, theirs, strict=True))
    if rng.random() < 0.5:
        return Board(points, (0, 0), (0, off), "w")
    return Board(tuple(-count for count in reversed(points)), (0, 0), (off, 0), "b")


SOURCES: dict[str, Callable[[str, Random], Iterator[Case]]] = {
    "random play": random_play,
    "close combat": constructed(close_combat),
    "near the end": constructed(near_the_end),
    "shut in": constructed(shut_in),
}


@cache
def cases(ruleset: str, source: str, share: int = 1) -> list[Case]:
    """Return the same random positions with rolls every time: all of them, or the first part."""
    drawn = SOURCES[source](ruleset, Random(f"{ruleset}, {source}"))
    return list(islice(drawn, COMPARED[source] // share))


@every_share
@every_source
@every_ruleset
def test_the_rules_agree_with_the_naive_ones(ruleset: str, source: str, share: int) -> None:
    """R3, R6: the rules give the ends, canonical texts and number of dice of the naive implementation."""
    rules = RULESETS[ruleset]
    for position, dice in cases(ruleset, source, share):
        start, _ = read_position(position, rules)
        turns = legal_turns(start, Roll(*dice))
        fast = {write_position(turn.end): str(turn) for turn in turns}
        assert len(fast) == len(turns), f"{ruleset} {position} {dice}: an end position is given twice"
        assert (turns.dice_used, fast) == naive_turns(ruleset, position, dice), f"{ruleset} {position} {dice}"


@every_share
@every_source
@every_ruleset
def test_a_turn_in_progress_offers_the_moves_of_legal_turns(ruleset: str, source: str, share: int) -> None:
    """R3.8: each step of a turn offers exactly the moves that continue a legal list."""
    rng = Random(f"{ruleset}, {source}")
    rules = RULESETS[ruleset]
    for position, dice in cases(ruleset, source, share)[: WALKED // share]:
        start, _ = read_position(position, rules)
        board = naive.read(position)
        legal = [moves for moves, _ in naive.legal_lists(RULES[ruleset], board, dice)]
        partial = PartialTurn.begin(start, Roll(*dice))
        while not partial.is_complete:
            step = len(partial.moves)
            following = {moves[step] for moves in legal if len(moves) > step}
            offered = {own_move(partial.start.mover, move): move for move in partial.next_moves()}
            situation = f"{ruleset} {position} {dice} after {partial}"
            assert {stops(own) for own in offered} == {stops(own) for own in following}, situation
            own = rng.choice([*offered])
            partial = partial.play(offered[own])
            assert partial.moves[-1].hit == naive.move(board, *own)[1], situation
            board = naive.move(board, *own)[0]
            assert naive.write(board) == write_position(partial.position), situation
            legal = [moves for moves in legal if len(moves) > step and moves[step] == own]
        assert all(len(moves) <= len(partial.moves) for moves in legal)


def own_move(side: Side, move: Move) -> naive.Move:
    """Convert a move of the real rules to the naive form."""
    pips = move.start if side is Side.WHITE or move.start == naive.BAR else 25 - move.start
    assert move.stop == OFF or move.start == naive.BAR or abs(move.stop - move.start) == move.die
    return pips, move.die


def stops(move: naive.Move) -> tuple[int, int]:
    """Return where a move starts and stops."""
    return move[0], max(move[0] - move[1], 0)


# --- The cases distinguish rules ---------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "other", "least"),
    [
        ("nard", replace(RULES["nard"], moves_of_equal_dice=4), 50),
        ("nard", replace(RULES["nard"], higher_die=True), 4),
        ("short", replace(RULES["short"], moves_of_equal_dice=2), 50),
        ("short", replace(RULES["short"], higher_die=False), 4),
    ],
)
def test_the_cases_distinguish_wrong_rules(ruleset: str, other: naive.Rules, least: int) -> None:
    """R3.4, R3.6: other rules for doubles and for the higher die change the answers of some cases."""
    drawn = [case for source in SOURCES for case in cases(ruleset, source)]
    assert sum(naive_turns(ruleset, *case) != naive.turns_under(other, *case) for case in drawn) >= least


@pytest.mark.long
@every_ruleset
def test_many_cases_have_checkers_on_the_bar(ruleset: str) -> None:
    """R6.5: the mover enters in a sixth of the cases, hits in a sixth, and cannot enter in some."""
    drawn = [case for source in SOURCES for case in cases(ruleset, source)]
    boards = [(naive.read(position), naive_turns(ruleset, position, dice)) for position, dice in drawn]
    entering = [turns for board, (_, turns) in boards if board.at(naive.BAR)]
    assert len(entering) > len(drawn) / 6
    assert sum(not turns for turns in entering) > 10
    assert sum("*" in "".join(turns.values()) for _, (_, turns) in boards) > len(drawn) / 6
