"""Likeness: when a reader takes one name for another, by the skeletons of Unicode's UTS #39."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import icu

_INVISIBLE = dict.fromkeys(
    map(ord, icu.UnicodeSetIterator(icu.UnicodeSet("[:Default_Ignorable_Code_Point:]")))
)
_CHECKER = icu.SpoofChecker()
_RUSSIAN_E = str.maketrans("ёЁ", "еЕ")
"""Russian is printed with е for ё, which Unicode's table tells apart."""


@lru_cache(maxsize=10_000)  # a group's names are compared with each new member's
def looks(name: str) -> frozenset[str]:
    """Return what a name looks like: as written, in capitals and in small letters.

    Two names look alike if they have one of these in common. In small letters alone Unicode's table does not
    join the Cyrillic к with the Latin k; in capitals it does.
    """
    visible = name.translate(_INVISIBLE)
    written = " ".join(unicodedata.normalize("NFKC", visible).translate(_RUSSIAN_E).split())
    small = written.casefold()
    forms = {"written": written, "capitals": small.upper(), "small": small}
    return frozenset(f"{form}:{_CHECKER.getSkeleton(0, text)}" for form, text in forms.items())


def look_alike(name: str, other: str) -> bool:
    """True if a reader would take one name for the other."""
    return not looks(name).isdisjoint(looks(other))
