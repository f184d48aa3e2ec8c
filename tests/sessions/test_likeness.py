from __future__ import annotations

import sys
import unicodedata

import pytest

from bot.sessions.namesakes import look_alike

JOINED_BEFORE = dict(zip("авекмнорстухіјѕё", "abekmhopctyxijse", strict=True))
"""Letters that an earlier table of the bot treated as look-alikes."""


@pytest.mark.parametrize("other", ["anna", "ANNA", "Аnnа", "Ａnna", "An\u200dna", "  Anna "])
def test_names_that_a_reader_confuses_look_alike(other: str) -> None:
    """Capitals, blanks, invisible signs and letters of another alphabet make no different name."""
    assert look_alike(other, "Anna")


@pytest.mark.parametrize(("letter", "other"), JOINED_BEFORE.items())
def test_earlier_look_alikes_stay_look_alikes(letter: str, other: str) -> None:
    """Each pair of letters from the earlier table still looks alike within a word."""
    assert look_alike(f"Qw{letter}ert", f"qw{other}ert")


def test_a_word_of_all_earlier_look_alikes_stays_alike() -> None:
    """A word of all the first letters looks like the word of all the second ones."""
    assert look_alike("".join(JOINED_BEFORE), "".join(JOINED_BEFORE.values()))


def test_unicode_foldings_look_alike() -> None:
    """Every character looks like its Unicode compatibility and case folding."""
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
def test_greek_cyrillic_and_latin_look_alikes(name: str, other: str) -> None:
    """Letters of three alphabets, and digits, are compared by their appearance."""
    assert look_alike(name, other)


@pytest.mark.parametrize("sign", ["\ufe0f", "\u180b", "\U000e0100", "\u034f", "\u115f", "\u200b", "\u00ad"])
def test_invisible_characters_make_no_different_name(sign: str) -> None:
    """Default-ignorable code points are ignored at every place in a name."""
    assert look_alike(f"An{sign}na{sign}", "Anna")


@pytest.mark.parametrize(
    ("name", "other"), [("Анна", "Инна"), ("Anna", "Anne"), ("Anna", "Ánna"), ("Anna", "Anna (2)")]
)
def test_names_that_a_reader_tells_apart_do_not_look_alike(name: str, other: str) -> None:
    """A different letter, an accent or an added number makes a different name."""
    assert not look_alike(name, other)
