"""Parameters that try much the same: a few run with every change, the others when there is time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def mostly_long(every: Iterable[T], *kept: T) -> list[object]:
    """Return all values as parameters of a test; those that are not kept are marked `long`.

    Raises:
        ValueError: one that is to be kept is not among them.
    """
    values = list(every)
    if missing := [value for value in kept if value not in values]:
        raise ValueError(f"no such parameter: {missing}")
    return [value if value in kept else pytest.param(value, marks=pytest.mark.long) for value in values]
