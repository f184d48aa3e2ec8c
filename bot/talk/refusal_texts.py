"""Refusal texts: messages that say why an action was refused and what to do instead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import timedelta

from bot.rules import BAR, Grade, NardyRulesError, Side
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood, Reason
from bot.rules.notation import write_moves
from bot.sessions.errors import AlreadyRolled, CannotResignAt, Refusal, TurnIncomplete
from bot.talk.catalog import Argument, Words, join
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Code, Text
from bot.talk.wording import (
    bold_name,
    grade_words,
    listed,
    place_words,
    platform_words,
    rules_name,
    shortened,
    written,
)

LONGEST_QUOTE = 40
"""The most characters of a player's text that a message quotes."""

_NONE_THERE = (Reason.NO_CHECKER, Reason.OTHERS_CHECKER)


def refusal_text(words: Words, refusal: Refusal, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return the message that explains a refusal to a player.

    Args:
        numbers: the point numbers that the player uses.
    """
    shown = {name: each for field in refusal.fields.items() for name, each in _shown(words, *field)}
    match refusal:
        case AlreadyRolled(game=game, possible=possible):
            command = (
                f"/move {game} {numbers.convert_moves(str(possible[0]))}" if possible else f"/done {game}"
            )
            shown["command"] = Code(command)
        case TurnIncomplete(possible=possible):
            shown["moves"] = numbers.convert_moves(listed(possible))
        case CannotResignAt(game=game, grades=grades, cube=cube):
            shown["ways"] = join([_how_to_resign(words, game, grade, cube) for grade in grades], ", ")
    return words.say(f"refused-{refusal.code}", **shown)


def _shown(words: Words, name: str, value: object) -> Iterator[tuple[str, Argument]]:
    """Yield the message variables that a refusal's field fills, each with its value.

    Raises:
        TypeError: a field of this name and type has no text.
    """
    match name, value:
        case "wait", timedelta():
            seconds = value.total_seconds()
            yield "hours", math.ceil(seconds / 3600)
            yield "minutes", math.ceil(int(seconds) / 60) or 1  # 60.2 seconds are one minute, not two.
            yield "seconds", math.ceil(seconds)
        case "name", str() | None:
            yield name, bold_name(value)
        case "typed", str():
            yield name, Code(shortened(value))
        case "platform", str():
            yield name, platform_words(words, value)
        case "ruleset", str():
            yield name, rules_name(words, value)
        case "option", str():
            yield name, words.words(f"setting-{value}")
        case _, tuple():
            yield name, listed(value)
        case _, int() | str():
            yield name, value
        case _:
            raise TypeError(f"a refusal cannot show {name}: {value!r}")


def rules_error_text(words: Words, error: NardyRulesError, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return the message that explains to a player why moves are illegal or not understood.

    For an illegal move it names the moves possible instead. For a point that could mean several moves, it
    asks which one is meant.

    Args:
        words: the player's language.
        error: the error, with the board's point numbers.
        numbers: the point numbers that the player uses.

    Raises:
        bot.rules.NardyRulesError: `error` itself, if typed moves cannot cause it.
    """
    match error:
        case IllegalMove():
            return _illegal(words, error, numbers)
        case NotUnderstood():
            text = shortened(numbers.convert_moves(error.part), LONGEST_QUOTE)
            return words.say("not-understood", text=Code(text))
        case AmbiguousMove():
            return words.say("choose-move")
        case _:
            raise error


def _why(reason: Reason) -> str:
    """Return the id of the message that says why a move is illegal."""
    return f"why-{reason.name.lower().replace('_', '-')}"


def _how_to_resign(words: Words, game: str, grade: Grade, cube: int) -> Text:
    command = Code(f"/resign {game} {grade.value}")
    return words.say("refused-resign-way", command=command, grade=grade_words(words, grade, cube))


def why_illegal(words: Words, error: IllegalMove, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return why a move is illegal, without the moves possible instead."""
    start, stop, point = (
        None if place is None else numbers.convert(place) for place in (error.start, error.stop, error.point)
    )
    return words.say(
        "why-no-checker-on-bar" if start == BAR and error.reason in _NONE_THERE else _why(error.reason),
        start=place_words(words, start),
        stop=place_words(words, stop),
        point=place_words(words, point),
        move=place_words(words, start) if start is None or stop is None else written(start, stop),
        holder=error.holder or Side.WHITE,
        done=Code("/done"),
        undo=Code("/undo"),
    )


def _illegal(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    if not error.after:
        return _not_now(words, error, numbers)
    before = numbers.convert_moves(write_moves(error.after))
    if error.possible:
        return words.say("illegal-after", moves=before, text=_not_now(words, error, numbers))
    return words.say(
        "illegal-left-over", moves=before, start=place_words(words, numbers.convert(error.start or 0))
    )


def _not_now(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    why = why_illegal(words, error, numbers)
    if error.reason in (Reason.TURN_COMPLETE, Reason.NOTHING_POSSIBLE):
        return why
    return words.say("illegal", why=why, way=_alternative(words, error, numbers))


def _alternative(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    """Return the moves that are legal instead of an illegal one, as a sentence.

    If all of them start from the same point as the illegal move, each is named with its die. If there are
    none, the sentence says that the turn is complete.
    """
    start, possible = error.start, error.possible
    if not possible:
        return words.say(_why(Reason.TURN_COMPLETE), done=Code("/done"), undo=Code("/undo"))
    if any(move.start != start for move in possible):
        return words.say("way-from", moves=numbers.convert_moves(listed(possible)))
    actor = [
        words.words("way-by-die", die=str(move.die), move=numbers.convert_moves(str(move)))
        for move in possible
    ]
    ways = actor[0] if len(actor) == 1 else words.words("way-or", first=", ".join(actor[:-1]), last=actor[-1])
    from_there = place_words(words, None if start is None else numbers.convert(start))
    return words.say("way-by", start=from_there, moves=ways)
