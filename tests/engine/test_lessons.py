from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.engine.evaluation import Evaluator, equity
from bot.engine.inputs import WIDE
from bot.engine.network import Network
from bot.engine.search import Search
from bot.engine.train.boards import joined, split
from bot.engine.train.lessons import hard_boards, lesson, load, save
from bot.engine.train.rollouts import hard_positions
from bot.rules import RULESETS, Position, Side

LONG = RULESETS["long"]


def a_net(seed: int) -> Network:
    """Return an untrained net."""
    return Network.random(2 * WIDE, 16, 4, seed)


def position_of(board: NDArray[np.int64]) -> Position:
    """Return a board as a position of the side that rolls next."""
    theirs, mine = (joined(int(board[at]), int(board[at + 1])) for at in (0, 2))
    return Position(LONG, mine, theirs, Side.WHITE)


@pytest.mark.long
def test_a_board_that_one_roll_decides_is_worth_the_average_of_its_rolls() -> None:
    """If every roll leads to the exact table, 36 games give the exact value."""
    position = Position.parse("long 6:4,5:3,1:3,off:5 / 13:14,19:1 b")
    network = a_net(5)
    boards = np.array([[*split(position.theirs), *split(position.mine)]])
    _, targets = lesson(LONG, network, 36, boards, 3)
    expected = Search(Evaluator(network, LONG)).before_roll([position])
    found = 2 * targets[:, 0] - 1 + targets[:, 1] - targets[:, 2]
    assert found == pytest.approx(-equity(expected), abs=1e-4)


@pytest.mark.long
def test_hard_boards_are_drawn_by_the_disagreement_of_two_nets() -> None:
    """Each board is drawn once, excluded ones never, and boards on which two nets differ more often."""
    network, other = a_net(1), a_net(2)
    positions = hard_positions(LONG, network, 400, 3, one_of=5)
    drawn = {position_of(board) for board in hard_boards(LONG, network, other, 100, looked_at=400, seed=3)}
    assert len(drawn) == 100
    assert drawn <= set(positions)
    kept_back = set(positions[:200])
    rest = hard_boards(LONG, network, other, 100, looked_at=400, seed=3, without=kept_back)
    assert {position_of(board) for board in rest} <= set(positions) - kept_back

    def doubt(some: set[Position]) -> float:
        sides = [each.theirs for each in some], [each.mine for each in some]
        first, second = (
            equity(Evaluator(each, LONG).evaluate(*sides, white=False)) for each in (network, other)
        )
        return float(np.abs(first - second).mean())

    assert doubt(drawn) > doubt(set(positions) - drawn)


def test_several_lessons_are_joined(tmp_path: Path) -> None:
    """Several lessons become one, in their order."""
    lessons = [(np.full((2, 4), at), np.full((2, 3), at, np.float32)) for at in (1, 2)]
    save(tmp_path / "lessons.npz", lessons)
    boards, targets = load(tmp_path / "lessons.npz")
    assert boards[:, 0].tolist() == targets[:, 2].tolist() == [1, 1, 2, 2]
    assert len(load(tmp_path / "lessons.npz", tmp_path / "lessons.npz")[0]) == 8
    assert [each.name for each in tmp_path.iterdir()] == ["lessons.npz"]
