"""R10.3: whole matches as ``.mat``, read here and by GNU Backgammon."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade, Roll, Side, legal_turns, start_position
from bot.rules.events import Doubled, Dropped, Event, Played, Resigned, Rolled
from bot.rules.formats import FaultyRecord, Mat, Record, RecordError, RecordFaultKind, match_of, read_mat
from bot.rules.rulesets import MatchLength
from tests.mostly_long import mostly_long
from tests.rules.gnubg_matches import (
    GNUBG,
    SHORT,
    contents,
    differences,
    kept_by_gnubg,
    random_match,
    through_gnubg,
)

PLAYERS = ("Anna", "Boris")
LENGTHS = ("1 point", "5 points", "7 points", "3 games", "1 game")
NAMES = [
    ("Anna", "Boris"),
    ("Anna: the first", "Boris : 7"),
    ("Константин Константинопольский", "Константин Константинович"),
    ("A" * 40 + " the elder", "A" * 40 + " the younger"),
    ("Anna, 1850", '"Boris" [of two; words]'),
    ("; Anna", ":"),
    ("::", ":"),
]
every_seed = pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])


def game(white: str, *events: Event, ruleset: str = "short", cube: bool = True) -> Record:
    """A game with a starter who was named."""
    headers = (("White", white), ("Black", "Boris" if white == "Anna" else "Anna"))
    return Record(headers, RULESETS[ruleset], None, events, cube)


def first_turn() -> tuple[Event, Event]:
    """A first turn in short nardy."""
    roll = Roll(6, 6)
    return Rolled(roll), Played.of(legal_turns(start_position(SHORT), roll)[0].moves)


@pytest.mark.parametrize(("white", "column"), [("Anna", "left"), ("Boris", "right")])
def test_a_drop_and_wins_stand_in_one_row_or_wins_below(white: str, column: str) -> None:
    """R10.3: who wins by the left column's drop stands behind it, in the right column."""
    dropped = game(white, *first_turn(), Doubled(), Dropped())
    text = Mat(None, PLAYERS, (dropped,)).write()
    drops = next(line for line in text.splitlines() if "Drops" in line)
    if column == "left":
        # White moves on the left, Black doubles on the right, so White drops on the left.
        assert re.fullmatch(r"  2\)  Drops {23}Wins 1 point", drops)
    else:
        assert text.endswith("Drops\n      Wins 1 point\n")
    assert read_mat(text).games == (dropped,)


@pytest.mark.parametrize("white", PLAYERS)
@pytest.mark.parametrize("loser", Side)
def test_a_game_given_up_before_its_first_cell_keeps_its_colours(white: str, loser: Side) -> None:
    """R10.3: whoever wins it, White stays White."""
    given_up = game(white, Resigned(loser, Grade.GAMMON))
    (again,) = read_mat(Mat(None, PLAYERS, (given_up,)).write()).games
    assert again == given_up


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_long(RULESETS, "long", "sport", "short"))
@pytest.mark.parametrize("length", ["7 points", "4 games"])
@every_seed
def test_colours_throws_and_the_cube_survive(name: str, length: str, seed: int) -> None:
    """R10.3: every game comes back with its board after every turn, and the text again is the same."""
    mat = random_match(random.Random(seed), MatchLength.parse(length), PLAYERS, RULESETS[name])
    text = mat.write()
    again = read_mat(text)
    assert differences(mat, again) == []
    assert again.write() == text


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
@every_seed
def test_a_match_of_several_games_stays_a_match(name: str, seed: int) -> None:
    """R8.2, R10.3: also where every game begins with opening rolls, for which .mat has no place."""
    mat = random_match(random.Random(seed + 20), MatchLength(games=3), PLAYERS, RULESETS[name])
    match = match_of(read_mat(mat.write()))
    assert match is not None
    assert match.length == mat.length
    assert [contents(each) for each in match.games] == [contents(each) for each in mat.games]


@pytest.mark.slow
@pytest.mark.parametrize("names", NAMES)
def test_any_two_names_survive(names: tuple[str, str]) -> None:
    """R10.3: long ones, ones alike in what fits into a column, and ones with what parts the columns."""
    mat = random_match(random.Random(3), MatchLength(points=5), names)
    assert differences(mat, read_mat(mat.write())) == []


def test_a_name_in_a_column_has_no_colon() -> None:
    """R10.3: a blank stands for it, as other programs take what is before a colon for the name."""
    mat = random_match(random.Random(3), MatchLength(points=1), ("Anna: the first", "Boris"))
    assert "\n Anna the first : 0 " in mat.write()


def test_two_players_of_one_name_are_refused() -> None:
    """R10.3: also where only blanks tell them apart."""
    mat = random_match(random.Random(3), MatchLength(points=1), ("Anna B", "Anna  B"))
    with pytest.raises(FaultyRecord) as caught:
        mat.write()
    assert caught.value.fault.kind is RecordFaultKind.PLAYERS


UNREADABLE = ["", "7-1", "keep", "six", "6-2 wait"]
IMPOSSIBLE = ["6-6", "2-6", "named keep", "6-2 keep", "3-3 6-2 4-1"]


@pytest.mark.parametrize(
    ("opening", "line"),
    [*((opening, 2) for opening in UNREADABLE), *((opening, 5) for opening in IMPOSSIBLE)],
)
def test_an_opening_that_cannot_be_is_refused(opening: str, line: int) -> None:
    """R10.3, R7: no opening rolls, no deciding one, or a choice in a game that has none."""
    text = (
        f'; [Rules "long"]\n; [Opening 1 "{opening}"]\n 1 point match\n Game 1\n Anna : 0  Boris : 0\n'
        "  1) 65: 24/13\n"
    )
    with pytest.raises(RecordError) as caught:
        read_mat(text)
    assert (caught.value.line, caught.value.fault.kind) == (line, RecordFaultKind.OPENING)


def test_the_next_score_tells_of_a_game_without_rows() -> None:
    """R10.3: GNU Backgammon writes nothing of a game in which nothing was played but the score after it."""
    text = """
 5 point match

 Game 1
 Anna : 0                       Boris : 0

 Game 2
 Anna : 0                       Boris : 2
  1) 62: 24/18 13/11
"""
    first, _ = read_mat(text).games
    assert first.events == (Resigned(Side.WHITE, Grade.GAMMON),)
    for score in ("Boris : 0", "Boris : 4"):
        with pytest.raises(RecordError) as caught:
            read_mat(text.replace("Boris : 2", score))
        assert caught.value.fault.kind in {RecordFaultKind.UNFINISHED, RecordFaultKind.GRADE}


def test_what_a_comment_says_of_another_game_does_no_harm() -> None:
    """R10.3: comments for games that are not there, or of another program, are passed over."""
    mat = random_match(random.Random(4), MatchLength(points=5), PLAYERS)
    strange = '; [Opening 40 "6-2"]\n; [White 1 "middle"]\n; [Cube "x"]\n; [Left "Carol"]\n; (Site: here)\n'
    again = read_mat(strange + mat.write())
    assert (again.players, len(again.games)) == (PLAYERS, len(mat.games))


@pytest.mark.slow
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("share", [10, pytest.param(30, marks=pytest.mark.long)])
def test_gnubg_reads_what_is_written_of_random_matches(tmp_path: Path, share: int) -> None:
    """R10.3: cubed matches with drops, passes and resignations in either column come back game by game."""
    rng = random.Random(15)
    mats = [
        random_match(rng, MatchLength.parse(LENGTHS[number % len(LENGTHS)]), NAMES[number % len(NAMES)])
        for number in range(share)
    ]
    for mat, text in zip(mats, through_gnubg([mat.write() for mat in mats], tmp_path), strict=True):
        assert differences(kept_by_gnubg(mat), read_mat(text)) == []


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("white", PLAYERS)
def test_gnubg_reads_a_drop_of_either_column(tmp_path: Path, white: str) -> None:
    """R10.3: a double that the left column drops is one game lost by one point there too."""
    second = replace(game("Anna", *first_turn()), events=())
    mat = Mat(MatchLength(points=5), PLAYERS, (game(white, *first_turn(), Doubled(), Dropped()), second))
    (text,) = through_gnubg([mat.write()], tmp_path)
    assert text.count("Wins 1 point") == text.count("Wins") == 1
    assert differences(mat, read_mat(text)) == []
