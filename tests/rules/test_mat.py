"""R10.3: the match text that other programs exchange."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Game, MatchState, RuleSet, Side, resignations
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, TimedOut, Took
from bot.rules.formats import (
    FaultyRecord,
    Mat,
    Record,
    RecordError,
    RecordFaultKind,
    match_of,
    read_mat,
    read_match,
)
from bot.rules.rulesets import MatchLength
from tests.mostly_long import mostly_long
from tests.pace import HANG
from tests.rules.playing import LONG, random_game

ANOTHERS = Path(__file__).with_name("gnubg.mat")
"""A match to 5 points that GNU Backgammon played against itself and wrote."""

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
SHORT = RULESETS["short"]
PLAYERS = ("Anna", "Boris")
Kind = RecordFaultKind


def _games(ruleset: RuleSet, seed: int, length: MatchLength) -> Mat:
    """A whole match of random games; some are doubled, some end by a drop, a resignation or on time."""
    rng = random.Random(seed)
    state = MatchState.begin(ruleset, PLAYERS, length, cube=ruleset.cube)
    games: list[Record] = []
    while not state.is_over:
        white = state.white or rng.choice(PLAYERS)
        opening_rolls = ((6, 2),) if ruleset.name in {"sport", "short"} and not state.white else None
        events = list(random_game(ruleset, rng, opening_rolls))
        after = Game.begin(ruleset, opening_rolls)
        for event in events[:4]:
            after = after.after(event)
        ways: list[list[Event]] = [
            [],
            [TimedOut(Side.WHITE)],
            [Resigned(Side.BLACK, resignations(after, Side.BLACK)[0])],
        ]
        if state.has_cube:
            ways += [[Doubled(), Took()], [Doubled(), Dropped()]]
        way = rng.choice(ways)
        at = 4 if after.roll is None else 5
        cut = events[:at] if way and not isinstance(way[-1], Took) else events
        cut[at:at] = way
        cube = any(isinstance(event, Doubled) for event in cut)
        headers = (("White", white), ("Black", PLAYERS[white == "Anna"]))
        game = Record(headers, ruleset, opening_rolls, tuple(cut), cube)
        outcome = game.end().outcome
        if outcome is not None and outcome.winner is not None:  # the form knows no draws
            games.append(game)
            state = state.after(white, outcome)
    return Mat(length, PLAYERS, tuple(games))


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_long(RULESETS, "long", "sport", "short"))
@pytest.mark.parametrize("length", ["7 points", "5 games"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_match_is_written_and_read(name: str, length: str, seed: int) -> None:
    """R10.3: turns, doubles and results come back, and the text written again is the same to the byte."""
    mat = _games(RULESETS[name], seed, MatchLength.parse(length))
    text = mat.write()
    again = read_mat(text)
    assert again.write() == text
    assert (again.length, again.players, len(again.games)) == (mat.length, mat.players, len(mat.games))
    for ours, theirs in zip(mat.games, again.games, strict=True):
        assert ours.headers == theirs.headers
        assert ours.end().position == theirs.end().position
        points = [[str(game.end().outcome.points_of(side)) for side in Side] for game in (ours, theirs)]  # type: ignore[union-attr]
        assert points[0] == points[1]


def test_the_file_of_another_program_is_read() -> None:
    """R10.3: GNU Backgammon's own words for two games of a match to 5, with a double that was taken."""
    mat = read_mat(ANOTHERS.read_text(encoding="utf-8"))
    assert (mat.length, mat.players) == (MatchLength(points=5), ("gnubg", "root"))
    first, second = mat.games
    assert (first.header("White"), first.cube, first.opening_rolls) == ("root", True, ((5, 3),))
    assert (second.header("White"), second.cube, second.opening_rolls) == ("gnubg", False, ((2, 1),))
    assert [str(game.end().outcome) for game in mat.games] == [
        "1-0 gammon, resigned, cube 2",
        "0-1 gammon, resigned",
    ]


def test_every_player_has_numbers_of_his_own() -> None:
    """R10.3, R1.2: Black's first move in Long Nardy is 24/13 there and 12/1 on the common board."""
    text = '; [Rules "long"]\n 1 point match\n Game 1\n Anna : 0    Boris : 0\n 1) 65: 24/13   65: 24/13\n'
    game = read_mat(text).games[0]
    assert [str(event) for event in game.events] == ["65", "24/13", "65", "12/1"]


@pytest.mark.parametrize("bar", ["25/21", "bar/21"])
def test_the_bar_has_a_number_or_a_name(bar: str) -> None:
    """R10.3: 25, or the word."""
    text = f"""
 0 point match

 Game 1
 Anna : 0    Boris : 0
  1) 62: 24/18 13/11     61: 13/7* 8/7
  2) 43: {bar} 13/10
"""
    events = read_mat(text).games[0].events
    assert [str(event) for event in events[-2:]] == ["43", "bar/21 13/10"]


def test_off_has_a_number_or_a_name() -> None:
    """R10.3: 0, or the word."""
    text = ANOTHERS.read_text(encoding="utf-8")
    assert read_mat(re.sub(r"/0\b", "/off", text)) == read_mat(text)


def test_a_pass_is_an_empty_cell_or_says_so() -> None:
    """R10.3: as other programs have it."""
    text = ANOTHERS.read_text(encoding="utf-8")
    assert "  4) 11:            " in text
    assert read_mat(text.replace("  4) 11:            ", "  4) 11: Cannot Move")) == read_mat(text)


def test_a_game_that_goes_on_is_written() -> None:
    """R10.3: with the dice that wait."""
    events = random_game(LONG, random.Random(2), None)[:7]
    record = Record((("White", "Anna"), ("Black", "Boris")), LONG, None, events)
    assert read_mat(Mat(None, PLAYERS, (record,)).write()).games == (record,)


def test_a_draw_cannot_be_written() -> None:
    """R10.3: the form knows none."""
    record = Record((("White", "Anna"), ("Black", "Boris")), LONG, None, (DrawAgreed(),))
    with pytest.raises(FaultyRecord, match="draw"):
        Mat(None, PLAYERS, (record,)).write()


def test_games_of_others_are_refused() -> None:
    """R10.3: the columns are for two players."""
    record = Record((("White", "Anna"), ("Black", "Carol")), LONG)
    with pytest.raises(FaultyRecord, match="Carol"):
        Mat(None, PLAYERS, (record,)).write()


def test_what_the_form_cannot_tell_apart_is_not_written() -> None:
    """R10.3: two players of one name, a game of other rules, and one that goes on before another."""
    mat = _games(LONG, 5, MatchLength(games=2))
    first, second = mat.games
    unfinished = replace(first, events=first.events[:3])
    others = replace(second, ruleset=RULESETS["narde"])
    namesake = replace(first, headers=(("White", "Anna"), ("Black", "Anna")))
    for broken, kind in (
        (replace(mat, games=(unfinished, second)), Kind.UNFINISHED),
        (replace(mat, games=(first, others)), Kind.OTHER_RULES),
        (Mat(None, ("Anna", "Anna"), (namesake,)), Kind.PLAYERS),
    ):
        with pytest.raises(FaultyRecord) as caught:
            broken.write()
        assert caught.value.fault.kind is kind


def test_the_match_of_another_program_is_a_match() -> None:
    """R8.1, R10.3: its games say how it stood, and read back as a match to 5 with a cube."""
    mat = read_mat(ANOTHERS.read_text(encoding="utf-8"))
    match = match_of(mat)
    assert match is not None
    assert read_match(match.write()).write() == match.write()
    assert (match.length, match.cube) == (MatchLength(points=5), True)
    assert [str(event) for game in match.games for event in game.events] == [
        str(event) for game in mat.games for event in game.events
    ]
    assert [game.header("Score") for game in match.with_scores()] == ["0-0", "0-4"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["long", "short", "sport"])
def test_a_match_is_found_again_in_its_mat(name: str) -> None:
    """R8.1, R10.3: who starts, the score and the length are those of the match that was written."""
    mat = _games(RULESETS[name], 4, MatchLength(points=7))
    match = match_of(read_mat(mat.write()))
    assert match is not None
    assert match.length == mat.length
    assert match.end().is_over


def test_games_that_are_no_match_are_none() -> None:
    """R8.2: without a length, or where the wrong side starts."""
    mat = _games(LONG, 5, MatchLength(games=3))
    first, second, *_ = mat.games
    again = replace(second, headers=first.headers)
    assert match_of(mat) is not None
    assert match_of(replace(mat, length=None)) is None
    assert match_of(replace(mat, games=(first, again))) is None


DAMAGED = [
    (" 5 point match", "", 5, Kind.LENGTH),
    (" 5 point match", " 99 point match", 3, Kind.LENGTH),
    (" Game 1", " Game 2", 5, Kind.GAME_NUMBER),
    (" Game 1", "", 6, Kind.UNREAD),
    ("gnubg : 0                      root : 0", "gnubg : 0                      root : 1", 6, Kind.SCORE),
    ("gnubg : 0                      root : 4", "gnubg : 0                      root : 3", 36, Kind.SCORE),
    ("gnubg : 0                      root : 4", "gnubg : 0                      Root : 4", 36, Kind.PLAYERS),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18 18/15", 8, Kind.MOVE),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18      ", 8, Kind.MOVE),
    ("  2) 62: 24/18 18/16", "  2) 92: 24/18 18/16", 8, Kind.UNREAD),
    ("  2) 62: 24/18 18/16", "  3) 62: 24/18 18/16", 8, Kind.LINE_NUMBER),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18 18-16", 8, Kind.UNREAD),
    ("Doubles => 2", "Doubles => 4", 10, Kind.CUBE),
    (" Takes", "      ", 11, Kind.CUBE),
    ("Wins 4 points", "Wins 5 points", 33, Kind.GRADE),
    ("Wins 4 points", "             ", 35, Kind.UNFINISHED),
]


@pytest.mark.parametrize(("old", "new", "line", "kind"), DAMAGED)
def test_a_damaged_file_is_refused(old: str, new: str, line: int, kind: Kind) -> None:
    """R10.3: with line and reason."""
    text = ANOTHERS.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(RecordError) as caught:
        read_mat(text.replace(old, new, 1))
    assert (caught.value.line, caught.value.fault.kind) == (line, kind)


@pytest.mark.slow
def test_any_damage_is_refused_or_does_no_harm() -> None:
    """R10.3: characters lost, doubled or changed make an error of one kind, or a file that still replays."""
    text = ANOTHERS.read_text(encoding="utf-8")
    rng = random.Random(8)
    for _ in range(120):
        damaged = list(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.choice((0, 1, 30))] = rng.choice(
                ("", "6", "/", "*", "\n", "X", " Wins 1 point", "٣")
            )
        try:
            again = read_mat("".join(damaged))
        except RecordError:
            continue
        assert read_mat(again.write()).games == again.games


@pytest.mark.slow
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_another_program_reads_what_is_written(tmp_path: Path) -> None:
    """R10.3: GNU Backgammon imports a match of ours, and its own export of it holds the same games."""
    mat = _games(SHORT, 4, MatchLength(points=7))
    ours, theirs, script = tmp_path / "ours.mat", tmp_path / "theirs.mat", tmp_path / "script"
    ours.write_text(mat.write(), encoding="utf-8")
    script.write_text(f"set display off\nimport mat {ours}\nexport match mat {theirs}\n", encoding="utf-8")
    subprocess.run(  # noqa: S603 - the command is the test's own
        [str(GNUBG), "--tty", "--quiet", "--no-rc", "--commands", str(script)],
        stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=HANG,
    )  # fmt: skip
    again = read_mat(theirs.read_text(encoding="utf-8"))
    assert [game.end().outcome for game in again.games] == [
        game.end().outcome for game in read_mat(mat.write()).games
    ]
    turns = [
        [sum(isinstance(event, Played) for event in game.events) for game in each.games]
        for each in (mat, again)
    ]
    assert turns[0] == turns[1]
