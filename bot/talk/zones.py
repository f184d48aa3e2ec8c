"""Zones: the time zones of the world, by the names that people type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.sessions.errors import Refusal

_NOWHERE: Final = "Factory"
"""What a machine has that was never told where it stands."""


def zone_called(typed: str) -> str:
    """Return the name of the time zone that was typed: `europe/berlin`, `New York`.

    The name of a city will do, if no other zone is called so.

    Raises:
        Refusal: there is none, or there are several.
    """
    known, name = _zones(), "_".join(typed.casefold().split())
    for found in (known.by_name.get(name, ()), known.by_place.get(name, ()), known.by_city.get(name, ())):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refusal("several-zones", typed=typed, names=found)
    raise Refusal("no-such-zone", typed=typed)


def zone_names() -> tuple[str, ...]:
    """Return what can be typed for a zone: the names of all inhabited places, then their cities alone."""
    known = _zones()
    places = sorted(found[0] for found in known.by_name.values() if found[0] in known.places)
    cities = (_city(place) for place in places if len(known.by_place[_city(place).casefold()]) == 1)
    return (*places, *cities)


def zone_of(name: str | None) -> ZoneInfo | None:
    """Return a time zone by its full name; nothing, if there is none."""
    known = _zones().by_name
    return ZoneInfo(name) if name is not None and known.get(name.casefold()) == (name,) else None


@dataclass(frozen=True, slots=True)
class _Zones:
    """The zones, by what they are called in small letters.

    Args:
        places: those of places where people live now, each once; the rest are other names of these.
        by_name: all, by their full names.
        by_place: those places, by their cities.
        by_city: all, by their cities.
    """

    places: frozenset[str]
    by_name: Mapping[str, tuple[str, ...]]
    by_place: Mapping[str, tuple[str, ...]]
    by_city: Mapping[str, tuple[str, ...]]


@cache
def _zones() -> _Zones:
    """Read the lists that come with tzdata, which takes a millisecond; a system's own would be walked for."""
    names = [name for name in _lines("zones") if name != _NOWHERE]
    table = (line.split("\t") for line in _lines("zoneinfo/zone.tab") if not line.startswith("#"))
    places = frozenset(row[2] for row in table)
    return _Zones(
        places,
        {name.casefold(): (name,) for name in names},
        _by_city(name for name in names if name in places),
        _by_city(names),
    )


def _lines(name: str) -> list[str]:
    return files("tzdata").joinpath(name).read_text("utf-8").splitlines()


def _by_city(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        city = _city(name).casefold()
        found[city] = (*found.get(city, ()), name)
    return found


def _city(name: str) -> str:
    return name.rpartition("/")[2]
