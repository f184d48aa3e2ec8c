"""Analysis page: a finished game's analysis, or its progress, as values that a page draws for one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules import Side
from bot.sessions import Analysis, JudgedTurn, LoadedEvent, LoadedGame
from bot.talk.catalog import Words
from bot.talk.numbering import Numbering
from bot.talk.reply import plain
from bot.talk.views.analyses import percent, progress_text
from bot.talk.views.game_log import LogLine, game_log, judged_log, with_judged_turns
from bot.talk.wording import name_alone, name_at, points

_PERMILLE = 1000
_COST_DIGITS = 2
_LARGE = 0.08
"""The cost in points from which a mistake is drawn larger: that of a `bad` one."""


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A turn of an analysed game.

    Args:
        moment: the number of its line in the game log.
        side: the side that played it.
        roll: the dice, such as `6-5`.
        played: the moves in notation.
        chance: the chance to win of the side at the bottom, after the turn, in thousandths.
        luck: the luck of the roll in thousandths of a point; positive if it favours the side at the bottom.
        cost: the points that the turn cost; empty if it is no mistake.
        mark: the annotation of a mistake, such as `??`; else empty.
        is_large: True for a mistake that cost much.
        title: the number of the turn and its dice.
        says: what was played, and what was better.
        note: for a mistake that the hint advises, too, a note of that; else empty.
    """

    moment: int
    side: Side
    roll: str
    played: str
    chance: int
    luck: int
    cost: str
    mark: str
    is_large: bool
    title: str
    says: str
    note: str


@dataclass(frozen=True, slots=True)
class SideFigures:
    """How well one side played.

    Args:
        name: the player; empty for the person who looks.
        error: the average cost of a turn with a choice, and the level of play; empty without such a turn.
        luck: the luck of all rolls in points, with its sign.
        without: the result in points without the luck of both sides, with its sign; empty if it is not known.
    """

    name: str
    side: Side
    error: str
    luck: str
    without: str


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """A finished game's analysis for one person, or its progress.

    Args:
        game: the game's id.
        start: the chance to win of the side at the bottom before the first turn, in thousandths.
        turns: all turns; empty until the analysis is finished, and if it failed.
        sides: the figures of the side at the bottom and of the other one; empty like `turns`.
        chances: until it is finished, the chances found so far, in thousandths: before each turn.
        done: the number of turns that are judged.
        of: the number of all turns; 0 until they are counted.
        is_finished: True if nothing more will come.
        says: the chart in a sentence, the progress, or why there is no analysis.
    """

    game: str
    start: int
    turns: tuple[AnalysedTurn, ...]
    sides: tuple[SideFigures, ...]
    chances: tuple[int, ...]
    done: int
    of: int
    is_finished: bool
    says: str


def unfinished(game: str, says: str, *, is_finished: bool = False) -> AnalysisPage:
    """Return the page of an analysis that has not begun; if `is_finished`, of one that will not come."""
    return AnalysisPage(game, 500, (), (), (), 0, 0, is_finished=is_finished, says=says)


def progress_page(
    words: Words, game: str, below: Side, chances: Sequence[float], done: int, of: int, before: int
) -> AnalysisPage:
    """Return the page of an analysis that is being computed.

    Args:
        below: the side at the bottom.
        chances: White's chances before each turn that is judged.
        done: the number of turns that are judged.
        of: the number of all turns; 0 until they are counted.
        before: the number of analyses ahead in the queue.
    """
    says = plain(progress_text(words, done, of, before))
    seen = tuple(_chance(each, below) for each in chances)
    return AnalysisPage(game, seen[0] if seen else 500, (), (), seen, done, of, is_finished=False, says=says)


def analysis_page(
    words: Words,
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    analysis: Analysis,
    viewer: int,
    below: Side,
    numbers: Numbering,
) -> AnalysisPage:
    """Return the page of a finished analysis for one person.

    Args:
        events: all events of the game.
        viewer: the id of the player who looks; the id of no player for a visitor.
        below: the side at the bottom of their board.
        numbers: the reader's numbering of the points.
    """
    if not analysis.turns:
        return unfinished(game.id, words.words("analysis-no-turns"), is_finished=True)
    own = game.side_of(viewer)
    log = judged_log(words, game_log(words, events, numbers), analysis)
    start, *after = (_chance(each, below) for each in analysis.winning_chances())
    turns = tuple(
        _turn(words, game, line, turn, chance, own, below, numbers)
        for (line, turn), chance in zip(
            ((line, turn) for line, turn in with_judged_turns(log, analysis) if turn is not None),
            after,
            strict=False,
        )
    )
    sides = tuple(_figures(words, game, analysis, side, own) for side in (below, below.other))
    says, count = _chart(words, game, turns, own, below), len(turns)
    return AnalysisPage(game.id, start, turns, sides, (), count, count, is_finished=True, says=says)


def _chance(of_white: float, below: Side) -> int:
    return round(_PERMILLE * (of_white if below is Side.WHITE else 1 - of_white))


def _turn(  # noqa: PLR0917 (all from one caller)
    words: Words,
    game: LoadedGame,
    line: LogLine,
    turn: JudgedTurn,
    chance: int,
    own: Side | None,
    below: Side,
    numbers: Numbering,
) -> AnalysedTurn:
    cost = points(words, turn.cost, _COST_DIGITS)
    kind = min(turn.choices, 2)
    if kind == 2 and turn.cost >= 10**-_COST_DIGITS / 2:  # noqa: PLR2004 (more than one choice)
        kind = 3
    message = "analysis-page-yours" if turn.side is own else "analysis-page-theirs"
    says = words.words(
        message,
        kind=kind,
        name=name_at(game, turn.side),
        turn=line.text,
        best=numbers.convert_moves(str(turn.best)),
        cost=cost,
    )
    note = words.words("analysis-advised") if turn.is_advised else ""
    return AnalysedTurn(
        moment=line.moment,
        side=turn.side,
        roll=line.roll,
        played=line.text,
        chance=chance,
        luck=round(_PERMILLE * (turn.luck if turn.side is below else -turn.luck)),
        cost=cost if turn.mistake else "",
        mark=line.mark,
        is_large=turn.cost >= _LARGE,
        title=words.words("analysis-page-title", number=str(turn.number), roll=line.roll),
        says=says,
        note=note,
    )


def _figures(words: Words, game: LoadedGame, analysis: Analysis, side: Side, own: Side | None) -> SideFigures:
    performance = analysis.performance(side)
    error = ""
    if performance.band is not None:
        best, worst = (words.words(f"band-{performance.bands[at].value}") for at in (0, -1))
        band = best if best == worst else words.words("analysis-page-bands", best=best, worst=worst)
        error = words.words("analysis-page-error", error=points(words, performance.error), band=band)
    name = "" if side is own else name_alone(words, game.player(side))
    balance = analysis.balance(side)
    without = "" if balance is None else points(words, balance.without_luck, 2, signed=True)
    return SideFigures(name, side, error, points(words, performance.luck, 2, signed=True), without)


def _chart(
    words: Words, game: LoadedGame, turns: Sequence[AnalysedTurn], own: Side | None, below: Side
) -> str:
    chances = [turn.chance for turn in turns]
    least, most = (percent(each / _PERMILLE) for each in (min(chances), max(chances)))
    mistakes = sum(bool(turn.mark) for turn in turns if turn.side is below)
    if own is not None:
        return words.words("analysis-page-chart", turns=len(turns), least=least, most=most, mistakes=mistakes)
    name = name_at(game, below)
    return words.words(
        "analysis-page-chart-of", name=name, turns=len(turns), least=least, most=most, mistakes=mistakes
    )
