"""Report: the figures of `make load` as the rows of docs/limits.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from benchmarks.load import arithmetic

Figures = dict[str, Any]

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def lines(figures: Figures) -> Iterator[str]:
    """Yield the lines of the whole report."""
    yield figures["floors"]
    for name, title in NAMES.items():
        if name in figures:
            yield f"{title}: {figures[name]['faults']} faults in the games that were checked"
    yield ""
    yield from growth(figures)
    if figures.get("waits"):
        yield ""
        yield from waits(figures["waits"])
        yield ""
        yield from arithmetic.lines(figures)
    if figures.get("most"):
        yield ""
        yield from most(figures["most"])


def growth(figures: Figures) -> Iterator[str]:
    """Yield the table of figures by the number of stored games."""
    yield from _head("games stored", "an action: processor time, wall", "walks", "start", "memory", "size")
    for name, title in NAMES.items():
        for size in figures.get(name, {}).get("sizes", ()):
            yield _row(
                f"{title}, {size['games']:,}",
                f"{size['action_ms']:.1f} ms, {size['wall_ms']:.1f} ms",
                f"{size['walking']} of {size['statements']}",
                f"{size['ready_s']:.1f} s",
                f"{size['memory_mb']:.0f} MB",
                _bytes(size["megabytes"]),
            )
        if "after_outage_s" in figures.get(name, {}):
            found = figures[name]
            yield _row(f"{title}, after a day's outage", "", "", f"{found['after_outage_s']:.1f} s", "", "")


def waits(found: Sequence[Figures]) -> Iterator[str]:
    """Yield the table of the waiting times of people who play at their own pace."""
    yield from _head(
        *("people", "presses", "answer: p50, p99", "board: p50, p99", "CPU a press"),
        *("share of a core: bot, stand-in", "requests a press", "memory"),
    )
    for each in found:
        yield _row(
            f"{each['platform'].title()}, {each['people']}",
            f"{each['presses']} in {each['wall_s']:.0f} s"
            + (f", {each['lost']} lost" if each["lost"] else ""),
            _both(each["answers"]),
            _both(each["boards"]),
            f"{each['cpu_ms']:.0f} ms",
            f"{each['bot_share']:.0%}, {each['stand_in_share']:.0%}",
            f"{each['requests']:.1f}, {each['pictures']:.1f} with a picture",
            f"{each['memory_mb']:.0f} MB",
        )


def most(found: Sequence[Figures]) -> Iterator[str]:
    """Yield the table of the highest number of presses a second."""
    yield from _head(
        "processes", "presses a second", "CPU a press: bot, database, stand-in", "board: p50, p99"
    )
    for each in found:
        yield _row(
            str(each["processes"]),
            f"{each['presses'] / each['wall_s']:.0f}",
            f"{each['cpu_ms']:.0f}, {each['server_ms']:.0f}, {each['stand_in_ms']:.0f} ms",
            _both(each["boards"]),
        )


def panels(figures: Figures) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Return the curves of the growth chart, by panel and database."""
    wanted: dict[str, Callable[[Figures], float]] = {
        "processor time of an action, ms": lambda size: float(size["action_ms"]),
        "from start to ready, s": lambda size: float(size["ready_s"]),
        "database, kB a game": lambda size: 1000 * float(size["megabytes"]) / size["games"],
    }
    return {
        title: {
            NAMES[name]: [(size["games"], figure(size)) for size in figures[name]["sizes"]]
            for name in NAMES
            if name in figures
        }
        for title, figure in wanted.items()
    }


def percentile(ordered: Sequence[float], part: float) -> float:
    """Return the value at a share of an ordered list: 0.99 for the 99th percentile."""
    return ordered[int(part * (len(ordered) - 1))]


def _both(ordered: Sequence[float]) -> str:
    if not ordered:
        return "none"
    return f"{percentile(ordered, 0.5):.2f} s, {percentile(ordered, 0.99):.2f} s"


def _bytes(megabytes: float) -> str:
    return f"{megabytes / 1000:.2f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"


def _head(*cells: str) -> Iterable[str]:
    return _row(*cells), _row(*["---"] * len(cells))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
