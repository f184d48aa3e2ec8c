"""The rules as another project uses them: installed, with their types."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.pace import HANG

ROOT = Path(__file__).parents[2]

USER = """
from bot.rules import RULESETS, Game, LegalTurns, Position, Roll, legal_turns, play_text, why
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood
from bot.rules.events import Event, Played, Rolled
from bot.rules.formats import Record, read_record
from bot.rules.notation import WrittenMove, parse_moves
from bot.rules.rulesets import Scoring

start: Position = Position.parse("long 24:15 / 12:15 w")
turns: LegalTurns = legal_turns(start, Roll(6, 5))
texts: list[str] = [str(turn) for turn in turns]
moves: tuple[WrittenMove, ...] = parse_moves("24/13")
scoring: Scoring = RULESETS["long"].scoring


def answer(game: Game, typed: str) -> str:
    try:
        event: Event = Played.of(play_text(game.begin_turn(), typed, whole=True).moves)
    except NotUnderstood as error:
        return error.part
    except IllegalMove as error:
        return error.reason.section
    except AmbiguousMove as error:
        return " or ".join(str(move) for move in error.choices)
    return game.after(event).position.text


game = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5)))
record: Record = Record((), RULESETS["long"], None, (Rolled(Roll(6, 5)),))
print([answer(game, typed) for typed in ("24/13", "24/12", "hello")], read_record(str(record)) == record)
print(why(game, "24/12"))
"""

WRONG = "from bot.rules import Roll\n\nhigh: str = Roll(6, 5).high\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the project's wheel, built from a copy of the sources."""
    sources, folder = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("installed")
    for name in ("bot", "renderers", "storage"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, sources / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    build = ["pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", *build, "--wheel-dir", str(folder), str(sources)]
    subprocess.run(command, check=True, timeout=HANG)  # noqa: S603 (our own words)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


@pytest.mark.long
def test_an_installed_package_has_types(installed: Path) -> None:
    """`mypy --strict` accepts a program that uses every door of the rules, and refuses a wrong use."""
    for name, code in (("user.py", USER), ("wrong.py", WRONG)):
        (installed / name).write_text(code)
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--cache-dir=.mypy",
            "user.py",
            "wrong.py",
        ],
        cwd=installed,
        check=False,
        capture_output=True,
        text=True,
    )
    first, *rest = checked.stdout.splitlines()
    assert first.startswith("wrong.py:3: error: Incompatible types"), checked.stdout
    assert rest == ["Found 1 error in 1 file (checked 2 source files)"]


def test_the_rules_run_alone(installed: Path) -> None:
    """The same program runs with only the rules and Python."""
    (installed / "user.py").write_text(USER)
    run = subprocess.run(
        [sys.executable, "-S", "user.py"], cwd=installed, check=True, capture_output=True, text=True
    )
    first, second = run.stdout.splitlines()
    assert first == "['long 24:14,13:1 / 12:15 b', 'R3.1', 'hello'] True"
    assert second.startswith("24/12: no die")


def test_the_rules_install_their_type_marker(installed: Path) -> None:
    """``py.typed`` is installed beside the rules (PEP 561)."""
    assert (installed / "bot" / "rules" / "py.typed").exists()
