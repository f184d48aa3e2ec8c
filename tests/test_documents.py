"""The documents agree with the code."""

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
"""Commands that only one platform has."""

# The licences of packages that declare no SPDX expression.
OLD_WORDS = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD",
    "License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
}


def rows(page: Path, heading: str = "") -> list[list[str]]:
    """Return the cells of each table row on a page, or only below one heading."""
    text = page.read_text("utf-8")
    if heading:
        text = re.split(r"^## ", text.partition(f"## {heading}\n")[2], flags=re.MULTILINE)[0]
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in cells if not set(row[0]) <= set("-: ")]


def first_cells(page: Path) -> set[str]:
    """Return the words in code style in the first column of a page's tables."""
    return {name for row in rows(page) for name in re.findall(r"`([^`]+)`", row[0])}


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    """Yield the targets of a page's links within the project."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link within the project leads to an existing file and heading."""
    broken = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            broken.append(target)
    assert not broken


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_command_has_a_row(page: Path) -> None:
    """The pages for players have a row for each command, including those of one platform, and no other."""
    found = {name.split()[0][1:] for name in first_cells(page) if name.startswith("/")}
    assert found == FOR_PLAYERS | ON_DISCORD_ALONE


def test_the_pages_for_hosts_have_the_same_commands() -> None:
    """The shell commands are the same in both languages."""
    english, russian = (
        re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL) for page in HOSTING
    )
    assert english == russian != []


@pytest.mark.parametrize("page", HOSTING, ids=lambda page: page.name)
def test_admin_commands_are_documented_for_hosts_only(page: Path) -> None:
    """The pages for hosts have a row for each form of /admin; no page for players mentions it."""
    found = {name.removeprefix("/admin ") for name in first_cells(page) if name.startswith("/admin ")}
    assert found == {f"{typed} TEXT" if typed == "announce" else typed for typed in EXAMPLES.values()}
    assert not any("/admin" in page.read_text("utf-8") for page in PLAYING.values())


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_command_has_its_russian_name(page: Path) -> None:
    """The row of each command has the Russian name that can also be typed."""
    called = templates("ru", "command-name-")
    found = {row[0].strip("`").split()[0][1:]: row[1] for row in rows(page) if row[0].startswith("`/")}
    for name, written in found.items():
        russian = called.get(f"command-name-{name}")
        assert written == (f"`/{russian}`" if russian else "")


@pytest.mark.parametrize("page", PLAYING.values(), ids=lambda page: page.name)
def test_every_game_has_a_row(page: Path) -> None:
    """The pages for players have a row for each game."""
    assert set(RULESETS) <= first_cells(page)


@pytest.mark.parametrize("language", PLAYING)
def test_every_option_has_a_row_with_its_values(language: str) -> None:
    """The pages for players have a row for each option of `/settings`, with every value.

    `make guide` writes what is missing.
    """
    page = PLAYING[language].read_text("utf-8")
    assert with_settings(page, language) == page


def test_a_missing_row_is_written() -> None:
    """A missing row is written with the option's keyword, values and name."""
    page = PLAYING["en"].read_text("utf-8")
    for option in OPTIONS:
        without = re.sub(rf"^\| `{option}` .*\n", "", page, flags=re.MULTILINE)
        (row,) = {*with_settings(without, "en").splitlines()} - {*without.splitlines()}
        assert row.startswith(f"| `{option}` | `{values_of(option)[0]}`")


@pytest.mark.parametrize(
    ("page", "heading"),
    [("en", "What a challenge can agree on"), ("ru", "О чём можно договориться в вызове")],
)
def test_every_suggested_option_of_a_challenge_is_read(page: str, heading: str) -> None:
    """The parser reads every phrase that the pages suggest for a challenge, with no word left over."""
    phrases = [each for row in rows(PLAYING[page], heading) for each in re.findall(r"`([^`]+)`", row[0])]
    assert len(phrases) > 10
    for phrase in phrases:
        rest = read_options(phrase.split(), levels=True).rest
        assert not rest or rest[0] in {"first", "первым"}, phrase  # the starter is read with the names


@pytest.mark.parametrize(("page", "heading"), [(HOSTING[0], "Settings"), (HOSTING[1], "Настройки")])
def test_every_setting_of_a_host_has_a_row(page: Path, heading: str) -> None:
    """The pages for hosts have a row with the default for each setting, and no other."""
    found = {row[0].strip("`"): row[1].strip("`") for row in rows(page, heading)[1:]}
    example = (ROOT / ".env.example").read_text("utf-8")
    assert found == dict(re.findall(r"^#([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(found) == {field.alias for field in Settings.model_fields.values()}


def test_the_first_page_is_short() -> None:
    """The README has at most 80 lines, and its animation less than 300 kB."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 80
    assert (DOCS / "pictures" / "turn.gif").stat().st_size < 300_000


def test_the_glossary_is_short() -> None:
    """The glossary has at most forty words, at most ten of them our own, and none twice."""
    page = DOCS / "glossary.md"
    words = [row[0] for row in rows(page) if row[0] != "term"]
    ours = [row[0] for row in rows(page, "Our own words") if row[0] != "term"]
    assert 0 < len(ours) <= 10
    assert len(ours) < len(words) <= 40
    assert len(set(words)) == len(words)


def requirements(*extras: str) -> list[Requirement]:
    """Return the requirements of the project; the empty name stands for those at run time."""
    project = PROJECT["project"]
    asked = {"": project["dependencies"], **project["optional-dependencies"]}
    found = [Requirement(line) for extra in extras for line in asked[extra]]
    return [each for each in found if each.name != project["name"]]


def locked(name: str) -> dict[str, tuple[str, list[str]]]:
    """Return each package of a lock with its version and hashes."""
    text = (ROOT / name).read_text("utf-8")
    found: dict[str, tuple[str, list[str]]] = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        head, *_ = entry.splitlines()
        package, version = head.split()[0].split("==")
        found[canonicalize_name(package)] = (version, re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry))
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_everything_that_is_asked_for(name: str) -> None:
    """Each requirement is locked in a version that it allows, with the hashes of its files."""
    packages = locked(name)
    for each in (*requirements(*LOCKS[name]), *map(Requirement, PROJECT["build-system"]["requires"])):
        version, hashes = packages[canonicalize_name(each.name)]
        assert each.specifier.contains(version), each
        assert hashes
    assert all(hashes for _, hashes in packages.values())


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_registry(name: str) -> None:
    """A lock does not say where its files are downloaded from."""
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"://|^-|@ ", text, re.MULTILINE)


def test_the_locks_agree() -> None:
    """A larger lock contains a smaller one, with the same versions and hashes."""
    run, develop, measure = (locked(name) for name in LOCKS)
    assert {name: develop.get(name) for name in run} == run
    assert {name: measure.get(name) for name in develop} == develop


def declared_licence(package: str) -> str | None:
    """Return the licence that an installed package declares, as an SPDX expression if possible."""
    found = distribution(package).metadata.json
    if expression := found.get("license_expression"):
        return str(expression)
    for classifier in found.get("classifier", []):
        if classifier in OLD_WORDS:
            return OLD_WORDS[classifier]
    return str(found["license"]) if "license" in found else None


def documented_licences() -> dict[str, str]:
    """Return the licence of each package in the tables of the page on dependencies."""
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
    """The page on dependencies has a complete row for each required package and no other."""
    assert set(documented_licences()) == {
        canonicalize_name(each.name) for each in requirements("", "train", "fuzz", "dev", "bench")
    }


def test_licences_are_those_that_the_packages_declare() -> None:
    """The page has the licence that each installed package declares."""
    found = documented_licences()
    for each in requirements("", "train", "fuzz", "dev", "bench"):
        try:
            declared = declared_licence(each.name)
        except PackageNotFoundError:  # packages that only measure or fuzz may be missing
            assert each in requirements("bench", "fuzz")
            continue
        licence = found[canonicalize_name(each.name)]
        # A package that declares "BSD" leaves out which one; the page names it from the licence text.
        assert declared in {None, licence, re.sub(r"-\d-Clause$", "", licence)}, each


def test_the_newest_release_has_the_version_of_the_project() -> None:
    """The first dated heading of the changelog names the version in pyproject.toml."""
    headings = re.findall(r"^## (\d.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    dated = [heading.split(" - ") for heading in headings]
    assert [version for version, _ in dated][:1] in ([], [PROJECT["project"]["version"]])
    assert all(date.fromisoformat(day) for _, day in dated)


def test_the_hooks_check_what_make_checks() -> None:
    """The pre-commit hooks run the Makefile's ruff and mypy commands and download nothing."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", ".venv/bin")
    entries = re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE)
    made = re.findall(r"^\t@?(\.venv/bin/(?:ruff|mypy)\b.*)$", makefile, re.MULTILINE)
    assert entries == list(dict.fromkeys(made))
    assert re.findall(r"repo: (.+)", hooks) == ["local"]
