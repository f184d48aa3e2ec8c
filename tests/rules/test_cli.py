"""R11: the rules on the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.rules import RULESETS
from bot.rules.cli import answer_lines, main
from bot.rules.formats import Record
from tests.pace import HANG


def _answers(*lines: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    answer_lines(lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_request_is_answered_on_one_line() -> None:
    """R11: a request for the opening 6-5 is answered with one line."""
    assert _answers('{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [6, 5]}') == [
        {"dice_used": 2, "turns": [{"moves": "24/13", "position": "24:14,13:1 / 12:15 b"}]}
    ]


def test_dice_may_be_in_the_position() -> None:
    """R11: dice can be given in the position or in ``dice``, in either order."""
    one, other = _answers(
        '{"ruleset": "long", "position": "24:15 / 12:15 w 5-6"}',
        '{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [5, 6]}',
    )
    assert one == other


def test_a_pass_has_no_turns() -> None:
    """R11: for a pass, ``turns`` is empty and ``dice_used`` is 0."""
    assert _answers('{"ruleset": "long", "position": "24:15 / 19:8,18:7 w 6-5"}') == [
        {"dice_used": 0, "turns": []}
    ]


BAD = [
    "nonsense",
    "",
    "[]",
    "1",
    "[" * 100_000,
    '{"ruleset": "long"}',
    '{"ruleset": "chess", "position": "24:15 / 12:15 w 6-5"}',
    '{"ruleset": ["long"], "position": "24:15 / 12:15 w 6-5"}',
    '{"ruleset": "long", "position": 5, "dice": [6, 5]}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w"}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w 6-5", "dice": [6, 5]}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [7, 5]}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [true, 5]}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [5]}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w", "dice": [6.0, 5]}',
    '{"ruleset": "long", "position": "24:14 / 12:15 w 6-5"}',
    '{"ruleset": "long", "position": "24:15 / 12:15 w 6-5", "more": 1}',
    '{"ruleset": "long", "position": "off:15 / 12:15 b 6-5"}',
    '{"ruleset": "long", "position": "24:15 / off:15 w 6-5"}',
    '{"ruleset": "federation", "position": "off:15 / 12:15 w 6-5"}',
    '{"ruleset": "federation", "position": "24:15 / off:15 w 6-5"}',
]


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_is_answered_and_the_next_is_read(line: str) -> None:
    """R11: a bad line is answered with an error and its number, counted from 1; the next line is read."""
    good = '{"ruleset": "long", "position": "24:15 / 12:15 w 6-5"}'
    before, bad, after = _answers(good, line, good)
    assert before == after
    assert set(bad) == {"error", "line"}
    assert bad["line"] == 2
    assert bad["error"]


def test_blacks_last_turn_is_answered_in_federation() -> None:
    """R11, R9.3: a position in which White has finished is accepted while Black is to move."""
    (answer,) = _answers('{"ruleset": "federation", "position": "off:15 / 12:15 b 6-5"}')
    assert answer["turns"] == [{"moves": "12/1", "position": "off:15 / 12:14,1:1 w"}]


def test_replay_prints_the_end_and_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R11: for an unfinished game, ``replay`` prints the position with its pending dice and a star."""
    file = tmp_path / "game.txt"
    file.write_text('[Rules "long"]\n[Result "*"]\n\n1. 65 24/13; 31\n', encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out == "24:14,13:1 / 12:15 b 3-1\n*\n"


def test_replay_refuses_a_bad_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R11: for a bad record, ``replay`` prints the reason and ends with status 1."""
    file = tmp_path / "game.txt"
    file.write_text('[Rules "long"]\n\n1. 65 24/12\n', encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.startswith("line 3, turn 1: ")
    assert main(["replay", str(tmp_path / "missing.txt")]) == 1
    file.write_bytes(b"\xff\xfe")
    assert main(["replay", str(file)]) == 1
    file.write_text("", encoding="utf-8")
    assert main(["replay", str(file)]) == 1


def _run(*arguments: str, given: str = "") -> str:
    """Run the command in a separate Python without site packages."""
    done = subprocess.run(  # noqa: S603 - the command is the test's own
        [sys.executable, "-S", "-m", "bot.rules", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG,
    )
    return done.stdout


def test_the_command_needs_only_the_standard_library(tmp_path: Path) -> None:
    """R11: ``python -m bot.rules`` needs no installed package."""
    request = '{"ruleset": "long", "position": "24:15 / 12:15 w 6-5"}\n'
    assert len(_run("turns", given=request * 2).splitlines()) == 2
    file = tmp_path / "game.txt"
    file.write_text(Record((), RULESETS["long"]).write(), encoding="utf-8")
    assert _run("replay", str(file)) == "24:15 / 12:15 w\n*\n"
