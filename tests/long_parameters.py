"""Parameters that test much the same: a few run with every change, the others only in long runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def long_except(every: Iterable[T], *kept: T) -> list[object]:
    """Return all values as test parameters, marked `long` except those in `kept`.

    Raises:
        ValueError: `kept` has a value that is not in `every`.
    """
    values = list(every)
    if missing := [value for value in kept if value not in values]:
        raise ValueError(f"no such parameter: {missing}")
    return [value if value in kept else pytest.param(value, marks=pytest.mark.long) for value in values]
