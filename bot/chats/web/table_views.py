"""Table views: a game at a person's table, turned into what the page shows."""

from __future__ import annotations

from bot.chats.web.table_frames import (
    ClockView,
    CubeView,
    LogLineView,
    NodeView,
    StepView,
    StripView,
    TableButton,
    TableView,
)
from bot.talk.reply import Button
from bot.talk.views.game_log import LogLine
from bot.talk.views.strip_clock import StripClock
from bot.talk.views.table import Node, Strip, Table
from renderers.scene import Scene


def table_view(table: Table) -> TableView:
    """Return a game as the page shows it on a board of its own."""
    scene = table.scene
    return TableView(
        game=table.game,
        turn=table.turn,
        version=table.version,
        stage=table.stage,
        title=table.title,
        says=table.says,
        news=table.news,
        alt=table.alt,
        theme=scene.theme,
        white=_places(scene, "w"),
        black=_places(scene, "b"),
        numbers=scene.numbers,
        heads=scene.heads or (),
        homes=scene.homes,
        mover=scene.mover,
        dice=scene.dice,
        used=scene.used,
        last=scene.last,
        cube=None if scene.cube is None else CubeView(*scene.cube),
        above=_strip(table.above, scene),
        below=_strip(table.below, scene),
        seated=table.is_seated,
        over=table.is_over,
        winner=table.winner.value if table.winner else None,
        graph=tuple(map(_node, table.graph)),
        made=table.made,
        buttons=tuple(map(_button, table.buttons)),
        double=None if table.double is None else _button(table.double),
        log=tuple(map(_line, table.log)),
        moment=table.moment,
        better=table.better,
    )


def _line(line: LogLine) -> LogLineView:
    return LogLineView(line.side.value, line.roll, line.text, line.mark, line.judged)


def _places(scene: Scene, colour: str) -> tuple[int, ...]:
    return tuple(scene.count(colour, place) for place in range(26))


def _strip(strip: Strip, scene: Scene) -> StripView:
    side = strip.side.value
    pips = scene.pips["wb".index(side)]
    return StripView(strip.name, side, pips, strip.score, clock_view(strip.clock), strip.acts)


def clock_view(clock: StripClock | None) -> ClockView | None:
    """Return the time of a side as the page counts it."""
    if clock is None:
        return None
    still_in = None if clock.still_in is None else clock.still_in.total_seconds()
    return ClockView(clock.left.total_seconds(), clock.runs, still_in, clock.reason)


def _button(button: Button) -> TableButton:
    return TableButton(button.label, button.data, button.style.value)


def _node(node: Node) -> NodeView:
    moves = tuple(
        StepView(move.start, move.stop, move.die, move.hit, move.text, move.after) for move in node.moves
    )
    return NodeView(moves, node.is_complete, node.is_open)
