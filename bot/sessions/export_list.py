"""Export list: which stored texts about a person a file of all his data holds, and which not, and why not.

Held against `storage.forgetting` by a test, so that no new column is overlooked.
"""

from __future__ import annotations

from storage.forgetting import PLAYER_SETTING_TEXTS

EXPORTED = {f"players.{name}": f"settings.{name}" for name in PLAYER_SETTING_TEXTS} | {
    "players.name": "name",
    "players.client_language": "client_language",
    "players.last_platform": "last_platform",
    "players.own_name": "own_name",
    "accounts.key": "accounts.id",
    "accounts.handle": "accounts.handle",
    "accounts.shown_name": "accounts.name",
    "chats.key": "chats.id",
    "chats.language": "chats.language",
    "chats.theme": "chats.theme",
    "chats.zone": "chats.zone",
    "challenges.handle": "challenges.to",
    "holidays.zone": "holidays.zone",
    "failed_attempts.kind": "wrong_guesses",
    "questions.lines": "questions",
    "key_values.text": "imports.games; and how many browsers open his seat: seats",
    "log_entries.text": "said",
    "analyses.key": "analyses.of",
    "analyses.text": "analyses.analysis",
    "analyses.review": "analyses.review",
}
"""Columns whose texts stand in the file, and where."""

KEPT_BACK = {
    "accounts.name": "the name of the account in small letters, to find it by: the name itself is exported",
    "link_codes.hash": "a secret's hash: of a code that was told to him alone, and is void within a day",
    "links.id": "a number of the bot's own; what the link did is exported",
    "link_changes.link": "the same number",
    "link_changes.row_key": "how a link is undone, in the bot's own numbers; the accounts are exported",
    "link_changes.before": "the same: what stood there; it names others' rows, too",
    "link_changes.after": "the same: what stands there now",
    "posts.message": "a platform's number of a message that he has in his own chat",
    "posts.subject_id": "the id of the game or challenge that it shows, which are exported themselves",
    "retired.message": "as of posts, until its buttons are taken off",
    "notifications.cause": "for which turn or offer he was called, so that it is once: the games tell it",
    "alarms.subject": "when something is to be told next: his settings tell it",
    "questions.id": "a number on a button",
    "applied.key": "ids of what was done, so that it is done once; nothing of what it was",
    "key_values.namespace": "the name of a shelf, which may hold his account; that is exported",
    "key_values.key": "secrets' hashes and seals, and ids: how many seats there are is exported",
    "log_entries.namespace": "the name of a shelf, which may hold his account; that is exported",
    "unreadable_entries.text": "nobody can read whose it is",
    "telegram_updates.text": "what he does at this moment, until it is done",
}
"""Columns whose texts do not, and why."""
