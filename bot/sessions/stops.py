"""Stops: spans in which a player's time stands still, his holidays. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

Stop = tuple[datetime, datetime]
"""From when, to when: the end is no part of it. Those of one player do not overlap."""


def run_out(start: datetime, time: timedelta, stops: Iterable[Stop]) -> datetime:
    """Return the moment at which so much time has run since a start, what falls into stops left out."""
    end = start + time
    for begins, ends in sorted(stops):
        if begins >= end:
            break
        if ends > start:
            end += ends - max(begins, start)
    return end


def time_before(end: datetime, time: timedelta, stops: Iterable[Stop]) -> datetime:
    """Return the moment at which so much time runs until an end, what falls into stops left out."""
    start = end - time
    for begins, ends in sorted(stops, reverse=True):
        if ends <= start:
            break
        if begins < end:
            start -= min(ends, end) - begins
    return start


def running_time(start: datetime, end: datetime, stops: Iterable[Stop]) -> timedelta:
    """Return how much time runs from a moment to another, what falls into stops left out."""
    stopped = (min(ends, end) - max(begins, start) for begins, ends in stops)
    return max(timedelta(), end - start - sum((each for each in stopped if each > timedelta()), timedelta()))
