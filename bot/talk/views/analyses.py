"""Analyses: texts and pictures of a finished game's analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.rules import Game, PartialTurn, Side
from bot.rules.formats import Record
from bot.sessions import Analysis, Band, Depth, JudgedCube, JudgedTurn, Review
from bot.talk.catalog import Words, join
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Span, Text
from bot.talk.views.board import LONGEST_CAPTION
from bot.talk.views.event_lines import telegram_length
from bot.talk.views.replays import players
from bot.talk.views.result_pictures import chart_of
from bot.talk.views.scenes import played_scene
from bot.talk.views.spoken import spoken_briefly
from bot.talk.wording import LONGEST_IN_LABEL, points, shortened
from renderers.scene import Chart, Comparison

WORST_TURNS = 3
"""The most costly turns that a summary lists and its chart marks."""

_BALANCE_DIGITS = 2
"""Decimals shown for each part of a result, such as its luck."""
_CUBE_DECISIONS = 2
"""The most cube decisions that a summary lists. More would not fit into a picture's caption."""
_DISCS: Final = {Side.WHITE: "⚪", Side.BLACK: "⚫"}
"""Stand for the names in a shortened summary. Its first two lines still give each name beside its disc."""
_SPOKEN_POINTS = 10
"""How many chances a chart's description for screen readers gives at most, besides the first."""


def summary(words: Words, record: Record, analysis: Analysis, room: int = LONGEST_CAPTION) -> Text:
    """Return the text of an analysis: performance and luck of both sides, and the costliest decisions.

    Args:
        room: the wanted length in UTF-16 units. A longer text is shortened once, by shorter names and fewer
            lines, and returned without a second check.
    """
    names = dict(zip(Side, players(words, record), strict=True))
    told = _summary(words, record, analysis, names, names, _CUBE_DECISIONS)
    if telegram_length(told) <= room:
        return told
    brief = {side: replace(name, text=shortened(name.text, LONGEST_IN_LABEL)) for side, name in names.items()}
    return _summary(words, record, analysis, brief, _DISCS, 1)


def _summary(
    words: Words,
    record: Record,
    analysis: Analysis,
    names: Mapping[Side, Span],
    listed: Mapping[Side, Span],
    most_of_cube: int,
) -> Text:
    return join(
        [
            *side_lines(words, analysis, names),
            *balance_lines(words, analysis, listed),
            *_worst_lines(words, analysis, listed),
            *cube_lines(words, record.cube, analysis, listed, most_of_cube),
            *_method_lines(words, analysis),
            *_legend(words, record, analysis, is_brief=names is not listed),
            words.say("analysis-equity", grade=record.ruleset.scoring.second),
        ]
    )


def _legend(words: Words, record: Record, analysis: Analysis, *, is_brief: bool) -> list[Text]:
    """Return what the chart shows, and in games with a cube how far the analysis leaves the cube out.

    Args:
        is_brief: True to return nothing, except if the analysis did not judge the cube of this game.
    """
    if record.cube and analysis.result is None:
        return [words.say("analysis-chart"), words.say("analysis-cube-kept")]
    if is_brief:
        return []
    return [words.say("analysis-chart"), *([words.say("analysis-cube")] if record.cube else [])]


def chart(analysis: Analysis, theme: str) -> Chart:
    """Return the chart of White's winning chances in thousandths, with the costliest turns marked."""
    return chart_of(analysis, tuple(turn.number for turn in analysis.worst(WORST_TURNS)), theme)


def chart_words(words: Words, analysis: Analysis) -> tuple[str, str]:
    """Return a long and a short description of the chart for screen readers.

    The long one gives White's chances at evenly spaced turns, the short one the lowest and the highest.
    """
    chances = [round(100 * chance) for chance in analysis.winning_chances()]
    last = len(chances) - 1
    step = -(-last // _SPOKEN_POINTS) or 1
    places = [*range(0, last, step), last]
    each = [
        words.words("analysis-spoken-point", number=str(place), chance=str(chances[place]))
        for place in places
    ]
    full = words.words("analysis-spoken", points=", ".join(each))
    least, most = str(min(chances)), str(max(chances))
    return full, words.words("analysis-spoken-short", turns=last, least=least, most=most)


def turn_text(
    words: Words, record: Record, analysis: Analysis, turn: JudgedTurn, numbers: Numbering = ON_THE_BOARD
) -> Text:
    """Return the text of one analysed turn: the moves played, the best turn, and the cost of the difference.

    It adds the mover's chances after the turn that was played.
    """
    name = players(words, record)[turn.side is Side.BLACK]
    chances = turn.chances
    lines = [
        words.say(
            "analysis-turn",
            number=str(turn.number),
            last=str(len(analysis.turns)),
            name=name,
            roll=str(turn.roll),
            turn=numbers.convert_moves(str(turn.played)),
        ),
        _better(words, turn, numbers),
        *([words.say("analysis-advised")] if turn.is_advised else []),
        words.say(
            "analysis-chances",
            grade=record.ruleset.scoring.second,
            name=name,
            win=percent(chances.win),
            mars=percent(chances.mars),
            lost=percent(chances.lost_mars),
        ),
        words.say("analysis-boards"),
        words.say("analysis-equity", grade=record.ruleset.scoring.second),
    ]
    return join(lines)


def _better(words: Words, turn: JudgedTurn, numbers: Numbering) -> Text:
    """Return the best turn and the cost of the turn that was played.

    If a roll-out judged the turn, add the standard error of the cost and the number of games rolled out.
    """
    best, cost = numbers.convert_moves(str(turn.best)), points(words, turn.cost)
    if not turn.trials:
        return words.say("analysis-better", turn=best, cost=cost)
    error = points(words, turn.uncertainty)
    return words.say("analysis-better-rolled-out", turn=best, cost=cost, error=error, trials=turn.trials)


def comparison(
    words: Words, turn: JudgedTurn, side: str, theme: str, numbers: Numbering = ON_THE_BOARD
) -> Comparison:
    """Return a picture of two boards: after the turn that was played, and after the best turn."""
    start = PartialTurn.begin(turn.before, turn.roll)
    played, better = (
        replace(played_scene(start.play_all(each.moves), side, theme), numbers=numbers.labels())
        for each in (turn.played, turn.best)
    )
    captions = (
        words.words("analysis-caption-played", turn=numbers.convert_moves(str(turn.played))),
        words.words("analysis-caption-better", turn=numbers.convert_moves(str(turn.best))),
    )
    return Comparison(played, better, captions)


def comparison_words(words: Words, turn: JudgedTurn, numbers: Numbering = ON_THE_BOARD) -> tuple[str, str]:
    """Return a long and a short description of a comparison for screen readers."""
    played, better = (numbers.convert_moves(str(each)) for each in (turn.played, turn.best))
    described = words.words("analysis-spoken-turn", played=played, better=better)
    state = Game(turn.before, turn.roll)
    board = spoken_briefly(words, turn.before, state, numbers)
    return words.words("analysis-spoken-before", told=described, board=board), described


def review_text(words: Words, review: Review, names: Mapping[Side, Span]) -> Text:
    """Return a sentence that names the player who played better and the player who rolled better.

    Where neither did, the sentence leaves that out, or says that neither did either.
    """
    played, rolled = review.played, review.rolled
    if played is None and rolled is None:
        return words.say("verdict-neither")
    if played is None and rolled is not None:
        return words.say("verdict-rolled", name=names[rolled])
    if played is not None and rolled is None:
        return words.say("verdict-played", name=names[played])
    if played is rolled and played is not None:
        return words.say("verdict-both", name=names[played])
    return words.say("verdict-each", player=names[played or Side.WHITE], roller=names[rolled or Side.BLACK])


def percent(chance: float) -> str:
    """Return a chance from 0 to 1 as a whole percentage, without `%`."""
    return str(round(100 * chance))


def side_lines(words: Words, analysis: Analysis, names: Mapping[Side, Span]) -> list[Text]:
    """Return a line for each side: average loss in turns with a choice, level of play, and luck.

    For a side that never had a choice it gives only the luck.
    """
    return [_side_line(words, analysis, side, names[side]) for side in Side]


def balance_lines(words: Words, analysis: Analysis, names: Mapping[Side, Span]) -> list[Text]:
    """Return a line that splits the winner's result (White's for a draw) into luck, mistakes and other parts.

    Return an empty list if the analysis does not know the result.
    """
    side = Side.WHITE if (analysis.result or 0) >= 0 else Side.BLACK
    balance = analysis.balance(side)
    if balance is None:
        return []
    result, opening, luck, errors, ending = (
        round(each, _BALANCE_DIGITS)
        for each in (balance.result, balance.opening, balance.luck, balance.errors, balance.ending)
    )
    # From the rounded parts, so that the numbers shown add up exactly.
    rest = result - opening - luck - errors - ending

    def written(part: float) -> str:
        return points(words, part, _BALANCE_DIGITS, signed=True)

    return [
        words.say(
            "analysis-balance",
            name=names[side],
            result=written(result),
            opening=written(opening),
            luck=written(luck),
            errors=written(errors),
            ended=int(ending != 0),
            ending=written(ending),
            rest=written(rest),
            without=written(result - luck),
        )
    ]


def cube_lines(
    words: Words, has_cube: bool, analysis: Analysis, names: Mapping[Side, Span], most: int = _CUBE_DECISIONS
) -> list[Text]:
    """Return the costliest cube decisions, or a line that there were no costly ones.

    Return an empty list if the game has no cube or its cube was not judged.

    Args:
        has_cube: True if the game is played with a cube.
        most: the most decisions to list.
    """
    if not has_cube or analysis.result is None:
        return []
    worst = analysis.worst_cube(most)
    if not worst:
        return [words.say("analysis-cube-no-worst")]
    return [words.say("analysis-cube-worst"), *(_cube_line(words, each, names[each.side]) for each in worst)]


def _cube_line(words: Words, judged: JudgedCube, name: Span) -> Text:
    share = judged.cost_of_match
    return words.say(
        f"analysis-cube-{judged.did.value}",
        turn=str(judged.turn),
        name=name,
        cost=points(words, judged.cost),
        match=int(share is not None),
        share=points(words, 100 * (share or 0), 1),
    )


def _method_lines(words: Words, analysis: Analysis) -> list[Text]:
    """Return a line about the method: the depth and, if a turn was judged twice, the net that reviewed it."""
    if all(turn.judged_by is Depth.ONE_PLY for turn in analysis.turns):
        return [words.say("analysis-two-ply" if analysis.replies else "analysis-one-ply")]
    return [
        words.say(
            f"analysis-reviewer-{analysis.reviewer.value}",
            deep=int(analysis.replies),
            trials=max(turn.trials for turn in analysis.turns),
        )
    ]


def _side_line(words: Words, analysis: Analysis, side: Side, name: Span) -> Text:
    performance = analysis.performance(side)
    luck = points(words, performance.luck, 2, signed=True)
    if performance.band is None:
        return words.say("analysis-side-forced", side=side, name=name, luck=luck)
    return words.say(
        "analysis-side",
        side=side,
        name=name,
        error=points(words, performance.error),
        uncertainty=points(words, performance.uncertainty),
        turns=performance.unforced,
        band=band_words(words, performance.bands),
        luck=luck,
    )


def band_words(words: Words, bands: Sequence[Band]) -> str:
    """Return the level of play, or a range of levels if the standard error leaves several possible.

    Args:
        bands: the possible levels, best first; at least one.
    """
    best, worst = (words.words(f"band-{band.value}") for band in (bands[0], bands[-1]))
    return best if best == worst else words.words("analysis-bands", best=best, worst=worst)


def _worst_lines(words: Words, analysis: Analysis, names: Mapping[Side, Span]) -> Sequence[Text]:
    worst = analysis.worst(WORST_TURNS)
    if not worst:
        return [words.say("analysis-no-worst")]
    return [
        words.say("analysis-worst"),
        *(_worst_line(words, place, turn, names[turn.side]) for place, turn in enumerate(worst, 1)),
    ]


def _worst_line(words: Words, place: int, turn: JudgedTurn, name: Span) -> Text:
    cost = points(words, turn.cost)
    return words.say(
        "analysis-worst-line",
        place=str(place),
        number=str(turn.number),
        name=name,
        roll=str(turn.roll),
        cost=f"{cost} ± {points(words, turn.uncertainty)}" if turn.trials else cost,
        advised=int(turn.is_advised),
    )


def progress_text(words: Words, done: int, of: int, before: int) -> Text:
    """Return a text with the progress of an analysis.

    Args:
        done: the number of turns that are judged already.
        of: the number of all turns; 0 if the analysis has not counted them yet. Once all are judged, the
            text says that the costliest are being rolled out.
        before: the number of analyses ahead in the queue; if it is not 0, the text gives only this.
    """
    if before:
        return words.say("analysis-waits", before=before)
    if of and done >= of:
        return words.say("analysis-rolling-out")
    return words.say("analysis-made", done=str(done), of=str(of)) if of else words.say("analysis-begun")
