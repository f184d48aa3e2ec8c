from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.hint_figures import Table, figure
from bot.engine import Advantage, Chances, Engine, Hint
from bot.engine.advantages import Board, figures_apart, reasons_for
from bot.engine.figures import Figures, figures_of
from bot.rules import RULESETS, Family, Game, Position, Roll, Side, legal_turns, read_position, write_position
from bot.rules.events import Played, Rolled
from tests.engine.hint_rows import ROWS, Row

ENGINE = Engine()
GOOD, WEAK = Chances(0.6, 0.2, 0.1), Chances(0.5, 0.15, 0.15)
COST = 0.3
"""The difference between the two chances, in points."""
ONLY_CHANCES = {Advantage.KEEPS_MARS, Advantage.SAVES_MARS, Advantage.WINS}


def after(row: Row, text: str) -> Position:
    """Return the board after a turn."""
    return read_position(text, RULESETS[row.rules])[0]


def board(row: Row, text: str, chances: Chances, cost: float) -> Board:
    """Return a board of a row with its chances and cost."""
    return Board(figures_of(after(row, text), Side(row.side)), chances, cost)


def looked_up(position: Position, side: Side, advantage: Advantage, points: tuple[int, ...]) -> int:
    """Return a figure by a second implementation, which shares nothing with the engine."""
    point = points[0] if advantage is Advantage.HOLDS_POINT else 0
    return figure(Table(position.ruleset.name, write_position(position), side.value), advantage.value, point)


def test_every_advantage_has_its_row() -> None:
    """Each advantage that depends on the board has a position that shows it."""
    assert {row.advantage for row in ROWS} == set(Advantage) - ONLY_CHANCES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.advantage.value)
def test_an_advantage_of_the_best_turn_is_a_reason(row: Row) -> None:
    """The reason has the figures of both boards, and the second implementation finds the same figures."""
    boards = [board(row, row.best, GOOD, 0), board(row, row.weaker, WEAK, COST)]
    family = RULESETS[row.rules].family
    named = {each.advantage: each for each in reasons_for(boards, 1, [1], family)}
    reason = named[row.advantage]
    assert (reason.least, reason.most, reason.other, reason.against) == (row.figure, row.figure, row.other, 1)
    if row.advantage is not Advantage.FEWER_ROLLS:
        side = Side(row.side)
        assert looked_up(after(row, row.best), side, row.advantage, reason.points) == row.figure
        assert looked_up(after(row, row.weaker), side, row.advantage, reason.points) == row.other


def test_a_shared_or_ineffective_advantage_is_no_reason() -> None:
    """An advantage is no reason if a weaker turn has it too, or if the chances are not better."""
    named = []
    for row in ROWS:
        weaker, family = board(row, row.weaker, WEAK, COST), RULESETS[row.rules].family
        two_have_it = [board(row, row.best, GOOD, 0), weaker, board(row, row.best, GOOD, COST)]
        no_better = [board(row, row.best, WEAK, 0), weaker]
        named += [(row.advantage, each) for each in reasons_for(two_have_it, 1, [1, 2], family)]
        named += [(row.advantage, each) for each in reasons_for(no_better, 1, [1], family)]
    assert named == []


@pytest.mark.parametrize(
    ("points", "others", "named"),
    [
        ((9, 8, 7), (9, 8), (9, 8, 7)),
        ((9, 8, 7, 6, 5, 4, 3), (9, 8, 7, 6, 5), (4, 3)),
        (tuple(range(1, 9)), (), ()),
    ],
    ids=["few", "many", "too many that differ"],
)
def test_a_reason_names_few_points(
    points: tuple[int, ...], others: tuple[int, ...], named: tuple[int, ...]
) -> None:
    """Of more than six points a reason names those that the weaker turn lacks, if they are few."""
    about = Advantage.STANDS_IN_WAY
    boards = [
        Board(Figures({about: len(each)}, {}, {about: each}), chances, cost)
        for each, chances, cost in ((points, GOOD, 0.0), (others, WEAK, COST))
    ]
    (reason,) = reasons_for(boards, 1, [1], Family.PARALLEL)
    assert (reason.advantage, reason.points) == (about, named)


def test_two_weaker_turns_can_give_two_reasons() -> None:
    """One weaker turn has more checkers on the head, another holds fewer points: each gives a reason."""
    ruleset = RULESETS["long"]
    ends = [
        read_position(text, ruleset)[0]
        for text in (
            "24:12,20:1,18:1,16:1 / 12:15 b",
            "24:13,20:1,18:1 / 12:15 b",
            "24:12,20:2,18:1 / 12:15 b",
        )
    ]
    chances = [GOOD, WEAK, WEAK]
    boards = [
        Board(figures_of(end, Side.WHITE), each, COST * (number > 0))
        for number, (end, each) in enumerate(zip(ends, chances, strict=True))
    ]
    reasons = reasons_for(boards, 1, [1, 2], ruleset.family)
    for at in (1, 2):
        assert any(_lacks(boards[at], boards[0], reason.advantage) for reason in reasons)


def _lacks(weaker: Board, best: Board, advantage: Advantage) -> bool:
    figures = weaker.figures.by_advantage, best.figures.by_advantage
    return advantage not in figures[0] or figures[0][advantage] != figures[1][advantage]


def hints_in(rules: str, seed: int, turns: int) -> Iterator[tuple[Game, Hint]]:
    """Yield the hints of a game that mostly plays the best turns."""
    random, state = Random(seed), Game.begin(RULESETS[rules])
    for _ in range(turns):
        state = state.after(Rolled(Roll(random.randint(1, 6), random.randint(1, 6))))
        assert state.roll is not None
        moves = legal_turns(state.position, state.roll)
        if not moves:
            state = state.after(Played())
            continue
        if len(moves) > 1:
            hint = ENGINE.hint(state)
            yield state, hint
            turn = hint.candidates[random.randrange(min(2, len(hint.candidates)))].turn
        else:
            turn = moves[0]
        state = state.after(Played.of(turn.moves))
        if state.outcome is not None:
            return


@pytest.mark.parametrize(("rules", "turns"), [("long", 16), ("short", 8)])
def test_every_figure_of_a_hint_is_on_the_board(rules: str, turns: int) -> None:
    """The second implementation finds each figure after the best turns and after the compared one."""
    named = set()
    for state, hint in hints_in(rules, 5, turns):
        for reason in hint.reasons:
            if reason.advantage in ONLY_CHANCES or reason.advantage is Advantage.FEWER_ROLLS:
                continue
            ends = [each.turn.end for each in hint.candidates[: hint.about]]
            found = [looked_up(end, state.mover, reason.advantage, reason.points) for end in ends]
            other = hint.candidates[reason.against].turn.end
            assert (min(found), max(found)) == (reason.least, reason.most)
            assert looked_up(other, state.mover, reason.advantage, reason.points) == reason.other
            named.add(reason.advantage)
    assert len(named) > 3


@pytest.mark.parametrize("rules", ["long", "short"])
def test_a_hint_has_three_turns_and_the_compared_ones(rules: str) -> None:
    """The turns are in order, the compared ones are clearly weaker, and there are at most two reasons."""
    for _, hint in hints_in(rules, 9, 8):
        costs = [each.cost for each in hint.candidates]
        assert costs == sorted(costs)
        assert 1 <= hint.about <= 3
        assert len(hint.reasons) <= 2
        least = 0.015 if hint.stake >= 0.015 else 0.005
        assert all(costs[reason.against] >= least for reason in hint.reasons)
        assert len(costs) <= 3 or set(range(3, len(costs))) <= {reason.against for reason in hint.reasons}
        assert hint.stake >= costs[-1]


def test_a_stake_of_a_hundredth_still_has_a_reason() -> None:
    """If the worst turn costs only 0.01 points, its disadvantage is still named."""
    text = "17:2,15:2,11:1,8:1,5:2,4:1,3:5,2:1 / 1:9,20:1,18:2,16:1,13:2 b 6-4"
    position, roll = read_position(text, RULESETS["long"])
    hint = ENGINE.hint(Game(position, roll, 40))
    assert 0.005 <= hint.stake < 0.015
    assert hint.reasons != ()


def test_chances_equal_in_hundredths_are_no_reason() -> None:
    """Chances that are equal when rounded to hundredths give no reason."""
    same = Board(Figures({}, {}, {}), Chances(0.001, 0.0, 0.869), 0.0)
    other = Board(Figures({}, {}, {}), Chances(0.001, 0.0, 0.874), 0.01)
    assert figures_apart([same, other], 1) == ()


def test_a_forced_turn_has_no_reason() -> None:
    """The only legal turn has no reason."""
    position, roll = read_position("24:15 / 12:15 w 6-5", RULESETS["long"])
    hint = ENGINE.hint(Game(position, roll, 40))
    assert len(hint.candidates) == 1
    assert hint.reasons == ()


def test_saving_mars_is_a_reason() -> None:
    """If the opponent is about to finish, the reason is a checker borne off or a smaller chance of mars."""
    position, roll = read_position("7:1,6:7,3:7 / 13:1,off:14 w 3-1", RULESETS["long"])
    hint = ENGINE.hint(Game(position, roll, 40))
    assert str(hint.best.turn) == "7/6 3/off"
    named = {reason.advantage: (reason.least, reason.other) for reason in hint.reasons}
    assert named.get(Advantage.BEARS_OFF) == (1, 0) or named[Advantage.SAVES_MARS][0] < 5


def test_only_better_chances_are_reasons() -> None:
    """A turn with more wins but fewer mars is praised for its wins only, and the reverse."""
    wins, mars = Chances(0.6, 0.1, 0.1), Chances(0.5, 0.35, 0.1)
    nothing = Figures({}, {}, {})
    for best, other, named in ((wins, mars, Advantage.WINS), (mars, wins, Advantage.KEEPS_MARS)):
        found = figures_apart([Board(nothing, best, 0.0), Board(nothing, other, 0.1)], 1)
        assert [reason.advantage for reason in found] == [named]
