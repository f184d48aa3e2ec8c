"""Refusals: status, code and message, as in Discord's documentation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.standin.fault import Fault

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, by a route's handler or ordered by a test.

    Attributes:
        code: Discord's code, or 0.
        retry_after: seconds to wait after a 429.
        everywhere: True for a global 429.
        errors: the faults, by field.
    """

    status: int
    code: int
    message: str
    retry_after: float | None = None
    everywhere: bool = False
    errors: Json | None = None

    @property
    def body(self) -> Json:
        """The answer's JSON."""
        body: Json = {"message": self.message, "code": self.code}
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Refused(Exception):
    """A handler refuses a request."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
SERVER_ERROR = Refusal(500, 0, "500: Internal Server Error")
BAD_GATEWAY = Refusal(502, 0, "502: Bad Gateway")
UNAVAILABLE = Refusal(503, 0, "503: Service Unavailable")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_OF_ANOTHER = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
NO_DIRECT_MESSAGES = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
EXPIRED_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
ARCHIVED = Refusal(400, 50083, "Thread is archived")


def rate_limited(retry_after: float, *, everywhere: bool = False) -> Refusal:
    """Return a 429 that asks to wait for this number of seconds."""
    return Refusal(429, 0, "You are being rate limited.", retry_after, everywhere)


def invalid_form(faults: Sequence[Fault]) -> Refusal:
    """Return a 400 that names the faults by field."""
    errors = {fault.where: {"_errors": [{"code": 0, "message": fault.what}]} for fault in faults}
    return Refusal(400, 50035, "Invalid Form Body", errors=errors)
