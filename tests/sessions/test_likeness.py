from __future__ import annotations

import sys
import unicodedata

import pytest

from bot.sessions.namesakes import look_alike

JOINED_BEFORE = dict(zip("авекмнорстухіјѕё", "abekmhopctyxijse", strict=True))
"""The letters that were joined while a table of this program's own said which."""


@pytest.mark.parametrize("other", ["anna", "ANNA", "Аnnа", "Ａnna", "An\u200dna", "  Anna "])
def test_names_that_a_reader_confuses_look_alike(other: str) -> None:
    """Neither capitals, blanks, nor the letters of another alphabet make a name another."""
    assert look_alike(other, "Anna")


@pytest.mark.parametrize(("letter", "other"), JOINED_BEFORE.items())
def test_letters_that_were_joined_stay_joined(letter: str, other: str) -> None:
    """A name with one of these letters looks like the name with the other one, in the middle of any word."""
    assert look_alike(f"Qw{letter}ert", f"qw{other}ert")


def test_a_word_of_all_letters_that_were_joined_stays_joined() -> None:
    """All of these letters in one name look like all of the others in one name."""
    assert look_alike("".join(JOINED_BEFORE), "".join(JOINED_BEFORE.values()))


def test_what_unicode_folds_stays_joined() -> None:
    """Every sign looks like what compatibility and case folding make of it, which were compared before."""
    signs = (chr(number) for number in range(sys.maxunicode + 1) if not 0xD800 <= number < 0xE000)
    folded = ((sign, unicodedata.normalize("NFKC", sign).casefold()) for sign in signs)
    assert [sign for sign, other in folded if sign != other and not look_alike(sign, other)] == []


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Αννα", "Avva"),
        ("ΒΟRΙS", "BORIS"),
        ("Νikοs", "Nikos"),
        ("Ԁaԝԛ", "dawq"),
        ("Ӏvan", "Ivan"),
        ("Һаn", "han"),
        ("Саrl", "Carl"),
        ("Ian", "lan"),
        ("Mornay", "Momay"),
        ("B0ris", "BOris"),
    ],
)
def test_greek_cyrillic_and_latin_look_alikes_are_joined(name: str, other: str) -> None:
    """Letters of three alphabets, and digits, are compared by how they look."""
    assert look_alike(name, other)


@pytest.mark.parametrize("sign", ["\ufe0f", "\u180b", "\U000e0100", "\u034f", "\u115f", "\u200b", "\u00ad"])
def test_a_sign_that_is_drawn_as_nothing_makes_no_other_name(sign: str) -> None:
    """Default-ignorable code points are left out, wherever they stand."""
    assert look_alike(f"An{sign}na{sign}", "Anna")


@pytest.mark.parametrize(
    ("name", "other"), [("Анна", "Инна"), ("Anna", "Anne"), ("Anna", "Ánna"), ("Anna", "Anna (2)")]
)
def test_names_that_a_reader_tells_apart_do_not_look_alike(name: str, other: str) -> None:
    """A letter, an accent or a number more makes another name."""
    assert not look_alike(name, other)
