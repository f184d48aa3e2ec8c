"""R10.3: match texts that other programs exchange, read by us and by GNU Backgammon."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade, Roll, Side, legal_turns, start_position
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled
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
from tests.rules.gnubg_matches import (
    GNUBG,
    contents,
    differences,
    kept_by_gnubg,
    random_match,
    through_gnubg,
)
from tests.rules.playing import LONG, random_game

GNUBG_FILE = Path(__file__).with_name("gnubg.mat")
"""A match to 5 points that GNU Backgammon played against itself and wrote."""

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
"""Names of any length, some equal within a column's width, some with the signs between columns."""

MATCHES = [("long", "7 points"), ("palm", "3 games"), ("short", "7 points"), ("sport", "4 games")]
Kind = RecordFaultKind


def game(
    white: str, *events: Event, ruleset: str = "short", players: tuple[str, str] = PLAYERS, cube: bool = True
) -> Record:
    """Return a game with a named starter."""
    headers = (("White", white), ("Black", players[white == players[0]]))
    return Record(headers, RULESETS[ruleset], None, events, cube)


def first_turn(ruleset: str = "short") -> tuple[Event, Event]:
    """Return a first turn with 6-6."""
    roll = Roll(6, 6)
    return Rolled(roll), Played.of(legal_turns(start_position(RULESETS[ruleset]), roll)[0].moves)


def two_games(players: tuple[str, str] = PLAYERS) -> Mat:
    """Return a match of two games of Long Nardy, which Black resigns after White's first turn."""
    given_up = (*first_turn("long"), Resigned(Side.BLACK, Grade.OYN))
    games = (game(white, *given_up, ruleset="long", players=players, cube=False) for white in players)
    return Mat(MatchLength(games=2), players, tuple(games))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "length"),
    [
        *MATCHES,
        *(pytest.param(name, "7 points", marks=pytest.mark.long) for name in ("federation", "narde", "nard")),
    ],
)
def test_a_match_is_written_and_read(name: str, length: str) -> None:
    """R8, R10.3: every board, roll, cube, score and starter is read back, and the text is the same again."""
    mat = random_match(random.Random(0), MatchLength.parse(length), PLAYERS, RULESETS[name])
    text = mat.write()
    again = read_mat(text)
    assert differences(mat, again) == []
    assert again.write() == text
    match = match_of(again)
    assert match is not None
    assert match.length == mat.length
    assert [contents(each) for each in match.games] == [contents(each) for each in mat.games]


@pytest.mark.parametrize("names", NAMES)
def test_any_two_names_are_read_back(names: tuple[str, str]) -> None:
    """R10.3: names are read back even if the columns show both players alike."""
    mat = two_games(names)
    assert differences(mat, read_mat(mat.write())) == []


def test_the_file_of_another_program_is_read() -> None:
    """R10.3: two games of a match to 5 by GNU Backgammon are read, including a double that was taken."""
    mat = read_mat(GNUBG_FILE.read_text(encoding="utf-8"))
    assert (mat.length, mat.players) == (MatchLength(points=5), ("gnubg", "root"))
    first, second = mat.games
    assert (first.header("White"), first.cube, first.opening_rolls) == ("root", True, ((5, 3),))
    assert (second.header("White"), second.cube, second.opening_rolls) == ("gnubg", False, ((2, 1),))
    assert [str(game.end().outcome) for game in mat.games] == [
        "1-0 gammon, resigned, cube 2",
        "0-1 gammon, resigned",
    ]


def test_every_player_has_their_own_numbers() -> None:
    """R10.3, R1.2: Black's first move in Long Nardy is 24/13 in the file and 12/1 on the common board."""
    text = '; [Rules "long"]\n 1 point match\n Game 1\n Anna : 0    Boris : 0\n 1) 65: 24/13   65: 24/13\n'
    game = read_mat(text).games[0]
    assert [str(event) for event in game.events] == ["65", "24/13", "65", "12/1"]


@pytest.mark.parametrize("bar", ["25/21", "bar/21"])
def test_the_bar_has_a_number_or_a_name(bar: str) -> None:
    """R10.3: the bar is 25 or "bar"."""
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
    """R10.3: off is 0 or "off"."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    assert read_mat(re.sub(r"/0\b", "/off", text)) == read_mat(text)


def test_a_pass_is_an_empty_cell_or_says_so() -> None:
    """R10.3: a pass is an empty cell or "Cannot Move"."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    assert "  4) 11:            " in text
    assert read_mat(text.replace("  4) 11:            ", "  4) 11: Cannot Move")) == read_mat(text)


def test_an_unfinished_game_is_written() -> None:
    """R10.3: an unfinished game is written with its pending dice."""
    events = random_game(LONG, random.Random(2), None)[:7]
    record = Record((("White", "Anna"), ("Black", "Boris")), LONG, None, events)
    assert read_mat(Mat(None, PLAYERS, (record,)).write()).games == (record,)


def test_a_draw_cannot_be_written() -> None:
    """R10.3: a .mat file has no draws."""
    record = Record((("White", "Anna"), ("Black", "Boris")), LONG, None, (DrawAgreed(),))
    with pytest.raises(FaultyRecord, match="draw"):
        Mat(None, PLAYERS, (record,)).write()


def test_a_game_of_another_player_is_refused() -> None:
    """R10.3: the two columns are for the match's two players."""
    record = Record((("White", "Anna"), ("Black", "Carol")), LONG)
    with pytest.raises(FaultyRecord, match="Carol"):
        Mat(None, PLAYERS, (record,)).write()


def test_an_ambiguous_match_is_not_written() -> None:
    """R10.3: equal names, a game of other rules, and an unfinished game before another are refused."""
    mat = two_games()
    first, second = mat.games
    unfinished = replace(first, events=first.events[:2])
    others = replace(second, ruleset=RULESETS["narde"])
    namesake = replace(first, headers=(("White", "Anna"), ("Black", "Anna")))
    for broken, kind in (
        (replace(mat, games=(unfinished, second)), Kind.UNFINISHED),
        (replace(mat, games=(first, others)), Kind.OTHER_RULES),
        (Mat(None, ("Anna", "Anna"), (namesake,)), Kind.PLAYERS),
        (two_games(("Anna B", "Anna  B")), Kind.PLAYERS),
    ):
        with pytest.raises(FaultyRecord) as caught:
            broken.write()
        assert caught.value.fault.kind is kind


def test_the_match_of_another_program_is_a_match() -> None:
    """R8.1, R10.3: its games become a match to 5 with a cube and the scores of the file."""
    mat = read_mat(GNUBG_FILE.read_text(encoding="utf-8"))
    match = match_of(mat)
    assert match is not None
    assert read_match(match.write()).write() == match.write()
    assert (match.length, match.cube) == (MatchLength(points=5), True)
    assert [str(event) for game in match.games for event in game.events] == [
        str(event) for game in mat.games for event in game.events
    ]
    assert [game.header("Score") for game in match.with_scores()] == ["0-0", "0-4"]


def test_games_that_are_no_match_give_none() -> None:
    """R8.2: games without a length, or with a wrong starter, are no match."""
    mat = two_games()
    first, second = mat.games
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
    """R10.3: a damaged file is refused with line and reason."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(RecordError) as caught:
        read_mat(text.replace(old, new, 1))
    assert (caught.value.line, caught.value.fault.kind) == (line, kind)


@pytest.mark.slow
def test_any_damage_is_refused_or_does_no_harm() -> None:
    """R10.3: lost, doubled or changed characters cause a record error, or leave a readable file."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    rng = random.Random(8)
    for _ in range(40):
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


@pytest.mark.parametrize(("white", "column"), [("Anna", "left"), ("Boris", "right")])
def test_a_win_after_a_drop_is_in_the_right_column(white: str, column: str) -> None:
    """R10.3: the win after a drop is in the winner's column: in the same row, or below it on the left."""
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
def test_a_game_resigned_at_once_keeps_its_colours(white: str, loser: Side) -> None:
    """R10.3: White stays White, whichever side resigns before any move."""
    given_up = game(white, Resigned(loser, Grade.GAMMON))
    (again,) = read_mat(Mat(None, PLAYERS, (given_up,)).write()).games
    assert again == given_up


def test_a_name_in_a_column_has_no_colon() -> None:
    """R10.3: a colon becomes a blank, because other programs end the name at a colon."""
    mat = two_games(("Anna: the first", "Boris"))
    assert "\n Anna the first : 0 " in mat.write()


UNREADABLE = ["", "7-1", "keep", "six", "6-2 wait"]
IMPOSSIBLE = ["6-6", "2-6", "named keep", "6-2 keep", "3-3 6-2 4-1"]


@pytest.mark.parametrize(
    ("opening", "line"),
    [*((opening, 2) for opening in UNREADABLE), *((opening, 5) for opening in IMPOSSIBLE)],
)
def test_an_impossible_opening_is_refused(opening: str, line: int) -> None:
    """R10.3, R7: an empty opening, one that does not decide, and a choice that the game lacks are refused."""
    text = (
        f'; [Rules "long"]\n; [Opening 1 "{opening}"]\n 1 point match\n Game 1\n Anna : 0  Boris : 0\n'
        "  1) 65: 24/13\n"
    )
    with pytest.raises(RecordError) as caught:
        read_mat(text)
    assert (caught.value.line, caught.value.fault.kind) == (line, Kind.OPENING)


def test_the_next_score_gives_the_result_of_a_game_without_rows() -> None:
    """R10.3: for a game without moves, GNU Backgammon writes only the score after it."""
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
        assert caught.value.fault.kind in {Kind.UNFINISHED, Kind.GRADE}


def test_foreign_comments_are_ignored() -> None:
    """R10.3: comments about missing games, or of another program, are ignored."""
    mat = two_games()
    strange = '; [Opening 40 "6-2"]\n; [White 1 "middle"]\n; [Cube "x"]\n; [Left "Carol"]\n; (Site: here)\n'
    again = read_mat(strange + mat.write())
    assert (again.players, len(again.games)) == (PLAYERS, len(mat.games))


@pytest.mark.slow
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("share", [7, pytest.param(20, marks=pytest.mark.long)])
def test_gnubg_reads_random_matches(tmp_path: Path, share: int) -> None:
    """R10.3: random matches with cubes, drops, passes and resignations come back game by game."""
    rng = random.Random(15)
    mats = [
        random_match(rng, MatchLength.parse(LENGTHS[number % len(LENGTHS)]), NAMES[number % len(NAMES)])
        for number in range(share)
    ]
    for mat, text in zip(mats, through_gnubg([mat.write() for mat in mats], tmp_path), strict=True):
        assert differences(kept_by_gnubg(mat), read_mat(text)) == []


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("white", PLAYERS)
def test_gnubg_reads_a_drop_in_either_column(tmp_path: Path, white: str) -> None:
    """R10.3: a dropped double is one game lost by one point in GNU Backgammon too."""
    second = replace(game("Anna", *first_turn()), events=())
    mat = Mat(MatchLength(points=5), PLAYERS, (game(white, *first_turn(), Doubled(), Dropped()), second))
    (text,) = through_gnubg([mat.write()], tmp_path)
    assert text.count("Wins 1 point") == text.count("Wins") == 1
    assert differences(mat, read_mat(text)) == []
