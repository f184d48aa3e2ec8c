"""Claims: chats that one sender has reserved to deliver a post or to clean up an old message there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.sessions.values import Chat
from storage.rows import NotificationRow, PostRow, RetiredRow

DEADLINE = timedelta(seconds=60)
"""The longest that one delivery request may take on any platform.

It exceeds the adapters' own time-outs (Telegram's add up to 48 seconds). It is half as long as Discord
remembers a nonce (the key by which it recognises a retry of the same message), so that a retry can still use
the nonce. It is far shorter than a claim's lease.
"""


class ClaimLost(Exception):
    """A claim may not be used any more.

    Another process has or may soon have it, or its post was moved or deleted meanwhile.
    """


@dataclass(frozen=True, slots=True)
class Post:
    """A post: a game, challenge, position or short message as one chat should show it.

    A revision is the number of a state of what is shown: it rises with each change.

    Args:
        subject: a kind of thing to show, one of `storage.outbox.Subject`.
        subject_id: the id of that subject.
        chat: the number of the chat that shows it.
        message: the platform's id of the message that shows the post now, or None.
        since: a message of the post reports the game's events after this revision.
        is_fresh: True if a new message is wanted, False if an edit is enough.
        wanted: the revision that the chat should show.
        instead_of: kind and platform of the unreachable chat that this chat replaces, as in
            `private telegram`; empty if there is none.
        is_first: True if no message has shown the post in this chat yet, none may have arrived there, and no
            failed attempt waits for a retry.
    """

    subject: str
    subject_id: str
    chat: int
    message: str | None
    since: int
    is_fresh: bool
    wanted: int
    instead_of: str = ""
    is_first: bool = False

    @classmethod
    def of(cls, row: PostRow) -> Post:
        """Return the post stored in a row."""
        is_fresh = row.message is None or row.sent_revision < row.fresh_revision
        since = row.shown_revision if is_fresh else row.told_revision
        shown = row.subject, row.subject_id, row.chat, row.message
        is_first = row.turn == 0 and row.tried_at is None
        return cls(*shown, since, is_fresh, row.wanted_revision, row.instead_of or "", is_first)


@dataclass(frozen=True, slots=True)
class RetiredMessage:
    """A retired message: one that no longer shows a post, usually because a newer message replaced it.

    Args:
        chat: the chat's number.
        policy: what to do with the old message besides removing its buttons: `stay` (nothing), `shrink` or
            `delete`.
        game: the game that the message showed, or None if it showed no board.
        revision: the revision of the game that the message showed, or None if it showed no board.
    """

    chat: int
    message: str
    policy: str
    game: str | None
    revision: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A chat reserved for one sender until a moment.

    Args:
        until: when the claim expires and another sender may claim the chat.
        by: the number of the process that made the claim; None if that process had no number.
    """

    chat: Chat
    until: datetime
    by: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class PostClaim(Claim):
    """A claim on a chat to deliver one of its posts.

    Args:
        row: the stored post.
    """

    row: PostRow

    @property
    def post(self) -> Post:
        """The post to deliver."""
        return Post.of(self.row)


@dataclass(frozen=True, slots=True)
class RetiredClaim(Claim):
    """A claim on a chat to clean up one of its retired messages, which no longer show a post.

    Args:
        row: the retired message as stored.
    """

    row: RetiredRow

    @property
    def retired(self) -> RetiredMessage:
        """The message to clean up."""
        row = self.row
        return RetiredMessage(row.chat, row.message, row.policy, row.game, row.revision)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The result of one search for posts to deliver and retired messages to clean up.

    Args:
        claims: the new claims, at most one per chat.
        wait: how long until the next delayed delivery is due, or deliveries to a paused chat go on, on any
            platform; None if nothing is delayed.
    """

    claims: tuple[PostClaim | RetiredClaim, ...]
    wait: timedelta | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt to send a new message.

    Args:
        claim: the claim on the chat.
        row: the post as stored when the attempt began.
        number: the number of this message among the messages of its post.
        nonce: the key by which the platform recognises a retry of the same message.
        notifications: the notifications that the message carries.
        notified: the players whom this attempt notifies with sound.
        repeats: True if an earlier attempt at this message may have arrived; its nonce is used again.
        nonce_left: how long the platform still remembers the nonce; this retry must arrive within that time.
            None for a first attempt, or if the platform has or may have forgotten the nonce.
        tried: when the earlier attempt began, if the sender must search the chat for its message. None if
            the nonce finds that message, if there was no earlier attempt, or if its time is not known.
        found: the id of the earlier attempt's message, if the search found it.
    """

    claim: PostClaim
    row: PostRow
    number: int
    nonce: str
    notifications: tuple[NotificationRow, ...]
    notified: frozenset[int]
    repeats: bool
    nonce_left: timedelta | None = None
    tried: datetime | None = None
    found: str | None = None

    @property
    def in_doubt(self) -> tuple[NotificationRow, ...]:
        """Notifications that an earlier attempt may have delivered and this one repeats without sound."""
        return tuple(
            each
            for each in self.notifications
            if each.state == "sending" and each.player not in self.notified
        )

    @property
    def takes_over(self) -> bool:
        """True if a search found the earlier attempt's message, and this attempt notifies without sound.

        Then an edit of that message is enough.
        """
        return self.found is not None and len(self.in_doubt) == len(self.notifications)

    def after_search(self, found: str | None) -> Delivery:
        """Return the delivery after the chat was searched for the earlier attempt's message.

        If the search found none, the delivery notifies all its players with sound.

        Args:
            found: the id of that message, or None if it was not found.
        """
        if found is not None:
            return replace(self, found=found)
        everybody = frozenset(each.player for each in self.notifications)
        return replace(self, notified=everybody, tried=None)

    @property
    def is_given_up(self) -> bool:
        """True for an announcement that may have arrived, if the platform may not recognise a retry."""
        # It needs no answer, so that missing it is better than reading it twice: it is not sent again.
        return self.row.subject == "announcement" and self.repeats and self.nonce_left is None

    @property
    def post(self) -> Post:
        """The post to deliver."""
        return Post.of(self.row)
