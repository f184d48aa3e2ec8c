"""The rules compared with a second, simple implementation of the same specification (`naive`)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, islice
from random import Random

import pytest

from bot.rules import OFF, RULESETS, Move, PartialTurn, Roll, legal_turns, read_position, write_position
from tests.rules import naive
from tests.rules.naive import RULES, Ending, Rules, naive_turns, turns_under
from tests.rules.positions import SOURCES, START, Case, Dice, passed

Answer = tuple[int, dict[str, str]]

COMPARED = {"random play": 1300, "sensible play": 200, "rich in primes": 600}
"""Cases that are compared, for each rule set and source; sources with few turns a case have more."""

WALKED = 15
"""Cases that are entered move by move, for each rule set and source, besides the rare ones."""

MEASURED = 250
"""Constructed cases of a rule set on which a rule is shown to matter."""

every_ruleset = pytest.mark.parametrize("ruleset", RULES)
every_source = pytest.mark.parametrize("source", SOURCES)
every_share = pytest.mark.parametrize(
    "share", [pytest.param(10, id="a tenth"), pytest.param(1, id="all", marks=pytest.mark.long)]
)


@cache
def cases(ruleset: str, source: str, share: int = 1) -> list[Case]:
    """Return the same random positions with rolls every time: all of them, or the first part."""
    drawn = SOURCES[source](ruleset, Random(f"{ruleset}, {source}"))
    return list(islice(drawn, COMPARED[source] // share))


def few(drawn: list[Case]) -> list[Case]:
    """Return some of the cases, spread evenly."""
    return drawn[:: len(drawn) // WALKED]


def short(ruleset: str, share: int = 1) -> list[Case]:
    """Return the constructed cases in which not every die can be played."""
    return [
        (position, dice)
        for position, dice in cases(ruleset, "rich in primes", share)
        if naive_turns(ruleset, position, dice)[0] < len(naive.dice_to_play(dice))
    ]


def last(drawn: list[Case]) -> list[Case]:
    """Return the cases in which a side has one checker left."""
    return [(position, dice) for position, dice in drawn if "off:14" in position]


def fast_turns(ruleset: str, position: str, dice: Dice) -> Answer:
    """Answer as `naive_turns`, by the real rules."""
    rules = RULESETS[ruleset]
    start, _ = read_position(position, rules)
    roll = Roll(*dice)
    turns = legal_turns(start, roll)
    answer = {write_position(turn.end): str(turn) for turn in turns}
    assert len(answer) == len(turns), f"{ruleset} {position} {dice}: an end position is given twice"
    return legal_turns(start, roll).dice_used, answer


def difference(fast: Answer, plain: Answer) -> str:
    """Describe the difference between two answers."""
    lines = [] if fast[0] == plain[0] else [f"dice used: fast {fast[0]}, plain {plain[0]}"]
    for end in sorted({*fast[1], *plain[1]}):
        texts = fast[1].get(end, "no such turn"), plain[1].get(end, "no such turn")
        if texts[0] != texts[1]:
            lines.append(f"{end}: fast {texts[0]}, plain {texts[1]}")
    return "\n".join(lines)


# --- The comparison ----------------------------------------------------------------------------------------


@every_share
@every_source
@every_ruleset
def test_the_rules_agree_with_the_naive_ones(ruleset: str, source: str, share: int) -> None:
    """The rules give the end positions, canonical texts and number of dice of the naive implementation."""
    for position, dice in cases(ruleset, source, share):
        fast, plain = fast_turns(ruleset, position, dice), naive_turns(ruleset, position, dice)
        assert fast == plain, f"{ruleset}, {position} {dice[0]}-{dice[1]}\n{difference(fast, plain)}"


@pytest.mark.slow
@every_share
@every_source
@every_ruleset
def test_a_turn_in_progress_offers_the_moves_of_legal_turns(ruleset: str, source: str, share: int) -> None:
    """Each step of a turn offers exactly the moves that continue a legal list (R3.8)."""
    rng = Random(f"{ruleset}, {source}")
    drawn = cases(ruleset, source, share)
    rare = last(drawn) + (short(ruleset, share) if source == "rich in primes" else [])
    for position, dice in few(drawn) * 3 + rare:
        start, _ = read_position(position, RULESETS[ruleset])
        legal = naive.legal_lists(RULES[ruleset], position, dice)
        texts = naive_turns(ruleset, position, dice)[1]
        walk(PartialTurn.begin(start, Roll(*dice)), position, legal, texts, rng)


def walk(
    partial: PartialTurn, position: str, legal: list[Ending], texts: dict[str, str], rng: Random
) -> None:
    """Enter one random turn, and compare the offered moves at each step with the remaining lists."""
    mover = position[-1]
    while True:
        situation = (
            f"{partial.ruleset.name}, {position} {partial.roll} after {[str(m) for m in partial.moves]}"
        )
        step = len(partial.moves)
        ends: dict[tuple[int, int], set[naive.Side]] = {}
        for moves, end in legal:
            if len(moves) > step:
                ends.setdefault(moves[step], set()).add(end)
        offered = {own_move(mover, move): move for move in partial.next_moves()}
        assert list(offered) == sorted(offered, key=lambda own: (-own[1], own[0])), situation
        assert {stops(own) for own in offered} == {stops(own) for own in ends}, situation
        for own, reached in ends.items():
            alike = [other for other in offered if stops(other) == stops(own)]
            assert own in offered or any(reached <= ends[other] for other in alike), situation
        assert partial.is_complete == (not ends), situation
        if not ends:
            break
        own = rng.choice([*offered])
        partial = partial.play(offered[own])
        legal = [(moves, end) for moves, end in legal if len(moves) > step and moves[step] == own]
    if texts:
        turn = partial.turn()
        assert str(turn) == texts[write_position(turn.end)], situation


def own_move(mover: str, move: Move) -> naive.Move:
    """Convert a move of the real rules to the naive form."""
    t = naive.NAMES[mover].index(str(move.start))
    stop = "off" if move.stop == OFF else str(move.stop)
    assert stop == naive.NAMES[mover][min(t + move.die, naive.OFF)], str(move)
    return t, move.die


def stops(move: naive.Move) -> tuple[int, int]:
    """Return where a move starts and stops."""
    return move[0], min(move[0] + move[1], naive.OFF)


@every_ruleset
def test_the_trees_of_two_turns_have_the_same_size(ruleset: str) -> None:
    """Both implementations count the same positions two turns deep from the start, over all rolls."""

    def fast(position: str, dice: Dice) -> Iterable[str]:
        return fast_turns(ruleset, position, dice)[1]

    def plain(position: str, dice: Dice) -> Iterable[str]:
        return naive_turns(ruleset, position, dice)[1]

    assert count_tree(fast, START, 2) == count_tree(plain, START, 2)


def count_tree(ends: Callable[[str, Dice], Iterable[str]], position: str, depth: int) -> int:
    """Count the ends of all rolls, `depth` turns deep; a pass has one end."""
    if depth == 0:
        return 1
    return sum(
        count_tree(ends, end, depth - 1)
        for dice in combinations_with_replacement(range(1, 7), 2)
        for end in tuple(ends(position, dice)) or (passed(position),)
    )


# --- The cases distinguish rules ---------------------------------------------------------------------------


def changed(ruleset: str, other: Rules, *, doubles: bool = False) -> int:
    """Count the constructed cases, or those with equal dice, that other rules answer differently."""
    drawn = cases(ruleset, "rich in primes")
    if doubles:
        drawn = [(position, dice) for position, dice in drawn if dice[0] == dice[1]]
    return sum(naive_turns(ruleset, *case) != turns_under(other, *case) for case in drawn[:MEASURED])


def seen_at(firsts: Iterable[int]) -> Callable[[naive.Side, naive.Side], bool]:
    """Return a wrong prime rule: `past`, judged only on the rows that begin at these of the opponent's t."""

    def forbids(mine: naive.Side, theirs: naive.Side) -> bool:
        return any(
            all(mine[naive.across(j % 24)] for j in range(i, i + 6)) and not any(theirs[i + 6 :])
            for i in firsts
        )

    return forbids


def wrong_readings(ruleset: str) -> Iterator[tuple[str, Rules, int]]:
    """Yield wrong rules with a name and a number: at least one in that many constructed cases must differ."""
    rules = RULES[ruleset]
    (later,) = {"at the end of the turn", "after every move"} - {rules.judged}
    through_the_head = [i for i in range(19) if not i <= 11 < i + 5]
    yield "no prime rule", replace(rules, forbids=naive.never), 8
    yield f"judged {later}", replace(rules, judged=later), 10
    yield (
        "past for home",
        replace(rules, forbids=naive.past if rules.forbids is naive.home else naive.home),
        100,
    )
    yield "no prime through the mover's head", replace(rules, forbids=seen_at(through_the_head)), 50
    yield "primes across the opponent's start", replace(rules, forbids=seen_at(range(24))), 100


@pytest.mark.long
@every_ruleset
def test_the_cases_distinguish_wrong_rules(ruleset: str) -> None:
    """Wrong prime rules change many constructed cases, and other head rules many doubles."""
    unseen = [
        name
        for name, other, one_of in wrong_readings(ruleset)
        if changed(ruleset, other) <= MEASURED / one_of
    ]
    heads = {RULES[other].head for other in ("long", "narde", "palm")} - {RULES[ruleset].head}
    unseen += [
        head
        for head in heads
        if changed(ruleset, replace(RULES[ruleset], head=head), doubles=True) <= MEASURED / 50
    ]
    assert unseen == []


@pytest.mark.long
@every_ruleset
def test_some_cases_leave_dice_unplayed_because_of_the_prime(ruleset: str) -> None:
    """Some rolls could use more dice if no prime were forbidden (R5.5)."""
    free = replace(RULES[ruleset], forbids=naive.never)
    drawn = short(ruleset)
    assert sum(naive_turns(ruleset, *case)[0] < turns_under(free, *case)[0] for case in drawn) > 3


@pytest.mark.long
@every_ruleset
def test_some_cases_depend_on_the_higher_die(ruleset: str) -> None:
    """Some rolls allow either die but not both (R3.4)."""
    count = 0
    for position, dice in short(ruleset):
        if naive_turns(ruleset, position, dice)[0] == 1 and dice[0] != dice[1]:
            sides, mover = naive.read(position)
            theirs = sides["b" if mover == "w" else "w"]
            lists = naive.every_list(RULES[ruleset], sides[mover], theirs, dice)
            count += (
                len({moves[0][1] for moves, end in lists if not RULES[ruleset].forbids(end, theirs)}) == 2
            )
    assert count > 3


# --- The naive implementation itself -----------------------------------------------------------------------


@pytest.mark.long
@every_source
@every_ruleset
def test_dropping_later_lists_of_a_stage_changes_nothing(ruleset: str, source: str) -> None:
    """Trying every list of moves gives the same answers as one list for each stage of a turn."""
    for position, dice in few(cases(ruleset, source)):
        every = turns_under(RULES[ruleset], position, dice, plain=True)
        assert every == naive_turns(ruleset, position, dice), f"{ruleset}, {position} {dice}"


@pytest.mark.long
@every_source
def test_the_cases_are_valid_and_their_text_is_canonical(source: str) -> None:
    """Every random position is valid and is written back in the same form."""
    for position, dice in cases("long", source):
        assert naive.write(*naive.read(position)) == position
        assert all(1 <= die <= 6 for die in dice)


def examples() -> Iterator[tuple[str, str, Dice, set[str]]]:
    """Yield the specification's own examples: rule set, position, dice, and all turns."""
    after_5_5 = "24:14,4:1 / 12:15 b"
    for ruleset in ("long", "federation"):
        yield ruleset, after_5_5, (4, 4), {"12/8"}
    for ruleset in ("sport", "narde", "palm"):
        yield ruleset, after_5_5, (4, 4), {"12/8(2)"}
    for ruleset in RULES:
        yield ruleset, START, (6, 5), {"24/13"}
        yield ruleset, START, (3, 3), {"24/15 24/21", "24/18(2)"}
        yield ruleset, START, (6, 6), {"24/18(2)"}
    yield "long", "24:14,16:1 / 12:15 b", (5, 5), {"12/21"}


@pytest.mark.parametrize(("ruleset", "position", "dice", "turns"), [*examples()])
def test_the_examples_of_the_specification(ruleset: str, position: str, dice: Dice, turns: set[str]) -> None:
    """The examples of R3, R4 and R11 give the turns of the specification."""
    assert set(naive_turns(ruleset, position, dice)[1].values()) == turns
