"""What chats are owed, as the sender settles it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.sessions.removals import Removals
from storage import notes, owed, people
from storage.owed import LONGEST_DELAY
from storage.rows import ChatRow, GameRow, NoticeRow, PostRow, QuestionRow, RetiredRow

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.sessions.desk import Desk


@dataclass(frozen=True, slots=True)
class Due:
    """Everything that is owed and can be tried now.

    Args:
        everything: what chats should show, then what is to become of messages that others have replaced.
        wait: how long until something that was put off may be tried again.
    """

    everything: tuple[PostRow | RetiredRow, ...]
    wait: timedelta | None

    def in_chat(self, chat: int) -> tuple[PostRow | RetiredRow, ...]:
        """What one chat is owed."""
        return tuple(owing for owing in self.everything if owing.chat == chat)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at sending a new message.

    Args:
        post: what it shows, as it was when the attempt began.
        nonce: the same for every attempt at the same message.
        notices: the rings that it settles.
        ring: the players whom it calls.
        repeats: whether nobody knows if an earlier attempt arrived, so that the nonce may find its message.
    """

    post: PostRow
    nonce: str
    notices: tuple[NoticeRow, ...]
    ring: frozenset[int]
    repeats: bool


class Debts:
    """The sender's view of posts and notices, and what else a chat remembers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._database = desk.database
        self.removals = Removals(desk)
        """For a chat that cannot be written to, or has moved."""

    async def due(self, platforms: Collection[str]) -> Due:
        """Return what can be settled now on some platforms."""
        now = self._desk.clock()
        async with self._database.read() as connection:
            posts = await owed.owed_posts(connection, now, platforms)
            retiring = await owed.retiring(connection, now, platforms)
            later = await owed.next_attempt(connection, now)
        return Due((*posts, *retiring), later - now if later else None)

    async def chat(self, chat_id: int) -> ChatRow:
        """Return a chat."""
        async with self._database.read() as connection:
            return await people.chat(connection, chat_id)

    async def try_sending(self, post: PostRow, nonce_memory: timedelta) -> Attempt:
        """Note that a new message is about to be sent, and whom it may ring.

        A ring that an earlier attempt may have brought already is repeated only under that attempt's nonce
        and while the platform knows it, so that nobody is called twice. Where the clock was set meanwhile, so
        that it cannot tell how long ago that was, nobody is rung.

        Args:
            post: what it is to show.
            nonce_memory: how long the platform recognises a nonce.
        """
        now = self._desk.clock()
        async with self._database.write() as connection:
            post = await owed.post(connection, post.id)
            notices = await owed.notices_for(connection, post.id, post.wanted)
            await owed.mark_notices(connection, notices, "sending")
            repeats = post.tried == post.fresh and post.tried_at is not None
            number = post.number if repeats else await owed.begin(connection, post, now)
        recognised = (
            repeats and post.tried_at is not None and timedelta() <= now - post.tried_at < nonce_memory
        )
        return Attempt(
            post,
            f"{post.id}.{number}",
            tuple(notices),
            frozenset(notice.player for notice in notices if recognised or notice.state == "owed"),
            repeats,
        )

    async def not_sent(self, attempt: Attempt) -> None:
        """Note that an attempt has certainly failed. What an earlier one did remains in doubt."""
        if attempt.repeats:
            return
        async with self._database.write() as connection:
            owing = [notice for notice in attempt.notices if notice.state == "owed"]
            await owed.mark_notices(connection, owing, "owed")
            await owed.failed(connection, attempt.post)

    async def sent(self, attempt: Attempt, message: str, revision: int) -> None:
        """Note that a new message has arrived, and that its rings have rung.

        Only what was owed when the attempt began counts as shown: later wishes may want a ring of their own.
        And where the nonce may have found an earlier message, which shows an older state, that is still to be
        edited.
        """
        post = attempt.post
        shown = post.shown if attempt.repeats else min(revision, post.wanted)
        async with self._database.write() as connection:
            await owed.sent(connection, post, message, shown)
            await owed.mark_notices(connection, attempt.notices, "sent")

    async def edited(self, post: PostRow, revision: int) -> None:
        """Note that a post's message shows a newer revision. Only what was owed before counts as shown."""
        async with self._database.write() as connection:
            await owed.edited(connection, post, min(revision, post.wanted))

    async def lost(self, post: PostRow) -> None:
        """Note that a post's message is gone, so that it is sent anew."""
        async with self._database.write() as connection:
            await owed.lost(connection, post)

    async def chat_later(self, chat_id: int, wait: timedelta) -> None:
        """Leave a chat alone for a while, bounded by `LONGEST_DELAY`."""
        until = self._desk.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            await people.dress_chat(connection, chat_id, not_before=until)

    async def put_off(self, owing: PostRow | RetiredRow, wait: timedelta) -> None:
        """Try one debt again later, bounded by `LONGEST_DELAY`."""
        until = self._desk.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            if isinstance(owing, PostRow):
                await owed.put_off(connection, owing, until)
            else:
                await owed.put_off_retirement(connection, owing, until)

    async def retirement_done(self, row: RetiredRow) -> None:
        """Note that what was to become of an old message is done."""
        async with self._database.write() as connection:
            await owed.retirement_done(connection, row)

    async def post_of_message(self, chat_id: int, message: str) -> PostRow | None:
        """Return the post that a message of a chat is."""
        async with self._database.read() as connection:
            return await owed.post_of_message(connection, chat_id, message)

    async def message_of(self, game: GameRow, player: int, platform: str) -> tuple[str, str] | None:
        """Return the chat's key and the id of the message where a player sees a game on a platform."""
        chat_id = game.white_chat if game.white == player else game.black_chat
        if chat_id is None:
            return None
        async with self._database.read() as connection:
            chat = await people.chat(connection, chat_id)
            post = await owed.post_in(connection, "game", game.id, chat_id)
        if chat.platform != platform or post is None or post.message is None:
            return None
        return chat.key, post.message

    async def shown_in(self, chat_id: int) -> set[tuple[str, str]]:
        """Return the subjects that a chat shows, each with its id."""
        async with self._database.read() as connection:
            return await owed.shown_in(connection, chat_id)

    async def games_shown_in(self, chat_id: int) -> list[str]:
        """Return the ids of the games that a chat shows."""
        async with self._database.read() as connection:
            return await owed.games_shown_in(connection, chat_id)

    async def ask(self, player: int, lines: Sequence[str], question_id: str, lifetime: timedelta) -> None:
        """Keep a question to a player: each answer is the line that it carries out."""
        expires = self._desk.clock() + lifetime
        async with self._database.write() as connection:
            await notes.ask(connection, QuestionRow(question_id, player, "\n".join(lines), expires))

    async def answered(self, player: int, question_id: str, choice: int) -> str | None:
        """Return the line that a player's answer carries out, once; nothing, if the question is not open."""
        async with self._database.write() as connection:
            question = await notes.question(connection, question_id)
            if question is None or question.player != player or question.expires <= self._desk.clock():
                return None
            lines = question.lines.split("\n")
            if choice >= len(lines):
                return None
            await notes.drop_question(connection, question_id)
            return lines[choice]
