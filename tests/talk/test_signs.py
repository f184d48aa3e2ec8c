"""Typed signs that look alike, or that show nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from bot.rules.notation import parse_moves
from bot.talk.command import ParsedCommand
from bot.talk.input.parsing import read_line, read_loosely
from bot.talk.input.signs import plain_signs
from bot.talk.options import read_options
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    "typed",
    [
        "\u200e24/20(2)",
        "24/20\u200b(2)",
        "\u202a24/20(2)\u202c",
        "\ufeff24/20(2)",
        "2\u00ad4/20(2)",
        "۲۴/۲۰(۲)",
        "٢٤/٢٠(٢)",
        "२४/२०(२)",
        "24∕20(2)",
        "２４／２０（２）",
        "24/20х2",
        "24/20 Х2",
        "24/20 х 2",
        "24/20 ✕2",
        "24➡\ufe0f20(2)",
        "24⇒20(2)",
        "24⟶20(2)",
    ],
)
def test_a_move_is_read_as_it_looks(typed: str) -> None:
    """Digits, strokes, arrows and counts of any script make a move, and what shows nothing is left out."""
    for line in (typed, f"/move {typed}", f"\u200f／move\u200e {typed}"):
        parsed = read_line(line)
        assert isinstance(parsed, ParsedCommand)
        assert parsed.command.name == "move"
        assert [str(move) for move in parse_moves(parsed.rest)] == ["24/20", "24/20"]


@pytest.mark.parametrize("dash", "-‐‑‒–—―−﹘－⁃➖")
def test_any_dash_is_one_separator(dash: str) -> None:
    """Any dash or minus joins two points."""
    parsed = read_loosely(f"24{dash}20")
    assert parsed is not None
    assert parsed.rest == "24/20"


@pytest.mark.parametrize("typed", ["½", "1½", "Ёлка", "хор 2", "24/20хор", "№2", "x²", "ﬁ"])
def test_other_signs_are_kept(typed: str) -> None:
    """Letters, fractions and raised digits are no other spelling of a move."""
    assert plain_signs(typed) == typed


@given(st.text())
def test_reading_twice_changes_nothing(typed: str) -> None:
    """What was read as it looks stays as it is, and no invisible format sign is left in it."""
    seen = plain_signs(typed)
    assert plain_signs(seen) == seen
    assert not any(unicodedata.category(sign) == "Cf" for sign in seen)


def test_options_are_read_as_they_look_and_names_as_written() -> None:
    """Options are understood in any digits and widths; a name keeps its signs."""
    read = read_options(["ｌｏｎｇ", "to\u200b", "۵", FAMILY, "３", "days"])
    assert (read.ruleset, read.options.length and read.options.length.points) == ("long", 5)
    assert read.options.time_control is not None
    assert read.rest == (FAMILY,)


@pytest.mark.slow
async def test_a_name_is_stored_as_written_and_found_as_it_looks(house: House) -> None:
    """An own name keeps its signs, and a name typed with invisible ones finds its player."""
    for who in ("Anna", "Boris"):
        await house.type(who, "/start")
    await house.type("Boris", f"/\u200bsettings\u200e name\u200e Boris ½ {FAMILY}", "Boris")
    boris, _ = await visit_chat(house.manager, "boris", "Boris", TABLE, "shared")
    assert boris.name == f"Boris ½ {FAMILY}"
    for typed in (boris.name, f"\u200e{boris.name}\u200e"):
        await house.type("Anna", f"/block {typed}", "Anna")
        anna, _ = await visit_chat(house.manager, "anna", "Anna", TABLE, "shared")
        assert [each.id for each in await house.manager.people.blocked_by(anna.id)] == [boris.id], typed
        await house.type("Anna", f"/unblock {typed}", "Anna")
        assert not await house.manager.people.blocked_by(anna.id), typed
