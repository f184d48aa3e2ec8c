"""Replays: the frames of a game that is shown again, and their texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from bot.rules import Game, Side
from bot.rules.events import Doubled, Event, Played, Took
from bot.rules.formats import Record
from bot.talk.catalog import Words, join
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Bold, ComputerName, FormerName, Text
from bot.talk.sanitize import sanitize_name
from bot.talk.views.event_lines import result_text
from bot.talk.views.game_log import LOGGED
from bot.talk.views.scenes import cube_of, ending_of, mover_of, played_scene, position_scene, result_of
from bot.talk.wording import recorded_name, rules_name
from renderers.scene import Scene


@dataclass(frozen=True, slots=True)
class Frame:
    """A game at one moment.

    Args:
        scene: the board, with the dice and the marks of the turn that led there.
        state: where the game stands.
        before: where it stood before; nothing at the start.
        event: what has happened; nothing at the start.
    """

    scene: Scene
    state: Game
    before: Game | None = None
    event: Event | None = None


def frames_of(record: Record, side: str, theme: str, numbers: Numbering = ON_THE_BOARD) -> tuple[Frame, ...]:
    """Return every frame of a game, the set-up first.

    Args:
        side: who sits below, `w` or `b`.
        numbers: how the points are counted.

    Raises:
        bot.rules.NardyRulesError: the record does not follow the rules.
    """
    return tuple(_frames(record, side, theme, numbers))


def frame_at(record: Record, moment: int, side: str, theme: str, numbers: Numbering = ON_THE_BOARD) -> Frame:
    """Return one frame of a game, or the last, if there are fewer.

    Args:
        moment: the number of the frame; 0 is the set-up.
        side: who sits below, `w` or `b`.
        numbers: how the points are counted.

    Raises:
        bot.rules.NardyRulesError: the record does not follow the rules.
    """
    *_, frame = islice(_frames(record, side, theme, numbers), moment + 1)
    return frame


def _frames(record: Record, side: str, theme: str, numbers: Numbering) -> Iterator[Frame]:
    states = record.replay()
    before = next(states)
    labels = numbers.labels()
    yield Frame(replace(_still(before, side, theme), numbers=labels), before)
    for event, state in zip(record.events, states, strict=True):
        if isinstance(event, LOGGED):
            scene = replace(_scene(before, event, state, side, theme), numbers=labels)
            yield Frame(scene, state, before, event)
        before = state


def frame_text(words: Words, record: Record, frame: Frame, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return what has happened in a frame, and how the game ended if it has."""
    lines = [_happened(words, record, frame, numbers)]
    if frame.state.outcome is not None:
        lines.append(end_text(words, record, frame.state))
    return join(lines)


def title(words: Words, record: Record, key: str) -> Text:
    """Return who played what."""
    white, black = (_alone(words, name) for name in players(words, record))
    rules = rules_name(words, record.ruleset.name)
    return words.say("replay-title", white=white, black=black, rules=rules, game=key)


def _alone(words: Words, name: Bold) -> Bold:
    """Return a name as it stands in no sentence."""
    if isinstance(name, FormerName):
        return Bold(words.words("former-player-alone"))
    return Bold(words.words("computer-alone")) if isinstance(name, ComputerName) else name


def end_text(words: Words, record: Record, state: Game) -> Text:
    """Return how a game ended; that it has not, if it goes on."""
    if state.outcome is None:
        return words.say("replay-unfinished")
    return result_text(words, state.outcome, dict(zip(Side, players(words, record), strict=True)))


def players(words: Words, record: Record) -> tuple[Bold, Bold]:
    """Return the names of White and Black, as far as the record knows them."""
    return (
        recorded_name(sanitize_name(record.header("White") or words.words("replay-white"))),
        recorded_name(sanitize_name(record.header("Black") or words.words("replay-black"))),
    )


def _still(state: Game, side: str, theme: str) -> Scene:
    """Return a board on which nothing is being played."""
    scene = position_scene(state.position, state.ruleset, side, theme)
    return replace(
        scene,
        mover=mover_of(state),
        result=result_of(state),
        ending=ending_of(state),
        cube=cube_of(state),
    )


def _scene(before: Game, event: Event, state: Game, side: str, theme: str) -> Scene:
    """Return a board after something has happened; after a turn, with its dice and marks."""
    if not isinstance(event, Played) or before.roll is None:
        return _still(state, side, theme)
    scene = played_scene(before.turn_of(event), side, theme)
    return replace(scene, result=result_of(state), ending=ending_of(state), cube=cube_of(state))


def _happened(words: Words, record: Record, frame: Frame, numbers: Numbering) -> Text:
    """Return what has happened, in a sentence."""
    white, black = players(words, record)
    if frame.before is None or frame.event is None:
        return words.say("told-begun", white=white)
    mover, other = (white, black) if frame.before.mover is Side.WHITE else (black, white)
    match frame.event:
        case Played(routes=()):
            return words.say("replay-pass", name=mover, roll=str(frame.before.roll))
        case Played() as played:
            turn = numbers.other_text(str(played))
            return words.say("told-turn", name=mover, roll=str(frame.before.roll), turn=turn)
        case Doubled() if frame.before.cube is not None:
            return words.say("replay-doubled", name=mover, value=str(2 * frame.before.cube.value))
        case Took() if frame.state.cube is not None:
            return words.say("replay-took", name=other, value=str(frame.state.cube.value))
        case _:
            return ()
