"""Table: a game as one person sees it on a board that can be touched, as a value that names no platform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.rules import PartialTurn, Side, continuations
from bot.rules.formats import Record
from bot.sessions import Analysis, ClockStop, DisplayPreferences, LoadedEvent, LoadedGame, record_of
from bot.talk.catalog import Words, join, words_in
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Button, plain
from bot.talk.views.analyses import balance_lines, cube_lines, side_lines
from bot.talk.views.board import next_lines, picture, without_blocked_offers, without_draft
from bot.talk.views.buttons import board_buttons
from bot.talk.views.event_lines import event_lines
from bot.talk.views.game_log import LogLine, better_legs, better_words, game_log, judged_log, mistake_after
from bot.talk.views.match_score import played_words, points_words
from bot.talk.views.replays import frame_at, frame_text
from bot.talk.views.scenes import TouchBoard, board_scene
from bot.talk.views.spoken import spoken
from bot.talk.views.time_left import StripClock, strip_clock
from bot.talk.wording import name_alone, name_at
from renderers.scene import Scene

_LONGEST_NEWS = 600
_NOT_THERE = {"next", "replay", "record", "move", "undo", "done", "double"}
"""Buttons of a board in a chat that stand at the table otherwise, or whose answers have no place there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of one die, as `bot.rules.Move` is, with the number of the node after it."""

    start: int
    stop: int
    die: int
    hit: bool
    text: str
    after: int


@dataclass(frozen=True, slots=True)
class Node:
    """A board that a turn can come to, as `bot.rules.continuations` tells it."""

    moves: tuple[Step, ...]
    is_complete: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """What a strip beside the board tells of one side.

    Args:
        name: who plays it.
        side: which side.
        pips: its pip count.
        score: how many points or games of the match it has; empty, where the game is alone.
        clock: its time, if the game has a clock.
        acts: True if the side is to act.
    """

    name: str
    side: Side
    pips: int
    score: str
    clock: StripClock | None
    acts: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one person's table.

    Args:
        game: its id.
        turn: how many turns were played.
        version: the version of the game that is shown.
        stage: the stage to which the game has come, as `bot.sessions.LoadedGame.stage` has it.
        title: what is played.
        says: who has to do what now.
        news: what happened last.
        alt: the board in words.
        board: the board, seen from the person's side.
        above: the other side.
        below: the person's side, or the one that sits below.
        is_seated: True if the person plays.
        is_over: True if the game has ended.
        winner: who won; nothing, if nobody has, or nobody yet.
        graph: how the person's own turn can go on; nothing, if it is not his.
        made: from where to where the person has moved in this turn.
        buttons: what else the person may do.
        double: the button that offers to double; nothing, if the person may not.
        log: what happened in the game, line by line.
        moment: after which of those lines the game is shown; nothing, if it is shown as it stands now.
        better: from where to where checkers go in the turn that was better than the one shown, if that was
            a mistake and an analysis is known.
    """

    game: str
    turn: int
    version: int
    stage: str
    title: str
    says: str
    news: str
    alt: str
    board: TouchBoard
    above: Strip
    below: Strip
    is_seated: bool
    is_over: bool
    winner: Side | None
    graph: tuple[Node, ...]
    made: tuple[tuple[int, int], ...]
    buttons: tuple[Button, ...]
    double: Button | None
    log: tuple[LogLine, ...]
    moment: int | None = None
    better: tuple[tuple[int, int], ...] = ()


def table(  # noqa: PLR0913 (all but the first three by name)
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    display: DisplayPreferences,
    *,
    viewer: int,
    chat: int,
    now: datetime,
    stops: Sequence[ClockStop] = (),
    moment: int | None = None,
    analysis: Analysis | None = None,
) -> Table:
    """Return a game as a person sees it at his table.

    The mover sees a half-made turn at every table, others only where it stands.

    Args:
        events: everything that happened in it.
        display: how the person wants to be shown things.
        chat: the chat at which the table stands.
        now: when it is shown.
        stops: when the time of who is to act stands still.
        moment: after which line of its log the game is shown, 0 for the set-up; nothing for how it stands.
            Then the game is played anew, which takes tens of milliseconds.
        analysis: what its turns were worth, if that is known. It tells nothing of a game that goes on.
    """
    own = game.side_of(viewer)
    is_draft_shown = game.shows_draft(chat, display.reader) or game.shows_draft(chat, viewer)
    display = replace(display, reader=viewer, side=own.value if own is not None else display.below(game))
    game, events = without_blocked_offers(game, events, display)
    is_mover = game.to_act == viewer and not game.is_over and game.paused is None
    shown = game if is_draft_shown else without_draft(game)
    words, draft = words_in(display.language), shown.live.draft
    below = Side(display.below(game))
    numbers = numbering_of(game, display)
    news = event_lines(words, shown, events, game.version, _LONGEST_NEWS, numbers)
    scene = board_scene(shown, events, display)
    offered = _buttons(words, shown, display) if own is not None else ()
    present = Table(
        game=game.id,
        turn=game.turns,
        version=game.version,
        stage=game.stage,
        title=played_words(words, shown),
        says=plain(join(next_lines(words, shown, display, {}, None))),
        news=plain(join(news)),
        alt=picture(shown, display, events).alt,
        board=TouchBoard.of(scene),
        above=_strip(words, shown, below.other, scene, now, stops),
        below=_strip(words, shown, below, scene, now, stops),
        is_seated=own is not None,
        is_over=game.is_over,
        winner=outcome.winner if (outcome := game.live.state.outcome) else None,
        graph=graph_of(draft) if is_mover and draft is not None else (),
        made=tuple((move.start, move.stop) for move in draft.moves) if is_mover and draft is not None else (),
        buttons=tuple(each for each in offered if _command(each) not in _NOT_THERE),
        double=next((_double(words, shown, each) for each in offered if _command(each) == "double"), None),
        log=game_log(words, events, numbers),
    )
    if analysis is not None and game.is_over:
        present = _judged(present, game, analysis, words)
    if moment is None:
        return present
    then = _as_it_stood(present, record_of(game, events), moment, words, numbers)
    if analysis is None or not game.is_over or then.moment is None:
        return then
    mistake = mistake_after(then.log, analysis, then.moment)
    if mistake is None:
        return then
    says = f"{then.says}\n{better_words(words, mistake, numbers)}"
    return replace(then, says=says, better=better_legs(mistake))


def _judged(now: Table, game: LoadedGame, analysis: Analysis, words: Words) -> Table:
    """Return a finished game with its mistakes marked, and with how both sides played."""
    names = {side: name_at(game, side) for side in Side}
    told = (
        *side_lines(words, analysis, names),
        *balance_lines(words, analysis, names),
        *cube_lines(words, game.before.has_cube, analysis, names),
    )
    news = plain(join(list(told)))
    return replace(now, news=news, log=judged_log(words, now.log, analysis))


def _as_it_stood(now: Table, record: Record, moment: int, words: Words, numbers: Numbering) -> Table:
    """Return a game at a person's table as it stood after a line of its log."""
    moment = min(moment, len(now.log))
    frame = frame_at(record, moment, now.below.side.value, now.board.theme, numbers)
    return replace(
        now,
        says=plain(frame_text(words, record, frame, numbers)),
        news="",
        alt=spoken(words, frame.state.position, frame.state, numbers),
        board=TouchBoard.of(frame.scene),
        above=replace(now.above, pips=_pips(frame.scene, now.above.side), clock=None, acts=False),
        below=replace(now.below, pips=_pips(frame.scene, now.below.side), clock=None, acts=False),
        graph=(),
        made=(),
        buttons=(),
        double=None,
        moment=moment,
    )


def graph_of(draft: PartialTurn) -> tuple[Node, ...]:
    """Return how a turn can go on, as a graph whose first node is where it stands."""
    return tuple(
        Node(
            tuple(
                Step(move.start, move.stop, move.die, move.hit, str(move), after)
                for move, after in each.moves
            ),
            each.is_complete,
            each.is_open,
        )
        for each in continuations(draft)
    )


def _pips(scene: Scene, side: Side) -> int:
    return scene.pips[0] if side is Side.WHITE else scene.pips[1]


def _strip(
    words: Words, game: LoadedGame, side: Side, scene: Scene, now: datetime, stops: Sequence[ClockStop]
) -> Strip:
    acts = game.live.state.to_act is side and not game.is_over
    standing = game.standing
    return Strip(
        name=name_alone(words, game.player(side)),
        side=side,
        pips=_pips(scene, side),
        score="" if game.is_alone else points_words(standing.score_of(game.player(side).id)),
        clock=strip_clock(words, game, side, now, stops),
        acts=acts,
    )


def _buttons(words: Words, game: LoadedGame, display: DisplayPreferences) -> tuple[Button, ...]:
    """Return what the person may do beside moving, which the board itself offers."""
    return tuple(
        button for row in board_buttons(words, game, display) for button in row if button.source is None
    )


def _double(words: Words, game: LoadedGame, button: Button) -> Button:
    """Return the button that offers to double with a label that says to what."""
    return replace(button, label=words.words("table-double", value=str(2 * game.live.cube)))


def _command(button: Button) -> str:
    return button.data.partition(":")[2].removeprefix("/").partition(" ")[0]
