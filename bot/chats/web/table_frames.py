"""Table frames: what the page is told of a game that is played on the board of the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableButton:
    """Something that the person may do beside moving."""

    label: str
    data: str
    style: str


@dataclass(frozen=True, slots=True)
class ClockView:
    """The time of one side.

    Args:
        left: how many seconds it had left when this was sent.
        runs: whether they run from then on.
        still_in: after how many seconds they stand still for a while; nothing, if not before.
        reason: why they stand still though the side is to act; else empty.
    """

    left: float
    runs: bool
    still_in: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class StripView:
    """One side of a game.

    Args:
        name: who plays it.
        side: `w` or `b`.
        pips: its pip count.
        score: how the match stands for it; empty, if the game is alone.
        clock: its time, if the game has a clock.
        acts: whether it is to act.
    """

    name: str
    side: str
    pips: int
    score: str
    clock: ClockView | None
    acts: bool


@dataclass(frozen=True, slots=True)
class StepView:
    """One move of one die.

    Args:
        start: from where, 1 to 24 or 25, the bar.
        stop: to where, 1 to 24 or 0, off.
        die: the die.
        hit: whether a checker of the other side is hit there.
        text: how the move is written.
        after: the number of the node after it.
    """

    start: int
    stop: int
    die: int
    hit: bool
    text: str
    after: int


@dataclass(frozen=True, slots=True)
class NodeView:
    """A board that the turn can come to.

    Args:
        moves: the legal next moves.
        complete: whether the turn may end here.
        open: whether there may be more moves, which only the table knows.
    """

    moves: tuple[StepView, ...]
    complete: bool
    open: bool


@dataclass(frozen=True, slots=True)
class CubeView:
    """The doubling cube; nobody's, while it lies in the middle, and a double's already with who is asked."""

    value: int
    owner: str | None


@dataclass(frozen=True, slots=True)
class LogLineView:
    """Something that happened.

    Args:
        side: who did it, `w` or `b`.
        roll: the dice of a turn; empty for what is none.
        text: what was done.
        mark: the sign of a mistake, such as `??`; empty, where none is known.
        judged: the same in words, with what it cost.
    """

    side: str
    roll: str
    text: str
    mark: str
    judged: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A game as the person sees it.

    Args:
        game: its id.
        turn: how many turns were played.
        version: which state of the game it is.
        stage: how far the game has come; answers that were offered at another stage are past.
        title: what is played.
        says: who has to do what.
        news: what happened last.
        alt: the board in words.
        theme: the theme.
        white: White's checkers, by place: 0 is off, 25 the bar.
        black: the same of Black.
        numbers: what is written at the points 1 to 24, where it is not their own numbers.
        heads: White's and Black's head, if the game knows one.
        homes: the lowest point of White's and of Black's home.
        mover: whose dice lie there.
        dice: the two dice.
        used: which of them, or of the four moves of equal dice, are played.
        last: the last turn, from where to where for each checker.
        cube: the cube, if there is one.
        above: the side that sits above.
        below: the side that sits below.
        seated: whether the person plays.
        over: whether the game has ended.
        winner: `w` or `b`, if one has won.
        graph: how the person's turn can go on; nothing, if he is not to move.
        made: from where to where the person has moved in this turn.
        buttons: what the person may do.
        double: what offers to double, if the person may.
        log: what happened in the game, line by line.
        moment: after which of these lines the game is shown; nothing, if it is shown as it stands now.
        better: from where to where checkers go in a better turn than the one shown, if that was a mistake.
    """

    game: str
    turn: int
    version: int
    stage: str
    title: str
    says: str
    news: str
    alt: str
    theme: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    numbers: tuple[int, ...]
    heads: tuple[int, ...]
    homes: tuple[int, ...]
    mover: str | None
    dice: tuple[int, ...]
    used: tuple[bool, ...]
    last: tuple[tuple[int, int], ...]
    cube: CubeView | None
    above: StripView
    below: StripView
    seated: bool
    over: bool
    winner: str | None
    graph: tuple[NodeView, ...]
    made: tuple[tuple[int, int], ...]
    buttons: tuple[TableButton, ...]
    double: TableButton | None
    log: tuple[LogLineView, ...]
    moment: int | None
    better: tuple[tuple[int, int], ...]
