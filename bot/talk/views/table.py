"""Table: a game on an interactive board for one person, as values that a web page draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.rules import PartialTurn, Side, continuations
from bot.rules.events import Refused, Withdrawn
from bot.rules.formats import Record
from bot.sessions import (
    Analysis,
    ClockStop,
    DisplayPreferences,
    LoadedEvent,
    LoadedGame,
    has_withdrawn,
    record_of,
)
from bot.talk.catalog import Words, join, words_in
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Button, Text, plain
from bot.talk.views.analyses import balance_lines, cube_lines, side_lines
from bot.talk.views.board import next_lines, picture, without_blocked_offers, without_draft
from bot.talk.views.buttons import board_buttons
from bot.talk.views.event_lines import event_lines
from bot.talk.views.game_log import LogLine, better_legs, better_words, game_log, judged_log, mistake_after
from bot.talk.views.match_score import played_words, points_words
from bot.talk.views.offers import Offer, asked_words, offered_to, to_offer, to_withdraw
from bot.talk.views.replays import frame_at, frame_text
from bot.talk.views.results import Result, result_of
from bot.talk.views.scenes import TouchBoard, board_scene
from bot.talk.views.spoken import spoken
from bot.talk.views.table_menu import MenuEntry, table_menu
from bot.talk.views.time_left import StripClock, strip_clock
from bot.talk.wording import name_alone, name_at
from renderers.scene import Scene

_LONGEST_NEWS = 600
"""The most UTF-16 units of a table's `news` before a finished game is analysed."""
_LEFT_OUT = {
    *("next", "move", "undo", "done", "menu"),
    *("take", "drop", "accept", "decline", "cancel"),
}
"""Commands whose buttons `Table.buttons` leaves out.

The page has other controls for them, or no place for the answer. Those of offers are in the offer's sheet.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A move by one die, like `bot.rules.Move`, for a page.

    Args:
        text: the move in notation, with the board's own numbers.
        after: the index in `Table.graph` of the node that it leads to.
    """

    start: int
    stop: int
    die: int
    hit: bool
    text: str
    after: int


@dataclass(frozen=True, slots=True)
class Node:
    """A position that a turn can reach and the moves from it, like `bot.rules.Continuation`.

    Args:
        is_complete: True if the turn may be confirmed in this position.
        is_open: True if there are moves that are not listed, because the graph was cut here.
    """

    moves: tuple[Step, ...]
    is_complete: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """The information strip of one side next to the board.

    Args:
        name: the player's name.
        pips: the pip count.
        score: the side's match score; empty for a single game.
        clock: the side's clock; None without a clock.
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
    """A game on an interactive board for one person.

    Args:
        game: the game's id.
        turn: the number of turns played.
        version: the version of the game.
        stage: the stage of the game, as in `bot.sessions.LoadedGame.stage`.
        title: the rule set, the match score, and the computer player's level.
        says: what the player to act has to do, or the result; for a past state, the event that led to it.
        news: the last turn, and an offer's refusal or withdrawal after it; once a finished game is analysed,
            both sides' performance; empty for a past state.
        alt: the description of the board for screen readers.
        above: the strip of the side at the top.
        below: the strip of the side at the bottom: the person's own if they play.
        is_seated: True if the person plays in the game.
        winner: the side that won; None for a draw or an unfinished game.
        graph: the possible continuations of the person's turn, the current position first; empty before the
            roll, and if it is not their turn.
        made: start and end point of each move that the person has made in this turn.
        buttons: the buttons of the person's other commands; empty if they do not play in the game, and after
            its end.
        menu: the menu in groups of entries.
        offer: the offer that waits for the person's answer, or None.
        offers: the offers that the person can make now.
        asked: that the opponent is asked about the person's own offer; empty if there is none.
        withdraw: the button that withdraws the person's own offer, or None.
        log: the game log.
        moment: the number of the log line after which the game is shown; None for its current state.
        better: start and end point of each checker in the best turn, if the turn shown is a known mistake.
        result: the end of the game; None before it.
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
    menu: tuple[tuple[MenuEntry, ...], ...]
    offer: Offer | None
    offers: tuple[Offer, ...]
    asked: str
    withdraw: Button | None
    log: tuple[LogLine, ...]
    moment: int | None = None
    better: tuple[tuple[int, int], ...] = ()
    result: Result | None = None


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
    rematch_by: int | None = None,
) -> Table:
    """Return a game on an interactive board for one person.

    The mover sees the unconfirmed turn in each chat, other people only in the shared chat where it is made.

    Args:
        events: all events of the game.
        display: the display preferences of the chat.
        viewer: the id of the player who looks at the board; 0 for a visitor with a shared link.
        chat: the id of the chat in which the board is shown.
        stops: the periods in which the clock of the player to act is stopped.
        moment: the number of the log line after which the game is shown, 0 for the set-up; None for its
            current state. A past state is replayed from the record, which takes tens of milliseconds.
        analysis: the analysis of the game, if known; ignored until the game is over.
        rematch_by: the id of the player who has asked for a rematch; None if neither has.
    """
    own = game.side_of(viewer)
    # Either the chat shows it to all its readers, or the viewer is the mover.
    is_draft_shown = game.shows_draft(chat, display.reader) or game.shows_draft(chat, viewer)
    display = replace(display, reader=viewer, side=own.value if own is not None else display.below(game))
    game, events = without_blocked_offers(game, events, display)
    is_mover = game.to_act == viewer and not game.is_over and game.paused is None
    shown = game if is_draft_shown else without_draft(game)
    words, draft = words_in(display.language), shown.live.draft
    below = Side(display.below(game))
    numbers = numbering_of(game, display)
    news = _news(words, shown, events, numbers)
    scene = board_scene(shown, events, display)
    offered = _buttons(words, shown, display) if own is not None and not game.is_over else ()
    result = result_of(words, game, viewer, rematch_by=rematch_by, is_analysed=analysis is not None)
    offers: tuple[Offer, ...] = ()
    if own is not None:
        withdrawn = has_withdrawn(((each.side, each.event) for each in events), own)
        offers = to_offer(words, shown, own, has_withdrawn=withdrawn)
    present = Table(
        game=game.id,
        turn=game.turns,
        version=game.version,
        stage=game.stage,
        title=played_words(words, shown),
        # The board shows the moves of an unconfirmed turn, so the sentence does not change with each of them.
        says=_says(words, without_draft(game), display, result),
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
        buttons=tuple(each for each in offered if _command(each) not in _LEFT_OUT),
        menu=table_menu(words, shown, viewer, offers=frozenset(each.what for each in offers)),
        offer=None if own is None else offered_to(words, shown, own),
        offers=offers,
        asked="" if own is None else asked_words(words, shown, own),
        withdraw=None if own is None else to_withdraw(words, shown, own),
        log=game_log(words, events, numbers),
        result=result,
    )
    if analysis is not None and game.is_over:
        present = _judged(present, game, analysis, words)
    if moment is None:
        return present
    then = _at_moment(present, record_of(game, events), moment, words, numbers)
    if analysis is None or not game.is_over or then.moment is None:
        return then
    mistake = mistake_after(then.log, analysis, then.moment)
    if mistake is None:
        return then
    says = f"{then.says}\n{better_words(words, mistake, numbers)}"
    return replace(then, says=says, better=better_legs(mistake))


def _news(words: Words, game: LoadedGame, events: Sequence[LoadedEvent], numbers: Numbering) -> list[Text]:
    """Return what happened last: the last turn, below an offer's refusal or withdrawal that came after it."""
    is_answered = isinstance(events[-1].event, Refused | Withdrawn)
    since = game.version - is_answered
    return event_lines(words, game, events, since, _LONGEST_NEWS, numbers)[::-1]


def _says(words: Words, game: LoadedGame, display: DisplayPreferences, result: Result | None) -> str:
    if result is not None:
        return " ".join(filter(None, [result.won, result.standing]))
    return plain(join(next_lines(words, game, display, {}, None)))


def _judged(now: Table, game: LoadedGame, analysis: Analysis, words: Words) -> Table:
    """Return a finished game with its mistakes marked in the log, and both sides' performance as news.

    The news also split the result into luck and mistakes, and list the costliest cube decisions.
    """
    names = {side: name_at(game, side) for side in Side}
    told = (
        *side_lines(words, analysis, names),
        *balance_lines(words, analysis, names),
        *cube_lines(words, game.before.has_cube, analysis, names),
    )
    news = plain(join(list(told)))
    return replace(now, news=news, log=judged_log(words, now.log, analysis))


def _at_moment(now: Table, record: Record, moment: int, words: Words, numbers: Numbering) -> Table:
    """Return the board of a game after a line of its log, without moves, buttons and clocks.

    Args:
        moment: the number of the line, 0 for the set-up; a number beyond the last line means the last.
    """
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
        offer=None,
        offers=(),
        asked="",
        withdraw=None,
        moment=moment,
    )


def graph_of(draft: PartialTurn) -> tuple[Node, ...]:
    """Return the possible continuations of a turn as a graph; its first node is the current position."""
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
    """Return the buttons that are not moves; moves are made on the board itself."""
    return tuple(
        button for row in board_buttons(words, game, display) for button in row if button.source is None
    )


def _command(button: Button) -> str:
    """Return the name of the command that a button runs."""
    return button.data.partition(":")[2].removeprefix("/").partition(" ")[0]
