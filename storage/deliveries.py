"""Deliveries: which chats have something undelivered, and how each delivery attempt ended."""

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
"""The longest postponement. A later moment was stored before the clock was set back, so it counts as due.

Platforms ask for pauses of seconds or minutes, Telegram at worst of hours. One request an hour does no harm,
and the adapters' own rate limiters, which use a monotonic clock, delay such a request further if necessary.
"""

_OFTEN = 8
"""Length of a round of a chat's delivery turns.

In one turn of each round redraws do not wait for new moves. In another, replaced messages come first.
"""
_FOR_REPAINTS, _FOR_RETIRED = 3, 7


async def due_platforms(
    connection: AsyncConnection, now: datetime, until: datetime, platforms: Collection[str]
) -> list[str]:
    """Return the platforms, of those given, on which `claim` would find a chat."""
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
    """Claim chats of a platform with something to deliver now, the one claimed longest ago first.

    Return each with its next post, or with its next retired message (replaced by a newer one, to be tidied
    up).

    Args:
        until: when the claim expires and another sender may take over.
        first: ids of chats to claim before all others, if they are due.
        by: the number of the claiming process.
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
    # Posts come before old messages, except in chats whose turn it is to tidy up.
    for kind, query, there in (
        (PostRow, _first_posts, played),
        (RetiredRow, _first_retired, {*played, *tidied}),
    ):
        if rest := [chat for chat in there if chat not in next_there]:
            rows = (await connection.execute(query, given | {"chats": rest})).mappings()
            next_there |= {row["chat"]: kind.read(row) for row in rows}
    return [(chat, next_there[chat.id]) for chat in claimed]


async def finish_turn(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Release a claimed chat and count a delivery turn, so that other chats come first.

    Return False without a change if the claim was released or replaced by a newer one.
    """
    return (await connection.execute(_finish_turn, {"claimed": chat, "until": until})).rowcount == 1


async def release_chat(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Release a claimed chat without counting a delivery turn.

    Return False if the claim was released or replaced.

    Args:
        until: when the claim expires, which identifies the claim.
    """
    return await _chats.release(connection, chat, until)


async def next_attempt(connection: AsyncConnection, now: datetime) -> datetime | None:
    """Return when the earliest delivery that is postponed beyond `now` is due; None if there is none."""
    moments = (await connection.execute(_next_attempt, {"now": now, "latest": now + LONGEST_DELAY})).one()
    return min((moment for moment in moments if moment is not None), default=None)


async def queued(connection: AsyncConnection, chats: Collection[int], message: str, now: datetime) -> int:
    """Count the undelivered, not postponed posts of some chats, except the post that `message` shows."""
    given = {"chats": [*chats], "of_message": message, "now": now, "latest": now + LONGEST_DELAY}
    return int((await connection.execute(_queued, given)).scalar_one())


def _is_due(not_before: ColumnElement[datetime | None]) -> ColumnElement[bool]:
    return or_(not_before.is_(None), not_before <= bindparam("now"), not_before > bindparam("latest"))


def _is_put_off(
    not_before: ColumnElement[datetime | None],
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Negation of `_is_due`, written so that an index on the moment can be used."""
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
# Forces SQLite to look up the few chats with undelivered posts by key, not by the index on the platform.
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
        # A `last_claim` later than any new claim was stored before the clock was set back.
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
    or_(posts.c.message.is_(None), posts.c.message != bindparam("of_message")),
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


# The chat is released first, which counts the turn. So a delivered post gets at least 1, and posts with turn
# 0, which never had a turn, come first.
_turn_of_chat = select(chats.c.turn).where(chats.c.id == posts.c.chat).scalar_subquery()


async def reset_attempts(connection: AsyncConnection, since: datetime, tried: datetime) -> None:
    """Reset the start of attempts that may have notified a player and seem to begin after a moment.

    Args:
        since: attempts begun later are reset, because the clock was set back.
        tried: the new start, so early that no platform still knows the nonce, by which it recognises a
            repeated request.
    """
    await connection.execute(_doubt, {"since": since, "tried": tried})


async def claimed_post(
    connection: AsyncConnection, post_id: int, chat: int, until: datetime
) -> PostRow | None:
    """Return a post if it is still in a chat and the chat is still claimed until a moment, else None."""
    return await PostRow.fetch_first(
        connection, _claimed_post, {"post": post_id, "in_chat": chat, "until": until}
    )


async def mark_replaced(connection: AsyncConnection, post: PostRow) -> None:
    """Mark a post in an unreachable chat as replaced, so that it gets no new message if the chat comes back.

    Its existing message is then only edited. A post that may never have arrived is not sent again until there
    is something new to show.
    """
    values: dict[str, object] = {"fresh_revision": post.sent_revision}
    if post.message is None:
        values["shown_revision"] = posts.c.wanted_revision
    await connection.execute(update(posts).where(posts.c.id == post.id).values(values))


async def delete_unsent(connection: AsyncConnection, post: PostRow) -> None:
    """Delete a post that is no longer needed, with its notifications, unless it has a message."""
    await connection.execute(_delete_unsent, _given(post))


async def begin_attempt(
    connection: AsyncConnection, post: PostRow, now: datetime, tried: datetime | None = None
) -> int:
    """Note that a new message for a post is being sent; return the attempt's number.

    Args:
        tried: when the attempt counts as begun; None: now. A time far in the past marks the nonce as unknown
            to the platform.
    """
    number = post.number + 1
    attempt = {"next": number, "fresh": post.fresh_revision, "tried": tried or now, "now": now}
    await connection.execute(_begin_attempt, {"post": post.id, **attempt})
    return number


async def repeat_attempt(connection: AsyncConnection, post: PostRow, now: datetime) -> None:
    """Note that an unconfirmed message is being sent again under the same number."""
    await connection.execute(_repeat_attempt, {"post": post.id, "now": now})


async def note_failed(connection: AsyncConnection, post: PostRow, number: int, until: datetime) -> bool:
    """Note that an attempt to send a message certainly failed, so that the next one is a fresh attempt.

    Return False without a change if the chat's claim was replaced: another process may be sending it again.
    """
    given = {**_given(post), "begun": number, "until": until}
    return (await connection.execute(_note_failed, given)).rowcount == 1


async def note_sent(
    connection: AsyncConnection, post: PostRow, message: str, shown: int, number: int
) -> None:
    """Note that a new message shows a post; queue the message that it replaces to be tidied up.

    If the post has moved to another chat, or another process has sent it too, the new message is queued to be
    tidied up as well.

    Args:
        post: the post as it was when sending began.
        shown: the revision that the message shows.
    """
    await outbox.retire_message(connection, post)
    new = {
        "new": message,
        **_as_shown(post, shown),
        "fresh": post.fresh_revision,
        "reported": post.shown_revision,
    }
    noted = await connection.execute(_note_sent, {**_given(post), "begun": number, **new})
    if noted.rowcount == 0:
        # The post has moved to another chat, which still has to show it; or another process took this one for
        # dead and sent the message again.
        await outbox.retire_message(connection, replace(post, message=message))


async def note_edited(connection: AsyncConnection, post: PostRow, shown: int) -> None:
    """Note that a post's message was edited and shows a newer revision; end a postponement.

    Nothing happens if the post has moved to another chat.

    Args:
        post: the post as it was when the edit began.
        shown: the revision that the message shows.
    """
    await connection.execute(_note_edited, {**_given(post), **_as_shown(post, shown)})


async def repeat_edit(connection: AsyncConnection, post: PostRow) -> None:
    """Mark a post's latest revision as not shown, so that its message is edited again.

    It is unknown which of two edits arrived last. Nothing happens if the post is undelivered anyway.
    """
    await connection.execute(_repeat_edit, _given(post))


async def note_answered_in_place(connection: AsyncConnection, post: PostRow, shown: int, number: int) -> None:
    """Note that an edit of the current message replaced a new message that was to be sent.

    If the post's message has changed since, nothing is noted and the new message is still sent.
    """
    new = {**_as_shown(post, shown), "fresh": post.fresh_revision, "reported": post.shown_revision}
    where = {**_given(post), "by": post.message, "begun": number}
    await connection.execute(_note_answered_in_place, {**where, **new})


def _given(post: PostRow) -> dict[str, int]:
    return {"post": post.id, "in_chat": post.chat}


def _as_shown(post: PostRow, shown: int) -> dict[str, int]:
    return {"shown": shown, "seen_repaints": post.repaints}


async def note_message_lost(connection: AsyncConnection, post: PostRow) -> None:
    """Note that a post's message was deleted. A new one is sent and repeats what the lost one reported."""
    await connection.execute(_note_message_lost, _given(post))


async def postpone(connection: AsyncConnection, post: PostRow, until: datetime) -> None:
    """Postpone an untried post, unless its content has changed since; it keeps its place in the queue."""
    await connection.execute(_postpone, {**_given(post), "seen": post.wanted_revision, "later": until})


async def retry_later(connection: AsyncConnection, post: PostRow, until: datetime) -> None:
    """Postpone a post after a failed attempt; the chat's other posts come first."""
    await connection.execute(_retry_later, {**_given(post), "later": until})


_is_claimed = (
    select(chats.c.id)
    .where(chats.c.id == bindparam("in_chat"), chats.c.claimed_until == bindparam("until"))
    .exists()
)
# A post that has moved to another chat in the meantime is not matched.
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
"""True if an attempt's result has not been noted and its post is still in the chat."""
_shown = bindparam("shown", type_=Integer)
_is_outdated = and_(posts.c.repaints != bindparam("seen_repaints"), posts.c.wanted_revision <= _shown)
"""True if a message shows the latest revision but was begun before a redraw, so it has the old look."""


def _at_most_seen(revision: ColumnElement[int]) -> ColumnElement[int]:
    """Return a revision, reduced to the one before the last if the last must be shown again."""
    last = posts.c.wanted_revision
    return case((and_(_is_outdated, revision >= last), last - 1), else_=revision)


_delete_unsent = delete(posts).where(*_of_chat, posts.c.message.is_(None))
_note_failed = update(posts).where(*_begun_as, _is_claimed).values(tried_revision=0, tried_at=None)
_shown_as_new = (
    update(posts)
    .where(*_begun_as)
    .values(
        sent_revision=bindparam("fresh"),
        told_revision=_at_most_seen(bindparam("reported", type_=Integer)),
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
_repeat_edit = (
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
_postpone = (
    update(posts)
    .where(*_of_chat, posts.c.wanted_revision == bindparam("seen"))
    .values(not_before=bindparam("later"))
)
_retry_later = update(posts).where(*_of_chat).values(not_before=bindparam("later"), turn=_turn_of_chat)


async def finish_retired(connection: AsyncConnection, row: RetiredRow) -> None:
    """Remove a retired message (replaced by a newer one) from the queue of those to be tidied up."""
    await connection.execute(_finish_retired, {"in_chat": row.chat, "of_message": row.message})


async def retry_retired_later(connection: AsyncConnection, row: RetiredRow, until: datetime) -> None:
    """Postpone the tidying of a retired message (replaced by a newer one)."""
    await connection.execute(
        _retry_retired_later, {"in_chat": row.chat, "of_message": row.message, "until": until}
    )


_of_message = retired.c.chat == bindparam("in_chat"), retired.c.message == bindparam("of_message")
_finish_retired = delete(retired).where(*_of_message)
_retry_retired_later = update(retired).where(*_of_message).values(not_before=bindparam("until"))
