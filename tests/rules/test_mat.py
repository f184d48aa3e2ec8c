"""R10.3: match texts that other programs exchange, read by us and by GNU Backgammon."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade, Roll, Side, legal_turns, start_position
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled, TimedOut
from bot.rules.formats import (
    FaultyRecord,
    Mat,
    Record,
    RecordError,
    RecordFault,
    RecordFaultKind,
    match_of,
    read_mat,
    read_mat_games,
    read_match,
)
from bot.rules.rulesets import MatchLength, RuleSet
from tests.rules.gnubg_matches import (
    GNUBG,
    TURNS,
    contents,
    differences,
    kept_by_gnubg,
    random_match,
    steps,
    through_gnubg,
)
from tests.rules.mat_dialects import in_dialect
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
    """R10.3: a game of other rules, and an unfinished game before another are refused."""
    mat = two_games()
    first, second = mat.games
    unfinished = replace(first, events=first.events[:2])
    others = replace(second, ruleset=RULESETS["narde"])
    for broken, kind in (
        (replace(mat, games=(unfinished, second)), Kind.UNFINISHED),
        (replace(mat, games=(first, others)), Kind.OTHER_RULES),
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
    (" 5 point match", "", 5, None, Kind.LENGTH),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18 18/15", 8, 2, Kind.MOVE),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18      ", 8, 2, Kind.MOVE),
    ("  2) 62: 24/18 18/16", "  2) 62:            ", 8, 2, Kind.MOVE),
    ("  2) 62: 24/18 18/16", "  2) 92: 24/18 18/16", 8, 2, Kind.UNREAD),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/18 18-16", 8, 2, Kind.UNREAD),
    ("  2) 62: 24/18 18/16", "  2)  Beavers => 2  ", 8, 2, Kind.CUBE),
    ("  2) 62: 24/18 18/16", "  2)                ", 8, 2, Kind.OUT_OF_TURN),
    (" gnubg : 0                      root : 0", " gnubg and root", 6, None, Kind.PLAYERS),
    ("  1)                             53: 8/3 6/3", "; Set Pos=", 7, None, Kind.POSITION),
]


@pytest.mark.parametrize(("old", "new", "line", "turn", "kind"), DAMAGED)
def test_a_damaged_file_is_refused(old: str, new: str, line: int, turn: int | None, kind: Kind) -> None:
    """R10.3: a damaged game is refused with its number, line, turn and reason."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(RecordError) as caught:
        read_mat(text.replace(old, new, 1))
    error = caught.value
    assert (error.line, error.turn, error.fault.kind) == (line, turn, kind)
    assert error.game == (None if kind is Kind.LENGTH else 1)


READ = [
    ("; [Event", "; " + "a long comment " * 30 + "\n; [Event"),
    (" 5 point match", " Mr. X and Ms. Y played this.\n5 Point Match (Crawford)"),
    ("  2) 62: 24/18 18/16", "  2) 62: 24/16      "),
    ("  2) 62: 24/18 18/16", " 21) 62: 24/18/16   "),
    ("  2) 62: 24/18 18/16", "  2) 62: 24 18 18 16"),
    ("  2) 62: 24/18 18/16", "     62: 24/18,18/16"),
    ("13/9 13/9 13/9", "13/9(3)"),
    ("  3) 44: 25/21 13/9", "  3) 44: Bar/21 13/9"),
    ("  3) 44: 25/21 13/9", "  3) 44: b/21 13/9* "),
    ("6/1* 6/1", "6/1  6/1"),
    ("7/4*", "7/4"),
    ("1/0 2/0", "1/- 2/o"),
    ("  4) 11:            ", "  4) 11: Cannot Move"),
    ("  4) 11:            ", "  4) 11: ????       "),
    ("Doubles => 2", "doubles     "),
    (" Takes", "      "),
    ("                                  Wins 4 points", " 27)  Losses 4 points            Wins 4 points"),
    ("                                  Wins 4 points", " 27)  Losses 4 points"),
    ("                                  Wins 4 points", " 27)  Resigns\n                 Wins 4 points"),
    ("                                  Wins 4 points", " 27)  Drops"),
    ("                                  Wins 4 points", ""),
    (" Game 2", "; a comment\n\n Game 7"),
    (" Game 2\n", ""),
    ("gnubg : 0                      root : 4", "gnubg,1600: 0 root :4"),
]


@pytest.mark.parametrize(("old", "new"), READ)
def test_what_other_programs_write_is_read(old: str, new: str) -> None:
    """R10.3: other spellings of the same match are read as the same match."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    assert old in text
    assert read_mat(text.replace(old, new, 1)) == read_mat(text)


def test_a_game_that_begins_in_the_last_row_of_another_is_read() -> None:
    """R10.3: GNU Backgammon writes the first line of a game after the last row of an unfinished one."""
    text = short_match("  2) 65: 24/13                  Game 2\n Anna : 0   Boris : 0\n  1) 31: 8/5 6/5")
    assert [game.end().turns for game in read_mat(text).games] == [3, 1]


def test_line_ends_and_tabs_are_read() -> None:
    """R10.3: the line ends of other systems, a byte order mark, and tabs between cells change nothing."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    tabs = re.sub(r"(?m)^( *\d+\)) (.{27}) ", lambda row: f"{row[1]}\t{row[2].rstrip()}\t", text)
    assert tabs != text
    for other in (tabs, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert read_mat(other) == read_mat(text)


def short_match(rows: str, length: int = 5, score: str = "0-0", following: str = "") -> str:
    """Return a `.mat` file with a game of Anna's, who begins in the left column, against Boris."""
    left, right = score.split("-")
    return (
        f" {length} point match\n\n Game 1\n Anna : {left}          Boris : {right}\n"
        f"  1) 31: 8/5 6/5                 62: 24/18 13/11\n{rows}\n{following}"
    )


RESULTS = [
    ("  2)                             Losses 1 point", "1-0 single, resigned", None),
    ("  2) 65: ????                    Wins 2 points", "0-1 gammon, resigned", None),
    ("  2) 65: ???\n                                  Wins 1 point", "0-1 single, resigned", None),
    ("  2)                             Resigned Game\n      Wins 2 points", "1-0 gammon, resigned", None),
    ("  2) 65: 24/13                   Drops\n  Wins 1 points", "1-0 single, resigned", None),
    ("  2) 65: 24/13                   Drops", "1-0 single, resigned", None),
    ("  2)  Doubles => 2                Takes\n      Wins 5 points", "1-0 backgammon, resigned, cube 2", "5"),
    ("  2)  Doubles => 2                Drops\n      Wins 1 point", "1-0 single, dropped", None),
    ("  2) 65: 24/13", "None", None),
]


@pytest.mark.parametrize(("rows", "outcome", "points"), RESULTS)
def test_the_result_is_what_the_file_writes(rows: str, outcome: str, points: str | None) -> None:
    """R10.3: losses, offers to give up and capped wins give the result; the points are kept as written."""
    (game,) = read_mat(short_match(rows), RULESETS["short"]).games
    assert (str(game.end().outcome), game.header("Points")) == (outcome, points)


def test_a_capped_win_keeps_its_points() -> None:
    """R8.1, R10.3: a win of 6 that counted 5 leaves the match at 5 to 0, and is written so again."""
    text = short_match("  2)  Doubles => 2                Takes\n      Wins 5 point and the match")
    mat = read_mat(text, RULESETS["short"])
    match = match_of(mat)
    assert match is not None
    assert [*map(int, match.end().score)] == [5, 0]
    assert read_match(match.write()) == match
    assert "Wins 5 points" in mat.write()
    assert read_mat(mat.write()) == mat


def test_a_match_may_go_on_from_a_score() -> None:
    """R8.1, R10.3: a match that begins at 2-1 keeps this score, and ends by it."""
    text = short_match("      Wins 3 points", score="2-1")
    mat = read_mat(text, RULESETS["short"])
    match = match_of(mat)
    assert match is not None
    assert [*map(int, match.end().score)] == [5, 1]
    assert match.end().winner == "Anna"
    assert [game.header("Score") for game in match.with_scores()] == ["2-1"]
    assert read_match(match.write()) == match
    assert "Anna : 2 " in mat.write()


@pytest.mark.parametrize(
    ("score", "rows", "has_cube"),
    [
        ("3-0", "  2) 65: 24/13", True),
        ("4-0", "  2) 65: 24/13", False),
        ("4-4", "  2) 65: 24/13", True),
        ("4-0", "  2) 65: 24/13                    Doubles => 2", True),
    ],
)
def test_the_crawford_game_follows_from_the_score(score: str, rows: str, has_cube: bool) -> None:
    """R8.3: a match that goes on one point short has its Crawford game, unless a player doubles in it."""
    match = match_of(read_mat(short_match(rows, score=score), RULESETS["short"]))
    assert match is not None
    assert next(iter(match.replay())).is_crawford is not has_cube


def test_a_score_that_does_not_follow_is_kept() -> None:
    """R10.3: the score before a game is the file's, also if the results before it do not give it."""
    second = " Game 2\n Anna : 3   Boris : 1\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n"
    mat = read_mat(short_match("      Wins 1 point", following=second), RULESETS["short"])
    assert [game.header("Score") for game in mat.games] == [None, "3-1"]
    assert match_of(mat) is None
    assert read_mat(mat.write()) == mat


def test_players_of_one_name_are_told_apart_by_column() -> None:
    """R10.3: the names are kept as written, and exported with a number for the right column."""
    text = short_match("      Wins 1 point", following="").replace("Boris", "Anna")
    text += (
        "\n Game 2\n Anna : 1    Anna : 0\n  1)                             31: 8/5 6/5\n      Wins 1 point\n"
    )
    mat = read_mat(text, RULESETS["short"])
    assert mat.players == ("Anna", "Anna")
    assert [game.players() for game in mat.games] == [("Anna", "Anna (2)"), ("Anna (2)", "Anna")]
    match = match_of(mat)
    assert match is not None
    assert [*map(int, match.end().score)] == [2, 0]
    assert read_match(match.write()) == match
    assert " Anna : 1                       Anna (2) : 0" in mat.write()
    assert read_mat(mat.write()) == mat


def test_games_without_a_fault_are_read_without_the_others() -> None:
    """R10.3: an illegal move leaves out its game, and keeps the score of the next one."""
    text = GNUBG_FILE.read_text(encoding="utf-8")
    reading = read_mat_games(text.replace("24/18 18/16", "24/18 18/15", 1))
    assert reading.numbers == (2,)
    assert [(error.game, error.turn) for error in reading.faults] == [(1, 2)]
    assert [game.header("Score") for game in reading.mat.games] == ["0-4"]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_the_rows_tell_the_rule_set(ruleset: RuleSet) -> None:
    """R10.3: a file without our comments can be played by its own rule set, and by none less likely alone."""
    mat = random_match(random.Random(3), MatchLength(games=3), PLAYERS, ruleset)
    text = "\n".join(line for line in mat.write().splitlines() if not line.startswith(";"))
    reading = read_mat_games(text)
    assert reading.faults == ()
    assert ruleset in reading.rulesets
    assert read_mat(text, ruleset).games[0].ruleset is ruleset


def test_a_long_game_is_not_backgammon() -> None:
    """R10.3: a whole game of Long Nardy fits no other family, and the last checker tells the last turn."""
    events = random_game(LONG, random.Random(2), None)
    record = Record((("White", "Anna"), ("Black", "Boris")), LONG, None, events)
    text = "\n".join(Mat(None, PLAYERS, (record,)).write().splitlines()[1:])
    reading = read_mat_games(text)
    assert reading.rulesets[0] is LONG
    assert not {RULESETS["short"], RULESETS["nard"]} & set(reading.rulesets)


def test_a_variation_of_backgammon_is_refused() -> None:
    """R10.3: a file of Nackgammon is refused by the name of its game."""
    with pytest.raises(RecordError) as caught:
        read_mat('; [Variation "NackGammon"]\n' + GNUBG_FILE.read_text(encoding="utf-8"))
    assert caught.value.fault == RecordFault(Kind.RULES, text="NackGammon")


def test_two_losses_on_time_forfeit_the_match_again() -> None:
    """R8.4, R10.3: a comment says which games were lost on time, so the match is decided when read."""
    late = (*first_turn("long"), TimedOut(Side.BLACK))
    games = tuple(game(white, *late, ruleset="long", cube=False) for white in ("Anna", "Boris"))
    lost = replace(games[1], events=(*first_turn("long"), TimedOut(Side.WHITE)))
    mat = Mat(MatchLength(games=5), PLAYERS, (games[0], lost))
    assert '; [Lost on time "1 2"]' in mat.write()
    match = match_of(read_mat(mat.write()))
    assert match is not None
    assert (match.end().is_over, match.end().winner) == (True, "Anna")


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
    [*((opening, 2) for opening in UNREADABLE), *((opening, 4) for opening in IMPOSSIBLE)],
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
    for score, events, points in (
        ("Boris : 0", (), None),
        ("Boris : 4", (Resigned(Side.WHITE, Grade.BACKGAMMON),), "4"),
    ):
        first, _ = read_mat(text.replace("Boris : 2", score)).games
        assert (first.events, first.header("Points")) == (events, points)


def test_foreign_comments_are_ignored() -> None:
    """R10.3: comments about missing games, or of another program, are ignored."""
    mat = two_games()
    strange = '; [Opening 40 "6-2"]\n; [White 1 "middle"]\n; [Cube "x"]\n; [Left "Carol"]\n; (Site: here)\n'
    again = read_mat(strange + mat.write())
    assert (again.players, len(again.games)) == (PLAYERS, len(mat.games))


@pytest.mark.slow
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(
    ("share", "turns"),
    [
        (7, TURNS),
        pytest.param(20, TURNS, marks=pytest.mark.long),
        pytest.param(500, (0, 3, 6, 12), marks=pytest.mark.long),
    ],
)
def test_gnubg_reads_random_matches(tmp_path: Path, share: int, turns: tuple[int, ...]) -> None:
    """R10.3: random matches with cubes, drops, passes and resignations come back game by game."""
    rng = random.Random(15)
    mats = [
        random_match(
            rng,
            MatchLength.parse(LENGTHS[number % len(LENGTHS)]),
            NAMES[number % len(NAMES)],
            turns=turns,
        )
        for number in range(share)
    ]
    for mat, text in zip(mats, through_gnubg([mat.write() for mat in mats], tmp_path), strict=True):
        assert differences(kept_by_gnubg(mat), read_mat(text)) == []


SHARES = [12, pytest.param(500, marks=pytest.mark.long)]


def in_dialects(share: int) -> tuple[list[Mat], list[str]]:
    """Return random matches of short games, and each as another program could write it."""
    rng = random.Random(39)
    mats = [
        random_match(rng, MatchLength.parse(LENGTHS[number % len(LENGTHS)]), PLAYERS, turns=(0, 3, 6, 12))
        for number in range(share)
    ]
    return mats, [in_dialect(rng, mat) for mat in mats]


def turns_and_result(game: Record, *, with_result: bool = True) -> tuple[object, ...]:
    """Return what a file without our comments tells: White, unless there is but a roll; result; steps."""
    done, outcome = tuple(steps(game)), game.end().outcome
    white = game.header("White") if len(done) > 1 else None
    if outcome is None or outcome.winner is None or not with_result:
        return (white, *done)
    winner = game.header("White" if outcome.winner is Side.WHITE else "Black")
    return (white, winner, game.points_of(outcome, outcome.winner), *done)


@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES)
def test_the_dialects_of_other_programs_are_read(share: int) -> None:
    """R10.3: matches in other spellings, without our comments, are read with the same turns and results."""
    for mat, text in zip(*in_dialects(share), strict=True):
        assert [turns_and_result(game) for game in read_mat(text).games] == [
            turns_and_result(game) for game in mat.games
        ], text


@pytest.mark.slow
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("share", SHARES)
def test_dialects_are_read_as_gnubg_reads_them(tmp_path: Path, share: int) -> None:
    """R10.3: every game has the turns that GNU Backgammon finds in it, also if that drops the result."""
    _, texts = in_dialects(share)
    for text, theirs in zip(texts, through_gnubg(texts, tmp_path), strict=True):
        ours = [turns_and_result(game, with_result=False) for game in read_mat(text).games]
        assert ours == [turns_and_result(game, with_result=False) for game in read_mat(theirs).games], text


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("white", PLAYERS)
def test_gnubg_reads_a_drop_in_either_column(tmp_path: Path, white: str) -> None:
    """R10.3: a dropped double is one game lost by one point in GNU Backgammon too."""
    second = replace(game("Anna", *first_turn()), events=())
    mat = Mat(MatchLength(points=5), PLAYERS, (game(white, *first_turn(), Doubled(), Dropped()), second))
    (text,) = through_gnubg([mat.write()], tmp_path)
    assert text.count("Wins 1 point") == text.count("Wins") == 1
    assert differences(mat, read_mat(text)) == []
