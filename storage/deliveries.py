"""Deliveries: which chats have something undelivered, and how each attempt to deliver it ended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import notifications, outbox, portable
from storage.claims import RELEASED, Queue, is_free
from storage.rows import ChatRow, PostRow, RetiredRow
from storage.tables import chats, is_undelivered, posts, retired

LONGEST_DELAY = timedelta(hours=1)
"""The longest that anything is put off. A later moment was stored before the clock was set back, and is due.

Platforms ask for seconds or minutes, Telegram at its worst for some hours. Asked again once an hour they lose
nothing, and the adapters' own pacing, which no wall clock moves, still holds such a request back.
"""

_OFTEN = 8
"""So many turns of a chat make a round. In one of them a repaint waits no longer than play, and in one
replaced messages come first."""
_FOR_REPAINTS, _FOR_RETIRED = 3, 7


async def due_platforms(
    connection: AsyncConnection, now: datetime, until: datetime, platforms: Collection[str]
) -> list[str]:
    """Return on which of some platforms `claim` would find a chat, in no order."""
    given = {"now": now, "until": until, "latest": now + LONGEST_DELAY, "platforms": [*platforms]}
    return list((await connection.execute(_due_platforms, given)).scalars())


async def claim(
    connection: AsyncConnection,
    limit: int,
    now: datetime,
    until: datetime,
    platform: str,
    first: Collection[int] = (),
    by: int | None = None,
) -> list[tuple[ChatRow, PostRow | RetiredRow]]:
    """Claim chats of a platform in which something can be delivered now; return each with what comes next.

    Args:
        limit: how many chats at most.
        now: what time it is.
        until: when another sender may claim them, unless they are released before.
        first: the chats that come before all others, if they are due.
        by: the number of the process that claims.
    """
    latest = now + LONGEST_DELAY
    found = await _chats.claim_in(
        connection, limit, now, until, by=by, latest=latest, on=platform, first=[*first]
    )
    found.sort(key=lambda row: (row.last_claim is not None, row.last_claim, row.id))
    claimed = [ChatRow.take(iter(row)) for row in found]
    given = {"now": now, "latest": latest}
    next_there: dict[int, PostRow | RetiredRow] = {}
    tidied = {row.id for row in found if row.tidied}
    played = {chat.id for chat in claimed} - tidied
    # First what is to be seen, then what is to become of messages that are replaced; where it is their turn,
    # the other way round.
    for kind, query, there in (
        (PostRow, _first_posts, played),
        (RetiredRow, _first_retired, {*played, *tidied}),
    ):
        if rest := [chat for chat in there if chat not in next_there]:
            rows = (await connection.execute(query, given | {"chats": rest})).mappings()
            next_there |= {row["chat"]: kind.read(row) for row in rows}
    return [(chat, next_there[chat.id]) for chat in claimed]


async def finish_turn(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Give back a chat that was claimed until a moment and has had its turn; say whether it was still so."""
    return (await connection.execute(_finish_turn, {"claimed": chat, "until": until})).rowcount == 1


async def release_chat(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Give back a chat that was claimed until a moment, its turn still to come; return as `finish_turn`."""
    return await _chats.release(connection, chat, until)


async def next_attempt(connection: AsyncConnection, now: datetime) -> datetime | None:
    """Return the moment at which something that was put off may be tried again."""
    moments = (await connection.execute(_next_attempt, {"now": now, "latest": now + LONGEST_DELAY})).one()
    return min((moment for moment in moments if moment is not None), default=None)


async def queued(connection: AsyncConnection, chats: Collection[int], message: str, now: datetime) -> int:
    """Return how many boards and cards some chats are still to show now, but for one that stands there.

    Args:
        message: the message of the one that does not count.
        now: what time it is.
    """
    given = {"chats": [*chats], "told": message, "now": now, "latest": now + LONGEST_DELAY}
    return int((await connection.execute(_queued, given)).scalar_one())


def _is_due(not_before: ColumnElement[datetime | None]) -> ColumnElement[bool]:
    return or_(not_before.is_(None), not_before <= bindparam("now"), not_before > bindparam("latest"))


def _is_put_off(
    not_before: ColumnElement[datetime | None],
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The opposite of `_is_due`, said so that an index of moments finds it."""
    return not_before > bindparam("now"), not_before <= bindparam("latest")


_post_is_due = is_undelivered, _is_due(posts.c.not_before)
_of_claimed: BindParameter[Any] = bindparam("chats", expanding=True)
_chat_is_due = (
    chats.c.id.in_(
        union_all(
            select(posts.c.chat).where(*_post_is_due),
            select(retired.c.chat).where(_is_due(retired.c.not_before)),
        )
    ),
    ~chats.c.gone,
    _is_due(chats.c.not_before),
)
# Not by their index: the few that have something undelivered are looked up one by one.
_platform = portable.unindexed(chats.c.platform)
_due_platforms = (
    select(chats.c.platform)
    .where(*_chat_is_due, is_free(chats), _platform.in_(bindparam("platforms", expanding=True)))
    .distinct()
)
_chats = Queue(
    chats,
    select(chats.c.id)
    .where(*_chat_is_due, _platform == bindparam("on"))
    .order_by(
        chats.c.id.in_(bindparam("first", expanding=True)).desc(),
        # A claim further off than any that is made now was made before the clock was set back.
        case((chats.c.last_claim > bindparam("until"), None), else_=chats.c.last_claim).nulls_first(),
        chats.c.id,
    ),
    (
        *ChatRow.columns_of(chats),
        chats.c.last_claim,
        and_(
            chats.c.turn % _OFTEN == _FOR_RETIRED,
            select(retired.c.chat)
            .where(retired.c.chat == chats.c.id, _is_due(retired.c.not_before))
            .exists(),
        ).label("tidied"),
    ),
)
_finish_turn = (
    update(chats)
    .where(chats.c.id == bindparam("claimed"), chats.c.claimed_until == bindparam("until"))
    .values(last_claim=chats.c.claimed_until, turn=chats.c.turn + 1, **RELEASED)
)
_queued = select(func.count()).where(
    *_post_is_due,
    posts.c.chat.in_(_of_claimed),
    or_(posts.c.message.is_(None), posts.c.message != bindparam("told")),
)
_ranked = (
    select(
        posts.c.id,
        func.row_number()
        .over(
            partition_by=posts.c.chat,
            order_by=(
                and_(posts.c.repainted, chats.c.turn % _OFTEN != _FOR_REPAINTS),
                posts.c.turn,
                posts.c.id,
            ),
        )
        .label("place"),
    )
    .join(chats, chats.c.id == posts.c.chat)
    .where(*_post_is_due, posts.c.chat.in_(_of_claimed))
    .subquery()
)
_first_posts = select(posts).where(posts.c.id.in_(select(_ranked.c.id).where(_ranked.c.place == 1)))
_first_retired = select(retired).where(
    tuple_(retired.c.chat, retired.c.message).in_(
        select(retired.c.chat, func.min(retired.c.message))
        .where(_is_due(retired.c.not_before), retired.c.chat.in_(_of_claimed))
        .group_by(retired.c.chat)
    )
)
_next_attempt = select(
    *(
        query.scalar_subquery()
        for query in (
            select(func.min(posts.c.not_before)).where(is_undelivered, *_is_put_off(posts.c.not_before)),
            select(func.min(retired.c.not_before)).where(*_is_put_off(retired.c.not_before)),
            select(func.min(chats.c.not_before)).where(*_is_put_off(chats.c.not_before)),
        )
    )
)


# The chat is given back before, which counts its turn: so from one on, and what never had its turn comes
# before what had the chat's first.
_turn_of_chat = select(chats.c.turn).where(chats.c.id == posts.c.chat).scalar_subquery()


async def doubt_attempts(connection: AsyncConnection, since: datetime, tried: datetime) -> None:
    """Let every attempt that calls somebody, and seems to be later than a moment, have begun at another.

    Args:
        tried: when such an attempt counts as begun: so early that no platform knows its nonce.
    """
    await connection.execute(_doubt, {"since": since, "tried": tried})


async def claimed_post(
    connection: AsyncConnection, post_id: int, chat: int, until: datetime
) -> PostRow | None:
    """Return a post, if a chat still shows it and is claimed until a moment."""
    return await PostRow.fetch_first(
        connection, _claimed_post, {"post": post_id, "in_chat": chat, "until": until}
    )


async def note_stand_in(connection: AsyncConnection, post: PostRow) -> None:
    """Note that another post stands in for one in a lost chat: it gets no new message, should that be back.

    The message that stands there is edited then. One that is not known to have arrived is not sent again
    before something new is to be shown.
    """
    values: dict[str, object] = {"fresh_revision": post.sent_revision}
    if post.message is None:
        values["shown_revision"] = posts.c.wanted_revision
    await connection.execute(update(posts).where(posts.c.id == post.id).values(values))


async def forget_unsent(connection: AsyncConnection, post: PostRow) -> None:
    """Forget a post that no message shows, and that is not to be shown any more, with its notifications."""
    await connection.execute(_forget_unsent, _given(post))


async def begin_attempt(
    connection: AsyncConnection, post: PostRow, now: datetime, tried: datetime | None = None
) -> int:
    """Note that a new message of a post is being sent; return its number.

    Args:
        tried: when it counts as tried first, if not now: so early that no platform knows its nonce.
    """
    number = post.number + 1
    attempt = {"next": number, "fresh": post.fresh_revision, "tried": tried or now, "now": now}
    await connection.execute(_begin_attempt, {"post": post.id, **attempt})
    return number


async def repeat_attempt(connection: AsyncConnection, post: PostRow, now: datetime) -> None:
    """Note that the message of a post that is in doubt is being sent once more, under its number."""
    await connection.execute(_repeat_attempt, {"post": post.id, "now": now})


async def note_failed(connection: AsyncConnection, post: PostRow, number: int, until: datetime) -> bool:
    """Note that the message of a number that was being sent has certainly not arrived.

    Say whether that was noted: not where its chat, which was claimed until a moment, is not any more. Then
    another process may be sending it again.
    """
    given = {**_given(post), "begun": number, "until": until}
    return (await connection.execute(_note_failed, given)).rowcount == 1


async def note_sent(
    connection: AsyncConnection, post: PostRow, message: str, shown: int, number: int
) -> None:
    """Note that a new message shows a post at a revision; the one it replaces is to be retired.

    Args:
        post: the post as it was when the message was begun.
        shown: the revision that it shows.
        number: the number under which it was begun.
    """
    await outbox.retire_message(connection, post)
    new = {
        "new": message,
        **_as_shown(post, shown),
        "fresh": post.fresh_revision,
        "told": post.shown_revision,
    }
    noted = await connection.execute(_note_sent, {**_given(post), "begun": number, **new})
    if noted.rowcount == 0:
        # It has moved to another chat meanwhile, where it is still to be shown; or another process, which has
        # taken this one for dead, has sent it again.
        await outbox.retire_message(connection, replace(post, message=message))


async def note_edited(connection: AsyncConnection, post: PostRow, shown: int) -> None:
    """Note that a post's message shows a newer revision.

    Args:
        post: the post as it was when the edit was begun.
        shown: the revision that it shows.
    """
    await connection.execute(_note_edited, {**_given(post), **_as_shown(post, shown)})


async def edit_again(connection: AsyncConnection, post: PostRow) -> None:
    """Let a post's message be edited once more: nobody knows which of two edits has arrived last."""
    await connection.execute(_edit_again, _given(post))


async def note_answered_in_place(connection: AsyncConnection, post: PostRow, shown: int, number: int) -> None:
    """Note that a post's message shows at a newer revision what a new message was wanted for.

    Where the post has got another message meanwhile, or none, that one is still to be shown.
    """
    new = {**_as_shown(post, shown), "fresh": post.fresh_revision, "told": post.shown_revision}
    where = {**_given(post), "by": post.message, "begun": number}
    await connection.execute(_note_answered_in_place, {**where, **new})


def _given(post: PostRow) -> dict[str, int]:
    return {"post": post.id, "in_chat": post.chat}


def _as_shown(post: PostRow, shown: int) -> dict[str, int]:
    return {"shown": shown, "seen_repaints": post.repaints}


async def note_message_lost(connection: AsyncConnection, post: PostRow) -> None:
    """Note that a post's message is gone, so that it is sent anew, telling again what the lost one told."""
    await connection.execute(_note_message_lost, _given(post))


async def defer(connection: AsyncConnection, post: PostRow, until: datetime) -> None:
    """Deliver a post later, unless it changes before; nothing was tried, and its turn is still to come."""
    await connection.execute(_defer, {**_given(post), "seen": post.wanted_revision, "later": until})


async def put_off(connection: AsyncConnection, post: PostRow, until: datetime) -> None:
    """Try a post again later."""
    await connection.execute(_put_off, {**_given(post), "later": until})


_is_claimed = (
    select(chats.c.id)
    .where(chats.c.id == bindparam("in_chat"), chats.c.claimed_until == bindparam("until"))
    .exists()
)
# A post that moves to another chat in the meantime is not the old chat's any more.
_of_chat = posts.c.id == bindparam("post"), portable.unindexed(posts.c.chat) == bindparam("in_chat")
_claimed_post = select(posts).where(*_of_chat, _is_claimed)
_begin_attempt = (
    update(posts)
    .where(posts.c.id == bindparam("post"))
    .values(
        number=bindparam("next"),
        tried_revision=bindparam("fresh"),
        tried_at=bindparam("tried"),
        requested_at=bindparam("now"),
    )
)
_repeat_attempt = update(posts).where(posts.c.id == bindparam("post")).values(requested_at=bindparam("now"))
_doubt = (
    update(posts)
    .where(
        is_undelivered,
        portable.unindexed(posts.c.tried_at) > bindparam("since"),
        notifications.ARE_BEING_SENT,
    )
    .values(tried_at=bindparam("tried"))
)
_begun_as = (
    *_of_chat,
    posts.c.number == bindparam("begun"),
    portable.unindexed(posts.c.tried_at).is_not(None),
)
"""True if nobody has noted yet what became of an attempt, and its post has not moved to another chat."""
_shown = bindparam("shown", type_=Integer)
_is_outdated = and_(posts.c.repaints != bindparam("seen_repaints"), posts.c.wanted_revision <= _shown)
"""True if a message that shows all that has happened was begun before a repaint, and so looks as before."""


def _at_most_seen(revision: ColumnElement[int]) -> ColumnElement[int]:
    """Return a revision, or the one before the last if the last is to be shown once more."""
    last = posts.c.wanted_revision
    return case((and_(_is_outdated, revision >= last), last - 1), else_=revision)


_forget_unsent = delete(posts).where(*_of_chat, posts.c.message.is_(None))
_note_failed = update(posts).where(*_begun_as, _is_claimed).values(tried_revision=0, tried_at=None)
_shown_as_new = (
    update(posts)
    .where(*_begun_as)
    .values(
        sent_revision=bindparam("fresh"),
        told_revision=_at_most_seen(bindparam("told", type_=Integer)),
        shown_revision=_at_most_seen(_shown),
        not_before=None,
        tried_revision=0,
        tried_at=None,
        turn=_turn_of_chat,
        repainted=_is_outdated,
    )
)
_note_sent = _shown_as_new.values(message=bindparam("new"))
_note_answered_in_place = _shown_as_new.where(portable.unindexed(posts.c.message) == bindparam("by"))
_note_edited = (
    update(posts)
    .where(*_of_chat)
    .values(shown_revision=_at_most_seen(_shown), not_before=None, turn=_turn_of_chat, repainted=_is_outdated)
)
_edit_again = (
    update(posts)
    .where(*_of_chat, posts.c.shown_revision == posts.c.wanted_revision)
    .values(
        shown_revision=posts.c.wanted_revision - 1,
        told_revision=case(
            (posts.c.told_revision < posts.c.wanted_revision, posts.c.told_revision),
            else_=posts.c.wanted_revision - 1,
        ),
    )
)
_note_message_lost = (
    update(posts)
    .where(*_of_chat)
    .values(message=None, shown_revision=posts.c.told_revision, sent_revision=0, repainted=False)
)
_defer = (
    update(posts)
    .where(*_of_chat, posts.c.wanted_revision == bindparam("seen"))
    .values(not_before=bindparam("later"))
)
_put_off = update(posts).where(*_of_chat).values(not_before=bindparam("later"), turn=_turn_of_chat)


async def finish_retired(connection: AsyncConnection, row: RetiredRow) -> None:
    """Note that what was to become of an old message is done."""
    await connection.execute(_finish_retired, {"in_chat": row.chat, "told": row.message})


async def put_off_retired(connection: AsyncConnection, row: RetiredRow, until: datetime) -> None:
    """Try it again later."""
    await connection.execute(_put_off_retired, {"in_chat": row.chat, "told": row.message, "until": until})


_of_message = retired.c.chat == bindparam("in_chat"), retired.c.message == bindparam("told")
_finish_retired = delete(retired).where(*_of_message)
_put_off_retired = update(retired).where(*_of_message).values(not_before=bindparam("until"))
