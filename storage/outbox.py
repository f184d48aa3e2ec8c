"""Outbox: what each chat should show, and what it shows.

A post is a pair of wanted and shown state. Actions raise `wanted_revision` in their own transactions, and
`fresh_revision` too if a new message is needed instead of an edit. Only the sender raises `shown_revision`,
and `sent_revision` with a new message, after the platform accepted it (`storage.deliveries`). The difference
is what is still undelivered; after a crash a query finds it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Literal

from sqlalchemy import (
    ColumnElement,
    Integer,
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import notifications, portable
from storage.rows import PostRow, inserted_key
from storage.tables import challenges, chats, games, is_undelivered, posts, puzzles, retired

Subject = Literal[
    "game", "challenge", "reminder", "digest", "holiday", "announcement", "link", "puzzle", "solution"
]
"""Kinds of things that a post shows. Games, challenges, links and puzzles are updated after each change.

A reminder is edited only when the time left that it shows has changed; all others never.
"""

# Asked for each post separately: a list of all open games and challenges would cost the same in a chat that
# shows a single game.
_still_matters = or_(
    and_(
        portable.unindexed(posts.c.subject) == "game",
        select(games.c.id).where(games.c.id == posts.c.subject_id, games.c.outcome.is_(None)).exists(),
    ),
    and_(
        portable.unindexed(posts.c.subject) == "challenge",
        select(challenges.c.id)
        .where(challenges.c.id == posts.c.subject_id, challenges.c.state.in_(("open", "taken")))
        .exists(),
    ),
    and_(
        portable.unindexed(posts.c.subject) == "puzzle",
        select(puzzles.c.id)
        .where(
            puzzles.c.chat == posts.c.chat,
            cast(puzzles.c.id, Text) == posts.c.subject_id,
            portable.unindexed(puzzles.c.state) == "open",
        )
        .exists(),
    ),
)


# A post without a message, which waits for its thread, keeps its delay. Any other post is due at once.
_unless_held = case((portable.unindexed(posts.c.number) == 0, posts.c.not_before), else_=None)


async def enqueue(
    connection: AsyncConnection,
    subject: Subject,
    subject_id: str,
    revision: int,
    *,
    fresh: Collection[int] | None = (),
    chats: Collection[int] | None = None,
    reader: int | None = None,
) -> None:
    """Raise the revision that chats should show of a subject, and end a postponement.

    Only chats that have a post of the subject are affected. A first post that waits for its thread goes on
    waiting.

    Args:
        fresh: chats that need a new message instead of an edit; None: all of them.
        chats: the chats to update; None: all that show the subject.
        reader: a player whose private chats are updated too, besides `chats`.
    """
    if fresh is not None and not fresh:
        given: dict[str, object] = {"of": subject, "of_id": subject_id, "revision": revision}
        if chats is None:
            await connection.execute(_raise, given)
        else:
            await connection.execute(_raise_in, given | {"chats": list(chats), "reader": reader})
        return
    query = update(posts).where(posts.c.subject == subject, posts.c.subject_id == subject_id)
    if chats is not None:
        query = query.where(_in_chats(posts.c.chat.in_({*chats, *(fresh or ())})))
    values: dict[str, object] = {"wanted_revision": revision, "not_before": _unless_held, "repainted": False}
    if fresh is None:
        values |= {"fresh_revision": revision, "instead_of": None}
    else:
        # Edits and new messages share one statement, so that each post's row is written once.
        is_fresh = posts.c.chat.in_(fresh)
        values["fresh_revision"] = case((is_fresh, revision), else_=posts.c.fresh_revision)
        values["instead_of"] = case((is_fresh, None), else_=posts.c.instead_of)
    await connection.execute(query.values(values), {} if chats is None else {"reader": reader})


def _in_chats(named: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a post is in one of the named chats or in a private chat of `reader`."""
    reader = bindparam("reader", type_=Integer)
    own = select(chats.c.id).where(chats.c.id == posts.c.chat, portable.unindexed(chats.c.owner) == reader)
    return or_(named, own.exists())


async def show_in(
    connection: AsyncConnection,
    subject: Subject,
    subject_id: str,
    chat: int,
    revision: int,
    *,
    told_revision: int = 0,
    instead_of: str | None = None,
) -> int:
    """Show a revision of a subject in a chat in a new message; return the post's id.

    A message that shows the subject already is queued to be tidied up.

    Args:
        told_revision: if the chat never showed the subject, events up to this revision are not reported to
            it.
        instead_of: kind and platform of the unreachable chat that this one replaces, if any.
    """
    post = await post_in(connection, subject, subject_id, chat)
    if post is not None:
        await retire_message(connection, post)
        # The shown revision steps back by one, so that the same revision counts as undelivered.
        await connection.execute(
            update(posts)
            .where(posts.c.id == post.id)
            .values(
                wanted_revision=revision,
                shown_revision=min(post.shown_revision, revision - 1),
                told_revision=min(post.told_revision, revision - 1),
                fresh_revision=revision,
                message=None,
                sent_revision=min(post.sent_revision, revision - 1),
                not_before=None,
                repainted=False,
                instead_of=instead_of,
            )
        )
        return post.id
    return await add_post(
        connection, subject, subject_id, chat, revision, told_revision=told_revision, instead_of=instead_of
    )


async def add_post(
    connection: AsyncConnection,
    subject: Subject,
    subject_id: str,
    chat: int,
    revision: int,
    *,
    told_revision: int = 0,
    instead_of: str | None = None,
) -> int:
    """Add a post for a subject that the chat does not show yet; parameters as in `show_in`."""
    added = await connection.execute(
        insert(posts).values(
            subject=subject,
            subject_id=subject_id,
            chat=chat,
            wanted_revision=revision,
            shown_revision=told_revision,
            told_revision=told_revision,
            fresh_revision=revision,
            sent_revision=0,
            number=0,
            tried_revision=0,
            instead_of=instead_of,
        )
    )
    return inserted_key(added)


async def redraw(connection: AsyncConnection, chat: int) -> None:
    """Redraw, as edits, the open games, challenges and puzzles of a chat after its preferences changed.

    The chat's posts with new moves are delivered before the redraws.
    """
    await _redraw(connection, posts.c.chat == chat)


async def redraw_game(connection: AsyncConnection, game_id: str, but: int = 0) -> None:
    """Redraw an open game in all chats, as edits, after a deadline changed; a finished one stays.

    A chat's posts with new moves are delivered before the redraws.

    Args:
        but: id of a post to leave as it is.
    """
    await _redraw(connection, posts.c.subject == "game", posts.c.subject_id == game_id, posts.c.id != but)


async def redraw_reminders(connection: AsyncConnection, game_id: str, turns: int) -> None:
    """Edit the reminders of a game's present turn, because the remaining time that they show has changed."""
    prefix = f"{game_id}:{turns}"
    of_turn = posts.c.subject_id > f"{prefix}:", posts.c.subject_id < f"{prefix};"
    await _repaint_found(connection, posts.c.subject == "reminder", *of_turn, posts.c.message.is_not(None))


async def redraw_elsewhere(connection: AsyncConnection, chat: int) -> None:
    """Redraw, in other chats, open games and challenges that concern a chat that was lost or came back.

    These are the games that notify a player in the chat, and the challenges that the chat shows. Their
    messages elsewhere say if the player can be reached.
    """
    notifying_there = union(
        *(
            select(games.c.id).where(notified == chat, games.c.outcome.is_(None))
            for notified in (games.c.white_chat, games.c.black_chat)
        )
    )
    there = posts.alias("there")
    shown_there = select(there.c.subject_id).where(
        there.c.chat == chat, portable.unindexed(there.c.subject) == "challenge"
    )
    await _redraw(
        connection,
        posts.c.chat != chat,
        or_(
            and_(posts.c.subject == "game", posts.c.subject_id.in_(notifying_there)),
            and_(posts.c.subject == "challenge", posts.c.subject_id.in_(shown_there)),
        ),
    )


async def _redraw(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    await _repaint_found(connection, _still_matters, *which)


async def _repaint_found(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    query = (
        update(posts)
        .where(*which)
        # A delivery in progress shows the old look; the sender compares this counter.
        .values(repaints=posts.c.repaints + 1)
        .returning(*posts.c)
    )
    for post in await PostRow.fetch_all(connection, query):
        if post.message is None:
            continue
        shown = min(post.shown_revision, post.wanted_revision - 1)
        await connection.execute(
            update(posts)
            .where(posts.c.id == post.id)
            .values(
                shown_revision=shown,
                told_revision=min(post.told_revision, shown),
                not_before=None,
                # A post that was already undelivered has more than a new look to show.
                repainted=or_(posts.c.repainted, not_(is_undelivered)),
            )
        )


async def post_in(
    connection: AsyncConnection, subject: Subject, subject_id: str, chat: int
) -> PostRow | None:
    """Return a chat's post of a subject, or None."""
    return await PostRow.fetch_first(
        connection, _post_in, {"of": subject, "of_id": subject_id, "in_chat": chat}
    )


async def posts_of(connection: AsyncConnection, subject: Subject, subject_id: str) -> dict[int, int]:
    """Return the ids of a subject's posts, by chat."""
    found = await connection.execute(_posts_of, {"of": subject, "of_id": subject_id})
    return {row.chat: row.id for row in found}


async def shown_to(connection: AsyncConnection, subject: Subject, subject_id: str, player: int) -> int:
    """Return the newest revision of a subject that any private chat of a player has shown; 0 if none has."""
    found = await connection.execute(
        select(func.max(posts.c.shown_revision))
        .join(chats, chats.c.id == posts.c.chat)
        .where(posts.c.subject == subject, posts.c.subject_id == subject_id, chats.c.owner == player)
    )
    return found.scalar() or 0


async def post_of_message(connection: AsyncConnection, chat: int, message: str) -> PostRow | None:
    """Return the post that a chat's message shows; None if there is none or a newer message replaced it."""
    return await PostRow.fetch_first(connection, _post_of_message, {"in_chat": chat, "of_message": message})


async def messages_of(
    connection: AsyncConnection, game_ids: Collection[str], platform: str
) -> dict[tuple[str, int], tuple[str, str | None]]:
    """Return where games are shown on a platform: the chat's key and the message, by game id and chat id.

    The message is None if it is not sent yet.
    """
    found = await connection.execute(
        select(posts.c.subject_id, posts.c.chat, chats.c.key, posts.c.message)
        .join(chats, chats.c.id == posts.c.chat)
        .where(posts.c.subject == "game", posts.c.subject_id.in_(game_ids), chats.c.platform == platform)
    )
    return {(row.subject_id, row.chat): (row.key, row.message) for row in found}


async def shared_chats_showing(connection: AsyncConnection, game_id: str, platform: str) -> list[int]:
    """Return the ids of reachable shared chats of a platform that show a game, the newest post first."""
    found = await connection.execute(
        select(posts.c.chat)
        .join(chats, chats.c.id == posts.c.chat)
        .where(
            posts.c.subject == "game",
            posts.c.subject_id == game_id,
            chats.c.platform == platform,
            chats.c.kind == "shared",
            ~chats.c.gone,
        )
        .order_by(posts.c.id.desc())
    )
    return list(found.scalars())


async def is_shown_in_unreachable_chat(connection: AsyncConnection, challenge_id: str) -> bool:
    """True if a challenge is shown in a chat that cannot be written to."""
    found = await connection.execute(
        select(posts.c.id)
        .join(chats, chats.c.id == posts.c.chat)
        .where(posts.c.subject == "challenge", posts.c.subject_id == challenge_id, chats.c.gone)
    )
    return found.first() is not None


async def shown_in(connection: AsyncConnection, chat: int, ids: Collection[str]) -> set[tuple[str, str]]:
    """Return which of these games and challenges a chat shows, as pairs of subject and id."""
    found = await connection.execute(
        select(posts.c.subject, posts.c.subject_id).where(
            posts.c.subject.in_(("game", "challenge")), posts.c.subject_id.in_(ids), posts.c.chat == chat
        )
    )
    return {(row.subject, row.subject_id) for row in found}


async def shows_anything(connection: AsyncConnection, chat: int) -> bool:
    """True if a chat has any post."""
    found = await connection.execute(select(posts.c.id).where(posts.c.chat == chat).limit(1))
    return found.first() is not None


async def shows_game(connection: AsyncConnection, game_id: str, player: int, chat: int | None) -> bool:
    """True if a player may see a game in a chat, because they play in it or the chat shows it."""
    found = await connection.execute(_shows_game, {"game": game_id, "player": player, "chat": chat})
    return bool(found.scalar())


async def stop_showing(connection: AsyncConnection, subject: Subject, subject_id: str, chat: int) -> None:
    """Delete a chat's post of a subject, if there is one, and queue its message to be tidied up."""
    post = await post_in(connection, subject, subject_id, chat)
    if post is not None:
        await retire_message(connection, post)
        await connection.execute(delete(posts).where(posts.c.id == post.id))


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Move all posts of a chat to the chat that replaces it; the old chat's messages can no longer be edited.

    Open games, challenges and puzzles are sent again. All other posts move without a new message. A post of
    something that the new chat shows already is deleted, and the other one takes over its notifications.
    """
    await forget_retired(connection, old)
    matters = _still_matters.label("matters")
    found = await connection.execute(select(posts, matters).where(posts.c.chat == old))
    for row in found.mappings().all():
        post = PostRow.read(row)
        there = await post_in(connection, post.subject, post.subject_id, new)  # type: ignore[arg-type]  # a row's
        if there is not None:
            await notifications.move(connection, post.id, there.id)
            await connection.execute(delete(posts).where(posts.c.id == post.id))
        elif row["matters"]:
            await move(connection, replace(post, message=None), new)
        else:
            await connection.execute(
                update(posts).where(posts.c.id == post.id).values(chat=new, message=None)
            )


async def hold(
    connection: AsyncConnection, subject: Subject, subject_id: str, chat: int, until: datetime | None
) -> None:
    """Delay a post of which no message was ever tried until a moment; None ends the delay.

    Nothing happens to a post that was tried.
    """
    await connection.execute(
        update(posts)
        .where(
            posts.c.subject == subject,
            posts.c.subject_id == subject_id,
            posts.c.chat == chat,
            posts.c.number == 0,
        )
        .values(not_before=until)
    )


async def move(connection: AsyncConnection, post: PostRow, chat: int) -> None:
    """Move a post to another chat, where it is sent in a new message with its undelivered notifications.

    Its old message is queued to be tidied up.
    """
    await retire_message(connection, post)
    shown = min(post.shown_revision, post.wanted_revision - 1)
    await connection.execute(
        update(posts)
        .where(posts.c.id == post.id)
        .values(
            chat=chat,
            message=None,
            shown_revision=shown,
            told_revision=min(post.told_revision, shown),
            sent_revision=0,
            not_before=None,
            tried_revision=0,
            tried_at=None,
            turn=0,
            repainted=False,
        )
    )


_of_subject = posts.c.subject == bindparam("of"), posts.c.subject_id == bindparam("of_id")
# Built once: each action executes them, and building a statement takes longer than executing it.
_posts_of = select(posts.c.chat, posts.c.id).where(*_of_subject)
_post_in = select(posts).where(*_of_subject, posts.c.chat == bindparam("in_chat"))
_post_of_message = select(posts).where(
    posts.c.chat == bindparam("in_chat"), posts.c.message == bindparam("of_message")
)
_shows_game = select(
    or_(
        select(games.c.id)
        .where(
            games.c.id == bindparam("game"),
            or_(games.c.white == bindparam("player"), games.c.black == bindparam("player")),
        )
        .exists(),
        select(posts.c.id)
        .where(
            posts.c.subject == "game",
            posts.c.subject_id == bindparam("game"),
            posts.c.chat == bindparam("chat"),
        )
        .exists(),
    )
)
_raise = (
    update(posts)
    .where(*_of_subject)
    .values(wanted_revision=bindparam("revision"), not_before=_unless_held, repainted=False)
)
_raise_in = _raise.where(_in_chats(posts.c.chat.in_(bindparam("chats", expanding=True))))


async def retire_message(connection: AsyncConnection, post: PostRow) -> None:
    """Queue a post's message, if it has one, to be tidied up.

    A board in a shared chat shrinks or is deleted later if the chat's setting for old boards says so. All
    other messages just lose their buttons.
    """
    if post.message is None:
        return
    values: dict[str, object] = {"chat": post.chat, "message": post.message}
    if post.subject == "game":
        boards = (await connection.execute(_boards, {"in_chat": post.chat})).scalar_one()
        values |= {"policy": boards, "game": post.subject_id, "revision": post.shown_revision}
    await connection.execute(_retire_message, values)


async def forget_retired(connection: AsyncConnection, chat: int) -> None:
    """Delete a chat's queue of retired messages (replaced by newer ones), which can no longer be edited."""
    await connection.execute(delete(retired).where(retired.c.chat == chat))


# Built once, because each action executes them.
# Many games go on in the common room of the bot's own page, so each has one board there.
_is_common_room = and_(chats.c.platform == "web", chats.c.kind == "shared")
_usual_boards = case((_is_common_room, "shrink"), else_="stay")
_boards = select(func.coalesce(chats.c.boards, _usual_boards)).where(chats.c.id == bindparam("in_chat"))
_retire_message = portable.insert_or_ignore(retired)
