"""Paths: find a path's template, such as `/channels/{channel_id}/messages` for `/channels/12/messages`."""

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
    """The value found for a path, with its template and parameters."""

    template: str
    parameters: dict[str, str]
    kept: T


class PathTable(Generic[T]):
    """Values by method and path template. `@me` takes precedence over `{user_id}`.

    Args:
        kept: the values, by `"GET /users/{user_id}"`.
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
        """Return the value for a path as sent, still percent-encoded, or None."""
        for pattern, template, kept in self._rows.get((method, path.count("/")), ()):
            if match := pattern.match(path.replace("%40", "@")):
                values = {name: unquote(value) for name, value in match.groupdict().items()}
                return Found(template, values, kept)
        return None
