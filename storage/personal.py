"""Personal texts: which columns can hold what tells who somebody is, or what he said.

One list, so that nothing is left out when a person wants to be forgotten: a test holds it to the tables, and
another plants a text in each of these columns and looks for it afterwards. `storage.forgetting` deletes them.
"""

from __future__ import annotations

from sqlalchemy import Text

from storage.tables import players, settings_of

PLAYER_SETTING_TEXTS = tuple(name for name in settings_of(players) if isinstance(players.c[name].type, Text))
"""The columns of a player's settings that hold texts."""

PERSONAL = frozenset(
    {
        *(f"players.{name}" for name in PLAYER_SETTING_TEXTS),
        "players.name",
        "players.client_language",
        "players.last_platform",
        "players.own_name",
        "accounts.key",
        "accounts.name",
        "accounts.handle",
        "accounts.shown_name",
        "link_codes.hash",
        "links.id",
        "link_changes.link",
        "link_changes.row_key",
        "link_changes.before",
        "link_changes.after",
        # Of a private chat: the platform's number of the person, and what he has chosen for it.
        "chats.key",
        "chats.language",
        "chats.theme",
        "chats.zone",
        # By the handle somebody is challenged, perhaps before he was ever heard.
        "challenges.handle",
        # Of messages in private chats.
        "posts.message",
        "posts.subject_id",
        "retired.message",
        "notifications.cause",
        "alarms.subject",
        "holidays.zone",
        "failed_attempts.kind",
        "questions.id",
        "questions.lines",
        # The key of what was done at the local table begins with the account.
        "applied.key",
        # What each namespace holds stands in docs/privacy.md.
        "key_values.namespace",
        "key_values.key",
        "key_values.text",
        "log_entries.namespace",
        "log_entries.text",
        "analyses.key",
        "analyses.text",
        "analyses.review",
        "unreadable_entries.text",
        "telegram_updates.text",
    }
)
"""Columns whose texts can tell of a person, in the rows that are about him."""

IMPERSONAL = frozenset(
    {
        "players.computer_player",
        "accounts.platform",
        "links.state",
        "link_changes.table_name",
        "link_changes.column_name",
        "chats.platform",
        "chats.kind",
        "chats.side",
        "chats.boards",
        "puzzles.day",
        "puzzles.text",
        "puzzles.game",
        "puzzles.state",
        "matches.id",
        "matches.ruleset",
        "matches.length",
        "matches.level",
        "matches.time_control",
        "games.id",
        "games.match",
        "games.ruleset",
        "games.position",
        "games.roll",
        "games.cube",
        "games.choice",
        "games.draft",
        "games.offer",
        "games.outcome",
        "games.first_rolls",
        "events.game",
        "events.side",
        "events.event",
        "challenges.id",
        "challenges.ruleset",
        "challenges.length",
        "challenges.level",
        "challenges.starter",
        "challenges.rematch_of",
        "challenges.state",
        "challenges.game",
        "challenges.time_control",
        "posts.subject",
        "posts.instead_of",
        "retired.policy",
        "retired.game",
        "notifications.state",
        "alarms.kind",
        "heartbeats.name",
        "unreadable_entries.namespace",
        "given_ids.id",
    }
)
"""Columns whose texts are words and figures of the game, or of the program: nobody stands in them."""

STAYS = frozenset(
    {
        "matches.first",
        "matches.second",
        "matches.starter",
        "games.white",
        "games.black",
        "games.to_act",
        "games.offer_by",
        "challenges.challenger",
        "challenges.opponent",
        "challenges.taker",
        # Nobody is reached there any more, and its key tells nothing.
        "chats.owner",
    }
)
"""References to a player that stay, since others' games need them. Rows that refer to him otherwise go."""
