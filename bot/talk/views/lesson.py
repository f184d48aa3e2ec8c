"""Lesson: a step of the tutorial on an interactive board, as values that a web page draws."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.rules import Game, NardyRulesError, PartialTurn, Side, play_text
from bot.sessions import DisplayPreferences
from bot.talk.catalog import words_in
from bot.talk.input.payloads import button_data
from bot.talk.lessons import Lesson, how_to_play
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.reply import Button, Style, plain
from bot.talk.views.scenes import TouchBoard, turn_scene
from bot.talk.views.spoken import spoken
from bot.talk.views.table import Strip, Table, graph_of
from bot.talk.why_texts import explained

_PLATFORM = "web"
_LAST_POINT = 24


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the tutorial.

    Args:
        page: the number of the step, from 1.
        rule: the rule that it teaches.
        task: the task for the player.
        feedback: praise for the move that was tried, or why it is illegal; empty if none was tried.
        is_right: True if a move was tried and is legal.
        table: the board, after the move if it is legal.
    """

    page: int
    rule: str
    task: str
    feedback: str
    is_right: bool
    table: Table


def lesson_step(language: str, theme: str, page: int, tried: str = "") -> LessonStep:
    """Return a step of the tutorial for Long Nardy, in which the player has White.

    Args:
        page: the number of the step, from 1; a number out of range gives the nearest step.
        tried: the typed move or the number of the touched point; empty to show the step without feedback.

    Raises:
        ValueError: the step has no task.
    """
    lesson = how_to_play(
        words_in(language), DisplayPreferences(_PLATFORM, language, theme, Side.WHITE.value, None), page
    )
    turn = lesson.turn()
    if turn is None:
        raise ValueError(f"page {page} has no task")
    tried = _move_to_touched_point(turn, tried)
    try:
        after = play_text(turn, tried) if tried else turn
    except NardyRulesError:
        after, feedback = turn, plain(explained(lesson.words, turn, tried, ON_THE_BOARD))
    else:
        feedback = plain(lesson.praise()) if tried else ""
    is_right = after is not turn
    return LessonStep(
        page=lesson.page,
        rule=plain(lesson.sentence()),
        task=" ".join(map(plain, lesson.asked())),
        feedback=feedback,
        is_right=is_right,
        table=_table(lesson, after, feedback, is_right=is_right),
    )


def _move_to_touched_point(turn: PartialTurn, touched: str) -> str:
    """Return the move, such as `24/18`, to a touched point on which the player has no checker.

    The move is not checked against the rules. Return the input unchanged if it is not such a point, or if no
    checker of the player is at the distance of one die or of both together.
    """
    if not touched.isdecimal() or not 1 <= int(touched) <= _LAST_POINT:
        return touched
    stop, own = int(touched), turn.position.points(Side.WHITE)
    if stop in own:
        return touched
    # Distances that a checker can move: by one of the dice, or by both.
    pips = dict.fromkeys((*turn.dice_left, sum(turn.dice_left)))
    return next((f"{stop + each}/{stop}" for each in pips if stop + each in own), touched)


def _table(lesson: Lesson, turn: PartialTurn, feedback: str, *, is_right: bool) -> Table:
    """Return the board of a step. The opponent's strip shows the title, because a lesson has no opponent.

    Args:
        is_right: True if the task is solved: the board then accepts no more moves.
    """
    words, title = lesson.words, lesson.words.words("button-how")
    scene = turn_scene(turn, Side.WHITE.value, lesson.display.theme)
    return Table(
        game=str(lesson.page),
        turn=int(is_right),
        stage="",
        version=int(is_right),
        title=title,
        says=feedback,
        news="",
        alt=spoken(words, turn.position, Game(turn.start, turn.roll), draft=turn),
        board=replace(TouchBoard.of(scene), last=()),
        above=Strip(title, Side.BLACK, scene.pips[1], "", None, acts=False),
        below=Strip("", Side.WHITE, scene.pips[0], "", None, acts=not is_right),
        is_seated=True,
        is_over=False,
        winner=None,
        graph=() if is_right else graph_of(turn),
        made=(),
        buttons=_buttons(lesson, is_right=is_right),
        menu=(),
        offer=None,
        offers=(),
        asked="",
        withdraw=None,
        log=(),
    )


def _buttons(lesson: Lesson, *, is_right: bool) -> tuple[Button, ...]:
    words, page = lesson.words.words, lesson.page
    back = (Button(words("lesson-back"), button_data(f"/help {page - 1}")),) if page > 1 else ()
    if lesson.is_last:
        label, line = (
            words("button-program" if is_right else "lesson-skip"),
            "/play" if is_right else "/start",
        )
    else:
        label, line = words("button-next" if is_right else "lesson-skip"), f"/help {page + 1}"
    return (*back, Button(label, button_data(line), Style.PRIMARY if is_right else Style.PLAIN))
