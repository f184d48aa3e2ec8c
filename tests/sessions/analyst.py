"""Analysts for tests: one that judges by pips, which costs nothing, and one that is held up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from bot.engine import Analysis, Chances, JudgedTurn
from bot.rules import Game, Move, Roll, Turn, legal_turns
from bot.rules.events import Played
from bot.rules.formats import Record
from tests.pace import HANG
from tests.plain import PlainStrategy

AVERAGE = 49 / 6
"""Pips of an average roll, doubles counted twice."""
COST = 0.125
"""What a turn costs that the plain mind would not have played."""


class QuickAnalyst:
    """Takes the lead in pips for the chances, and the plain mind's turn for the best."""

    def __init__(self) -> None:
        self.asked = 0
        """How many games it has judged, or begun to."""

    def analyse(
        self, record: Record, *, replies: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> Analysis:
        """Judge every turn of a game."""
        self.asked += 1
        of = sum(isinstance(event, Played) for event in record.events)
        judged: list[JudgedTurn] = []
        state = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube)
        for event in record.events:
            after = state.after(event)
            if isinstance(event, Played) and state.roll is not None:
                moves = state.turn_of(event).moves
                judged.append(_judged(state, state.roll, moves, after, len(judged) + 1))
                if progress is not None:
                    progress(len(judged), of)
            state = after
        return Analysis(record.ruleset.name, replies, tuple(judged))


class HeldAnalyst(QuickAnalyst):
    """Goes on to the next turn only when it is let; what it is on_step to raise, it raises."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.fault = fault
        self.reached = threading.Semaphore(0)
        """One more for each turn that is judged."""
        self.let = threading.Semaphore(0)
        """One more for each turn that may be gone on from."""
        self._free = threading.Event()

    def analyse(
        self, record: Record, *, replies: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> Analysis:
        """Judge every turn of a game, and wait after each."""
        if self.fault is not None:
            self.asked += 1
            raise self.fault

        def on_step(done: int, of: int) -> None:
            if progress is not None:
                progress(done, of)
            self.reached.release()
            if not self._free.is_set():
                self.let.acquire(timeout=HANG)
            if progress is not None:
                progress(done, of)

        return super().analyse(record, replies=replies, progress=on_step)

    def go_on(self) -> None:
        """Let it come to the end."""
        self._free.set()
        self.let.release(100)


def _judged(state: Game, roll: Roll, moves: tuple[Move, ...], after: Game, number: int) -> JudgedTurn:
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
