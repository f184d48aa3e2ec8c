"""Errors: what tests raise when something does not go as it should."""

from __future__ import annotations


class WentWrong(AssertionError):
    """Something went over the wire that should not have."""


class NotSeen(AssertionError):
    """What was waited for did not happen in time."""


class CannotDo(AssertionError):
    """The platform gives this person no way to do that: there is nothing of the kind in sight."""
