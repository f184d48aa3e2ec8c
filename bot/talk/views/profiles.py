"""Profiles: a player's wins, losses and dice luck, as text and chart."""

from __future__ import annotations

from collections import Counter

from bot.sessions import MOST_COUNTED, Luck, Player, Profile, Tally
from bot.talk.catalog import Words, join
from bot.talk.reply import Reply, Text
from bot.talk.views.match_score import points_words
from bot.talk.wording import name_of, points, rules_name
from renderers.scene import ResultChart

_CHARTED = 9
"""The most rule sets for which a chart has room; the most played ones are charted."""


def profile_view(words: Words, profile: Profile, theme: str) -> Reply:
    """Return the message of a profile, with a chart if the profile's `tally` counts a game.

    Args:
        profile: the reader's own profile, overall or against one opponent. The reader's points come first in
            each score.
        theme: the theme of the chart.
    """
    lines = [_title(words, profile)]
    tally = profile.tally
    if tally.games:
        lines += [_points(words, tally), *_grades(words, tally), *_by_rules(words, profile)]
    lines += _dice(words, profile)
    if profile.with_computer.games:
        lines.append(_counted(words, "profile-computer", profile.with_computer))
    if profile.puzzles_answered:
        found, answered = str(profile.puzzles_found), str(profile.puzzles_answered)
        lines.append(words.say("profile-puzzles", found=found, answered=answered))
    if not tally.games:
        return Reply(join(lines))
    lines.append(_legend(words, profile))
    full, brief = _spoken(words, profile)
    return Reply(join(lines), _chart(words, profile, theme), full, brief)


def tally_line(words: Words, tally: Tally, white: Player, black: Player, *, in_match: bool) -> Text:
    """Return a sentence with the score of two people over all their games, the leader first.

    Args:
        tally: the score from the view of `white`.
        white: the player with White in the game that has just ended.
        black: the player with Black in that game.
        in_match: True to include points as well as games.
    """
    won, lost, own, others = tally.won, tally.lost, tally.points, tally.others_points
    leader, other = name_of(white), name_of(black)
    if won < lost:  # the leader comes first in the sentence
        won, lost, own, others, leader, other = lost, won, others, own, other, leader
    if in_match:
        message = "tally-level-points" if won == lost else "tally-leads-points"
    else:
        message = "tally-level" if won == lost else "tally-leads"
    score, scored = f"{won}–{lost}", f"{points_words(own)}–{points_words(others)}"
    text = words.say(message, leader=leader, other=other, score=score, points=scored)
    return join([text, words.say("tally-drawn", count=tally.drawn)], " ") if tally.drawn else text


def _title(words: Words, profile: Profile) -> Text:
    tally, opponent = profile.tally, profile.opponent
    if opponent is None:
        message = "profile-own" if tally.games else "profile-none"
        return _counted(words, message, tally) if tally.games else words.say(message)
    if not tally.games:
        return words.say("profile-none-between", name=name_of(opponent))
    name = name_of(opponent)
    return words.say("profile-between", opponent=name, won=tally.won, lost=tally.lost, drawn=tally.drawn)


def _counted(words: Words, message: str, tally: Tally) -> Text:
    return words.say(message, won=tally.won, lost=tally.lost, drawn=tally.drawn)


def _score(words: Words, tally: Tally) -> str:
    """Return the numbers of games won and lost, such as `12–9`, and of games drawn if there are any."""
    return words.words("profile-score", won=tally.won, lost=tally.lost, drawn=tally.drawn)


def _points(words: Words, tally: Tally) -> Text:
    score = points_words(tally.points), points_words(tally.others_points)
    return words.say("profile-points", own=score[0], others=score[1])


def _grades(words: Words, tally: Tally) -> list[Text]:
    """Return a line with the wins and losses worth more than one point, by name; empty if there are none.

    The points are those of the grade itself, without the cube.
    """
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    for counts, grades in ((wins, tally.wins), (losses, tally.losses)):
        for grade, count in sorted(grades.items(), key=lambda item: item[0].points):
            if grade.points > 1:
                counts[words.words(f"wins-{grade.value}")] += count
    listed = [f"{name} {wins[name]}–{losses[name]}" for name in dict.fromkeys([*wins, *losses])]
    return [words.say("profile-grades", list=", ".join(listed))] if listed else []


def _by_rules(words: Words, profile: Profile) -> list[Text]:
    """Return a line for each rule set with its score, numbered as in the chart.

    If all games have one rule set, return only a line with its name.
    """
    if len(profile.by_rules) == 1:
        (ruleset,) = profile.by_rules
        return [words.say("profile-only-rules", rules=rules_name(words, ruleset))]
    return [
        words.say(
            "profile-rules",
            number=str(number),
            rules=rules_name(words, ruleset),
            score=_score(words, tally),
        )
        for number, (ruleset, tally) in enumerate(profile.by_rules.items(), 1)
    ]


def _dice(words: Words, profile: Profile) -> list[Text]:
    own, others = profile.own_dice, profile.others_dice
    if not own.rolls or not others.rolls:
        return []
    told = _luck(words, own), _luck(words, others)
    if profile.opponent is None:
        return [words.say("profile-dice", most=MOST_COUNTED, own=told[0], others=told[1])]
    name = name_of(profile.opponent)
    return [words.say("profile-dice-between", most=MOST_COUNTED, opponent=name, own=told[0], others=told[1])]


def _luck(words: Words, luck: Luck) -> Text:
    """Return the number of rolls, the average pips, and the percentage of doubles."""
    average = points(words, luck.pips / luck.rolls, 2)
    doubles = points(words, 100 * luck.doubles / luck.rolls, 1)
    return words.say("profile-luck", rolls=luck.rolls, pips=average, doubles=doubles)


def _legend(words: Words, profile: Profile) -> Text:
    first, last = profile.by_month[0], profile.by_month[-1]
    span = "–".join(dict.fromkeys(f"{each.month}/{each.year}" for each in (first, last)))
    return words.say("profile-chart", months=span, drawn=profile.tally.drawn)


def _chart(words: Words, profile: Profile, theme: str) -> ResultChart:
    names = [rules_name(words, ruleset) for ruleset in profile.by_rules]
    legend = (
        words.words("chart-won"),
        words.words("chart-drawn"),
        words.words("chart-lost"),
        words.words("chart-by-month"),
    )
    games = [(each.won, each.drawn, each.lost) for each in profile.by_rules.values()]
    months = [(each.month, each.tally.won, each.tally.lost) for each in profile.by_month]
    return ResultChart(tuple(games[:_CHARTED]), tuple(months), theme, tuple(names[:_CHARTED]), legend)


def _spoken(words: Words, profile: Profile) -> tuple[str, str]:
    """Return a long and a short description of the chart for screen readers."""
    games = ", ".join(
        f"{rules_name(words, ruleset)} {_score(words, tally)}" for ruleset, tally in profile.by_rules.items()
    )
    months = ", ".join(f"{each.month}/{each.year} {_score(words, each.tally)}" for each in profile.by_month)
    return (
        words.words("profile-spoken", games=games, months=months),
        words.words("profile-spoken-short", score=_score(words, profile.tally)),
    )
