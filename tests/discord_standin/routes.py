"""Routes: names for the routes that tests use most."""

from __future__ import annotations

from typing import Final

ME: Final = "GET /users/@me"
COMMANDS: Final = "PUT /applications/{application_id}/commands"
CALLBACK: Final = "POST /interactions/{interaction_id}/{interaction_token}/callback"
FOLLOW_UP: Final = "POST /webhooks/{webhook_id}/{webhook_token}"
EDIT_ORIGINAL: Final = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
EDIT_FOLLOW_UP: Final = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
SEND: Final = "POST /channels/{channel_id}/messages"
EDIT: Final = "PATCH /channels/{channel_id}/messages/{message_id}"
DELETE: Final = "DELETE /channels/{channel_id}/messages/{message_id}"
GET_CHANNEL: Final = "GET /channels/{channel_id}"
OPEN_DIRECT: Final = "POST /users/@me/channels"
THREAD: Final = "POST /channels/{channel_id}/threads"
THREAD_FROM_MESSAGE: Final = "POST /channels/{channel_id}/messages/{message_id}/threads"
ARCHIVE: Final = "PATCH /channels/{channel_id}"
