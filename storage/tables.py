"""Tables: the database schema of both dialects. `storage.portable` has the parts that differ."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    or_,
    true,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from storage import portable
from storage.portable import Text


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, stored as text that sorts by time: `2026-11-20T18:04:00.000000Z`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """Convert a moment to its stored text.

        Raises:
            ValueError: the moment has no time zone.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value}")
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """Convert a stored text to a moment."""
        return None if value is None else datetime.fromisoformat(value)


SETTING = {"is_setting": True}
"""Column marker for settings. Merging copies, forgetting resets and the export lists every marked column."""


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("computer_player", Text, doc="name of the computer player; NULL for a person"),
    Column("language", Text, info=SETTING, doc="the language that the player chose"),
    Column("client_language", Text, doc="the language that the player's client asked for last"),
    Column("theme", Text, info=SETTING),
    Column("layout", Text, info=SETTING, doc="the layout of boards; NULL: as usual on the platform"),
    Column("side", Text, info=SETTING),
    Column("auto_roll", Boolean(name="auto_roll"), nullable=False, default=True, info=SETTING),
    Column("auto_forced", Boolean(name="auto_forced"), nullable=False, default=True, info=SETTING),
    Column("auto_confirm", Boolean(name="auto_confirm"), nullable=False, default=False, info=SETTING),
    Column("auto_race", Boolean(name="auto_race"), nullable=False, server_default=false(), info=SETTING),
    Column(
        "numbers",
        Text,
        nullable=False,
        server_default="board",
        info=SETTING,
        doc="numbers points as the board does, or from the player's side",
    ),
    Column("since", Moment, nullable=False),
    Column("zone", Text, info=SETTING, doc="the IANA name of the player's time zone"),
    Column("quiet", Text, info=SETTING, doc="the hours in which no notification rings: 22-8"),
    Column("reminders", Text, nullable=False, server_default="once", info=SETTING),
    Column("digest", Text, info=SETTING, doc="the time of the daily list of waiting games: 09:00"),
    Column("own_name", Text, doc="the chosen name, case-folded; NULL: the first account's name is shown"),
    Column("merged_into", Integer, doc="the player into whom this one was merged; NULL if never merged"),
    Column(
        "forgotten",
        Boolean(name="forgotten"),
        nullable=False,
        server_default=false(),
        doc="True if the player's personal data was deleted",
    ),
    Column("last_platform", Text, doc="the platform where the player acted last; notifications go there"),
    CheckConstraint("length(name) BETWEEN 1 AND 64", name="name"),
    CheckConstraint("layout IN ('full', 'compact')", name="layout"),
    CheckConstraint("side IN ('w', 'b', 'own')", name="side"),
    CheckConstraint("numbers IN ('board', 'own-side')", name="numbers"),
    CheckConstraint("reminders IN ('off', 'once', 'daily')", name="reminders"),
    UniqueConstraint("computer_player"),
)
Index("ix_players_own_name", players.c.own_name, **portable.only_where(players.c.own_name.is_not(None)))

accounts = Table(
    "accounts",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("name", Text, nullable=False, doc="the name that the platform shows, case-folded for searching"),
    Column("handle", Text, doc="the @handle without the @, case-folded"),
    Column("shown_name", Text, doc="the name as the platform shows it"),
    Column(
        "is_first",
        Boolean(name="is_first"),
        nullable=False,
        server_default=true(),
        doc="True for the player's account whose name is shown if the player chose none",
    ),
    Index("ix_accounts_name", "platform", "name"),
    Index("ix_accounts_handle", "platform", "handle"),
)

chats = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("owner", ForeignKey("players.id"), index=True, doc="the player of a private chat"),
    Column("language", Text, nullable=False, default="en", info=SETTING),
    Column(
        "language_chosen",
        Boolean(name="language_chosen"),
        nullable=False,
        server_default=false(),
        doc="True if the language was set by a person, not guessed",
    ),
    Column("theme", Text, info=SETTING, doc="the theme of boards; NULL: the usual one"),
    Column("layout", Text, info=SETTING, doc="the layout of boards; NULL: as usual on the platform"),
    Column("side", Text, nullable=False, default="w", info=SETTING),
    Column("gone", Boolean(name="gone"), nullable=False),
    Column("not_before", Moment, doc="the platform accepts no message there before this moment"),
    Column("boards", Text, info=SETTING, doc="what happens to old boards; NULL: as usual on the platform"),
    Column(
        "threads",
        Boolean(name="threads"),
        nullable=False,
        server_default=false(),
        info=SETTING,
        doc="True if each new game gets a separate thread",
    ),
    Column("zone", Text, info=SETTING, doc="the IANA name of the time zone in which the chat shows times"),
    Column(
        "daily",
        Boolean(name="daily"),
        nullable=False,
        server_default=false(),
        info=SETTING,
        doc="True if the chat gets a position of the day",
    ),
    Column("claimed_until", Moment, doc="until when one sender alone may deliver to the chat"),
    Column("last_claim", Moment, doc="`claimed_until` of the last claim that ended with a turn"),
    Column("turn", Integer, nullable=False, server_default="0", doc="number of delivery turns so far"),
    Column("claimed_by", Integer, doc="the process whose sender holds the claim"),
    UniqueConstraint("platform", "key"),
    CheckConstraint("kind IN ('private', 'shared')", name="kind"),
    CheckConstraint("layout IN ('full', 'compact')", name="layout"),
    CheckConstraint("side IN ('w', 'b')", name="side"),
    CheckConstraint("boards IN ('stay', 'shrink', 'delete')", name="boards"),
)
Index("ix_chats_not_before", chats.c.not_before, **portable.only_where(chats.c.not_before.is_not(None)))
Index("ix_chats_claimed", chats.c.claimed_until, **portable.only_where(chats.c.claimed_until.is_not(None)))

chat_members = Table(
    "chat_members",
    metadata,
    Column("chat", ForeignKey("chats.id", ondelete="CASCADE"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True, index=True),
)
"""The players who wrote in each shared chat.

A name finds only players who wrote in a chat where the seeker did too, and the seeker's opponents.
"""

blocks = Table(
    "blocks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("blocked", ForeignKey("players.id"), primary_key=True),
    Column("since", Moment, nullable=False),
    CheckConstraint("player <> blocked", name="two_players"),
)

bans = Table(
    "bans",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("since", Moment, nullable=False),
)
"""Players whom the host has banned: they may not make or accept challenges."""

failed_attempts = Table(
    "failed_attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("kind", Text, nullable=False, doc="which secret was guessed at: invitation, share, link"),
    Column("at", Moment, nullable=False),
    Index("ix_failed_attempts_player", "player", "kind", "at"),
)

link_codes = Table(
    "link_codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("chat", ForeignKey("chats.id"), nullable=False, doc="the private chat that got the code"),
    Column("made", Moment, nullable=False),
    Column("is_used", Boolean(name="is_used"), nullable=False, server_default=false()),
    Index("ix_link_codes_player", "player", "made"),
)
"""Codes that link a person's accounts on two platforms. A code works once and expires after minutes."""

links = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("asker", ForeignKey("players.id"), nullable=False, index=True, doc="who was given the code"),
    Column("asker_chat", ForeignKey("chats.id"), nullable=False, doc="where they are asked to confirm"),
    Column("typist", ForeignKey("players.id"), nullable=False, index=True, doc="who typed the code"),
    Column("typist_chat", ForeignKey("chats.id"), nullable=False),
    Column("made", Moment, nullable=False),
    Column("older", ForeignKey("players.id"), doc="the player who remains after the merge"),
    Column("linked", Moment, doc="when the players were merged"),
    CheckConstraint("state IN ('typed', 'confirmed', 'linked', 'refused', 'undone')", name="state"),
    CheckConstraint("asker <> typist", name="two_players"),
    CheckConstraint("(state IN ('linked', 'undone')) = (older IS NOT NULL)", name="older"),
    CheckConstraint("(older IS NULL) = (linked IS NULL)", name="linked"),
    Index("ix_links_older", "older", "linked"),
)
"""Requests to merge two players: pending (typed, confirmed), refused, done (linked) or undone."""

link_changes = Table(
    "link_changes",
    metadata,
    Column("link", ForeignKey("links.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("row_key", Text, nullable=False, doc="the row's primary key after the change, as JSON"),
    Column("column_name", Text, doc="the changed column; NULL: the row was deleted"),
    Column("before", Text, nullable=False, doc="the old value as JSON; the whole row if it was deleted"),
    Column("after", Text, doc="the new value as JSON"),
)
"""Changes made by a merge, kept so that it can be undone completely."""

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("length", Text, nullable=False, doc="the length of the match: 5 points, 3 games"),
    Column("cube", Boolean(name="cube"), nullable=False),
    Column("extended", Boolean(name="extended"), nullable=False, doc="True if koks and home mars count"),
    Column(
        "hints",
        Boolean(name="hints"),
        nullable=False,
        server_default=false(),
        doc="True if hints are allowed",
    ),
    Column("level", Text, doc="the computer player's level; NULL: both players are people"),
    Column("first", ForeignKey("players.id"), nullable=False, doc="the player who proposed the match"),
    Column("second", ForeignKey("players.id"), nullable=False, index=True),
    Column("starter", ForeignKey("players.id"), doc="who starts the first game; NULL: the dice decide"),
    Column("time_control", Text, doc="the time control: 7d+1d<7d; NULL: no clock"),
    Column("started", Moment, nullable=False),
    CheckConstraint("first <> second", name="two_players"),
    CheckConstraint("starter IN (first, second)", name="starter"),
    Index("ix_matches_first", "first", "second"),
)
Index(
    "ix_matches_level",
    matches.c.first,
    matches.c.started,
    **portable.only_where(matches.c.level.is_not(None)),
)

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False, doc="number of the game in its match, from 1"),
    Column("ruleset", Text, nullable=False),
    Column("white", ForeignKey("players.id"), nullable=False),
    Column("black", ForeignKey("players.id"), nullable=False),
    Column("white_chat", ForeignKey("chats.id"), doc="the chat where White is notified about the game"),
    Column("black_chat", ForeignKey("chats.id"), doc="the chat where Black is notified about the game"),
    Column("version", Integer, nullable=False, doc="raised by one with every action on the game"),
    Column("turns", Integer, nullable=False, doc="number of turns played, passes included"),
    Column("to_act", ForeignKey("players.id"), index=True, doc="the player who must act; NULL: game over"),
    Column("position", Text, nullable=False),
    Column("roll", Text),
    Column("cube", Text, doc="value, owner, and ? while a double is unanswered; NULL: no cube"),
    Column("choice", Text, doc="the opening roll that White may still keep"),
    Column("draft", Text, nullable=False, doc="the moves of the unconfirmed turn"),
    Column("draft_chat", ForeignKey("chats.id"), doc="the chat where the unconfirmed turn is played"),
    Column("offer", Text, doc="the pending offer: a draw, or the grade to resign at"),
    Column("offer_by", ForeignKey("players.id")),
    Column("outcome", Text, doc="winner, grade, kind of ending and the cube's value"),
    Column("started", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column(
        "awaits_review",
        Boolean(name="awaits_review"),
        nullable=False,
        server_default=false(),
        doc="True if a game against the computer player ended and has no analysis yet",
    ),
    Column(
        "claimed_until",
        Moment,
        doc="until when one worker alone handles the computer player's turn or the game's review",
    ),
    Column("white_left", Integer, doc="seconds in White's time bank when it began to run; NULL: no clock"),
    Column("black_left", Integer, doc="the same for Black"),
    Column("due", Moment, doc="when the player to act runs out of time; NULL: no time is running"),
    Column(
        "due_told",
        Boolean(name="due_told"),
        nullable=False,
        server_default=false(),
        doc="True if the opponent was notified that the time ran out",
    ),
    Column("remind_at", Moment, doc="when the player to act gets the next reminder"),
    Column("paused", Moment, doc="since when the game is paused by agreement"),
    Column(
        "is_shared",
        Boolean(name="is_shared"),
        nullable=False,
        server_default=false(),
        doc="True if anyone with the link may see the board",
    ),
    Column(
        "share_number",
        Integer,
        nullable=False,
        server_default="0",
        doc="how many links to the board were revoked",
    ),
    Column("claimed_by", Integer, doc="the process whose worker holds the claim"),
    Column("first_rolls", Text, doc="the dice of the first six turns, to recognise a record of the game"),
    UniqueConstraint("match", "number"),
    CheckConstraint("white <> black", name="two_players"),
    CheckConstraint("version >= 1 AND turns >= 0", name="numbers"),
    CheckConstraint("(outcome IS NULL) = (to_act IS NOT NULL)", name="to_act"),
    CheckConstraint("(offer IS NULL) = (offer_by IS NULL)", name="offer"),
    CheckConstraint("(white_left IS NULL) = (black_left IS NULL)", name="left"),
    CheckConstraint("due IS NULL OR white_left IS NOT NULL", name="due"),
)
time_runs = and_(games.c.due.is_not(None), games.c.due_told.is_(false()))
"""True if a player's time is running, or has run out and the opponent was not notified."""
Index("ix_games_due", games.c.due, **portable.only_where(time_runs))
Index("ix_games_remind_at", games.c.remind_at, **portable.only_where(games.c.remind_at.is_not(None)))

awaits_review = games.c.awaits_review.is_(true())
"""True if a game is in the queue for automatic analysis."""
Index("ix_games_awaits_review", games.c.changed, **portable.only_where(awaits_review))
Index("ix_games_claimed", games.c.claimed_until, **portable.only_where(games.c.claimed_until.is_not(None)))
Index("ix_games_first_rolls", games.c.first_rolls, **portable.only_where(games.c.outcome.is_(None)))
for _seat in (games.c.white, games.c.black):
    # A player's games accumulate forever. Each partial index below holds, or returns first, only the rows
    # that answer one query: open games, the last finished, the last started, those with an offer.
    Index(f"ix_games_{_seat.name}", _seat, games.c.started)
    Index(f"ix_games_{_seat.name}_open", _seat, **portable.only_where(games.c.outcome.is_(None)))
    Index(
        f"ix_games_{_seat.name}_ended",
        _seat,
        games.c.changed,
        **portable.only_where(games.c.outcome.is_not(None)),
    )
    Index(f"ix_games_{_seat.name}_asked", _seat, **portable.only_where(games.c.offer_by.is_not(None)))
# Covering indexes for statistics: a query over all games of one or two players reads only the index.
_COUNTED = (games.c.changed, games.c.ruleset, games.c.outcome)
Index(
    "ix_games_white_results",
    *(games.c.white, games.c.black, *_COUNTED),
    **portable.only_where(games.c.outcome.is_not(None)),
)
Index(
    "ix_games_black_results",
    *(games.c.black, games.c.white, *_COUNTED),
    **portable.only_where(games.c.outcome.is_not(None)),
)
Index("ix_games_white_chat", games.c.white_chat, games.c.outcome)
Index("ix_games_black_chat", games.c.black_chat, games.c.outcome)
Index("ix_games_draft_chat", games.c.draft_chat, **portable.only_where(games.c.draft_chat.is_not(None)))

analyses = Table(
    "analyses",
    metadata,
    Column("key", Text, primary_key=True, doc="id of a game or of an import"),
    Column("number", Integer, primary_key=True, doc="number of the game in an import, from 1"),
    Column("depth", Integer, nullable=False, doc="plies searched: 1 or 2; 0: the analysis failed"),
    Column("text", Text, doc="the full analysis; NULL: no longer kept"),
    Column("review", Text, nullable=False, doc="who played better and who had the luckier dice"),
    Column("made", Moment, nullable=False),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("depth IN (0, 1, 2)", name="depth"),
    CheckConstraint("depth > 0 OR text IS NULL", name="text"),
)

Index("ix_analyses_whole", analyses.c.made, **portable.only_where(analyses.c.text.is_not(None)))

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", Integer, nullable=False, doc="the version of the game that the event led to"),
    Column("side", Text, doc="the side that acted; NULL: neither"),
    Column("event", Text, nullable=False, doc="the event's text form, with its cause if it was automatic"),
    Column("at", Moment, nullable=False),
    CheckConstraint("side IN ('w', 'b')", name="side"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("challenger", ForeignKey("players.id"), nullable=False),
    Column("opponent", ForeignKey("players.id"), doc="NULL: anyone, or the owner of the handle"),
    Column("handle", Text, doc="case-folded @handle of an opponent whom the bot does not know yet"),
    Column("ruleset", Text, nullable=False),
    Column("length", Text, nullable=False),
    Column("cube", Boolean(name="cube"), nullable=False),
    Column("extended", Boolean(name="extended"), nullable=False),
    Column("hints", Boolean(name="hints"), nullable=False, server_default=false()),
    Column("level", Text, doc="level of the challenged computer player; NULL: people are challenged"),
    Column("starter", Text, doc="who starts; NULL: the dice decide"),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("rematch_of", ForeignKey("games.id"), index=True),
    Column("state", Text, nullable=False, doc="taken: the challenger must still confirm"),
    Column("version", Integer, nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("made", Moment, nullable=False),
    Column("invitation", Integer, nullable=False, server_default="1", doc="number of the valid link"),
    Column("taker", ForeignKey("players.id"), doc="the player who accepted it on another platform"),
    Column("taker_chat", ForeignKey("chats.id"), doc="the chat where the taker accepted"),
    Column("closed", Moment, index=True, doc="when it was answered, cancelled or expired"),
    Column("time_control", Text),
    CheckConstraint(
        "state IN ('open', 'taken', 'accepted', 'declined', 'cancelled', 'expired')", name="state"
    ),
    CheckConstraint("challenger <> opponent", name="two_players"),
    CheckConstraint("opponent IS NULL OR handle IS NULL", name="one_opponent"),
    CheckConstraint("state <> 'taken' OR (taker IS NOT NULL AND taker_chat IS NOT NULL)", name="taker"),
    CheckConstraint("starter IN ('challenger', 'opponent')", name="starter"),
    CheckConstraint("(state = 'accepted') = (game IS NOT NULL)", name="game"),
    Index("ix_challenges_challenger", "challenger", "made"),
    Index("ix_challenges_challenger_state", "challenger", "state", "made"),
    Index("ix_challenges_opponent", "opponent", "state", "made"),
    Index("ix_challenges_chat", "chat", "state", "made"),
    Index("ix_challenges_taker_chat", "taker_chat"),
)

# Ids are never reused: the nonce of a message contains its post's id.
posts = Table(
    "posts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("subject", Text, nullable=False, doc="the kind of thing shown: see the constraint"),
    Column("subject_id", Text, nullable=False),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("wanted_revision", Integer, nullable=False, doc="the revision that the chat should show"),
    Column("shown_revision", Integer, nullable=False, doc="the revision that the chat shows"),
    Column("told_revision", Integer, nullable=False, doc="up to it, earlier messages report the events"),
    Column(
        "fresh_revision",
        Integer,
        nullable=False,
        doc="a message sent for an older revision must be replaced by a new one",
    ),
    Column("message", Text),
    Column("sent_revision", Integer, nullable=False, doc="`fresh_revision` at the sending"),
    Column("number", Integer, nullable=False, doc="number of the last message begun; part of its nonce"),
    Column("tried_revision", Integer, nullable=False, doc="`fresh_revision` being sent; 0: none"),
    Column(
        "tried_at",
        Moment,
        doc="when sending began; far in the past: its nonce is no proof of arrival; NULL: not sending",
    ),
    Column("requested_at", Moment, doc="when the last request to send the message began"),
    Column("not_before", Moment, doc="no delivery is attempted before this moment"),
    Column("turn", Integer, nullable=False, server_default="0", doc="`chats.turn` at the last attempt"),
    Column(
        "repainted",
        Boolean(name="repainted"),
        nullable=False,
        server_default=false(),
        doc="True if only the look changed since the last delivery: posts with new moves go first",
    ),
    Column(
        "repaints",
        Integer,
        nullable=False,
        server_default="0",
        doc="how often the look has changed; a delivery begun before the last change shows an old look",
    ),
    Column("instead_of", Text, doc="kind and platform of the unreachable chat that this one replaces"),
    UniqueConstraint("subject", "subject_id", "chat"),
    CheckConstraint(
        "subject IN ('game', 'challenge', 'reminder', 'digest', 'holiday', 'announcement', 'link',"
        " 'puzzle', 'solution')",
        name="subject",
    ),
    CheckConstraint(
        "shown_revision <= wanted_revision AND told_revision <= shown_revision", name="revisions"
    ),
    **portable.NEVER_REUSED_KEYS,
)
is_undelivered = or_(
    posts.c.shown_revision < posts.c.wanted_revision, posts.c.sent_revision < posts.c.fresh_revision
)
"""True if a chat lacks the latest revision of a post, or needs a new message for it."""
Index("ix_posts_undelivered", posts.c.chat, **portable.only_where(is_undelivered))
Index("ix_posts_chat", posts.c.chat, posts.c.message)
# Finds the games that a chat has shown most recently.
Index(
    "ix_posts_games",
    posts.c.chat,
    posts.c.id,
    **portable.only_where(literal_column("subject = 'game'", Boolean)),
)
Index("ix_posts_not_before", posts.c.not_before, **portable.only_where(posts.c.not_before.is_not(None)))

retired = Table(
    "retired",
    metadata,
    Column("chat", ForeignKey("chats.id"), primary_key=True),
    Column("message", Text, primary_key=True),
    Column("not_before", Moment),
    Column("policy", Text, nullable=False, server_default="stay", doc="see `chats.boards`"),
    Column("game", ForeignKey("games.id"), doc="the game whose board the message showed"),
    Column("revision", Integer, doc="the last revision that the message showed"),
)
Index("ix_retired_not_before", retired.c.not_before, **portable.only_where(retired.c.not_before.is_not(None)))

notifications = Table(
    "notifications",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("cause", Text, primary_key=True),
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("state", Text, nullable=False, doc="undelivered, sending (it may have arrived) or sent"),
    Column("at", Moment, index=True, doc="when the notification was enqueued"),
    CheckConstraint("state IN ('undelivered', 'sending', 'sent')", name="state"),
    Index("ix_notifications_post", "post", "state"),
)

alarms = Table(
    "alarms",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False, doc="what to do when the alarm is due"),
    Column("subject", Text, nullable=False, doc="what the alarm is about: the id of a challenge or a player"),
    Column("due", Moment, nullable=False, index=True),
    Column("claimed_until", Moment, doc="until when one worker alone handles the alarm"),
    Column("claimed_by", Integer, doc="the process whose worker holds the claim"),
    UniqueConstraint("kind", "subject"),
)
Index("ix_alarms_claimed", alarms.c.claimed_until, **portable.only_where(alarms.c.claimed_until.is_not(None)))

daily_positions = Table(
    "daily_positions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False, unique=True),
    Column("due", Moment, nullable=False, index=True, doc="when the next position is due"),
    Column(
        "unanswered",
        Integer,
        nullable=False,
        server_default="0",
        doc="latest positions in a row without answers",
    ),
    Column("claimed_until", Moment, doc="until when one worker alone looks for the next position"),
    Column("claimed_by", Integer, doc="the process whose worker holds the claim"),
)
"""Chats that get a position of the day."""
Index(
    "ix_daily_positions_claimed",
    daily_positions.c.claimed_until,
    **portable.only_where(daily_positions.c.claimed_until.is_not(None)),
)

# Ids are never reused: buttons in old messages contain them.
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("day", Text, nullable=False, doc="the date on which the chat got it: 2026-11-20"),
    Column("text", Text, nullable=False, doc="the position, the roll, and the turns to choose from"),
    Column("best", Integer, nullable=False, doc="index of the best of these turns, from 0"),
    Column("game", ForeignKey("games.id"), doc="the game that it is from; NULL: the built-in collection"),
    Column("turn", Integer, doc="number of the turn in that game, from 1"),
    Column("state", Text, nullable=False, doc="last: closed, and no further position follows automatically"),
    Column("asked", Moment, nullable=False, index=True),
    UniqueConstraint("chat", "day"),
    CheckConstraint("state IN ('open', 'closed', 'last')", name="state"),
    CheckConstraint("(game IS NULL) = (turn IS NULL)", name="game"),
    **portable.NEVER_REUSED_KEYS,
)
"""Positions of the day that chats got: open ones, and closed ones until they expire."""

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("puzzle", ForeignKey("puzzles.id", ondelete="CASCADE"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True, index=True),
    Column("choice", Integer, nullable=False, doc="index of the chosen turn, from 0"),
    Column("at", Moment, nullable=False),
    CheckConstraint("choice BETWEEN 0 AND 3", name="choice"),
)

own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("asked", Integer, nullable=False, doc="how many puzzles the player has asked for in private"),
    Column("answered_day", Text, doc="the last day whose puzzle the player answered, as 2026-11-27"),
    Column("answered", Integer, nullable=False, server_default="0", doc="puzzles of the day answered"),
    Column("found", Integer, nullable=False, server_default="0", doc="those whose best turn was found"),
    Column(
        "in_a_row", Integer, nullable=False, server_default="0", doc="days in a row, up to `answered_day`"
    ),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True, doc="a platform; bot; zero: when the monotonic clock read 0"),
    Column("at", Moment, nullable=False, doc="when it last worked"),
)

# Ids are never reused: they identify the posts about a holiday.
holidays = Table(
    "holidays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("starts", Moment, nullable=False),
    Column("ends", Moment, nullable=False),
    Column("announced", Moment, nullable=False),
    Column("zone", Text, nullable=False, doc="the IANA name of the time zone that defines the days"),
    CheckConstraint("starts < ends", name="order"),
    Index("ix_holidays_player", "player", "ends"),
    **portable.NEVER_REUSED_KEYS,
)

questions = Table(
    "questions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("lines", Text, nullable=False, doc="the command of each answer, a line each"),
    Column("expires", Moment, nullable=False),
)

applied = Table(
    "applied",
    metadata,
    Column(
        "key", Text, primary_key=True, doc="the idempotency key, made from the platform's id of the event"
    ),
    Column("at", Moment, nullable=False, index=True),
)

key_values = Table(
    "key_values",
    metadata,
    Column("namespace", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# Numbers are never reused: browsers refer to messages by them.
log_entries = Table(
    "log_entries",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("namespace", Text, nullable=False, index=True),
    Column("text", Text, nullable=False),
    **portable.NEVER_REUSED_KEYS,
)

unreadable_entries = Table(
    "unreadable_entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("namespace", Text, nullable=False, doc="namespace of the log or queue that the entry came from"),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False, index=True, doc="when the entry was found unreadable"),
)

telegram_updates = Table(
    "telegram_updates",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False, doc="Telegram's number of the update"),
    Column(
        "chat",
        BigInteger,
        nullable=False,
        doc="Telegram's id of the chat that the update concerns; 0: none, or the update was handled",
    ),
    Column("process", Integer, nullable=False, doc="number of the process that handles the update"),
    Column("text", Text, nullable=False, doc="the update as received; empty once handled"),
    Column("handled_at", Moment, index=True),
)
_is_waiting = telegram_updates.c.handled_at.is_(None)
Index("ix_telegram_updates_chat_waiting", telegram_updates.c.chat, **portable.only_where(_is_waiting))
Index("ix_telegram_updates_process", telegram_updates.c.process, **portable.only_where(_is_waiting))

# Ids are never reused, so that a process found dead cannot come back under its number.
processes = Table(
    "processes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", Moment, nullable=False),
    **portable.NEVER_REUSED_KEYS,
)
"""Processes that serve the database. A live process deletes the row of one that it finds dead."""

given_ids = Table(
    "given_ids",
    metadata,
    Column("id", Text, primary_key=True, doc="id of a game, challenge or import, deleted ones included"),
)


def settings_of(table: Table) -> dict[str, Any]:
    """Return the default values of the columns of a table that are marked as settings, by column name."""
    return {column.name: _first(column) for column in table.columns if column.info == SETTING}


def _first(column: Column[Any]) -> Any:  # noqa: ANN401 (any type of a column)
    first: Any = column.default or column.server_default
    value = None if first is None else first.arg
    return False if value is false() else value
