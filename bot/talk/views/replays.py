"""Replays: a recorded game as a sequence of frames with texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from bot.rules import Game, Side
from bot.rules.events import Doubled, Event, Played, Took
from bot.rules.formats import POINTS, Record
from bot.talk.catalog import Words, join
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Bold, ComputerName, FormerName, Text
from bot.talk.sanitize import sanitize_name
from bot.talk.views.event_lines import result_text
from bot.talk.views.game_log import LOGGED
from bot.talk.views.scenes import cube_of, ending_of, mover_of, played_scene, position_scene, result_of
from bot.talk.wording import recorded_name, rules_name
from renderers.scene import Scene

_LONGEST_POINTS = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A replayed game after one of its events.

    Args:
        scene: the board; after a turn, with its dice and marked moves.
        state: the state of the game after the event.
        before: the state before the event; None in the first frame.
        event: the event; None in the first frame.
    """

    scene: Scene
    state: Game
    before: Game | None = None
    event: Event | None = None


def frames_of(record: Record, side: str, theme: str, numbers: Numbering = ON_THE_BOARD) -> tuple[Frame, ...]:
    """Return all frames of a game: the set-up, and one for each event with a line in the game log.

    Args:
        side: the side at the bottom of the picture, `w` or `b`.
        numbers: the reader's numbering of the points.

    Raises:
        bot.rules.NardyRulesError: the record does not follow the rules.
    """
    return tuple(_frames(record, side, theme, numbers))


def frame_at(record: Record, moment: int, side: str, theme: str, numbers: Numbering = ON_THE_BOARD) -> Frame:
    """Return one frame of a game; the last one if the number is too large.

    Args:
        moment: the number of the frame; 0 is the set-up.
        side: the side at the bottom of the picture, `w` or `b`.
        numbers: the reader's numbering of the points.

    Raises:
        bot.rules.NardyRulesError: the record does not follow the rules.
    """
    # Frames are built one by one, so the frames after this one cost nothing.
    *_, frame = islice(_frames(record, side, theme, numbers), moment + 1)
    return frame


def _frames(record: Record, side: str, theme: str, numbers: Numbering) -> Iterator[Frame]:
    states = record.replay()
    before = next(states)
    labels = numbers.labels()
    yield Frame(replace(_state_scene(before, side, theme), numbers=labels), before)
    for event, state in zip(record.events, states, strict=True):
        if isinstance(event, LOGGED):
            scene = replace(_event_scene(before, event, state, side, theme), numbers=labels)
            yield Frame(scene, state, before, event)
        before = state


def frame_text(words: Words, record: Record, frame: Frame, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return a frame's event as text, with the result if this event ended the game."""
    lines = [_event_text(words, record, frame, numbers)]
    if frame.state.outcome is not None:
        lines.append(end_text(words, record, frame.state))
    return join(lines)


def title(words: Words, record: Record, key: str) -> Text:
    """Return the title of a replay: both players, the rules and the game's key."""
    white, black = (_standalone_name(words, name) for name in players(words, record))
    rules = rules_name(words, record.ruleset.name)
    return words.say("replay-title", white=white, black=black, rules=rules, game=key)


def _standalone_name(words: Words, name: Bold) -> Bold:
    """Return a name in the form for use outside a sentence; only placeholders have a different one."""
    if isinstance(name, FormerName):
        return Bold(words.words("former-player-alone"))
    return Bold(words.words("computer-alone")) if isinstance(name, ComputerName) else name


def end_text(words: Words, record: Record, state: Game) -> Text:
    """Return the result of a game as a sentence, or the sentence that it is unfinished.

    If the file of another program counted the win otherwise, another sentence says so.
    """
    if state.outcome is None:
        return words.say("replay-unfinished")
    result = result_text(words, state.outcome, dict(zip(Side, players(words, record), strict=True)))
    points = record.header(POINTS) or ""
    if not points.isdecimal() or len(points) > _LONGEST_POINTS:
        return result
    return join([result, words.say("replay-points", points=int(points))], " ")


def players(words: Words, record: Record) -> tuple[Bold, Bold]:
    """Return the names of White and Black from the record; for a missing name, the colour's placeholder."""
    return (
        recorded_name(sanitize_name(record.header("White") or words.words("replay-white"))),
        recorded_name(sanitize_name(record.header("Black") or words.words("replay-black"))),
    )


def _state_scene(state: Game, side: str, theme: str) -> Scene:
    """Return the scene of a state without marked moves."""
    scene = position_scene(state.position, state.ruleset, side, theme)
    return replace(
        scene,
        mover=mover_of(state),
        result=result_of(state),
        ending=ending_of(state),
        cube=cube_of(state),
    )


def _event_scene(before: Game, event: Event, state: Game, side: str, theme: str) -> Scene:
    """Return the scene after an event; after a turn, with its dice and marked moves."""
    if not isinstance(event, Played) or before.roll is None:
        return _state_scene(state, side, theme)
    scene = played_scene(before.turn_of(event), side, theme)
    return replace(scene, result=result_of(state), ending=ending_of(state), cube=cube_of(state))


def _event_text(words: Words, record: Record, frame: Frame, numbers: Numbering) -> Text:
    """Return a frame's event as a sentence, for the set-up that the game begins.

    The text is empty for other events than turns and doubles: they end the game, and the result says how.
    """
    white, black = players(words, record)
    if frame.before is None or frame.event is None:
        return words.say("event-begun", white=white)
    mover, other = (white, black) if frame.before.mover is Side.WHITE else (black, white)
    match frame.event:
        case Played(routes=()):
            return words.say("replay-pass", name=mover, roll=str(frame.before.roll))
        case Played() as played:
            turn = numbers.convert_moves(str(played))
            return words.say("event-turn", name=mover, roll=str(frame.before.roll), turn=turn)
        case Doubled() if frame.before.cube is not None:
            return words.say("replay-doubled", name=mover, value=str(2 * frame.before.cube.value))
        case Took() if frame.state.cube is not None:
            return words.say("replay-took", name=other, value=str(frame.state.cube.value))
        case _:
            return ()
