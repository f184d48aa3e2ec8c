from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from bot.rules import RULESETS, PartialTurn, Roll, legal_turns, play_text, start_position
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS
from bot.talk.input.parsing import is_same_step, read_line, read_loosely, read_press, read_reply
from bot.talk.input.payloads import answer_data, button_data, is_game_id, read_answer
from bot.talk.input.typed_points import reads_as_move

LONG = RULESETS["long"]
STARTS = st.integers(1, 24)


@pytest.mark.parametrize(
    "line",
    [
        "24/18",
        "24/18 13/8",
        "24→18",
        "24 → 18",
        "24->18, 13->8",
        "24/18/13",
        "24/18(2)",
        "24/18 (2) 13/8",
        "24/18x2",
        "13/7*",
        "3/off",
        "3/OFF 2/off",
        "bar/22",
        "12/8; 12/4",
        "1/22",
    ],
)
def test_a_plain_line_of_moves_is_a_move(line: str) -> None:
    """Points joined by slashes or arrows are moves without a command."""
    parsed = read_line(f"  {line} ")
    assert isinstance(parsed, ParsedCommand)
    assert parsed.command.name == "move"


@pytest.mark.parametrize(
    "line",
    [
        "2-1",
        "24-18",
        "3:0",
        "5>3",
        "24/7",
        "1/2",
        "9/11",
        "7/10",
        "11/10/2026",
        "24",
        "24 18",
        "pass",
        "25/19",
        "24/18 yes",
        "0/5",
        "3/0",
        "see 24/18",
        "24/18(5)",
        "24//18",
        "привет",
        "",
    ],
)
def test_talk_is_not_read_as_a_move(line: str) -> None:
    """Scores, dates, fractions and numbers in talk are not read as moves."""
    assert (reads_as_move(line), read_line(line)) == (False, None)


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("24-20", "24/20"),
        ("24 - 20, 16>15.", "24/20 16/15"),
        ("24/20.", "24/20"),
        ("24→20!", "24/20"),
        ("k7f 24–20", "24/20"),
        ("2-1", "2/1"),
        ("bar-22; 13-8*", "bar/22 13/8*"),
        ("24-7", None),
        ("3:0", None),
        ("24-20 please", None),
        ("24", None),
        ("...", None),
    ],
)
def test_a_score_can_be_read_loosely_as_a_move(line: str, moves: str | None) -> None:
    """The loose reading takes hyphens, signs and a sentence's end, for use where the move is possible."""
    parsed = read_loosely(line)
    assert (parsed.rest if parsed else None) == moves


@pytest.mark.parametrize(
    ("line", "waiting", "to_move"),
    [
        ("24/7", True, True),
        ("24-20.", True, True),
        ("3:0", True, True),
        ("24 20", False, True),
        ("24", False, True),
        ("24-20 please", False, False),
        ("well played", False, False),
        ("!", False, False),
    ],
)
def test_a_reply_to_a_board_is_read_as_a_move(line: str, *, waiting: bool, to_move: bool) -> None:
    """In a reply to a board, joined points are a move; single points are one only for the side to move."""
    assert (read_reply(line, to_move=False) is not None) == waiting
    assert (read_reply(line, to_move=True) is not None) == to_move


@pytest.mark.parametrize("line", ["1/2", "9/11", "7/10", "1/7*"])
def test_an_ascending_move_is_read_only_if_asked(line: str) -> None:
    """What may be a fraction is read as a move only for a side that moves from 1 up to 24."""
    assert reads_as_move(line, ascending=True)
    assert not reads_as_move("24 points", ascending=True)


@given(high=st.integers(1, 6), low=st.integers(1, 6), data=st.data())
def test_every_legal_turn_reads_as_a_move(high: int, low: int, data: st.DataObject) -> None:
    """Every turn as the rules write it is read as a move."""
    turns = legal_turns(start_position(LONG), Roll(high, low))
    assert reads_as_move(str(turns[data.draw(st.integers(0, len(turns) - 1))]))


@given(
    st.lists(
        st.tuples(STARTS, st.sampled_from(["/", "->", "→", " / "]), st.one_of(STARTS, st.just("off"))),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([" ", ", ", "; ", "  "]),
)
def test_a_line_read_as_a_move_is_understood_by_the_rules(
    moves: list[tuple[int, str, int | str]], between: str
) -> None:
    """The rules understand every line that is read as a move, legal or not."""
    line = between.join(f"{start}{stroke}{stop}" for start, stroke, stop in moves)
    if not reads_as_move(line):
        assert len(moves) == 1
        return
    partial = PartialTurn.begin(start_position(LONG), Roll(6, 5))
    try:
        play_text(partial, line)
    except NotUnderstood as error:
        raise AssertionError(line) from error
    except (IllegalMove, AmbiguousMove):
        return


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    """Every line and every button's data can be read without an error."""
    assert isinstance(read_line(text), ParsedCommand | UnknownCommand | None)
    assert isinstance(read_press(text), ParsedCommand | UnknownCommand | None)
    assert read_answer(text) is None or text.startswith("?")


@pytest.mark.parametrize(
    ("line", "name", "game", "words"),
    [
        ("/move k7f 24/18 13/8", "move", "k7f", ("24/18", "13/8")),
        ("/MOVE K7F 24-18", "move", "k7f", ("24-18",)),
        ("/move@nardy_bot 24/18", "move", None, ("24/18",)),
        ("/accept k7f draw", "accept", "k7f", ("draw",)),
        ("/challenge k7f", "challenge", None, ("k7f",)),
        ("/board foo", "board", None, ("foo",)),
        ("  /roll  ", "roll", None, ()),
        ("/roll\nk7f", "roll", "k7f", ()),
    ],
)
def test_commands_are_read(line: str, name: str, game: str | None, words: tuple[str, ...]) -> None:
    """A command is read in any case, with the id of a game if it takes one."""
    parsed = read_line(line)
    assert isinstance(parsed, ParsedCommand)
    assert (parsed.command.name, parsed.game, parsed.words) == (name, game, words)


@pytest.mark.parametrize(("line", "name"), [("/nonsense x", "nonsense"), ("/", ""), ("//", "/")])
def test_an_unknown_command_is_not_talk(line: str, name: str) -> None:
    """A line that begins with a slash and names no command is read as an unknown command."""
    assert read_line(line) == UnknownCommand(name)


@pytest.mark.parametrize("turn", [None, 0, 12])
def test_a_press_is_read_as_it_was_written(turn: int | None) -> None:
    """A button's data give back the command and the turn of its board, marked as not typed."""
    parsed = read_press(button_data("/move k7f 24/18", turn))
    assert parsed == ParsedCommand(COMMANDS["move"], "k7f", ("24/18",), turn, typed=False)


def test_an_answer_is_read_as_it_was_written() -> None:
    """A button of a question gives back the question and the choice."""
    assert read_answer(answer_data("k7f2a", 3)) == ("k7f2a", 3)


@pytest.mark.parametrize(
    ("word", "is_id"),
    [
        ("k7f", True),
        ("k7f2", True),
        ("a2b3c4", True),
        ("24", False),
        ("mars", False),
        ("k1f", False),
        ("kf", False),
    ],
)
def test_game_ids_differ_from_points_and_words(word: str, *, is_id: bool) -> None:
    """A game's id alternates letters and digits, unlike a point or a word."""
    assert is_game_id(word) is is_id


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (["8:/move k7f 24/18", ":/menu k7f"], ["8:/move k7f 13/7", "8:/undo k7f"], True),
        (["8:/move k7f 24/18"], ["9:/move k7f 24/18"], False),
        (["8:/move k7f 24/18"], ["8:/move b2c 24/18"], False),
        (["8:/move k7f 24/18", ":/menu k7f"], [":/menu k7f"], False),
        ([":/accept c4d", ":/decline c4d"], [":/decline c4d", ":/accept c4d"], True),
        ([":/accept c4d", ":/decline c4d"], [":/accept c4d"], False),
        ([], [], False),
    ],
)
def test_buttons_tell_if_two_messages_show_the_same_step(
    one: list[str], other: list[str], *, same: bool
) -> None:
    """Boards are the same step if turn and game are equal, and other messages if all their buttons are."""
    assert is_same_step(one, other) is same
