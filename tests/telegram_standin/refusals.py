"""Refusals: status and description, as the Bot API returns them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, by a method's handler or ordered by a test.

    Attributes:
        status: the HTTP status, which is also the error code.
        description: Telegram's description.
        retry_after: seconds to wait after a 429.
        migrate_to_chat_id: the supergroup that replaced a group.
    """

    status: int
    description: str
    retry_after: int | None = None
    migrate_to_chat_id: int | None = None

    @property
    def body(self) -> Json:
        """The answer's JSON."""
        body: Json = {"ok": False, "error_code": self.status, "description": self.description}
        parameters = {
            name: value
            for name, value in (
                ("retry_after", self.retry_after),
                ("migrate_to_chat_id", self.migrate_to_chat_id),
            )
            if value is not None
        }
        return body | ({"parameters": parameters} if parameters else {})


class Refused(Exception):
    """A handler refuses a request.

    Args:
        refusal: the answer.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.description)
        self.refusal = refusal


def bad_request(description: str) -> Refusal:
    """Return a 400 with a description."""
    return Refusal(400, f"Bad Request: {description}")


def forbidden(description: str) -> Refusal:
    """Return a 403 with a description."""
    return Refusal(403, f"Forbidden: {description}")


def flood(retry_after: int) -> Refusal:
    """Return a 429 that asks to wait for this number of seconds."""
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def upgraded(supergroup: int) -> Refusal:
    """Return a 400 that names the supergroup which replaced a group."""
    return Refusal(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        migrate_to_chat_id=supergroup,
    )


UNAUTHORIZED = Refusal(401, "Unauthorized")
NOT_FOUND = Refusal(404, "Not Found")
METHOD_NOT_FOUND = Refusal(404, "Not Found: method not found")
TERMINATED = Refusal(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
)
WEBHOOK_SET = Refusal(409, "Conflict: terminated by setWebhook request")
WEBHOOK_ACTIVE = Refusal(
    409,
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first",
)
TOO_LARGE = Refusal(413, "Request Entity Too Large")
SERVER_ERROR = Refusal(500, "Internal Server Error")
UNAVAILABLE = Refusal(502, "Bad Gateway")

NEVER_STARTED = forbidden("bot can't initiate conversation with a user")
BLOCKED = forbidden("bot was blocked by the user")
KICKED_FROM_GROUP = forbidden("bot was kicked from the group chat")
KICKED_FROM_SUPERGROUP = forbidden("bot was kicked from the supergroup chat")

CHAT_NOT_FOUND = bad_request("chat not found")
THREAD_NOT_FOUND = bad_request("message thread not found")
TOPIC_CLOSED = bad_request("TOPIC_CLOSED")
EMPTY = bad_request("message text is empty")
TOO_LONG = bad_request("message is too long")
CAPTION_TOO_LONG = bad_request("message caption is too long")
NOT_MODIFIED = bad_request(
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
NOTHING_TO_EDIT = bad_request("message to edit not found")
CANNOT_EDIT = bad_request("message can't be edited")
NO_TEXT = bad_request("there is no text in the message to edit")
NO_CAPTION = bad_request("there is no caption in the message to edit")
NOTHING_TO_DELETE = bad_request("message to delete not found")
CANNOT_DELETE = bad_request("message can't be deleted")
TOO_OLD_TO_DELETE = bad_request("message can't be deleted for everyone")
NOTHING_TO_REPLY_TO = bad_request("message to be replied not found")
NOTHING_TO_REACT_TO = bad_request("message to react not found")
REACTION_INVALID = bad_request("REACTION_INVALID")
QUERY_TOO_OLD = bad_request("query is too old and response timeout expired or query ID is invalid")
BUTTON_DATA_INVALID = bad_request("BUTTON_DATA_INVALID")
TEXT_BUTTON = bad_request(
    "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
)
WRONG_FILE_ID = bad_request("wrong remote file identifier specified: Wrong string length")
NO_IMAGE = bad_request("IMAGE_PROCESS_FAILED")
WRONG_DIMENSIONS = bad_request("PHOTO_INVALID_DIMENSIONS")
EMPTY_FILE = bad_request("file must be non-empty")
UNKNOWN_MEMBER = bad_request("PARTICIPANT_ID_INVALID")


def no_right(what: str) -> Refusal:
    """Return a 400 for a kind of message that the bot may not send to a chat, e.g. `"photos"`."""
    return bad_request(f"not enough rights to send {what} to the chat")
