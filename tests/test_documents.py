"""What the documents say, held against what is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.rules import RULESETS
from bot.settings import Settings
from bot.talk.catalog import templates
from bot.talk.command_table import FOR_PLAYERS
from bot.talk.commands.admin import EXAMPLES
from bot.talk.options import read_options
from bot.talk.setting_table import OPTIONS, values_of
from tests.guide import DOCS, PLAYING, with_settings

ROOT = Path(__file__).parent.parent
PAGES = sorted((*ROOT.glob("*.md"), *DOCS.rglob("*.md")))
HOSTING = (DOCS / "hosting.md", DOCS / "hosting.ru.md")
LOCKS = {
    "requirements.lock": ("",),
    "requirements-dev.lock": ("", "dev", "train"),
    "requirements-bench.lock": ("", "dev", "train", "bench"),
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ON_DISCORD_ALONE = {"thread"}
"""Commands that one platform adds to the table."""

# What packages that name no SPDX expression say instead.
OLD_WORDS = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD",
    "License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
}


def rows(page: Path, heading: str = "") -> list[list[str]]:
    """The cells of each row of every table on a page, or of those under one heading."""
    text = page.read_text("utf-8")
    if heading:
        text = re.split(r"^## ", text.partition(f"## {heading}\n")[2], flags=re.MULTILINE)[0]
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in cells if not set(row[0]) <= set("-: ")]


def first_cells(page: Path) -> set[str]:
    """What stands in code in the first column of any table of a page, each word of it."""
    return {name for row in rows(page) for name in re.findall(r"`([^`]+)`", row[0])}


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    """Where a page leads to, within the project."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link within the project names a file that is there, and where it names a heading, that too."""
    broken = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            broken.append(target)
    assert not broken


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_command_is_told_of(page: Path) -> None:
    """The pages for players have a row for each command and for no other, also for those of one platform."""
    told = {name.split()[0][1:] for name in first_cells(page) if name.startswith("/")}
    assert told == FOR_PLAYERS | ON_DISCORD_ALONE


def test_the_pages_for_hosts_say_the_same_commands() -> None:
    """What is typed stands in both languages, command for command."""
    english, russian = (
        re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL) for page in HOSTING
    )
    assert english == russian != []


@pytest.mark.parametrize("page", HOSTING, ids=lambda page: page.name)
def test_what_admins_can_do_is_told_to_hosts_alone(page: Path) -> None:
    """The pages for hosts have a row for each thing that /admin does, which no page for players names."""
    told = {name.removeprefix("/admin ") for name in first_cells(page) if name.startswith("/admin ")}
    assert told == {f"{typed} TEXT" if typed == "announce" else typed for typed in EXAMPLES.values()}
    assert not any("/admin" in page.read_text("utf-8") for page in PLAYING.values())


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_command_has_its_russian_name(page: Path) -> None:
    """The row of each command has its Russian name, which may be typed too."""
    called = templates("ru", "command-name-")
    told = {row[0].strip("`").split()[0][1:]: row[1] for row in rows(page) if row[0].startswith("`/")}
    for name, written in told.items():
        russian = called.get(f"command-name-{name}")
        assert written == (f"`/{russian}`" if russian else "")


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_game_is_told_of(page: Path) -> None:
    """The pages for players have a row for each game."""
    assert set(RULESETS) <= first_cells(page)


@pytest.mark.parametrize("language", PLAYING)
def test_every_option_of_a_player_or_chat_is_told_of(language: str) -> None:
    """The pages for players have a row for each option of `/settings`, with every value that it takes.

    `make guide` writes what is missing.
    """
    page = PLAYING[language].read_text("utf-8")
    assert with_settings(page, language) == page


def test_a_row_left_out_of_the_guide_is_written() -> None:
    """The guide gets the row of a setting from the setting: its word, its values and its name."""
    page = PLAYING["en"].read_text("utf-8")
    for option in OPTIONS:
        without = re.sub(rf"^\| `{option}` .*\n", "", page, flags=re.MULTILINE)
        (row,) = {*with_settings(without, "en").splitlines()} - {*without.splitlines()}
        assert row.startswith(f"| `{option}` | `{values_of(option)[0]}`")


@pytest.mark.parametrize(
    ("page", "heading"),
    [("en", "What a challenge can agree on"), ("ru", "О чём можно договориться в вызове")],
)
def test_what_can_be_agreed_on_is_understood(page: str, heading: str) -> None:
    """Every phrase that the pages for players suggest behind a challenge is read, with no word left over."""
    phrases = [each for row in rows(PLAYING[page], heading) for each in re.findall(r"`([^`]+)`", row[0])]
    assert len(phrases) > 10
    for phrase in phrases:
        rest = read_options(phrase.split(), levels=True).rest
        assert not rest or rest[0] in {"first", "первым"}, phrase  # who starts is read with the names


@pytest.mark.parametrize(("page", "heading"), [(HOSTING[0], "Settings"), (HOSTING[1], "Настройки")])
def test_every_setting_of_a_host_is_told_of(page: Path, heading: str) -> None:
    """The pages for hosts have a row for each setting and no other, with what it is when it is not set."""
    told = {row[0].strip("`"): row[1].strip("`") for row in rows(page, heading)[1:]}
    example = (ROOT / ".env.example").read_text("utf-8")
    assert told == dict(re.findall(r"^#([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(told) == {field.alias for field in Settings.model_fields.values()}


def test_the_first_page_is_short() -> None:
    """The README is read in two minutes, and what moves on it is there at once."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 80
    assert (DOCS / "pictures" / "turn.gif").stat().st_size < 300_000


def test_the_glossary_is_short() -> None:
    """There are at most forty words to learn, at most ten of them our own; none stands there twice."""
    page = DOCS / "glossary.md"
    words = [row[0] for row in rows(page) if row[0] != "term"]
    ours = [row[0] for row in rows(page, "Our own words") if row[0] != "term"]
    assert 0 < len(ours) <= 10
    assert len(ours) < len(words) <= 40
    assert len(set(words)) == len(words)


def requirements(*extras: str) -> list[Requirement]:
    """What the project asks for by name; the extra without a name is what it needs to run."""
    project = PROJECT["project"]
    asked = {"": project["dependencies"], **project["optional-dependencies"]}
    found = [Requirement(line) for extra in extras for line in asked[extra]]
    return [each for each in found if each.name != project["name"]]


def locked(name: str) -> dict[str, tuple[str, list[str]]]:
    """Each package of a lock with its version and the hashes of its files."""
    text = (ROOT / name).read_text("utf-8")
    found: dict[str, tuple[str, list[str]]] = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        head, *_ = entry.splitlines()
        package, version = head.split()[0].split("==")
        found[canonicalize_name(package)] = (version, re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry))
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_everything_that_is_asked_for(name: str) -> None:
    """Each requirement stands in its lock, in a version that it allows, with the hashes of its files."""
    packages = locked(name)
    for each in (*requirements(*LOCKS[name]), *map(Requirement, PROJECT["build-system"]["requires"])):
        version, hashes = packages[canonicalize_name(each.name)]
        assert each.specifier.contains(version), each
        assert hashes
    assert all(hashes for _, hashes in packages.values())


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_registry(name: str) -> None:
    """Nothing in a lock says where its files are to be had."""
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"://|^-|@ ", text, re.MULTILINE)


def test_the_locks_agree() -> None:
    """A larger lock holds everything that a smaller one holds, in the same versions with the same hashes."""
    run, develop, measure = (locked(name) for name in LOCKS)
    assert {name: develop.get(name) for name in run} == run
    assert {name: measure.get(name) for name in develop} == develop


def declared_licence(package: str) -> str | None:
    """What an installed package says of its licence, in SPDX words where they can be told."""
    told = distribution(package).metadata.json
    if expression := told.get("license_expression"):
        return str(expression)
    for classifier in told.get("classifier", []):
        if classifier in OLD_WORDS:
            return OLD_WORDS[classifier]
    return str(told["license"]) if "license" in told else None


def told_licences() -> dict[str, str]:
    """The licence of each package in the tables of the page on dependencies."""
    headings = (
        "To run",
        "To train the engine (`pip install -e '.[train]'`)",
        "To fuzz by code coverage (`pip install -e '.[fuzz]'`)",
        "To develop",
        "To measure and to maintain",
    )
    found = [row for heading in headings for row in rows(DOCS / "dependencies.md", heading)[1:]]
    return {canonicalize_name(row[0].split()[0]): row[1] for row in found if all(row)}


def test_every_dependency_has_its_reason() -> None:
    """The page on dependencies has a row, with no empty cell, for each package asked for and for no other."""
    assert set(told_licences()) == {
        canonicalize_name(each.name) for each in requirements("", "train", "fuzz", "dev", "bench")
    }


def test_licences_are_those_that_the_packages_declare() -> None:
    """Of every package that is installed the page tells the licence that it declares itself."""
    told = told_licences()
    for each in requirements("", "train", "fuzz", "dev", "bench"):
        try:
            declared = declared_licence(each.name)
        except PackageNotFoundError:  # what only measures or fuzzes need not be there
            assert each in requirements("bench", "fuzz")
            continue
        licence = told[canonicalize_name(each.name)]
        # "BSD" alone says too little; the page has looked into the licence itself.
        assert declared in {None, licence, re.sub(r"-\d-Clause$", "", licence)}, each


def test_the_newest_release_has_the_version_of_the_project() -> None:
    """The first dated heading of the changelog names the version in pyproject.toml."""
    headings = re.findall(r"^## (\d.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    dated = [heading.split(" - ") for heading in headings]
    assert [version for version, _ in dated][:1] in ([], [PROJECT["project"]["version"]])
    assert all(date.fromisoformat(day) for _, day in dated)


def test_the_hooks_check_what_make_checks() -> None:
    """A commit is checked by the commands of ruff and mypy in the Makefile, and nothing is fetched for it."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", ".venv/bin")
    entries = re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE)
    made = re.findall(r"^\t@?(\.venv/bin/(?:ruff|mypy)\b.*)$", makefile, re.MULTILINE)
    assert entries == list(dict.fromkeys(made))
    assert re.findall(r"repo: (.+)", hooks) == ["local"]
