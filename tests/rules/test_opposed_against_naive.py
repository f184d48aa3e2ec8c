"""The opposed family held against a second, plain implementation of the same specification."""

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
"""Cases of one rule set from each source that are compared."""

WALKED = 75
"""Cases of one rule set from one source that are entered move by move."""

every_ruleset = pytest.mark.parametrize("ruleset", RULES)
every_source = pytest.mark.parametrize("source", COMPARED)
every_share = pytest.mark.parametrize(
    "share", [pytest.param(5, id="a fifth"), pytest.param(1, id="all", marks=pytest.mark.long)]
)


def roll_dice(rng: Random) -> Dice:
    """Throw two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def random_play(ruleset: str, rng: Random) -> Iterator[Case]:
    """Give the positions and rolls of games in which every turn is drawn by lot, without end."""
    while True:
        position = STARTS[ruleset]
        while "off:15" not in position:
            dice = roll_dice(rng)
            yield position, dice
            turns = naive_turns(ruleset, position, dice)[1]
            passed = position[:-1] + ("b" if position.endswith("w") else "w")
            position = rng.choice(list(turns)) if turns else passed


def constructed(deal: Callable[[Random, Dice], Board]) -> Callable[[str, Random], Iterator[Case]]:
    """Give dealt positions in which nobody has finished, without end."""

    def cases(_ruleset: str, rng: Random) -> Iterator[Case]:
        while True:
            dice = roll_dice(rng)
            board = deal(rng, dice)
            if max(board.off) < 15:
                yield naive.write(board), dice

    return cases


def close_combat(rng: Random, _dice: Dice) -> Board:
    """Deal single checkers and points of both sides all over the board, some on the bar."""
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
    """Deal a few last checkers at home or just before it, with some of the opponent among them."""
    points, off, bar = [0] * 24, [0, 0], [0, 0]
    for seat, home in enumerate((range(6), range(18, 24))):
        sign = 1 if seat == 0 else -1
        left = rng.randint(1, 6)
        for _ in range(left):
            stray = rng.random() < 0.12
            chat_key = rng.randrange(24) if stray else rng.choice(home)
            if points[chat_key] * sign < 0:
                bar[seat] += 1
            else:
                points[chat_key] += sign
        off[seat] = 15 - left
    return Board(tuple(points), (bar[0], bar[1]), (off[0], off[1]), rng.choice("wb"))


def shut_in(rng: Random, dice: Dice) -> Board:
    """Deal a mover of few places and an opponent with points where the dice lead one after the other (R3.3).

    In most a lone runner can be moved by either die and by no other after it, and the rest by none (R3.4).
    """
    mine, theirs = [0] * 24, [0] * 24
    runner = rng.randrange(sum(dice), 24)
    mine[runner] = 1
    places = rng.sample([chat_key for chat_key in range(6) if chat_key != runner], rng.randint(1, 3))
    for number in range(14):
        mine[places[number] if number < len(places) else rng.choice(places)] += 1
    closed = [runner - sum(dice), *(chat_key - die for chat_key in places for die in dice)]
    for chat_key in [*closed, *rng.sample(range(24), 2)]:
        if chat_key >= 0 and not mine[chat_key] and sum(theirs) < 14:
            theirs[chat_key] = 2
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
    """Draw positions with rolls, the same ones every time: all of them, or the first fifth."""
    drawn = SOURCES[source](ruleset, Random(f"{ruleset}, {source}"))
    return list(islice(drawn, COMPARED[source] // share))


@every_share
@every_source
@every_ruleset
def test_the_fast_rules_agree_with_the_plain_ones(ruleset: str, source: str, share: int) -> None:
    """R3, R6: ends, canonical texts and the number of dice are those of the plain implementation."""
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
def test_a_turn_in_progress_offers_what_a_legal_turn_begins_with(
    ruleset: str, source: str, share: int
) -> None:
    """R3.8: at each step of a turn exactly those moves are offered that a legal list goes on with."""
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
            told = f"{ruleset} {position} {dice} after {partial}"
            assert {stops(own) for own in offered} == {stops(own) for own in following}, told
            own = rng.choice([*offered])
            partial = partial.play(offered[own])
            assert partial.moves[-1].hit == naive.move(board, *own)[1], told
            board = naive.move(board, *own)[0]
            assert naive.write(board) == write_position(partial.position), told
            legal = [moves for moves in legal if len(moves) > step and moves[step] == own]
        assert all(len(moves) <= len(partial.moves) for moves in legal)


def own_move(side: Side, move: Move) -> naive.Move:
    """Give a move of the rules proper as the plain implementation writes it."""
    pips = move.start if side is Side.WHITE or move.start == naive.BAR else 25 - move.start
    assert move.stop == OFF or move.start == naive.BAR or abs(move.stop - move.start) == move.die
    return pips, move.die


def stops(move: naive.Move) -> tuple[int, int]:
    """Give where a move starts and where it stops."""
    return move[0], max(move[0] - move[1], 0)


# --- The cases can tell one rule from another --------------------------------------------------------------


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
def test_many_cases_tell_the_rules_apart(ruleset: str, other: naive.Rules, least: int) -> None:
    """R3.4, R3.6: other rules for doubles and for the higher die answer some of the cases otherwise."""
    drawn = [case for source in SOURCES for case in cases(ruleset, source)]
    assert sum(naive_turns(ruleset, *case) != naive.turns_under(other, *case) for case in drawn) >= least


@pytest.mark.long
@every_ruleset
def test_many_cases_have_checkers_on_the_bar(ruleset: str) -> None:
    """R6.5: the mover enters in a sixth of the cases, hits in a sixth, and is shut out in some."""
    drawn = [case for source in SOURCES for case in cases(ruleset, source)]
    boards = [(naive.read(position), naive_turns(ruleset, position, dice)) for position, dice in drawn]
    entering = [turns for board, (_, turns) in boards if board.at(naive.BAR)]
    assert len(entering) > len(drawn) / 6
    assert sum(not turns for turns in entering) > 10
    assert sum("*" in "".join(turns.values()) for _, (_, turns) in boards) > len(drawn) / 6
