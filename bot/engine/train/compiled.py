"""Compilation: what marks a function for numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound="Callable[..., object]")


def compiled(*, within: bool = False, fast: bool = False) -> Callable[[Function], Function]:
    """Compile a function when it is first called; threads may run it side by side.

    Args:
        within: written out where it is called.
        fast: sums may be added up in any order.
    """
    options: dict[str, Any] = {"nogil": True, "fastmath": fast, "inline": "always" if within else "never"}
    return cast("Callable[[Function], Function]", njit(**options))
