"""Claims: the posts that a sender has claimed for delivery, and each attempt to deliver one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.sessions.values import Chat
from storage.rows import NotificationRow, PostRow, RetiredRow

DEADLINE = timedelta(seconds=60)
"""After so long a request that delivers something ends, whatever the platform does.

More than an adapter takes by its own time-outs (Telegram's add up to 48), half as long as a nonce is
remembered, so that it can be repeated, and far less than a claim lasts.
"""


class ClaimLost(Exception):
    """What was claimed is another's to deliver: this process was taken for dead."""


@dataclass(frozen=True, slots=True)
class Post:
    """What a chat should show of a game or a challenge, or a short message that it is to get.

    Args:
        subject: `game`, `challenge`, `reminder`, `digest`, `holiday`, `announcement` or `link`.
        subject_id: which.
        message: the message that shows it now, if there is one.
        since: the revision up to which messages that stay have told what happened.
        is_fresh: True if it is to be shown by a new message, and not by an edit.
        wanted: the revision that is to be shown.
        instead_of: the kind and platform of the lost chat for which this one stands in, if it does.
        is_first: True if no message has shown it yet, or may have.
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
        """Return the post that a row holds."""
        is_fresh = row.message is None or row.sent_revision < row.fresh_revision
        since = row.shown_revision if is_fresh else row.told_revision
        shown = row.subject, row.subject_id, row.chat, row.message
        is_first = row.turn == 0 and row.tried_at is None
        return cls(*shown, since, is_fresh, row.wanted_revision, row.instead_of or "", is_first)


@dataclass(frozen=True, slots=True)
class RetiredMessage:
    """A message that another has replaced.

    Args:
        policy: what is to become of it: `stay`, `shrink` or `delete`.
        game: the game that it showed, if it was a board.
        revision: the revision that it showed.
    """

    chat: int
    message: str
    policy: str
    game: str | None
    revision: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be delivered next in a chat, which is claimed for that.

    Args:
        until: when another sender may claim it, unless it is released before.
        by: the number of the process that has claimed it.
    """

    chat: Chat
    until: datetime
    by: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class PostClaim(Claim):
    """A claim to deliver what a chat should show.

    Args:
        row: the post as it is stored.
    """

    row: PostRow

    @property
    def post(self) -> Post:
        """What is to be shown."""
        return Post.of(self.row)


@dataclass(frozen=True, slots=True)
class RetiredClaim(Claim):
    """A claim to do what is to become of a message that another has replaced.

    Args:
        row: the message as it is stored.
    """

    row: RetiredRow

    @property
    def retired(self) -> RetiredMessage:
        """The message."""
        row = self.row
        return RetiredMessage(row.chat, row.message, row.policy, row.game, row.revision)


@dataclass(frozen=True, slots=True)
class Claimed:
    """What was claimed at one look.

    Args:
        claims: the claims, each in a chat of its own.
        wait: how long until something that was put off may be tried again, if anything was.
    """

    claims: tuple[PostClaim | RetiredClaim, ...]
    wait: timedelta | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt at sending a new message.

    Args:
        claim: the claim on its chat.
        row: the post as it was when the attempt began.
        number: the number of that message among those of its post.
        nonce: the same for every attempt at the same message.
        notifications: those that it delivers.
        notified: the players whom it notifies.
        repeats: True if nobody knows if an earlier attempt arrived, so that the nonce may find its message.
        nonce_left: how long the platform still knows that nonce; a repetition must arrive before.
        tried: when the attempt began whose message is to be searched for; None if the nonce finds it, if
            there is none, or if the clock was set meanwhile.
        found: the message in which that attempt was found, if it was looked for and found.
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
        """The notifications that an earlier attempt may have delivered, so that this one makes no sound."""
        return tuple(
            each
            for each in self.notifications
            if each.state == "sending" and each.player not in self.notified
        )

    @property
    def takes_over(self) -> bool:
        """True if the message that was found is all that was wanted, but for an edit."""
        return self.found is not None and len(self.in_doubt) == len(self.notifications)

    def after_search(self, found: str | None) -> Delivery:
        """Return the delivery once the chat was searched: what was not found notifies aloud."""
        if found is not None:
            return replace(self, found=found)
        everybody = frozenset(each.player for each in self.notifications)
        return replace(self, notified=everybody, tried=None)

    @property
    def is_given_up(self) -> bool:
        """True if it is better not seen than seen twice: nobody answers to it, and none waits for it."""
        return self.row.subject == "announcement" and self.repeats and self.nonce_left is None

    @property
    def post(self) -> Post:
        """What is to be shown."""
        return Post.of(self.row)
