"""Decoding: files in the encodings that people's programs write."""

from __future__ import annotations

import pytest

from bot.talk.decoding import decoded
from bot.talk.incoming import LONGEST_TEXT, Attached

RUSSIAN = " Иван : 0                       Борис Ёлкин : 0\n  1) 31: 8/5 6/5\n"
SHORT = " Иван : 0                       Пётр : 0\n  1) 31: 8/5 6/5\n"
WESTERN = " Müller : 0                     José Nuñez : 0\n  1) 31: 8/5 6/5\n"


@pytest.mark.parametrize("text", [RUSSIAN, SHORT, WESTERN, "Anna : 0     Boris : 0\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_decoded(text: str, encoding: str) -> None:
    """UTF-8 and UTF-16 are recognised, with a byte order mark and without."""
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(("text", "encoding"), [(RUSSIAN, "cp1251"), (SHORT, "cp1251"), (WESTERN, "cp1252")])
def test_encodings_of_windows_are_decoded(text: str, encoding: str) -> None:
    """Russian and Western letters in one byte each keep the names as they were."""
    assert decoded(text.encode(encoding)) == text


def test_a_few_broken_bytes_stay_in_utf_8() -> None:
    """A text in UTF-8 with one broken byte is not taken for another encoding."""
    assert decoded("Анна".encode() + b"\xff") == "Анна\ufffd"


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xff\xfe\x00", b"\x00" * 7, bytes(range(256)) * 4])
def test_any_bytes_are_decoded(data: bytes) -> None:
    """Bytes that are no text in any encoding become some text."""
    assert isinstance(decoded(data), str)


def test_a_file_in_another_encoding_can_be_as_large() -> None:
    """The limit is the size of the file, not of its text."""
    data = "x".encode("utf-16-le") * (LONGEST_TEXT // 2)
    assert Attached.of(data) == Attached("x" * (LONGEST_TEXT // 2), LONGEST_TEXT)
