"""Match equity: the value of scores, compared with published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.engine.match_equity import payoff_at, winning_chance
from bot.engine.score import MONEY, Score
from bot.rules import RULESETS, MatchState, Side
from bot.rules.outcomes import Ending, Outcome
from bot.rules.rulesets import Grade, MatchLength

SHORT = RULESETS["short"]

KAZAROSS = {
    (1, 2): 0.6774, (1, 3): 0.7508, (1, 4): 0.8144, (1, 5): 0.8418, (1, 9): 0.9440,
    (2, 3): 0.5995, (2, 4): 0.6687, (2, 5): 0.7436, (3, 4): 0.5715, (3, 5): 0.6480, (3, 7): 0.7621,
    (4, 5): 0.5773, (4, 9): 0.7880, (5, 7): 0.6264, (7, 9): 0.6085,
}  # fmt: skip
"""The chance of the side that needs fewer points in a match of backgammon, before Crawford (Kazaross-XG2)."""

AFTER_CRAWFORD = {2: 0.488, 3: 0.3226, 4: 0.3100, 5: 0.1901, 6: 0.1807, 7: 0.1156, 8: 0.1091, 9: 0.0695}
"""The same after the Crawford game, for a side that needs this many points while the other needs one."""


def score(white: int, black: int, *, crawford: bool = False, cube: bool = True) -> Score:
    """Return a score of a match to points."""
    return Score(Fraction(white), Fraction(black), cube=cube, crawford=crawford)


def test_scores_have_the_published_values() -> None:
    """In short nardy each value is within 0.02 of backgammon's published table, for either side."""
    scores = {needs: score(*needs, crawford=min(needs) == 1) for needs in KAZAROSS}
    for side, known in ((Side.WHITE, KAZAROSS), (Side.BLACK, {at: 1 - KAZAROSS[at] for at in KAZAROSS})):
        found = {needs: winning_chance(SHORT, at, side) for needs, at in scores.items()}
        assert found == pytest.approx(known, abs=0.02)


def test_scores_after_the_crawford_game_have_the_published_values() -> None:
    """Each value is within 0.015 of the published figure."""
    found = {needs: winning_chance(SHORT, score(needs, 1), Side.WHITE) for needs in AFTER_CRAWFORD}
    assert found == pytest.approx(AFTER_CRAWFORD, abs=0.015)


@pytest.mark.parametrize("rules", ["long", "short", "sport", "nard", "palm", "federation-extended"])
@pytest.mark.parametrize("cube", [True, False])
def test_fewer_points_to_go_are_never_worse(rules: str, cube: bool) -> None:
    """Up to 25 points, level scores are even, and needing a point less is always better."""
    ruleset = type(SHORT).parse(rules)
    for theirs in (2, 7, 25):
        assert winning_chance(ruleset, score(theirs, theirs, cube=cube), Side.WHITE) == pytest.approx(0.5)
        chances = [
            winning_chance(ruleset, score(mine, theirs, cube=cube), Side.WHITE) for mine in range(2, 26)
        ]
        assert chances == sorted(chances, reverse=True)
        assert all(0 < chance < 1 for chance in chances)


def test_a_series_of_games_is_won_by_the_total() -> None:
    """In the last game a level side needs any win; a side ahead by two can afford a draw or a loss by one."""
    level = payoff_at(SHORT, Score(games=1, cube=True), Side.WHITE)
    assert [level.of(points) for points in (-2, -1, 1, 2)] == [-1, -1, 1, 1]
    ahead = payoff_at(SHORT, Score(Fraction(3), Fraction(1), 1, cube=True), Side.WHITE)
    assert [ahead.of(points) for points in (-3, -2, -1)] == [-1, 0, 1]
    assert ahead.draw == 1
    assert 0.5 < winning_chance(SHORT, Score(Fraction(1), Fraction(0), 3, cube=True), Side.WHITE) < 0.8


def test_half_points_count() -> None:
    """R8.4: a side ahead by a draw's points wins; if both are level at the end, the next game decides."""
    ahead = payoff_at(SHORT, Score(Fraction(1, 2), Fraction(3, 2), cube=True), Side.WHITE)
    assert ahead.draw == 1
    level = payoff_at(SHORT, Score(Fraction(1, 2), Fraction(1, 2), cube=True), Side.WHITE)
    assert (level.draw, level.of(1), level.of(-1)) == (0, 1, -1)


def test_points_count_as_they_are_without_a_match() -> None:
    """Without a match three points are worth three times one, and a draw nothing."""
    payoff = payoff_at(SHORT, MONEY, Side.BLACK)
    assert [payoff.of(points) for points in (-4, 1, 3)] == [-4, 1, 3]
    assert payoff.draw == 0


def test_a_score_is_that_of_its_match() -> None:
    """A match's score is from White's side, includes the Crawford game, and is read back from its text."""
    match = MatchState.begin(SHORT, ("Anna", "Boris"), MatchLength(points=5), cube=True)
    seen = [str(Score.of_match(match, "Anna"))]
    for white, winner, cube in (("Anna", Side.WHITE, 4), ("Boris", Side.WHITE, 1), ("Anna", None, 1)):
        grade = None if winner is None else Grade.SINGLE
        match = match.after(
            white, Outcome(winner, grade, Ending.DRAW if winner is None else Ending.DROPPED, cube)
        )
        seen.append(str(Score.of_match(match, "Boris")))
    assert seen == ["5-5 away cube", "5-1 away cube crawford", "4-1 away cube", "7/2-1/2 away cube"]
    assert all(str(Score.parse(text)) == text for text in seen)


@pytest.mark.parametrize("length", [MatchLength(games=1), MatchLength(games=3)])
def test_the_score_of_a_match_of_games(length: MatchLength) -> None:
    """A single game has no score; a match of games has each side's points and the number of games left."""
    match = MatchState.begin(SHORT, ("Anna", "Boris"), length)
    found = Score.of_match(match, "Boris")
    assert str(found) == ("money" if length.games == 1 else "0-0 with 3 games")
    assert Score.parse(str(found)) == found


def test_a_level_score_at_the_end_needs_one_more_point() -> None:
    """R8.4: if both sides have reached the match's length together, each needs one more point."""
    match = MatchState.begin(SHORT, ("Anna", "Boris"), MatchLength(points=1))
    drawn = Outcome(None, None, Ending.DRAW)
    for white in ("Anna", "Boris"):
        match = match.after(white, drawn)
    assert not match.is_over
    assert str(Score.of_match(match, "Anna")) == "1-1 away"


@pytest.mark.parametrize(
    "text", ["", "3-5", "0-3 away", "1/1-2 away", "3-5 with 0 games", "03-5 away", "money crawford"]
)
def test_a_malformed_score_is_refused(text: str) -> None:
    """A malformed score raises ValueError."""
    with pytest.raises(ValueError, match=r"score"):
        Score.parse(text)
