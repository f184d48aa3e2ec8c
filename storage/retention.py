"""Retention: find and delete rows that have expired, at most 500 at a time.

Each function that returns `Keys` returns at most 500, and its counterpart `forget_…` deletes those rows.

Expired rows are never needed again. So they can be found in one transaction and deleted in a later one, which
keeps the write lock short.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    case,
    cast,
    delete,
    false,
    not_,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import (
    applied,
    challenges,
    chats,
    failed_attempts,
    games,
    holidays,
    is_undelivered,
    key_values,
    link_changes,
    link_codes,
    links,
    notifications,
    players,
    posts,
    puzzles,
    questions,
    settings_of,
    telegram_updates,
    unreadable_entries,
)

Keys = list[tuple[Any, ...]]
"""Primary keys of rows."""

_BATCH_SIZE = 500


async def old_keys(connection: AsyncConnection, before: datetime) -> Keys:
    """Return idempotency keys, by which repeated actions are recognised, from before a moment."""
    return await _some(connection, select(applied.c.key).where(applied.c.at < before))


async def forget_keys(connection: AsyncConnection, keys: Keys) -> None:
    """Delete idempotency keys. An action delivered again after that would be applied again."""
    await connection.execute(delete(applied).where(tuple_(applied.c.key).in_(keys)))


async def expired_questions(connection: AsyncConnection, now: datetime) -> Keys:
    """Return the keys of questions to players that have expired."""
    return await _some(connection, select(questions.c.id).where(questions.c.expires <= now))


async def forget_questions(connection: AsyncConnection, keys: Keys) -> None:
    """Delete questions to players, so that their buttons no longer work."""
    await connection.execute(delete(questions).where(tuple_(questions.c.id).in_(keys)))


async def old_attempts(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of wrong guesses of secrets that were made before a moment."""
    return await _some(connection, select(failed_attempts.c.id).where(failed_attempts.c.at < before))


async def forget_attempts(connection: AsyncConnection, keys: Keys) -> None:
    """Delete the records of wrong guesses of secrets."""
    await connection.execute(delete(failed_attempts).where(tuple_(failed_attempts.c.id).in_(keys)))


async def old_unreadable(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of entries of `unreadable_entries` that were put aside there before a moment."""
    return await _some(connection, select(unreadable_entries.c.id).where(unreadable_entries.c.at < before))


async def forget_unreadable(connection: AsyncConnection, keys: Keys) -> None:
    """Delete entries of `unreadable_entries`."""
    await connection.execute(delete(unreadable_entries).where(tuple_(unreadable_entries.c.id).in_(keys)))


async def old_updates(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the numbers of Telegram updates that were handled before a moment."""
    return await _some(
        connection, select(telegram_updates.c.id).where(telegram_updates.c.handled_at < before)
    )


async def forget_updates(connection: AsyncConnection, keys: Keys) -> None:
    """Delete the numbers of handled updates. An update delivered again after that would be handled again."""
    await connection.execute(delete(telegram_updates).where(tuple_(telegram_updates.c.id).in_(keys)))


async def past_notifications(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of notifications, sent or not, enqueued before a moment and with a cause that is over.

    While a cause lasts, its notification must stay to prevent a second one. The forms of causes are defined
    in `bot.sessions.outbox.enqueue` and `bot.sessions.challenges`; notifications with other forms are kept.
    """
    query = (
        select(notifications.c.player, notifications.c.cause)
        .join(posts, posts.c.id == notifications.c.post)
        .outerjoin(games, and_(posts.c.subject == "game", games.c.id == posts.c.subject_id))
        .outerjoin(challenges, and_(posts.c.subject == "challenge", challenges.c.id == posts.c.subject_id))
        .where(notifications.c.at < before, _is_past)
    )
    return await _some(connection, query)


async def forget_notifications(connection: AsyncConnection, keys: Keys) -> None:
    """Delete notifications; their posts stay."""
    await connection.execute(
        delete(notifications).where(tuple_(notifications.c.player, notifications.c.cause).in_(keys))
    )


async def past_reminders(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of reminder, digest and holiday posts from before a moment, delivered or not.

    A post about a holiday that was deleted counts at any age, but only once delivered or in a lost chat.
    """
    is_gone = select(chats.c.id).where(chats.c.id == posts.c.chat, chats.c.gone).exists()
    is_seen = or_(not_(is_undelivered), is_gone)
    query = (
        select(posts.c.id)
        .outerjoin(notifications, notifications.c.post == posts.c.id)
        .outerjoin(
            holidays, and_(posts.c.subject == "holiday", posts.c.subject_id == cast(holidays.c.id, Text))
        )
        .where(
            posts.c.subject.in_(("reminder", "digest", "holiday")),
            or_(
                notifications.c.at < before,
                holidays.c.announced < before,
                # The holiday was cancelled or cut short, and the post about that was delivered.
                and_(posts.c.subject == "holiday", holidays.c.id.is_(None), is_seen),
            ),
        )
    )
    return await _some(connection, query)


async def forget_reminders(connection: AsyncConnection, keys: Keys) -> None:
    """Delete reminder, digest and holiday posts with their notifications; their messages in chats stay."""
    await connection.execute(delete(posts).where(tuple_(posts.c.id).in_(keys)))


async def past_announcements(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of announcements made before a moment."""
    query = select(key_values.c.key).where(
        key_values.c.namespace == "announced", key_values.c.text < before.isoformat(timespec="microseconds")
    )
    return await _some(connection, query)


async def forget_announcements(connection: AsyncConnection, keys: Keys) -> None:
    """Delete announcements with their texts, times and posts."""
    of_them = and_(posts.c.subject == "announcement", tuple_(posts.c.subject_id).in_(keys))
    await connection.execute(delete(posts).where(of_them))
    kept = and_(
        key_values.c.namespace.in_(("announcements", "announced")), tuple_(key_values.c.key).in_(keys)
    )
    await connection.execute(delete(key_values).where(kept))


async def old_codes(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the hashes of link codes that were made before a moment, used or not."""
    return await _some(connection, select(link_codes.c.hash).where(link_codes.c.made < before))


async def forget_codes(connection: AsyncConnection, keys: Keys) -> None:
    """Delete link codes, which then no longer work."""
    await connection.execute(delete(link_codes).where(tuple_(link_codes.c.hash).in_(keys)))


async def past_links(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the ids of links that merged players by a moment, undone or not; and of others made by then."""
    ended = or_(links.c.linked <= before, and_(links.c.linked.is_(None), links.c.made <= before))
    return await _some(connection, select(links.c.id).where(ended))


async def forget_links(connection: AsyncConnection, keys: Keys) -> None:
    """Delete links with their posts and recorded changes, so that their merges can no longer be undone.

    Delete also the names, settings and languages of the players who stay merged by them.
    """
    these = tuple_(links.c.id).in_(keys)
    younger = case((links.c.older == links.c.asker, links.c.typist), else_=links.c.asker)
    merged = select(younger).where(these, links.c.state == "linked")
    nobody = settings_of(players) | dict.fromkeys(("client_language", "own_name", "last_platform"))
    await connection.execute(
        update(players)
        .where(players.c.id.in_(merged), players.c.merged_into.is_not(None))
        # The column does not allow an empty name.
        .values(name="Somebody", **nobody)
    )
    # The merged players' imports were listed for the remaining player, too, at the merge, and stay there.
    lenders = select(cast(younger, Text)).where(these, links.c.state == "linked")
    lent = key_values.c.namespace == "imports-of", key_values.c.key.in_(lenders)
    await connection.execute(delete(key_values).where(*lent))
    of_them = and_(posts.c.subject == "link", tuple_(posts.c.subject_id).in_(keys))
    await connection.execute(delete(posts).where(of_them))
    await connection.execute(delete(link_changes).where(tuple_(link_changes.c.link).in_(keys)))
    await connection.execute(delete(links).where(these))


async def past_challenges(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of challenges that led to no game and were closed before a moment.

    Left out are those that a reachable chat may still show as open, and each challenger's last challenge,
    because the next one starts with its options.
    """
    later = challenges.alias("later")
    is_last = ~(
        select(later.c.id)
        .where(later.c.challenger == challenges.c.challenger, later.c.made > challenges.c.made)
        .exists()
    )
    looks_open = (
        select(posts.c.id)
        .join(chats, chats.c.id == posts.c.chat)
        .where(
            posts.c.subject == "challenge",
            posts.c.subject_id == challenges.c.id,
            is_undelivered,
            ~chats.c.gone,
        )
        .exists()
    )
    query = select(challenges.c.id).where(
        challenges.c.closed < before,
        challenges.c.state.in_(("declined", "cancelled", "expired")),
        ~is_last,
        ~looks_open,
    )
    return await _some(connection, query)


async def forget_challenges(connection: AsyncConnection, keys: Keys) -> None:
    """Delete challenges with their posts and notifications."""
    of_them = and_(posts.c.subject == "challenge", tuple_(posts.c.subject_id).in_(keys))
    await connection.execute(delete(posts).where(of_them))
    await connection.execute(delete(challenges).where(tuple_(challenges.c.id).in_(keys)))


async def past_puzzles(connection: AsyncConnection, before: datetime) -> Keys:
    """Return the keys of positions of the day that chats got before a moment, open or closed."""
    return await _some(connection, select(puzzles.c.id).where(puzzles.c.asked < before))


async def forget_puzzles(connection: AsyncConnection, keys: Keys) -> None:
    """Delete positions of the day with their answers and posts."""
    ids = [str(key) for (key,) in keys]
    of_them = and_(posts.c.subject.in_(("puzzle", "solution")), posts.c.subject_id.in_(ids))
    await connection.execute(delete(posts).where(of_them))
    await connection.execute(delete(puzzles).where(tuple_(puzzles.c.id).in_(keys)))


async def _some(connection: AsyncConnection, query: Select[Any]) -> Keys:
    return [tuple(row) for row in (await connection.execute(query.limit(_BATCH_SIZE))).all()]


def _about(kind: str) -> ColumnElement[bool]:
    return notifications.c.cause.startswith(f"{kind}:", autoescape=True)


_is_over = games.c.outcome.is_not(None)
_this_turn = ":" + games.c.id + ":" + cast(games.c.turns, Text)
_is_this_turn = notifications.c.cause.in_(("turn" + _this_turn, "took" + _this_turn))
_is_past = or_(
    and_(or_(_about("turn"), _about("took")), or_(_is_over, ~_is_this_turn)),
    and_(_about("double"), or_(_is_over, games.c.cube.is_(None), games.c.cube.not_like("%?"))),
    and_(_about("offer"), or_(_is_over, games.c.offer.is_(None))),
    and_(or_(_about("over"), _about("thread")), _is_over),
    and_(_about("time"), or_(_is_over, games.c.due_told.is_(false()))),
    _about("link"),  # asked only once
    _about("resume"),  # the cause names a version, so it cannot recur
    _about("again"),  # repeats one notification, once
    and_(_about("challenge"), challenges.c.state != "open"),
    and_(_about("taken"), challenges.c.state != "taken"),
)
