"""Analysts for tests: one counts pips only, and so is fast; the other waits until the test releases it."""

from __future__ import annotations

import threading
from dataclasses import replace

from bot.engine import Analysis, Chances, JudgedTurn, Progress
from bot.rules import Game, Move, Roll, Turn, legal_turns
from bot.rules.events import Played
from bot.rules.formats import Record
from tests.pace import HANG
from tests.plain_strategy import PlainStrategy

AVERAGE = 49 / 6
"""Pips of an average roll, doubles counted twice."""
COST = 0.125
"""The cost of a turn that differs from the plain strategy's."""


class QuickAnalyst:
    """Derives chances from the lead in pips, and takes the plain strategy's turn as best."""

    def __init__(self) -> None:
        self.calls = 0
        """The number of games whose review has begun."""

    def analyse(self, record: Record, *, replies: bool = False, progress: Progress | None = None) -> Analysis:
        """Review every turn of a game."""
        self.calls += 1
        of = sum(isinstance(event, Played) for event in record.events)
        reviewed: list[JudgedTurn] = []
        state = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube)
        for event in record.events:
            after = state.after(event)
            if isinstance(event, Played) and state.roll is not None:
                moves = state.turn_of(event).moves
                reviewed.append(_reviewed(state, state.roll, moves, after, len(reviewed) + 1))
                if progress is not None:
                    progress(len(reviewed), of, 0.5)
            state = after
        return Analysis(record.ruleset.name, replies, tuple(reviewed))


class HeldAnalyst(QuickAnalyst):
    """Waits after each turn until the test releases it; raises `fault` if one is given."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.fault = fault
        self.reached = threading.Semaphore(0)
        """Released once for each reviewed turn."""
        self.released = threading.Semaphore(0)
        """Acquired after each turn: the test releases it to let the review continue."""
        self._is_released = threading.Event()

    def analyse(self, record: Record, *, replies: bool = False, progress: Progress | None = None) -> Analysis:
        """Review every turn of a game, and wait after each."""
        if self.fault is not None:
            self.calls += 1
            raise self.fault

        def on_step(done: int, of: int, chance: float | None) -> None:
            if progress is not None:
                progress(done, of, chance)
            self.reached.release()
            if not self._is_released.is_set():
                self.released.acquire(timeout=HANG)
            if progress is not None:
                progress(done, of, chance)

        return super().analyse(record, replies=replies, progress=on_step)

    def finish(self) -> None:
        """Stop waiting: review all the remaining turns."""
        self._is_released.set()
        self.released.release(100)


def _reviewed(state: Game, roll: Roll, moves: tuple[Move, ...], after: Game, number: int) -> JudgedTurn:
    before = state.position
    turns = legal_turns(before, roll)
    end = replace(after.position, mover=before.mover.other)
    played = Turn(moves, end)
    best = PlainStrategy().choose(state) if turns else played
    same = (best.end.white, best.end.black) == (end.white, end.black)
    lead = end.pips(before.mover.other) - end.pips(before.mover)
    win = min(max(0.5 + lead / 300, 0.0), 1.0)
    pips = (roll.high + roll.low) * (2 if roll.is_double else 1)
    return JudgedTurn(
        number=number,
        roll=roll,
        before=before,
        played=played,
        best=played if same else best,
        chances=Chances(win, win / 2, (1 - win) / 2),
        cost=0.0 if same else COST,
        luck=(pips - AVERAGE) / 50,
        choices=len(turns),
    )
