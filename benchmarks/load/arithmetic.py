"""Arithmetic: how many people a process, a platform and a disk can serve, computed from measured figures.

The activity of a person in a day is an assumption, explained in docs/scale.md; all else is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Figures = dict[str, Any]

TURNS_A_DAY = 10
"""The turns that a person plays in a day, in all games together."""
BUSIEST = 1 / 8
"""The share of a day's presses in its busiest hour."""
FULL = 0.5
"""The share of a core that a process may use in that hour without delays."""
TURNS_A_GAME = 95
"""The turns of both sides in a game, as in the stored games."""
_HOUR = 3600
LIMITS = {"telegram": 30, "discord": 50}
"""The requests a second that a platform accepts from a bot."""


@dataclass(frozen=True)
class Day:
    """The load of one day on one platform.

    Args:
        people: the number of people who play on that day.
        presses: presses a second in the busiest hour.
        cores: processor cores used in that hour, by all processes together.
        requests: requests a second in that hour that count for the platform's limit.
        limit: the platform's limit on requests a second.
        pictures: pictures a second in that hour.
        megabytes: growth of the database in that day.
    """

    people: float
    presses: float
    cores: float
    requests: float
    limit: float
    pictures: float
    megabytes: float


def day(people: float, measured: Figures, bytes_a_game: float) -> Day:
    """Return the load of a day with a number of people.

    Args:
        measured: the figures measured on the platform.
        bytes_a_game: the size of a game in the database.
    """
    presses_a_turn = measured["presses"] / max(1, measured["turns"])
    presses = people * TURNS_A_DAY * presses_a_turn * BUSIEST / _HOUR
    return Day(
        people,
        presses,
        presses * measured["cpu_ms"] / 1000,
        presses * measured["counted"],
        LIMITS[measured["platform"]],
        presses * measured["pictures"],
        people * TURNS_A_DAY / TURNS_A_GAME * bytes_a_game / 1e6,
    )


def people_of_one_process(measured: Figures) -> float:
    """Return how many people a day one process can serve, by its processor time."""
    return FULL / day(1, measured, 0).cores


def people_of_the_platform(measured: Figures) -> float:
    """Return how many people a day one bot can serve within the platform's limit."""
    return LIMITS[measured["platform"]] / day(1, measured, 0).requests


def lines(figures: Figures) -> Iterator[str]:
    """Yield the rows of docs/scale.md, from the largest measurement on each platform."""
    size = (figures.get("sqlite") or figures["postgresql"])["sizes"][-1]
    bytes_a_game = 1e6 * size["megabytes"] / size["games"]
    yield "| platform | presses a turn | CPU a press | requests that count, pictures a press |"
    yield "| --- | --- | --- | --- |"
    # Measurements without turns or requests cannot be extrapolated.
    most = {each["platform"]: each for each in figures["waits"] if each["turns"] and each["counted"]}
    for name, each in most.items():
        yield (
            f"| {name.title()} | {each['presses'] / max(1, each['turns']):.1f} | {each['cpu_ms']:.0f} ms"
            f" | {each['counted']:.2f}, {each['pictures']:.2f} |"
        )
    yield ""
    yield "| people a day | presses a second at most | cores | requests a second, limit | stored a day |"
    yield "| --- | --- | --- | --- | --- |"
    for name, each in most.items():
        one = people_of_one_process(each)
        for times in (1, 10, 100):
            found = day(times * one, each, bytes_a_game)
            yield (
                f"| {name.title()}, {_round(found.people)} | {found.presses:.0f} | {found.cores:.1f}"
                f" | {found.requests:.0f}, {found.limit:.0f} | {_stored(found.megabytes)} |"
            )
        yield f"| {name.title()}'s limit: {_round(people_of_the_platform(each))} | | | | |"


def _round(people: float) -> str:
    """Write a number of people with two significant digits."""
    return f"{float(f'{people:.2g}'):,.0f}"


def _stored(megabytes: float) -> str:
    return f"{megabytes / 1000:.1f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"
