"""Spoken: descriptions of boards for screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules import Game, Outcome, PartialTurn, Position, Side
from bot.talk.catalog import Words
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.wording import grade_words

FULL_LIMIT = 1024
"""The most characters of a long description: Discord's limit for the description of an attachment.

Tests hold both limits; no code cuts a longer description.
"""
SHORT_LIMIT = 256
"""The most characters of a short description."""


def spoken(
    words: Words,
    position: Position,
    state: Game,
    numbers: Numbering = ON_THE_BOARD,
    draft: PartialTurn | None = None,
) -> str:
    """Return a board in words: all checkers and pip counts, the cube, and the side to act or the result.

    Args:
        position: the position that is shown.
        state: the game's state, for the roll, the cube and the result.
        numbers: the reader's numbering of the points.
        draft: the unconfirmed turn that is shown, for the dice left to play; None if there is none.
    """
    return words.words(
        "spoken",
        white=_in_full(words, position, Side.WHITE, numbers),
        black=_in_full(words, position, Side.BLACK, numbers),
        white_pips=position.pips(Side.WHITE),
        black_pips=position.pips(Side.BLACK),
        now=_with_cube(words, state, draft),
    )


def spoken_briefly(
    words: Words,
    position: Position,
    state: Game,
    numbers: Numbering = ON_THE_BOARD,
    draft: PartialTurn | None = None,
) -> str:
    """Return a board in few words: each side's checkers, and the side to act or the result.

    Args:
        position: the position that is shown.
        state: the game's state, for the roll and the result.
        numbers: the reader's numbering of the points.
        draft: the unconfirmed turn that is shown, for the dice left to play; None if there is none.
    """
    return words.words(
        "spoken-short",
        white=_in_short(words, position, Side.WHITE, numbers),
        black=_in_short(words, position, Side.BLACK, numbers),
        now=_now(words, state, draft),
    )


def _in_full(words: Words, position: Position, side: Side, numbers: Numbering) -> str:
    if position.has_finished(side):
        return words.words("spoken-all-off")
    parts = [
        words.words("spoken-place", count=str(count), point=str(numbers.convert(point)))
        for point, count in position.points(side).items()
    ]
    if on_bar := position.bar(side):
        parts.insert(0, words.words("spoken-bar", count=str(on_bar)))
    if position.off(side):
        parts.append(words.words("spoken-off", count=str(position.off(side))))
    if len(parts) == 1:
        return parts[0]
    return words.words("spoken-and", first=", ".join(parts[:-1]), last=parts[-1])


def _in_short(words: Words, position: Position, side: Side, numbers: Numbering) -> str:
    parts = [f"{numbers.convert(point)}:{count}" for point, count in position.points(side).items()]
    if on_bar := position.bar(side):
        parts.insert(0, words.words("spoken-bar", count=str(on_bar)))
    if position.off(side):
        parts.append(words.words("spoken-off", count=str(position.off(side))))
    return ", ".join(parts)


def dice_words(dice: Iterable[int]) -> str:
    """Return dice as text, such as `6, 5`."""
    return ", ".join(map(str, dice))


def _now(words: Words, state: Game, draft: PartialTurn | None) -> str:
    if state.outcome is not None:
        return f"{words.words('spoken-over')} {_ended(words, state.outcome)}"
    side = state.position.mover
    if state.is_doubled:
        return words.words("spoken-doubled", side=side.other)
    if state.choice is not None:
        return words.words("spoken-to-choose", side=side, roll=str(state.choice))
    if state.roll is None:
        return words.words("spoken-to-roll", side=side)
    return _to_move(words, side, str(state.roll), draft)


def _ended(words: Words, outcome: Outcome) -> str:
    """Return the winner, the grade of the win, and how the game ended if not by bearing off."""
    if outcome.winner is None:
        return words.words("spoken-drawn")
    grade = grade_words(words, outcome.grade, outcome.cube)
    return words.words("spoken-won", side=outcome.winner, grade=grade, how=outcome.ending)


def _to_move(words: Words, side: Side, roll: str, draft: PartialTurn | None) -> str:
    """Return a sentence with the side to move and its roll.

    After the first move, and for doubles from the start, it adds the dice that are left to play, or says
    that the turn can be ended.
    """
    left = draft.dice_to_play if draft is not None else ()
    if draft is None or not (draft.moves or (left and draft.roll.is_double)):
        return words.words("spoken-to-move", side=side, roll=roll)
    if not left:
        return words.words("spoken-played", side=side, roll=roll)
    return words.words("spoken-left", side=side, roll=roll, count=len(left), dice=dice_words(left))


def _with_cube(words: Words, state: Game, draft: PartialTurn | None) -> str:
    """Return what `_now` says; in a game with a cube, also the cube's value, and its owner if it has one.

    While a double waits for an answer, the value is the offered one.
    """
    now = _now(words, state, draft)
    if state.cube is None:
        return now
    if state.is_doubled and state.outcome is None:
        return words.words("spoken-cube-offered", now=now, value=str(2 * state.cube.value))
    value = str(state.cube.value)
    if state.cube.owner is None:
        return words.words("spoken-cube", now=now, value=value)
    return words.words("spoken-cube-of", now=now, value=value, side=state.cube.owner)
