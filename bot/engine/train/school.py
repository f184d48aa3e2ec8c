"""School: the training loop: threads play games while the net learns from the previous round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np

from bot.engine.network import Network, Outputs
from bot.engine.train.boards import Side, new_board_sets, rules_of, split
from bot.engine.train.course import WIDTHS, Course
from bot.engine.train.learner import Learner, Lesson, Memory
from bot.engine.train.luck import play_without_luck
from bot.engine.train.referee import Referee, fill_all, new_workspace, referee_of, width_of
from bot.engine.train.selfplay import Terms, compare, look_ahead, play, rivals
from bot.rules import RuleSet, start_position

ROUND: Final = 256
"""The number of games played with the same weights."""

_BATCH: Final = 1024
_REMEMBERED: Final = 3_000_000
"""The number of boards kept to be learnt from again; each takes 44 bytes."""
_LONGEST: Final = 300
"""The number of turns reserved for a game; games take 90 on average."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a training course.

    Attributes:
        games: games played so far.
        boards: boards learnt from so far.
        error: the mean square error of the probability to win, in the last round.
    """

    games: int
    boards: int
    error: float


class School:
    """The training of a net.

    Args:
        course: the settings of the training.
        begin: the net to begin with, widened if too small; None for random weights.
        threads: the number of threads that play games.
        given: prepared boards and targets to learn from besides the games, or None.
    """

    def __init__(
        self, course: Course, begin: Network | None = None, threads: int = 2, given: Lesson | None = None
    ) -> None:
        width = WIDTHS[course.inputs]
        self.course = course
        self._ruleset = RuleSet.parse(course.rules)
        outputs = max(3, 2 * len(self._ruleset.scoring.grades) - 1)
        if begin is None:
            begin = Network.random(2 * width, course.hidden, course.inner, course.seed, outputs)
        self._begin = begin
        wide = begin.widened(width, course.hidden, course.inner, course.seed, outputs)
        self._learner = Learner(wide, begin.outputs if course.new_outputs else 0)
        self._progress = Progress(0, 0, 0.0)
        self._earlier = Memory(_REMEMBERED if course.again else 0, outputs)
        self._given = Memory(len(given[0]) if given else 0, outputs)
        if given:
            self._given.add(given)
        self._players = [_Player(self._ruleset, ROUND // threads) for _ in range(threads)]

    @property
    def network(self) -> Network:
        """The current net."""
        return self._learner.network

    @property
    def new_outputs(self) -> Outputs:
        """The current outputs that the first net lacked."""
        return self.network.outputs_from(self._begin.outputs)

    def run(self) -> Iterator[Progress]:
        """Train to the end of the course, yielding the progress after each round.

        The games of a round are played by the net of the previous round, so that playing and learning run at
        the same time.
        """
        with ThreadPoolExecutor(len(self._players)) as threads:
            played = self._begin_round(threads, self._progress.games)
            while self._progress.games < self.course.games:
                lessons = [each.result() for each in played]
                played = self._begin_round(threads, self._progress.games + ROUND)
                self._learn(lessons)
                yield self._progress

    def _begin_round(self, threads: ThreadPoolExecutor, games: int) -> list[Future[Lesson]]:
        network = self._begin if self.course.taught else self.network
        judge = referee_of(network, self._ruleset)
        seeds = np.random.SeedSequence([self.course.seed, games]).generate_state(len(self._players))
        return [
            threads.submit(player.lesson, judge, self.course, int(seed))
            for player, seed in zip(self._players, seeds, strict=True)
        ]

    def _learn(self, lessons: list[Lesson]) -> None:
        done = self._progress
        rng = np.random.default_rng([self.course.seed, done.games])
        rate = self.course.rate_after(done.games)
        new = sum(len(boards) for boards, _ in lessons)
        again = self._earlier.some(self.course.again * new, rng)
        given = self._given.some(round(self.course.given * new), rng)
        boards, targets = (np.concatenate(column) for column in zip(*lessons, again, given, strict=True))
        judge = referee_of(self.network, self._ruleset)
        order = rng.permutation(len(boards))
        errors = []
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            inputs = np.zeros((len(batch), 2 * judge.width), np.float32)
            fill_all(judge, boards[batch], inputs)
            errors.append(self._learner.learn(inputs, targets[batch], rate))
        for lesson in lessons:
            self._earlier.add(lesson)
        self._progress = Progress(done.games + ROUND, done.boards + new, float(np.mean(errors)))

    def save(self, path: Path) -> None:
        """Write a checkpoint from which `resume` can continue."""
        boards, targets = self._earlier.all
        arrays = {
            "course": np.array(json.dumps(asdict(self.course))),
            "progress": np.array([self._progress.games, self._progress.boards]),
            "boards": boards,
            "targets": targets,
            **{f"begin_{name}": array for name, array in self._begin.weights.items()},
            **self._learner.arrays(),
        }
        partial = path.with_suffix(".partial.npz")
        np.savez(partial, **arrays)  # type: ignore[arg-type] # (numpy's stub takes its own keyword for one of ours)
        partial.replace(path)

    @classmethod
    def resume(cls, path: Path, threads: int = 2, given: Lesson | None = None) -> School:
        """Continue from a checkpoint.

        Args:
            given: the same prepared boards as at the start of the course, since checkpoints do not hold them.

        Raises:
            OSError: the file cannot be read.
            ValueError, KeyError: the file is not a checkpoint.
        """
        with np.load(path, allow_pickle=False) as file:
            begin = Network(*(file[f"begin_{each.name}"] for each in fields(Network)))
            school = cls(Course(**json.loads(str(file["course"]))), begin, threads, given)
            school._learner.restore(file)
            school._earlier.add((file["boards"], file["targets"]))
            games, boards = (int(each) for each in file["progress"])
        school._progress = Progress(games, boards, 0.0)
        return school


class _Player:
    """The self-play of one thread, with its own memory."""

    def __init__(self, ruleset: RuleSet, games: int) -> None:
        self._rules = rules_of(ruleset)
        self._start = start_of(ruleset)
        self._games = games
        self._space = new_board_sets()
        self._boards = np.zeros((games * _LONGEST, 4), np.int64)

    def lesson(self, judge: Referee, course: Course, seed: int) -> Lesson:
        """Play games and return boards and targets to learn from."""
        workspace = new_workspace(judge)
        terms = Terms(self._games, seed, course.trace, course.random_share, course.stray_share)
        table = (self._rules, judge, self._space, workspace)
        targets = np.zeros((len(self._boards), width_of(judge)), np.float32)
        games = play_without_luck if course.without_luck else play
        written = games(*table, self._start, terms, self._boards, targets)
        boards, targets = self._boards[:written], targets[:written]
        if course.replies:
            boards = boards[np.random.default_rng(seed).random(written) < course.thinned]
            if course.rivals:
                found = np.zeros((len(boards) * course.rivals, 4), np.int64)
                boards = found[: rivals(*table, seed, boards, found)]
            targets = np.zeros((len(boards), width_of(judge)), np.float32)
            look_ahead(*table, boards, targets)
        return boards.copy(), targets.copy()


def start_of(ruleset: RuleSet) -> Side:
    """Return a side before the first turn."""
    return split(start_position(ruleset).white)


def strength(
    ruleset: RuleSet, network: Network, against: Network, pairs: int, seed: int
) -> tuple[float, float]:
    """Return the points that a net wins against another in each game at one ply, and the standard error.

    Args:
        network: the net to measure.
        pairs: the number of pairs of games with the same dice and swapped sides.
        seed: the seed of the dice.
    """
    judges = (referee_of(network, ruleset), referee_of(against, ruleset))
    workspaces = (new_workspace(judges[0]), new_workspace(judges[1]))
    points = np.zeros(pairs)
    compare(rules_of(ruleset), judges, new_board_sets(), workspaces, start_of(ruleset), seed, points)
    return float(points.mean() / 2), float(points.std() / 2 / np.sqrt(pairs))
