"""R8: matches."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from bot.rules import RULESETS, Ending, Grade, MatchState, Outcome, RuleSet, Side, TimeControl
from bot.rules.errors import GameFault
from bot.rules.events import DrawAgreed, Event, Resigned
from bot.rules.formats import FaultyRecord, MatchRecord, Record, RecordError, RecordFaultKind, read_match
from bot.rules.rulesets import MatchLength
from tests.rules.playing import LONG, random_game

HALF = Fraction(1, 2)
OYN = Outcome(Side.WHITE, Grade.OYN, Ending.BORNE_OFF)
LOST = Outcome(Side.BLACK, Grade.OYN, Ending.BORNE_OFF)
MARS = Outcome(Side.WHITE, Grade.MARS, Ending.BORNE_OFF)
DRAW = Outcome(None, None, Ending.DRAW)
PLAYERS = ("Anna", "Boris")


def _match(
    length: MatchLength, *games: tuple[str, Outcome], name: str = "sport", cube: bool = True
) -> MatchState[str]:
    """Return a match after some games, each with its White and its outcome."""
    state = MatchState.begin(RULESETS[name], PLAYERS, length, cube=cube)
    for white, outcome in games:
        state = state.after(white, outcome)
    return state


def _to(points: int, *games: tuple[str, Outcome]) -> MatchState[str]:
    return _match(MatchLength(points=points), *games)


@pytest.mark.parametrize("length", [{}, {"points": 26}, {"games": -1}, {"points": 3, "games": 3}])
def test_a_match_has_one_length(length: dict[str, int]) -> None:
    """R8.1: a match is to 1–25 points, or has a number of games."""
    with pytest.raises(ValueError, match="match"):
        MatchLength(**length)


@pytest.mark.parametrize("text", ["1 point", "5 points", "25 points", "1 game", "3 games"])
def test_a_length_is_written_and_read(text: str) -> None:
    """R8.1, R10.3: a length is written in words and read back."""
    assert str(MatchLength.parse(text)) == text


@pytest.mark.parametrize("text", ["", "5", "points", "0 points", "26 points", "5 pints", "٥ points"])
def test_a_malformed_length_is_refused(text: str) -> None:
    """R8.1: a malformed length raises a ValueError."""
    with pytest.raises(ValueError, match="match"):
        MatchLength.parse(text)


LATE = Outcome(Side.BLACK, Grade.MARS, Ending.TIMEOUT)


def test_two_games_in_a_row_lost_on_time_lose_the_match() -> None:
    """R8.4: a player who loses two games in a row on time loses the match, whatever the score."""
    ahead = [("Anna", MARS), ("Anna", MARS)]
    once = _to(25, *ahead, ("Anna", LATE))
    assert not once.is_over
    white = once.white or "Anna"
    winner = Side.BLACK if white == "Anna" else Side.WHITE
    twice = once.after(white, Outcome(winner, Grade.OYN, Ending.TIMEOUT))
    assert (twice.is_over, twice.winner, twice.forfeited) == (True, "Boris", "Anna")


def test_separate_losses_on_time_do_not_lose_the_match() -> None:
    """R8.4: "in a row" means two successive games and the same player."""
    state = _match(MatchLength(games=9), name="long")
    for loser, ending in (
        ("Anna", Ending.TIMEOUT),
        ("Anna", Ending.BORNE_OFF),
        ("Anna", Ending.TIMEOUT),
        ("Boris", Ending.TIMEOUT),
    ):
        white = state.white or "Anna"
        winner = Side.BLACK if loser == white else Side.WHITE
        state = state.after(white, Outcome(winner, Grade.OYN, ending))
    assert (state.is_over, state.forfeited) == (False, None)


def test_each_game_has_a_default_length() -> None:
    """R2: the default is 5 points in ``narde`` and ``short``, and one game elsewhere."""
    lengths = {name: str(MatchState.begin(rules, PLAYERS).length) for name, rules in RULESETS.items()}
    assert lengths == dict.fromkeys(RULESETS, "1 game") | {"narde": "5 points", "short": "5 points"}


def test_points_are_counted_for_the_players_whatever_their_colour() -> None:
    """R8.1: Anna scores as White and as Black."""
    state = _to(5, ("Anna", OYN), ("Boris", LOST), ("Boris", MARS))
    assert state.score == (Fraction(2), Fraction(2))
    assert (state.games, state.score_of("Boris")) == (3, Fraction(2))


def test_a_match_to_points_ends_at_its_length() -> None:
    """R8.4: the match ends at once, and no further game belongs to it."""
    state = _to(3, ("Anna", MARS), ("Anna", MARS))
    assert (state.is_over, state.winner) == (True, "Anna")
    with pytest.raises(GameFault, match="over"):
        state.after("Anna", OYN)


def test_a_match_continues_if_both_reach_its_length() -> None:
    """R8.4: the match continues until one player leads; half points make this possible."""
    state = _to(1, ("Anna", DRAW), ("Anna", DRAW))
    assert state.score == (Fraction(1), Fraction(1))
    assert (state.is_over, state.winner) == (False, None)
    state = state.after("Boris", OYN)
    assert (state.is_over, state.winner) == (True, "Boris")


def test_a_match_of_games_plays_all_of_them() -> None:
    """R8.1: all games are played, even if the match is decided before."""
    games = MatchLength(games=3)
    state = _match(games, ("Anna", MARS), ("Anna", MARS))
    assert not state.is_over
    state = state.after("Anna", LOST)
    assert (state.is_over, state.winner) == (True, "Anna")


def test_equal_totals_draw_a_match_of_games() -> None:
    """R8.1: a match of games with equal totals has no winner."""
    state = _match(MatchLength(games=2), ("Anna", OYN), ("Anna", LOST))
    assert (state.is_over, state.winner) == (True, None)


@pytest.mark.parametrize(
    ("name", "outcome", "starter"),
    [
        ("long", OYN, "Boris"), ("long", DRAW, "Boris"), ("federation", LOST, "Boris"),
        ("narde", OYN, "Anna"), ("narde", LOST, "Boris"), ("narde", DRAW, "Anna"),
        ("sport", OYN, None), ("palm", LOST, None), ("nard", OYN, None), ("short", OYN, None),
    ],
)  # fmt: skip
def test_white_in_the_next_game(name: str, outcome: Outcome, starter: str | None) -> None:
    """R8.2: the rule set decides which player is White."""
    state = _match(MatchLength(points=5), ("Anna", outcome), name=name, cube=False)
    assert state.white == starter
    if starter is not None:
        other = PLAYERS[starter == "Anna"]
        with pytest.raises(GameFault, match="White"):
            state.after(other, OYN)


def test_only_a_player_of_the_match_can_be_named_to_start() -> None:
    """R7.4: a match has two different players, and only one of these can start."""
    assert MatchState.begin(LONG, PLAYERS, white="Boris").white == "Boris"
    for players, white in ((("Anna", "Anna"), None), (PLAYERS, "Carol")):
        with pytest.raises(GameFault):
            MatchState.begin(LONG, players, white=white)
    with pytest.raises(GameFault, match="White"):
        MatchState.begin(LONG, PLAYERS).after("Carol", OYN)


def test_the_crawford_game_has_no_cube() -> None:
    """R8.3: only the first game after a player is one point short has no cube."""
    state = _to(3, ("Anna", OYN))
    assert (state.has_cube, state.is_crawford) == (True, False)
    state = state.after("Anna", OYN)
    assert (state.has_cube, state.is_crawford) == (False, True)
    state = state.after("Boris", MARS)
    assert (state.score, state.has_cube, state.is_crawford) == ((Fraction(2), Fraction(2)), True, False)


def test_half_a_point_short_is_followed_by_the_crawford_game_too() -> None:
    """R8.3: at two and a half of three points, the next game has no cube."""
    state = _to(3, ("Anna", DRAW), ("Anna", OYN))
    assert state.has_cube
    assert not state.after("Anna", OYN).has_cube


def test_a_match_to_one_point_has_no_cube() -> None:
    """R8.3: a match to one point has no cube, not even after a draw."""
    assert not _to(1).has_cube
    assert not _to(1, ("Anna", DRAW)).has_cube


def test_a_match_of_games_has_its_cube_throughout() -> None:
    """R8.3: the Crawford rule applies only to matches to points."""
    state = _match(MatchLength(games=3), ("Anna", MARS), ("Anna", MARS))
    assert (state.has_cube, state.crawford) == (True, None)


def test_a_match_has_a_cube_only_if_agreed_and_known() -> None:
    """R8.3: a match has no cube by default."""
    assert not MatchState.begin(LONG, PLAYERS, MatchLength(points=5)).has_cube
    with pytest.raises(GameFault, match="cube"):
        MatchState.begin(RULESETS["narde"], PLAYERS, cube=True)


# --- Records of matches ------------------------------------------------------------------------------------


@cache
def _played_match(ruleset: RuleSet, length: MatchLength, *, cube: bool = False) -> MatchRecord:
    """Return a match of games with a few random turns, each ended by a draw or a resignation."""
    rng = random.Random(5)
    state = MatchState.begin(ruleset, PLAYERS, length, cube=cube)
    games: list[Record] = []
    while not state.is_over:
        white = state.white or rng.choice(PLAYERS)
        opening_rolls = None if state.white else ((4, 4), (6, 2))
        black = PLAYERS[white == "Anna"]
        ending: Event = rng.choice((DrawAgreed(), Resigned(Side.BLACK, _lowest(ruleset))))
        events = (*random_game(ruleset, rng, opening_rolls, turns=5), ending)
        headers = (("Game", f"g{len(games)}"), ("Match", "m1"), ("White", white), ("Black", black))
        games.append(Record(headers, ruleset, opening_rolls, events, state.has_cube))
        outcome = games[-1].end().outcome
        assert outcome is not None
        state = state.after(white, outcome)
    return MatchRecord(length, tuple(games), cube)


def _lowest(ruleset: RuleSet) -> Grade:
    return Grade.SINGLE if ruleset.name in {"palm", "nard", "short"} else Grade.OYN


@pytest.mark.parametrize("name", ["long", "palm", "short"])
@pytest.mark.parametrize("length", ["3 points", "4 games"])
def test_a_match_round_trips(name: str, length: str) -> None:
    """R10.3: a match is read back as written, game after game, the same to the byte."""
    match = _played_match(RULESETS[name], MatchLength.parse(length), cube=RULESETS[name].cube)
    text = match.write()
    assert read_match(text) == match
    assert read_match(text).write() == text
    assert text.count("[Round ") == len(match.games)
    assert match.end().is_over


def test_each_game_has_the_clock_of_its_match() -> None:
    """R10.3: every game has the clock of the match."""
    match = _played_match(LONG, MatchLength(games=3))
    clock = TimeControl.parse("7d+1d<7d")
    timed = replace(match, games=tuple(replace(game, clock=clock) for game in match.games))
    assert timed.write().count('[Clock "7d+1d<7d"]') == 3
    assert read_match(timed.write()) == timed


def test_each_game_has_its_round_and_score() -> None:
    """R10.3: a game's record has its round and the score before it, White's points first."""
    state = MatchState.begin(LONG, PLAYERS, MatchLength(games=3))
    games = []
    for event in (DrawAgreed(), Resigned(Side.BLACK, Grade.MARS), DrawAgreed()):
        white = state.white or "Anna"
        headers = (("White", white), ("Black", PLAYERS[white == "Anna"]))
        games.append(Record(headers, LONG, None if state.white else ((6, 1),), (event,)))
        outcome = games[-1].end().outcome
        assert outcome is not None
        state = state.after(white, outcome)
    lines = MatchRecord(MatchLength(games=3), tuple(games)).write().splitlines()
    headers_of_games = [line for line in lines if line.startswith(("[Length", "[Round", "[Score", "[White"))]
    assert headers_of_games == [
        '[Length "3 games"]', '[Round "1"]', '[Score "0-0"]', '[White "Anna"]',
        '[Length "3 games"]', '[Round "2"]', '[Score "0.5-0.5"]', '[White "Boris"]',
        '[Length "3 games"]', '[Round "3"]', '[Score "0.5-2.5"]', '[White "Anna"]',
    ]  # fmt: skip


def test_the_last_game_of_a_match_may_be_unfinished() -> None:
    """R10.3: a match can be written at any time."""
    match = _played_match(LONG, MatchLength(games=3))
    last = match.games[-1]
    open_game = Record(last.headers, LONG, last.opening_rolls, last.events[:3])
    unfinished = MatchRecord(match.length, (*match.games[:-1], open_game))
    assert read_match(unfinished.write()) == unfinished
    assert unfinished.end().games == len(match.games) - 1


Kind = RecordFaultKind

BROKEN = [
    ('[Round "2"]', '[Round "3"]', Kind.GAME_NUMBER),
    ('[Score "', '[Score "9', Kind.SCORE),
    ('[Length "3 games"]', '[Length "3 pints"]', Kind.LENGTH),
    ('[Length "3 games"]', '[Length "2 games"]', Kind.OUT_OF_TURN),
    ('[White "Boris"]', '[White "Carol"]', Kind.PLAYERS),
    ('[Rules "long"]\n[White "Boris"]', '[Rules "narde"]\n[White "Boris"]', Kind.OTHER_RULES),
    ('[Rules "long"]\n[White "Boris"]', '[Rules "long"]\n[Cube "yes"]\n[White "Boris"]', Kind.CUBE),
    ('[Rules "long"]\n[White "Boris"]', '[Rules "long"]\n[Clock "3d+3d<3d"]\n[White "Boris"]', Kind.CLOCK),
    ('[Black "Anna"]\n[Result', '[Black "Anna"]\n[Opening "6-1"]\n[Result', Kind.OPENING),
    ('[Black "Anna"]\n', "", Kind.PLAYERS),
]


@pytest.mark.parametrize(("old", "new", "kind"), BROKEN)
def test_a_wrong_match_is_refused(old: str, new: str, kind: Kind) -> None:
    """R10.3: an invalid match is refused with the line of the game and the reason."""
    text = _played_match(LONG, MatchLength(games=3)).write()
    assert old in text
    with pytest.raises(RecordError) as caught:
        read_match(text.replace(old, new))
    assert text.replace(old, new).splitlines()[caught.value.line - 1].startswith("[Game ")
    assert caught.value.fault.kind is kind


def test_an_unfinished_game_before_another_is_refused() -> None:
    """R10.3: only the last game of a match may be unfinished."""
    match = _played_match(LONG, MatchLength(games=3))
    first = match.games[0]
    games = (Record(first.headers, LONG, first.opening_rolls, first.events[:2]), *match.games[1:])
    with pytest.raises(FaultyRecord, match="not ended"):
        MatchRecord(match.length, games).write()


def test_a_match_has_a_game() -> None:
    """R10.3: a match without games is refused."""
    with pytest.raises(RecordError):
        read_match("\n")
    with pytest.raises(FaultyRecord):
        MatchRecord(MatchLength(games=1), ()).write()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["long", "palm", "short"])
def test_any_damage_is_refused_or_does_no_harm(name: str) -> None:
    """R10.3: lost, doubled or changed characters cause a record error, or leave a readable match."""
    text = _played_match(RULESETS[name], MatchLength(games=2), cube=RULESETS[name].cube).write()
    rng = random.Random(8)
    pieces = ("", "6", "/", "*", "\n", "[", '"', " double take", "; 11 pass", "keep ", "٣", "\u2028")
    refused: list[int] = []
    for _ in range(30):
        damaged = list(text)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.choice((0, 1, 30))] = rng.choice(pieces)
        try:
            again = read_match("".join(damaged))
        except RecordError as error:
            refused.append(error.line)
            continue
        assert read_match(again.write()) == again
    assert len(refused) > 15
    assert min(refused) >= 1
