"""Analyses: a finished game's analysis as texts and pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Game, PartialTurn, Side
from bot.talk.catalog import join
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.views.replays import players
from bot.talk.views.scenes import played_scene
from bot.talk.views.spoken import spoken_briefly
from bot.talk.wording import points
from renderers.scene import Chart, Comparison

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.formats import Record
    from bot.sessions import Analysis, JudgedTurn, Review
    from bot.talk.catalog import Words
    from bot.talk.numbering import Numbering
    from bot.talk.reply import Span, Text

WORST = 3
"""So many turns that cost most are shown."""

_CERTAIN = 1000
_SPOKEN = 10
"""About so many moments of a chart are given in words."""


def summary(words: Words, record: Record, analysis: Analysis) -> Text:
    """Return how both sides played and rolled, and which turns cost most."""
    names = dict(zip(Side, players(words, record), strict=True))
    return join(
        [
            *side_lines(words, analysis, names),
            *_worst_lines(words, analysis, names),
            words.say("analysis-two-ply" if analysis.replies else "analysis-one-ply"),
            *([words.say("analysis-cube")] if record.cube else ()),
            words.say("analysis-equity", grade=record.ruleset.scoring.second),
        ]
    )


def chart(analysis: Analysis, theme: str) -> Chart:
    """Return the chart of the winning chances, with the turns that cost most marked."""
    chances = tuple(round(_CERTAIN * chance) for chance in analysis.winning_chances())
    return Chart(chances, tuple(turn.number for turn in analysis.worst(WORST)), theme)


def chart_words(words: Words, analysis: Analysis) -> tuple[str, str]:
    """Return a chart in words, in full and in short."""
    chances = [round(100 * chance) for chance in analysis.winning_chances()]
    last = len(chances) - 1
    step = -(-last // _SPOKEN) or 1
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
    """Return what was played in a turn, what was better, and what that cost."""
    name = players(words, record)[turn.side is Side.BLACK]
    chances = turn.chances
    lines = [
        words.say(
            "analysis-turn",
            number=str(turn.number),
            last=str(len(analysis.turns)),
            name=name,
            roll=str(turn.roll),
            turn=numbers.other_text(str(turn.played)),
        ),
        words.say("analysis-better", turn=numbers.other_text(str(turn.best)), cost=points(words, turn.cost)),
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


def comparison(turn: JudgedTurn, side: str, theme: str, numbers: Numbering = ON_THE_BOARD) -> Comparison:
    """Return the board after what was played, and after what was better."""
    start = PartialTurn.begin(turn.before, turn.roll)
    played, better = (
        replace(played_scene(start.play_all(each.moves), side, theme), numbers=numbers.labels())
        for each in (turn.played, turn.best)
    )
    return Comparison(played, better)


def comparison_words(words: Words, turn: JudgedTurn, numbers: Numbering = ON_THE_BOARD) -> tuple[str, str]:
    """Return two compared boards in words, in full and in short."""
    played, better = (numbers.other_text(str(each)) for each in (turn.played, turn.best))
    described = words.words("analysis-spoken-turn", played=played, better=better)
    state = Game(turn.before, turn.roll)
    board = spoken_briefly(words, turn.before, state, numbers)
    return words.words("analysis-spoken-before", told=described, board=board), described


def review_text(words: Words, review: Review, names: Mapping[Side, Span]) -> Text:
    """Return who played better and who rolled better, in one sentence."""
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
    """Return a chance in percent, without its sign."""
    return str(round(100 * chance))


def side_lines(words: Words, analysis: Analysis, names: Mapping[Side, Span]) -> list[Text]:
    """Return how each side played and rolled."""
    return [_side_line(words, analysis, side, names[side]) for side in Side]


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
        turns=performance.unforced,
        band=words.words(f"band-{performance.band.value}"),
        luck=luck,
    )


def _worst_lines(words: Words, analysis: Analysis, names: Mapping[Side, Span]) -> Sequence[Text]:
    worst = analysis.worst(WORST)
    if not worst:
        return [words.say("analysis-no-worst")]
    return [
        words.say("analysis-worst"),
        *(
            words.say(
                "analysis-worst-line",
                place=str(place),
                number=str(turn.number),
                name=names[turn.side],
                roll=str(turn.roll),
                cost=points(words, turn.cost),
            )
            for place, turn in enumerate(worst, 1)
        ),
    ]


def what_is_done(words: Words, done: int, of: int, before: int) -> Text:
    """Return how far an analysis is, or how many come before it."""
    if before:
        return words.say("analysis-waits", before=before)
    return words.say("analysis-made", done=str(done), of=str(of)) if of else words.say("analysis-begun")
