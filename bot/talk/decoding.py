"""Decoding: finds the encoding of a file from its bytes."""

from __future__ import annotations

import codecs
import re

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CYRILLIC, _WESTERN = "cp1251", "cp1252"
_LETTERS = re.compile(rb"[A-Za-z]?[\xc0-\xff]+[A-Za-z]?")
_SHARE_OF_ZEROS = 0.3
"""The share of zero bytes among every second byte from which a file is UTF-16: its letters are Latin."""


def decoded(data: bytes) -> str:
    """Decode a file as UTF-8, UTF-16, or one of Windows's encodings for Cyrillic and Western letters.

    A few broken bytes in UTF-8 become U+FFFD.

    >>> decoded("Иван".encode("cp1251")), decoded("Müller".encode("cp1252"))
    ('Иван', 'Müller')
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    for encoding, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if zeros and zeros.count(0) >= _SHARE_OF_ZEROS * len(zeros):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _legacy(data)


def _legacy(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if sum(sign > "\x7f" for sign in text) - broken > broken:
        return text
    # Russian words have no Latin letters, and Western ones have few others.
    words = [found[0] for found in _LETTERS.finditer(data)]
    cyrillic = sum(len(word) for word in words if not (word[:1].isalpha() or word[-1:].isalpha()))
    western = sum(len(word) for word in words) - cyrillic
    return data.decode(_CYRILLIC if cyrillic >= western else _WESTERN, "replace")
