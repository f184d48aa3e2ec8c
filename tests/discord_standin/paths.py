"""Paths: finds the template of a path: `/channels/12/messages` is `/channels/{channel_id}/messages`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import unquote

T = TypeVar("T")
_PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What stands at a path: its template, the values in the template's braces, and what was kept there."""

    template: str
    parameters: dict[str, str]
    kept: T


class PathTable(Generic[T]):
    """Things kept by method and path template. `@me` beats `{user_id}` where both would do.

    Args:
        kept: What is kept, by `"GET /users/{user_id}"`.
    """

    def __init__(self, kept: Mapping[str, T]) -> None:
        self._rows: dict[tuple[str, int], list[tuple[re.Pattern[str], str, T]]] = {}
        by_literals = sorted(kept, key=lambda route: len(_PARAMETER.findall(route)))
        for route in by_literals:
            method, template = route.split(" ", 1)
            pattern = _PARAMETER.sub(r"(?P<\1>[^/]+)", template)
            row = (re.compile(f"^{pattern}$"), template, kept[route])
            self._rows.setdefault((method, template.count("/")), []).append(row)

    def find(self, method: str, path: str) -> Found[T] | None:
        """Return what stands at a path as sent (still percent-encoded), if anything does."""
        for pattern, template, kept in self._rows.get((method, path.count("/")), ()):
            if match := pattern.match(path.replace("%40", "@")):
                values = {name: unquote(value) for name, value in match.groupdict().items()}
                return Found(template, values, kept)
        return None
