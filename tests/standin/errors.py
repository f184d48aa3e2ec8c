"""Errors of tests on a stand-in."""

from __future__ import annotations


class WentWrong(AssertionError):
    """Violations occurred on the wire."""


class NotSeen(AssertionError):
    """A condition did not hold in time."""


class CannotDo(AssertionError):
    """The platform does not offer this action: the person sees no such thing."""
