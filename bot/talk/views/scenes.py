"""Scenes: games and turns as the scenes that renderers draw."""

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
"""0 is off, 25 the bar."""
_TOLD_ENDINGS = {Ending.RESIGNED, Ending.DROPPED, Ending.TIMEOUT, Ending.DRAW}


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """What a page draws of a scene in a list of games.

    Args:
        side: who sits below, `w` or `b`.
        white: White's checkers by place: 0 is off, 25 the bar.
        black: the same of Black.
        mover: whose dice lie there; None if nobody is to move.
        dice: the two dice; empty before they are rolled.
    """

    side: str
    theme: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    mover: str | None
    dice: tuple[int, ...]

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """Return what a page draws of a scene."""
        white, black = (tuple(scene.count(colour, place) for place in _PLACES) for colour in "wb")
        return cls(scene.side, scene.theme, white, black, scene.mover, scene.dice)


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube. A double's belongs to the player who is asked.

    Args:
        owner: `w` or `b`; None while it lies in the middle.
    """

    value: int
    owner: str | None


@dataclass(frozen=True, slots=True)
class TouchBoard(SmallBoard):
    """What a page draws of a scene on a board that can be touched.

    Args:
        numbers: what is written at the points 1 to 24; empty if that is their own numbers.
        heads: White's and Black's head; empty if the game has none.
        homes: the lowest point of White's and of Black's home.
        used: which of the dice, or of the four moves of equal dice, are played.
        last: the last turn, from where to where for each checker.
    """

    numbers: tuple[int, ...]
    heads: tuple[int, ...]
    homes: tuple[int, ...]
    used: tuple[bool, ...]
    last: tuple[tuple[int, int], ...]
    cube: Cube | None

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """Return what a page draws of a scene."""
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
        game: the game, with the half-made turn that is shown.
        events: what happened in it.
        display: the theme and the side of the chat that shows it.
        chosen: the point whose checker is chosen.
    """
    partial, state = game.live.draft, game.live.state
    below = display.below(game)
    if partial is None:
        scene = position_scene(state.position, state.ruleset, below, display.theme)
    else:
        scene = turn_scene(partial, below, display.theme, chosen)
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
    """Return the scene of a turn in progress: the dice, what may be moved next, what has been moved.

    Args:
        side: who sits below, `w` or `b`.
        chosen: the point whose checker is chosen.
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
    """Return the scene of a turn that was played, with its dice and marks.

    Args:
        turn: the turn, with all its moves.
        side: who sits below, `w` or `b`.
    """
    # The dice are shown as they were rolled, and not what is left of them.
    return replace(turn_scene(turn, side, theme), used=(), movable=())


def position_scene(position: Position, ruleset: RuleSet, side: str, theme: str) -> Scene:
    """Return the scene of a position without dice and marks.

    Args:
        position: where the checkers stand.
        ruleset: what is played.
        side: who sits below, `w` or `b`.
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
    """Return who is to move or to roll: nobody after the end, or while a double waits for its answer."""
    return state.mover.value if state.to_act is state.mover else None


def cube_of(state: Game) -> tuple[int, str | None] | None:
    """Return the cube's value and whose it is; a double is shown as offered, to who is asked."""
    cube = state.cube
    if cube is None:
        return None
    if state.is_doubled and state.to_act is not None:
        return 2 * cube.value, state.to_act.value
    return cube.value, cube.owner.value if cube.owner else None


def result_of(state: Game) -> tuple[str | None, int] | None:
    """Return who won a game that is over, and which of the grades of its rules that is, from 1."""
    outcome = state.outcome
    if outcome is None:
        return None
    if outcome.winner is None or outcome.grade is None:
        return None, 0
    return outcome.winner.value, 1 + state.ruleset.scoring.grades.index(outcome.grade)


def ending_of(state: Game) -> str:
    """Return how a game ended, if that is not seen by the checkers, as `renderers.scene.Scene` has it."""
    ending = state.outcome.ending if state.outcome else None
    return ending.value if ending in _TOLD_ENDINGS else ""


def last_legs(events: Sequence[LoadedEvent]) -> tuple[tuple[int, int], ...]:
    """Return from where to where checkers went in the last turn that was played."""
    turns = (each.event for each in reversed(events) if isinstance(each.event, Played))
    return _legs(next(turns, Played()).routes)


def legs_of(moves: Sequence[Move]) -> tuple[tuple[int, int], ...]:
    """Return from where to where checkers go in the moves of a turn."""
    return _legs(routes_of(moves))


def _score(game: LoadedGame) -> tuple[int, int]:
    """Return White's and Black's half points in the match, with those of this game once it has ended."""
    standing = game.standing
    white, black = (int(2 * standing.score_of(player.id)) for player in (game.white, game.black))
    return white, black


def _heads(ruleset: RuleSet) -> tuple[int, int] | None:
    """White's and Black's head, in games that know one."""
    if ruleset.head is HeadRule.FREE:
        return None
    return ruleset.family.point(Side.WHITE, 0), ruleset.family.point(Side.BLACK, 0)


def _home(family: Family, side: Side) -> int:
    """The lowest point of a side's home."""
    return min(family.point(side, t) for t in range(18, 24))


def _used(partial: PartialTurn) -> tuple[bool, ...]:
    """Return which of the dice, or of the four moves of equal dice, are played."""
    allowed, left = partial.roll.dice(partial.ruleset), partial.dice_left
    if partial.roll.is_double:
        return tuple(number < len(allowed) - len(left) for number in range(len(allowed)))
    return tuple(die not in left for die in (partial.roll.high, partial.roll.low))


def _legs(routes: Iterable[WrittenMove]) -> tuple[tuple[int, int], ...]:
    """Return from where to where checkers went, one pair for each."""
    return tuple((route.places[0], route.places[-1]) for route in routes)
