"""Event lines: what happened in a game, line by line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Grade, Roll, Side
from bot.sessions import DRAW, Cause, Kind, Level
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.reply import Code, plain
from bot.talk.wording import grade_words, level_name, name_at, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions import EventRow, LoadedGame
    from bot.talk.catalog import Words
    from bot.talk.numbering import Numbering
    from bot.talk.reply import Span, Text

MOST_ROLLS = 5


def event_lines(
    words: Words,
    game: LoadedGame,
    events: Sequence[EventRow],
    since: int,
    room: int,
    numbers: Numbering = ON_THE_BOARD,
) -> list[Text]:
    """Return what happened since a version, in any case the last turn.

    Args:
        words: the language of the chat.
        game: the game.
        events: everything that happened in it.
        since: the version up to which earlier messages reported.
        room: how long all of it may be; the oldest lines are left out, which a line of its own says.
        numbers: how the reader counts the points.
    """
    turns = [number for number, event in enumerate(events) if event.kind == Kind.TURN.value]
    last = turns[-1] if turns else 0
    lines: list[Text] = []
    roll = ""
    for number, event in enumerate(events):
        if event.kind == Kind.ROLL.value:
            roll = event.text
        elif event.version > since or number == last:
            lines.append(_happening(words, game, event, roll, numbers))
            if event.kind == Kind.OPENING.value:
                lines += _notes(words, game)
    return _fitting(words, [line for line in lines if line], room)


def last_line(words: Words, game: LoadedGame, events: Sequence[EventRow], revision: int) -> Text:
    """Return the last turn up to a version in one line; before the first turn, who begins."""
    known = [event for event in events if event.version <= revision] or events[:1]
    turns = [number for number, event in enumerate(known) if event.kind == Kind.TURN.value]
    last = turns[-1] if turns else 0
    rolls = [event.text for event in known[:last] if event.kind == Kind.ROLL.value]
    line = _happening(words, game, known[last], rolls[-1] if rolls else "")
    return words.say("board-shrunk", game=game.id, line=line)


def length(text: Text) -> int:
    """Return how long a text is with its line break, as Telegram counts: in UTF-16 units."""
    return len(plain(text).encode("utf-16-le")) // 2 + 1


def _fitting(words: Words, lines: list[Text], room: int) -> list[Text]:
    """Return all lines, or the last that fit, below a line that counts those left out; at least one."""
    if sum(map(length, lines)) <= room:
        return lines
    for left_out in range(1, len(lines)):
        kept = [words.say("told-left-out", count=left_out), *lines[left_out:]]
        if sum(map(length, kept)) <= room:
            return kept
    return lines[-1:]


def _happening(
    words: Words, game: LoadedGame, event: EventRow, roll: str, numbers: Numbering = ON_THE_BOARD
) -> Text:
    kind = Kind(event.kind)
    name = name_at(game, Side(event.side) if event.side else Side.WHITE)
    match kind:
        case Kind.OPENING:
            return _opening(words, game, event.text)
        case Kind.TURN:
            return _turn(words, name, roll, replace(event, text=numbers.other_text(event.text)))
        case Kind.RACE:
            return words.say("told-race")
        case Kind.OFFER | Kind.REFUSAL:
            return _offer(words, game, name, event.text, offered=kind is Kind.OFFER)
        case _:
            return _before_roll(words, kind, name, event.text)


def _offer(words: Words, game: LoadedGame, name: Span, what: str, *, offered: bool) -> Text:
    if what == DRAW:
        return words.say("told-draw-offered" if offered else "told-draw-refused", name=name)
    if not offered:
        return words.say("told-resignation-refused", name=name)
    grade = grade_words(words, Grade(what), game.live.cube)
    return words.say("told-resignation-offered", name=name, grade=grade)


def _before_roll(words: Words, kind: Kind, name: Span, text: str) -> Text:
    """Return what became of the opening roll, or of the cube; a drop is reported with the result."""
    match kind:
        case Kind.CHOICE if text == "keep":
            return words.say("told-kept", name=name)
        case Kind.CHOICE:
            return words.say("told-thrown-anew", name=name)
        case Kind.DOUBLE:
            return words.say("told-doubled", name=name, value=text)
        case Kind.TAKE:
            return words.say("told-taken", name=name, value=text)
        case _:
            return ()


def _opening(words: Words, game: LoadedGame, rolls: str) -> Text:
    white, black = name_at(game, Side.WHITE), name_at(game, Side.BLACK)
    if not rolls:
        return words.say("told-begun", white=white)
    pairs = [roll.split("-") for roll in rolls.split()]
    more = ["…"] if len(pairs) > MOST_ROLLS else []
    return words.say(
        "told-thrown",
        white=white,
        black=black,
        white_dice=", ".join(more + [pair[0] for pair in pairs[-MOST_ROLLS:]]),
        black_dice=", ".join(more + [pair[1] for pair in pairs[-MOST_ROLLS:]]),
    )


def _notes(words: Words, game: LoadedGame) -> list[Text]:
    """Return what is to be known of a game that begins, a line each."""
    notes = []
    if game.match.cube and game.before.is_crawford:
        notes.append(words.say("told-crawford"))
    if game.level is not None and game.row.number == 1:
        notes.append(_level(words, game, game.level))
    return notes


def _level(words: Words, game: LoadedGame, level: Level) -> Text:
    """Return how well the computer player plays, and how to choose another level."""
    return words.say(
        "told-level",
        name=name_of(game.black if game.black.computer_player is not None else game.white),
        level=level_name(words, level),
        levels=", ".join(level_name(words, other) for other in Level if other is not level),
        play=Code("/play"),
        hint=Code("/hint"),
    )


def _turn(words: Words, name: Span, roll: str, event: EventRow) -> Text:
    match Cause(event.cause):
        case Cause.FORCED:
            return words.say("told-forced", name=name, roll=roll, turn=event.text)
        case Cause.BLOCKED:
            return _blocked(words, name, Roll.parse(roll))
        case Cause.BAR:
            return words.say("told-bar", name=name, roll=roll)
        case Cause.PRIME:
            return words.say("told-prime", name=name, roll=roll)
        case Cause.CHOICE | Cause.RACE:
            return words.say("told-turn", name=name, roll=roll, turn=event.text)


def _blocked(words: Words, name: Span, roll: Roll) -> Text:
    if roll.is_double:
        return words.say("told-blocked-double", name=name, roll=str(roll), high=str(roll.high))
    return words.say("told-blocked", name=name, roll=str(roll), high=str(roll.high), low=str(roll.low))
