"""Compilation: the decorator that compiles a function with numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound="Callable[..., object]")


def compiled(*, within: bool = False, fast: bool = False) -> Callable[[Function], Function]:
    """Compile a function on its first call; it releases the GIL, so threads run it in parallel.

    Args:
        within: True to inline the function where it is called.
        fast: True to allow sums in any order (fastmath).
    """
    options: dict[str, Any] = {"nogil": True, "fastmath": fast, "inline": "always" if within else "never"}
    return cast("Callable[[Function], Function]", njit(**options))
