"""Puzzle step: a puzzle on an interactive board for every visitor, as values that a web page draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bot.rules import Game, NardyRulesError, PartialTurn, play_text
from bot.sessions import Puzzle
from bot.talk.catalog import Words, words_in
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.reply import plain
from bot.talk.views.puzzles import told_turn
from bot.talk.views.scenes import TouchBoard, legs_of, turn_scene
from bot.talk.views.spoken import spoken
from bot.talk.views.table import Strip, Table, graph_of
from bot.talk.why_texts import explained


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """How good an answered turn is.

    Args:
        is_best: True if no turn is better.
        says: a sentence about the turn, its cost, and the best turn.
    """

    is_best: bool
    says: str


@dataclass(frozen=True, slots=True)
class PuzzleStep:
    """A puzzle and what the visitor has tried in it. The page sends the turn; nothing is stored.

    Args:
        name: the puzzle's name.
        next_name: the name of the puzzle that follows.
        day: the date (UTC) whose puzzle it is, such as `2026-11-27`; empty if it is not a present day's.
        asks: which side rolled what, and the question.
        feedback: why the move that was tried is illegal; empty if it is legal, or none was tried.
        judged: the result of the answer; None until a complete turn is answered.
        table: the board after the moves that were made. After an answer that is not the best turn, the board
            before the turn, with the best turn in `better`.
    """

    name: str
    next_name: str
    day: str
    asks: str
    feedback: str
    judged: JudgedAnswer | None
    table: Table


def puzzle_step(  # noqa: PLR0913 (all but the first three by name)
    name: str,
    puzzle: Puzzle,
    language: str,
    theme: str,
    *,
    next_name: str,
    day: str = "",
    made: str = "",
    tried: str = "",
    answers: bool = False,
) -> PuzzleStep:
    """Return a puzzle as a visitor sees it.

    Args:
        made: the moves that the visitor has made; illegal ones count as none.
        tried: one more move, which is made if it is legal; empty if none is tried.
        answers: True if the visitor answers with the moves made; an incomplete turn is no answer.
    """
    words, begun = words_in(language), _begun(puzzle)
    turn, feedback = _played(begun, made) or begun, ""
    if tried:
        after = _played(turn, tried)
        if after is None:
            feedback = plain(explained(words, turn, tried, ON_THE_BOARD))
        else:
            turn = after
    judged = None
    if answers and turn.is_complete:
        judged = JudgedAnswer(puzzle.choice_of(turn) == puzzle.best, plain(told_turn(words, puzzle, turn)))
    return PuzzleStep(
        name,
        next_name,
        day,
        words.words("puzzle-to-play", side=puzzle.position.mover, roll=str(puzzle.roll)),
        feedback,
        judged,
        _table(words, name, puzzle, turn, theme, judged),
    )


@lru_cache(maxsize=100)
def _begun(puzzle: Puzzle) -> PartialTurn:
    # A turn in progress remembers the legal moves that it has searched for, so one is kept for all visitors.
    return PartialTurn.begin(puzzle.position, puzzle.roll)


def _played(turn: PartialTurn, moves: str) -> PartialTurn | None:
    """Return a turn after typed moves; the turn itself if there are none, None if they are illegal."""
    try:
        return play_text(turn, moves) if moves else turn
    except NardyRulesError:
        return None


def _table(
    words: Words, name: str, puzzle: Puzzle, turn: PartialTurn, theme: str, judged: JudgedAnswer | None
) -> Table:
    side, version = puzzle.position.mover, len(turn.moves)
    is_missed = judged is not None and not judged.is_best
    shown = _begun(puzzle) if is_missed else turn
    scene = turn_scene(shown, side.value, theme)
    pips = {each: shown.position.pips(each) for each in (side, side.other)}
    return Table(
        game=name,
        turn=int(judged is not None),
        stage="",
        version=version,
        title=words.words("puzzle-title"),
        says="" if judged is None else judged.says,
        news="",
        alt=spoken(words, shown.position, Game(puzzle.position, puzzle.roll), draft=shown),
        board=TouchBoard.of(scene),
        above=Strip("", side.other, pips[side.other], "", None, acts=False),
        below=Strip("", side, pips[side], "", None, acts=judged is None),
        is_seated=True,
        is_over=False,
        winner=None,
        graph=() if judged is not None else graph_of(shown),
        made=tuple((move.start, move.stop) for move in shown.moves),
        buttons=(),
        menu=(),
        offer=None,
        offers=(),
        asked="",
        withdraw=None,
        log=(),
        better=legs_of(puzzle.turns[puzzle.best].turn.moves) if is_missed else (),
    )
