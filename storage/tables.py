"""Tables: the schema, for every dialect. What each says in its own way stands in `storage.portable`."""

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
    """A moment in UTC, kept as text that sorts by time: `2026-11-20T18:04:00.000000Z`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """Write a moment.

        Raises:
            ValueError: it does not know its time zone.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value}")
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """Read a moment."""
        return None if value is None else datetime.fromisoformat(value)


SETTING = {"is_setting": True}
"""Marks a column as a setting: linking, forgetting and the export then take care of it."""


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
    Column("computer_player", Text, doc="which one, if it is no person"),
    Column("language", Text, info=SETTING, doc="the one that was chosen"),
    Column("client_language", Text, doc="the one that the person's client asked for last"),
    Column("theme", Text, info=SETTING),
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
        doc="how the player counts points",
    ),
    Column("since", Moment, nullable=False),
    Column("zone", Text, info=SETTING, doc="the IANA name of the player's time zone"),
    Column("quiet", Text, info=SETTING, doc="from which hour to which nothing rings: 22-8"),
    Column("reminders", Text, nullable=False, server_default="once", info=SETTING),
    Column("digest", Text, info=SETTING, doc="when the daily list of waiting games comes: 09:00"),
    Column("own_name", Text, doc="the name that was chosen, folded; empty: as the first account is called"),
    Column("merged_into", Integer, doc="the player who is this person now; empty: this one is"),
    Column(
        "forgotten",
        Boolean(name="forgotten"),
        nullable=False,
        server_default=false(),
        doc="whether all that told who it was is deleted",
    ),
    Column("last_platform", Text, doc="where the player acted last, and is called"),
    CheckConstraint("length(name) BETWEEN 1 AND 64", name="name"),
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
    Column("name", Text, nullable=False, doc="as the platform shows it, folded for searching"),
    Column("handle", Text, doc="what it is called by with an @, folded"),
    Column("shown_name", Text, doc="the name as the platform shows it"),
    Column(
        "is_first",
        Boolean(name="is_first"),
        nullable=False,
        server_default=true(),
        doc="whether its player is called as it is, unless he has chosen a name",
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
    Column("owner", ForeignKey("players.id"), index=True, doc="whose private chat it is"),
    Column("language", Text, nullable=False, default="en", info=SETTING),
    Column(
        "language_chosen",
        Boolean(name="language_chosen"),
        nullable=False,
        server_default=false(),
        doc="whether somebody has set it",
    ),
    Column("theme", Text, nullable=False, default="wood", info=SETTING),
    Column("side", Text, nullable=False, default="w", info=SETTING),
    Column("gone", Boolean(name="gone"), nullable=False),
    Column("not_before", Moment, doc="the platform takes nothing there before"),
    Column(
        "boards", Text, nullable=False, server_default="stay", info=SETTING, doc="what becomes of old ones"
    ),
    Column(
        "threads",
        Boolean(name="threads"),
        nullable=False,
        server_default=false(),
        info=SETTING,
        doc="whether each game that begins there gets a thread of its own",
    ),
    Column("zone", Text, info=SETTING, doc="the IANA name of the time zone of what is said there"),
    Column(
        "daily",
        Boolean(name="daily"),
        nullable=False,
        server_default=false(),
        info=SETTING,
        doc="whether it is asked a position a day",
    ),
    Column("claimed_until", Moment, doc="a sender delivers there what is undelivered, and no other does"),
    Column("last_claim", Moment, doc="until when it was claimed when something was delivered there last"),
    Column("turn", Integer, nullable=False, server_default="0", doc="how often something was, or failed"),
    Column("claimed_by", Integer, doc="the process of that sender"),
    UniqueConstraint("platform", "key"),
    CheckConstraint("kind IN ('private', 'shared')", name="kind"),
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
"""Who has spoken in which shared chat: only those find one another by name."""

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
"""Who is kept from challenges everywhere, by those who run the bot."""

failed_attempts = Table(
    "failed_attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("kind", Text, nullable=False, doc="what was guessed: invitation, share, link"),
    Column("at", Moment, nullable=False),
    Index("ix_failed_attempts_player", "player", "kind", "at"),
)

link_codes = Table(
    "link_codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("chat", ForeignKey("chats.id"), nullable=False, doc="the private chat where it was told"),
    Column("made", Moment, nullable=False),
    Column("is_used", Boolean(name="is_used"), nullable=False, server_default=false()),
    Index("ix_link_codes_player", "player", "made"),
)
"""The codes by which a person says on one platform who he is on another: once, for some minutes."""

links = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("asker", ForeignKey("players.id"), nullable=False, index=True, doc="who made the code"),
    Column("asker_chat", ForeignKey("chats.id"), nullable=False, doc="the private chat where he is asked"),
    Column("typist", ForeignKey("players.id"), nullable=False, index=True, doc="who typed it"),
    Column("typist_chat", ForeignKey("chats.id"), nullable=False),
    Column("made", Moment, nullable=False),
    Column("older", ForeignKey("players.id"), doc="which of the two stayed"),
    Column("linked", Moment, doc="when the two became one"),
    CheckConstraint("state IN ('typed', 'confirmed', 'linked', 'refused', 'undone')", name="state"),
    CheckConstraint("asker <> typist", name="two_players"),
    CheckConstraint("(state IN ('linked', 'undone')) = (older IS NOT NULL)", name="older"),
    CheckConstraint("(older IS NULL) = (linked IS NULL)", name="linked"),
    Index("ix_links_older", "older", "linked"),
)
"""Which two players are to become one, or became one of late."""

link_changes = Table(
    "link_changes",
    metadata,
    Column("link", ForeignKey("links.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("row_key", Text, nullable=False, doc="the primary key of the row as it is now, as JSON"),
    Column("column_name", Text, doc="what was changed of it; empty: the row was dropped"),
    Column("before", Text, nullable=False, doc="as JSON: what stood there; of a dropped row all of it"),
    Column("after", Text, doc="as JSON: what stands there now"),
)
"""What a link has changed, so that it can be undone whole."""

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("length", Text, nullable=False, doc="5 points, 3 games"),
    Column("cube", Boolean(name="cube"), nullable=False),
    Column("extended", Boolean(name="extended"), nullable=False, doc="whether koks and home mars count"),
    Column(
        "hints", Boolean(name="hints"), nullable=False, server_default=false(), doc="whether both may ask"
    ),
    Column("level", Text, doc="how well the program plays in it; empty: it is between people"),
    Column("first", ForeignKey("players.id"), nullable=False, doc="who asked for it"),
    Column("second", ForeignKey("players.id"), nullable=False, index=True),
    Column("starter", ForeignKey("players.id"), doc="who starts the first game; empty: thrown for"),
    Column("time_control", Text, doc="7d+1d<7d; empty: there is no clock"),
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
    Column("number", Integer, nullable=False, doc="which game of its match, from 1"),
    Column("ruleset", Text, nullable=False),
    Column("white", ForeignKey("players.id"), nullable=False),
    Column("black", ForeignKey("players.id"), nullable=False),
    Column("white_chat", ForeignKey("chats.id"), doc="where White is told of this game"),
    Column("black_chat", ForeignKey("chats.id"), doc="where Black is told of this game"),
    Column("version", Integer, nullable=False, doc="raised by one with every action"),
    Column("turns", Integer, nullable=False, doc="turns played, passes counted"),
    Column("to_act", ForeignKey("players.id"), index=True, doc="who must act now; empty when it is over"),
    Column("position", Text, nullable=False),
    Column("roll", Text),
    Column("cube", Text, doc="value, owner, and ? while a double waits; empty: there is none"),
    Column("choice", Text, doc="the opening throw that White may still keep"),
    Column("draft", Text, nullable=False, doc="the moves of the turn in progress"),
    Column("draft_chat", ForeignKey("chats.id"), doc="the chat where they stand"),
    Column("offer", Text, doc="what is offered: draw, or a grade to resign at"),
    Column("offer_by", ForeignKey("players.id")),
    Column("outcome", Text, doc="winner, grade, ending and the cube's value"),
    Column("started", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column(
        "awaits_review",
        Boolean(name="awaits_review"),
        nullable=False,
        server_default=false(),
        doc="whether it ended against the program and was not analysed since",
    ),
    Column(
        "claimed_until",
        Moment,
        doc="a worker thinks about its next turn, or once it is over about its review, and no other does",
    ),
    Column(
        "white_left", Integer, doc="the seconds in White's bank when his time began to run; empty: no clock"
    ),
    Column("black_left", Integer, doc="the same of Black"),
    Column("due", Moment, doc="when the time of who must act has run out; empty: nobody's time runs"),
    Column(
        "due_told",
        Boolean(name="due_told"),
        nullable=False,
        server_default=false(),
        doc="whether the opponent was told that it has run out",
    ),
    Column("remind_at", Moment, doc="when who must act is reminded next"),
    Column("paused", Moment, doc="since when the game pauses by agreement"),
    Column(
        "is_shared",
        Boolean(name="is_shared"),
        nullable=False,
        server_default=false(),
        doc="whether its board is shown to whoever has its link",
    ),
    Column(
        "share_number",
        Integer,
        nullable=False,
        server_default="0",
        doc="how many of its links were ended, which lead nowhere any more",
    ),
    Column("claimed_by", Integer, doc="the process of that worker"),
    Column("first_rolls", Text, doc="the dice of its first six turns, by which a record of it is known"),
    UniqueConstraint("match", "number"),
    CheckConstraint("white <> black", name="two_players"),
    CheckConstraint("version >= 1 AND turns >= 0", name="numbers"),
    CheckConstraint("(outcome IS NULL) = (to_act IS NOT NULL)", name="to_act"),
    CheckConstraint("(offer IS NULL) = (offer_by IS NULL)", name="offer"),
    CheckConstraint("(white_left IS NULL) = (black_left IS NULL)", name="left"),
    CheckConstraint("due IS NULL OR white_left IS NOT NULL", name="due"),
)
time_runs = and_(games.c.due.is_not(None), games.c.due_told.is_(false()))
"""True if somebody's time runs, or has run out and nobody was told."""
Index("ix_games_due", games.c.due, **portable.only_where(time_runs))
Index("ix_games_remind_at", games.c.remind_at, **portable.only_where(games.c.remind_at.is_not(None)))

awaits_review = games.c.awaits_review.is_(true())
"""True if a game is in the queue of those that are to be analysed by themselves."""
Index("ix_games_awaits_review", games.c.changed, **portable.only_where(awaits_review))
Index("ix_games_claimed", games.c.claimed_until, **portable.only_where(games.c.claimed_until.is_not(None)))
Index("ix_games_first_rolls", games.c.first_rolls, **portable.only_where(games.c.outcome.is_(None)))
for _seat in (games.c.white, games.c.black):
    # A person's games grow for ever. Each question about them has an index that holds, or gives first, just
    # the games that answer it: those being played, the last that ended, the last begun, those with an offer.
    Index(f"ix_games_{_seat.name}", _seat, games.c.started)
    Index(f"ix_games_{_seat.name}_open", _seat, **portable.only_where(games.c.outcome.is_(None)))
    Index(
        f"ix_games_{_seat.name}_ended",
        _seat,
        games.c.changed,
        **portable.only_where(games.c.outcome.is_not(None)),
    )
    Index(f"ix_games_{_seat.name}_asked", _seat, **portable.only_where(games.c.offer_by.is_not(None)))
# What is counted of all games of a player, or of two with each other, stands in the index itself.
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
    Column("key", Text, primary_key=True, doc="the id of a game, or of an import"),
    Column("number", Integer, primary_key=True, doc="which game of an import, from 1"),
    Column("depth", Integer, nullable=False, doc="1; 2: with all replies; 0: it could not be analysed"),
    Column("text", Text, doc="the analysis; empty: it is not kept any more"),
    Column("review", Text, nullable=False, doc="who played better and who rolled better"),
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
    Column("version", Integer, nullable=False, doc="the version of the game that it belongs to"),
    Column("side", Text, doc="whose it is; empty: nobody's"),
    Column("event", Text, nullable=False, doc="what happened, and why, where nobody chose it"),
    Column("at", Moment, nullable=False),
    CheckConstraint("side IN ('w', 'b')", name="side"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("challenger", ForeignKey("players.id"), nullable=False),
    Column("opponent", ForeignKey("players.id"), doc="empty: anyone, or who has the handle"),
    Column("handle", Text, doc="folded, of the opponent who was never heard"),
    Column("ruleset", Text, nullable=False),
    Column("length", Text, nullable=False),
    Column("cube", Boolean(name="cube"), nullable=False),
    Column("extended", Boolean(name="extended"), nullable=False),
    Column("hints", Boolean(name="hints"), nullable=False, server_default=false()),
    Column("level", Text, doc="how well the program is to play; empty: people are challenged"),
    Column("starter", Text, doc="who starts, if that was named"),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("rematch_of", ForeignKey("games.id"), index=True),
    Column("state", Text, nullable=False, doc="taken: accepted on another platform, to be confirmed"),
    Column("version", Integer, nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("made", Moment, nullable=False),
    Column("invitation", Integer, nullable=False, server_default="1", doc="raised when its token is void"),
    Column("taker", ForeignKey("players.id"), doc="who accepted it on another platform"),
    Column("taker_chat", ForeignKey("chats.id"), doc="where"),
    Column("closed", Moment, index=True, doc="when it was answered or cancelled"),
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

posts = Table(
    "posts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("subject", Text, nullable=False, doc="what it shows: see the constraint"),
    Column("subject_id", Text, nullable=False),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("wanted_revision", Integer, nullable=False, doc="the revision that should be seen"),
    Column("shown_revision", Integer, nullable=False, doc="the revision that is seen"),
    Column("told_revision", Integer, nullable=False, doc="what happened up to it stands in earlier messages"),
    Column(
        "fresh_revision",
        Integer,
        nullable=False,
        doc="a message sent before this revision is to be replaced",
    ),
    Column("message", Text),
    Column("sent_revision", Integer, nullable=False, doc="the fresh revision that the message was sent for"),
    Column("number", Integer, nullable=False, doc="of the message that was begun last: part of its nonce"),
    Column("tried_revision", Integer, nullable=False, doc="the fresh revision that is being sent"),
    Column(
        "tried_at",
        Moment,
        doc="when it was tried first; long ago, if its nonce tells of no call; none, if nothing is in doubt",
    ),
    Column("requested_at", Moment, doc="when the last request that sends it began"),
    Column("not_before", Moment, doc="it failed, and is not tried again before"),
    Column("turn", Integer, nullable=False, server_default="0", doc="the chat's turn at which it came last"),
    Column(
        "repainted",
        Boolean(name="repainted"),
        nullable=False,
        server_default=false(),
        doc="only its look has changed: play comes first",
    ),
    Column(
        "repaints",
        Integer,
        nullable=False,
        server_default="0",
        doc="how often its look has changed: what was begun before shows an older one",
    ),
    Column("instead_of", Text, doc="the kind and platform of the lost chat for which it stands in"),
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
"""True if a chat should see something newer of a post, or a new message of it."""
Index("ix_posts_undelivered", posts.c.chat, **portable.only_where(is_undelivered))
Index("ix_posts_chat", posts.c.chat, posts.c.message)
# Which games a chat has shown last: it shows more as long as it is there.
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
    Column("policy", Text, nullable=False, server_default="stay", doc="what becomes of it"),
    Column("game", ForeignKey("games.id"), doc="the game whose board it was"),
    Column("revision", Integer, doc="the revision that it showed last"),
)
Index("ix_retired_not_before", retired.c.not_before, **portable.only_where(retired.c.not_before.is_not(None)))

notifications = Table(
    "notifications",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("cause", Text, primary_key=True),
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("state", Text, nullable=False, doc="undelivered; sending: it may have been delivered; sent"),
    Column("at", Moment, index=True, doc="when it was enqueued"),
    CheckConstraint("state IN ('undelivered', 'sending', 'sent')", name="state"),
    Index("ix_notifications_post", "post", "state"),
)

alarms = Table(
    "alarms",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False, doc="what is to happen"),
    Column("subject", Text, nullable=False, doc="to what: the id of a challenge, of a player"),
    Column("due", Moment, nullable=False, index=True),
    Column("claimed_until", Moment, doc="a worker handles it, and no other does"),
    Column("claimed_by", Integer, doc="the process of that worker"),
    UniqueConstraint("kind", "subject"),
)
Index("ix_alarms_claimed", alarms.c.claimed_until, **portable.only_where(alarms.c.claimed_until.is_not(None)))

daily_positions = Table(
    "daily_positions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False, unique=True),
    Column("due", Moment, nullable=False, index=True, doc="when the next one is to be asked"),
    Column("unanswered", Integer, nullable=False, server_default="0", doc="how many nobody answered of late"),
    Column("claimed_until", Moment, doc="a worker looks for one, and no other does"),
    Column("claimed_by", Integer, doc="the process of that worker"),
)
"""The chats that are asked a position a day."""
Index(
    "ix_daily_positions_claimed",
    daily_positions.c.claimed_until,
    **portable.only_where(daily_positions.c.claimed_until.is_not(None)),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("day", Text, nullable=False, doc="the day that it was there: 2026-11-20"),
    Column("text", Text, nullable=False, doc="the position, the roll, and the turns to choose from"),
    Column("best", Integer, nullable=False, doc="which of them is the best, from 0"),
    Column("game", ForeignKey("games.id"), doc="the game that it is from; empty: it is from the stock"),
    Column("turn", Integer, doc="which turn of that game, from 1"),
    Column("state", Text, nullable=False, doc="last: it was closed, and no other comes by itself"),
    Column("asked", Moment, nullable=False, index=True),
    UniqueConstraint("chat", "day"),
    CheckConstraint("state IN ('open', 'closed', 'last')", name="state"),
    CheckConstraint("(game IS NULL) = (turn IS NULL)", name="game"),
    **portable.NEVER_REUSED_KEYS,
)
"""The positions of the day that were asked."""

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("puzzle", ForeignKey("puzzles.id", ondelete="CASCADE"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True, index=True),
    Column("choice", Integer, nullable=False, doc="which of the turns, from 0"),
    Column("at", Moment, nullable=False),
    CheckConstraint("choice BETWEEN 0 AND 3", name="choice"),
)

own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("asked", Integer, nullable=False, doc="how many the player has asked for by himself"),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True, doc="a platform's name; bot: the bot itself; zero: see Heartbeat"),
    Column("at", Moment, nullable=False, doc="when it was known to work last"),
)

holidays = Table(
    "holidays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("starts", Moment, nullable=False),
    Column("ends", Moment, nullable=False),
    Column("announced", Moment, nullable=False),
    Column("zone", Text, nullable=False, doc="the IANA name of the time zone whose days these are"),
    CheckConstraint("starts < ends", name="order"),
    Index("ix_holidays_player", "player", "ends"),
    **portable.NEVER_REUSED_KEYS,
)

questions = Table(
    "questions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("lines", Text, nullable=False, doc="what each answer carries out, a line each"),
    Column("expires", Moment, nullable=False),
)

applied = Table(
    "applied",
    metadata,
    Column(
        "key", Text, primary_key=True, doc="the idempotency key, from the platform's own id of what was done"
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
    Column("namespace", Text, nullable=False, doc="of `log_entries`, from which it was taken"),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False, index=True, doc="when it was put aside"),
)

telegram_updates = Table(
    "telegram_updates",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False, doc="Telegram's own number"),
    Column(
        "chat",
        BigInteger,
        nullable=False,
        doc="Telegram's number of what it concerns; 0 for none, and once handled",
    ),
    Column("process", Integer, nullable=False, doc="who handles it, by a number of that process alone"),
    Column("text", Text, nullable=False, doc="as it came; empty once it was handled"),
    Column("handled_at", Moment, index=True),
)
_is_waiting = telegram_updates.c.handled_at.is_(None)
Index("ix_telegram_updates_chat_waiting", telegram_updates.c.chat, **portable.only_where(_is_waiting))
Index("ix_telegram_updates_process", telegram_updates.c.process, **portable.only_where(_is_waiting))

processes = Table(
    "processes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", Moment, nullable=False),
    **portable.NEVER_REUSED_KEYS,
)
"""The processes that serve the database, until another finds that they do not any more."""

given_ids = Table(
    "given_ids",
    metadata,
    Column(
        "id",
        Text,
        primary_key=True,
        doc="of a game, a challenge or an import, whether it is still there or not",
    ),
)


def settings_of(table: Table) -> dict[str, Any]:
    """Return the settings of a player or chat by their columns, each with its value before one is chosen."""
    return {column.name: _first(column) for column in table.columns if column.info == SETTING}


def _first(column: Column[Any]) -> Any:  # noqa: ANN401 (any type of a column)
    first: Any = column.default or column.server_default
    value = None if first is None else first.arg
    return False if value is false() else value
