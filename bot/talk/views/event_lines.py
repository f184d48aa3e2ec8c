"""Event lines: a game's events and its result as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules import Ending, Outcome, Roll, Side
from bot.rules.events import (
    Cause,
    Chosen,
    Doubled,
    Offered,
    Opened,
    OpeningRolls,
    Paused,
    Played,
    RaceBegun,
    Refused,
    Resumed,
    Rolled,
    Took,
    Withdrawn,
)
from bot.rules.notation import write_routes
from bot.sessions import Level, LoadedEvent, LoadedGame
from bot.talk.catalog import Words
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Code, Span, Text, plain
from bot.talk.wording import grade_words, level_name, name_at, name_of

MOST_ROLLS = 5
"""The most opening rolls of each side that are shown: the last ones, after an ellipsis for earlier ones."""


def event_lines(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    since: int,
    room: int,
    numbers: Numbering = ON_THE_BOARD,
) -> list[Text]:
    """Return a line for each event after a version, and always for the last turn.

    Rolls and the end of the game have no line, because others report them. The opening has notes after its
    line.

    Args:
        events: all events of the game.
        since: the version of the game up to which earlier messages reported events.
        room: the maximal length in UTF-16 units. If it is exceeded, the oldest lines are left out, and a
            first line says how many. The newest line is returned even if it is too long.
        numbers: the reader's numbering of the points.
    """
    last = _last_turn(events)
    lines: list[Text] = []
    for number, each in enumerate(events):
        if each.version > since or number == last:
            lines.append(_line(words, game, events, number, numbers))
            if isinstance(each.event, Opened):
                lines += _opening_notes(words, game)
    return _last_that_fit(words, [line for line in lines if line], room)


def last_line(words: Words, game: LoadedGame, events: Sequence[LoadedEvent], revision: int) -> Text:
    """Return a shrunk board's text: one line with the game's id and the last turn up to a version.

    Before the first turn the line has the opening rolls. Points have the board's own numbers.

    Args:
        events: all events of the game.
        revision: the version of the game that the board showed.
    """
    known = [each for each in events if each.version <= revision] or events[:1]
    line = _line(words, game, known, _last_turn(known))
    return words.say("board-shrunk", game=game.id, line=line)


def past_lines(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    revision: int,
    room: int,
    numbers: Numbering,
    reader: Side | None,
) -> list[Text]:
    """Return the event lines for the message of a board that a newer message has replaced.

    They are the last turn of each side and what happened between the two. The last turn is the first one
    played after the board was shown; in a private chat only if the reader played it, because the next board
    reports the opponent's.

    Args:
        events: all events of the game.
        revision: the version of the game that the board showed.
        room: the maximal length in UTF-16 units.
        numbers: the reader's numbering of the points.
        reader: the side of the player who reads a private chat; None for a shared chat.
    """
    turns = [number for number, each in enumerate(events) if isinstance(each.event, Played)]
    known = [number for number, each in enumerate(events) if each.version <= revision]
    last = known[-1] if known else 0
    played = next((number for number in turns if events[number].version > revision), None)
    # In a private chat the next board reports the opponent's turn, but not the reader's own.
    if played is not None and reader in (None, events[played].side):
        last = played
    told = [number for number in turns if number <= last]
    before = [number for number in told if events[number].side is not events[told[-1]].side]
    # Automatic turns (forced, passes) share the version of the turn before them.
    since = events[before[-1]].version if before else 0
    lines = [
        _line(words, game, events, number, numbers)
        for number in range(last + 1)
        if events[number].version >= since
    ]
    return _last_that_fit(words, [line for line in lines if line], room)


def telegram_length(text: Text) -> int:
    """Return a text's length in UTF-16 units, as Telegram counts, plus one for the line break after it."""
    return len(plain(text).encode("utf-16-le")) // 2 + 1


def _last_that_fit(words: Words, lines: list[Text], room: int) -> list[Text]:
    """Return all lines if they fit; else the last ones that fit, below a line with the number left out.

    If that line and the last one do not fit together, return only the last line, even if it is too long.
    """
    if sum(map(telegram_length, lines)) <= room:
        return lines
    for left_out in range(1, len(lines)):
        kept = [words.say("event-left-out", count=left_out), *lines[left_out:]]
        if sum(map(telegram_length, kept)) <= room:
            return kept
    return lines[-1:]


def _last_turn(events: Sequence[LoadedEvent]) -> int:
    """Return the index of the last played turn in a list of events; 0 if no turn is played yet."""
    turns = (number for number in range(len(events) - 1, 0, -1) if isinstance(events[number].event, Played))
    return next(turns, 0)


_SIMPLE_MESSAGES = {RaceBegun: "event-race", Paused: "game-paused", Resumed: "event-resumed"}


def _line(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    number: int,
    numbers: Numbering = ON_THE_BOARD,
) -> Text:
    """Return an event as a sentence; empty for an event that another text reports.

    The line of a turn gives its roll, and the board's message gives the result.

    Args:
        events: the game's events from the first on.
        number: the index of the event.
    """
    each = events[number]
    name = name_at(game, each.side or Side.WHITE)
    match each.event:
        case Opened(rolls):
            return _opening(words, game, rolls)
        case Played() as played:
            return _turn(words, name, _roll_before(events, number), played, numbers)
        case RaceBegun() | Paused() | Resumed() as event:
            return words.say(_SIMPLE_MESSAGES[type(event)], name=name)
        case Offered() | Refused() | Withdrawn() as offer:
            return _offer(words, game, name, offer)
        case Chosen() | Doubled() | Took() as event:
            doubles = sum(isinstance(known.event, Doubled) for known in events[: number + 1])
            return _before_roll(words, name, event, str(2**doubles))
    return ()


def _roll_before(events: Sequence[LoadedEvent], number: int) -> Roll:
    """Return the roll of the turn at an index of the events: the last roll before it."""
    return next(each.event.roll for each in events[number::-1] if isinstance(each.event, Rolled))


def _before_roll(words: Words, name: Span, event: Chosen | Doubled | Took, cube: str) -> Text:
    """Return a sentence about a kept or repeated opening roll, an offered double, or its acceptance.

    Args:
        cube: the cube's value after the event; for a double, the offered value.
    """
    match event:
        case Chosen(keep):
            return words.say("event-kept" if keep else "event-rerolled", name=name)
        case Doubled():
            return words.say("event-doubled", name=name, value=cube)
        case Took():
            return words.say("event-taken", name=name, value=cube)


def _offer(words: Words, game: LoadedGame, name: Span, offer: Offered | Refused | Withdrawn) -> Text:
    if isinstance(offer, Withdrawn):
        return words.say("event-offer-withdrawn", name=name)
    is_new = isinstance(offer, Offered)
    if offer.is_pause:
        return words.say("event-pause-offered" if is_new else "event-pause-refused", name=name)
    if offer.grade is None:
        return words.say("event-draw-offered" if is_new else "event-draw-refused", name=name)
    if not is_new:
        return words.say("event-resignation-refused", name=name)
    grade = grade_words(words, offer.grade, game.live.cube)
    return words.say("event-resignation-offered", name=name, grade=grade)


def _opening(words: Words, game: LoadedGame, rolls: OpeningRolls) -> Text:
    white, black = name_at(game, Side.WHITE), name_at(game, Side.BLACK)
    if not rolls:
        return words.say("event-begun", white=white)
    more = ["…"] if len(rolls) > MOST_ROLLS else []
    return words.say(
        "event-opening",
        white=white,
        black=black,
        white_dice=", ".join(more + [str(roll[0]) for roll in rolls[-MOST_ROLLS:]]),
        black_dice=", ".join(more + [str(roll[1]) for roll in rolls[-MOST_ROLLS:]]),
    )


def _opening_notes(words: Words, game: LoadedGame) -> list[Text]:
    """Return notes for the start of a game.

    They say that it is the Crawford game (without doubles), and, in the first game of a match against the
    computer player, its level and how to choose another.
    """
    notes = []
    if game.match.options.cube and game.before.is_crawford:
        notes.append(words.say("event-crawford"))
    if game.level is not None and game.number == 1:
        notes.append(_level_note(words, game, game.level))
    return notes


def _level_note(words: Words, game: LoadedGame, level: Level) -> Text:
    """Return a sentence with the computer player's level, the command to play at another, and `/hint`."""
    return words.say(
        "event-level",
        name=name_of(game.black if game.black.is_computer else game.white),
        level=level_name(words, level),
        levels=", ".join(level_name(words, other) for other in Level if other is not level),
        play=Code("/play"),
        hint=Code("/hint"),
    )


def _turn(words: Words, name: Span, roll: Roll, played: Played, numbers: Numbering) -> Text:
    turn = numbers.convert_moves(write_routes(played.routes))
    match played.cause:
        case Cause.FORCED:
            return words.say("event-forced", name=name, roll=str(roll), turn=turn)
        case Cause.BLOCKED:
            return _blocked(words, name, roll)
        case Cause.BAR:
            return words.say("event-bar", name=name, roll=str(roll))
        case Cause.PRIME:
            return words.say("event-prime", name=name, roll=str(roll))
        case _:
            return words.say("event-turn", name=name, roll=str(roll), turn=turn)


def _blocked(words: Words, name: Span, roll: Roll) -> Text:
    if roll.is_double:
        return words.say("event-blocked-double", name=name, roll=str(roll), high=str(roll.high))
    return words.say("event-blocked", name=name, roll=str(roll), high=str(roll.high), low=str(roll.low))


def result_text(words: Words, outcome: Outcome, names: Mapping[Side, Span]) -> Text:
    """Return the result of a game as a sentence.

    Args:
        names: the players' names; mentions for those whom the message notifies.
    """
    if outcome.winner is None:
        message = "over-both-off" if outcome.ending is Ending.BOTH_OFF else "over-draw"
        return words.say(message, white=names[Side.WHITE], black=names[Side.BLACK])
    message = {
        Ending.RESIGNED: "over-resigned",
        Ending.DROPPED: "over-dropped",
        Ending.TIMEOUT: "over-timeout",
    }.get(outcome.ending, "over-borne-off")
    winner, loser = names[outcome.winner], names[outcome.winner.other]
    grade = grade_words(words, outcome.grade, outcome.cube)
    return words.say(message, winner=winner, loser=loser, grade=grade)
