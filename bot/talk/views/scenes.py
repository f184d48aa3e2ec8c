"""Scenes: games and turns as scenes for the renderers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.rules import Ending, Family, Game, Move, PartialTurn, Position, RuleSet, Side
from bot.rules.events import Played
from bot.rules.notation import WrittenMove, routes_of
from bot.rules.rulesets import HeadRule
from bot.sessions import DisplayPreferences, LoadedEvent, LoadedGame
from bot.talk.numbering import numbering_of
from renderers.scene import Scene

_POINTS = range(1, 25)
_PLACES = range(26)
"""Points 1 to 24, with 0 for borne off and 25 for the bar."""
_NAMED_ENDINGS = {Ending.RESIGNED, Ending.DROPPED, Ending.TIMEOUT, Ending.DRAW}


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board in a page's list of games.

    Args:
        side: the side at the bottom, `w` or `b`.
        white: White's checkers by place: 0 for borne off, 1 to 24, 25 for the bar.
        black: Black's checkers, likewise.
        theme: the name of the colour theme.
        mover: the side that is to move or roll, `w` or `b`; None if neither is.
        dice: the two dice; empty before the roll.
    """

    side: str
    theme: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    mover: str | None
    dice: tuple[int, ...]

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """Convert a scene to the values that a page draws."""
        white, black = (tuple(scene.count(colour, place) for place in _PLACES) for colour in "wb")
        return cls(scene.side, scene.theme, white, black, scene.mover, scene.dice)


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube.

    Args:
        value: its value; while a double waits for an answer, the offered value.
        owner: `w` or `b`; while a double waits, the side that must answer; None if the cube is in the middle.
    """

    value: int
    owner: str | None


@dataclass(frozen=True, slots=True)
class TouchBoard(SmallBoard):
    """An interactive board on a page.

    Args:
        numbers: the labels of points 1 to 24; empty for the points' own numbers.
        heads: the heads (start points) of White and Black; empty if any number of checkers may leave them in
            a turn.
        homes: the lowest points of White's and Black's home.
        used: for each die, or each move of doubles, True if it is played; empty before the roll.
        last: start and end point of each checker that moved in the last turn; once the mover has made a
            move, of those moves.
    """

    numbers: tuple[int, ...]
    heads: tuple[int, ...]
    homes: tuple[int, ...]
    used: tuple[bool, ...]
    last: tuple[tuple[int, int], ...]
    cube: Cube | None

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """Convert a scene to the values that a page draws."""
        small = SmallBoard.of(scene)
        return cls(
            small.side,
            small.theme,
            small.white,
            small.black,
            small.mover,
            small.dice,
            numbers=scene.numbers,
            heads=scene.heads or (),
            homes=scene.homes,
            used=scene.used,
            last=scene.last,
            cube=None if scene.cube is None else Cube(*scene.cube),
        )


def board_scene(
    game: LoadedGame, events: Sequence[LoadedEvent], display: DisplayPreferences, chosen: int | None = None
) -> Scene:
    """Return the scene of a game.

    Args:
        game: the game, with the unconfirmed turn to show.
        events: all events of the game.
        chosen: the point of the selected checker; None if no checker is selected.
    """
    partial, state = game.live.draft, game.live.state
    below = display.below(game)
    if partial is None:
        scene = position_scene(state.position, state.ruleset, below, display.theme)
    else:
        scene = turn_scene(partial, below, display.theme, chosen)
    # Until the mover's first move, the last turn is marked, so that the mover sees what has just changed.
    last = scene.last if partial is not None and partial.moves else last_legs(events)
    return replace(
        scene,
        mover=scene.mover or mover_of(state),
        last=last,
        cube=cube_of(state),
        score=None if game.is_alone else _score(game),
        length=0 if game.is_alone else game.before.length.points or game.before.length.games,
        result=result_of(state),
        ending=ending_of(state),
        numbers=numbering_of(game, display).labels(),
        layout=display.layout,
    )


def turn_scene(partial: PartialTurn, side: str, theme: str, chosen: int | None = None) -> Scene:
    """Return the scene of a turn in progress: the dice, the movable checkers, the moves made.

    Args:
        side: the side at the bottom, `w` or `b`.
        chosen: the point of the selected checker, whose landing points are marked. If it is None or its
            checker cannot move, none is selected.
    """
    moves = partial.next_moves()
    landings = {move.stop for move in moves if move.start == chosen}
    landings |= {route[-1].stop for route in partial.next_routes() if route[0].start == chosen}
    return replace(
        position_scene(partial.position, partial.ruleset, side, theme),
        mover=partial.start.mover.value,
        dice=(partial.roll.high, partial.roll.low),
        used=_used(partial),
        movable=tuple(dict.fromkeys(move.start for move in moves)),
        chosen=chosen if any(move.start == chosen for move in moves) else None,
        landings=tuple(sorted(landings)),
        last=legs_of(partial.moves),
    )


def played_scene(turn: PartialTurn, side: str, theme: str) -> Scene:
    """Return the scene after a complete turn, with its dice and marked moves.

    Args:
        side: the side at the bottom, `w` or `b`.
    """
    # Both dice are drawn as unplayed: the picture shows the roll, not what is left of it.
    return replace(turn_scene(turn, side, theme), used=(), movable=())


def position_scene(position: Position, ruleset: RuleSet, side: str, theme: str) -> Scene:
    """Return the scene of a position without dice and marked moves.

    Args:
        side: the side at the bottom, `w` or `b`.
    """
    family = ruleset.family
    white, black = (position.points(side) for side in (Side.WHITE, Side.BLACK))
    return Scene(
        white=tuple(white.get(point, 0) for point in _POINTS),
        black=tuple(black.get(point, 0) for point in _POINTS),
        white_off=position.off(Side.WHITE),
        black_off=position.off(Side.BLACK),
        white_bar=position.bar(Side.WHITE),
        black_bar=position.bar(Side.BLACK),
        pips=(position.pips(Side.WHITE), position.pips(Side.BLACK)),
        homes=(_home(family, Side.WHITE), _home(family, Side.BLACK)),
        heads=_heads(ruleset),
        side=side,
        theme=theme,
    )


def mover_of(state: Game) -> str | None:
    """Return the side that is to move or roll, `w` or `b`.

    Return None after the end and while a double waits for an answer.
    """
    return state.mover.value if state.to_act is state.mover else None


def cube_of(state: Game) -> tuple[int, str | None] | None:
    """Return the cube's value and owner; while a double waits, the offered value and the side to answer.

    The owner is None while the cube is in the middle. Without a cube return None.
    """
    cube = state.cube
    if cube is None:
        return None
    if state.is_doubled and state.to_act is not None:
        return 2 * cube.value, state.to_act.value
    return cube.value, cube.owner.value if cube.owner else None


def result_of(state: Game) -> tuple[str | None, int] | None:
    """Return the winner and the grade's place among the rule set's grades, from 1; `(None, 0)` for a draw.

    Return None if the game is not over.
    """
    outcome = state.outcome
    if outcome is None:
        return None
    if outcome.winner is None or outcome.grade is None:
        return None, 0
    return outcome.winner.value, 1 + state.ruleset.scoring.grades.index(outcome.grade)


def ending_of(state: Game) -> str:
    """Return how a game ended if that is not seen on the board, as in `renderers.scene.Scene`; else empty."""
    ending = state.outcome.ending if state.outcome else None
    return ending.value if ending in _NAMED_ENDINGS else ""


def last_legs(events: Sequence[LoadedEvent]) -> tuple[tuple[int, int], ...]:
    """Return the start and end point of each checker that the last turn moved; empty before any turn."""
    turns = (each.event for each in reversed(events) if isinstance(each.event, Played))
    return _legs(next(turns, Played()).routes)


def legs_of(moves: Sequence[Move]) -> tuple[tuple[int, int], ...]:
    """Return the start and end point of each checker that moves, with its moves joined into one."""
    return _legs(routes_of(moves))


def _score(game: LoadedGame) -> tuple[int, int]:
    """Return White's and Black's match score in half points, including this game if it has ended."""
    standing = game.standing
    white, black = (int(2 * standing.score_of(player.id)) for player in (game.white, game.black))
    return white, black


def _heads(ruleset: RuleSet) -> tuple[int, int] | None:
    """Return the heads (start points) of White and Black; None if any number of checkers may leave them."""
    if ruleset.head is HeadRule.FREE:
        return None
    return ruleset.family.point(Side.WHITE, 0), ruleset.family.point(Side.BLACK, 0)


def _home(family: Family, side: Side) -> int:
    """Return the lowest point of a side's home."""
    return min(family.point(side, t) for t in range(18, 24))


def _used(partial: PartialTurn) -> tuple[bool, ...]:
    """Return for each of the two dice, or of the moves of doubles, True if it is played."""
    allowed, left = partial.roll.dice(partial.ruleset), partial.dice_left
    if partial.roll.is_double:  # equal dice: as many as were used count as played, from the first
        return tuple(number < len(allowed) - len(left) for number in range(len(allowed)))
    return tuple(die not in left for die in (partial.roll.high, partial.roll.low))


def _legs(routes: Iterable[WrittenMove]) -> tuple[tuple[int, int], ...]:
    """Return the start and end point of each route."""
    return tuple((route.places[0], route.places[-1]) for route in routes)
