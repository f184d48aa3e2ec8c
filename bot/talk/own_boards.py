"""Own boards: what shared chats show, as single persons see it; what was read for one serves the next."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta

from cachetools import LRUCache

from bot.sessions import DisplayPreferences, GameView, SessionManager
from bot.sessions.outbox import Post
from bot.talk.context import CommandContext
from bot.talk.incoming import Posted
from bot.talk.reply import Reply
from bot.talk.views.own import own_board, own_card

_REMEMBERED = timedelta(seconds=10)
"""So long what was read serves others: it says how much time the players have."""
_MOST = 100


@dataclass(slots=True)
class _Read:
    """A game as it was read for a post, and what persons were shown of it."""

    post: Post
    view: GameView
    shown: dict[DisplayPreferences, Reply] = field(default_factory=dict)


class OwnBoards:
    """Shows persons what a shared chat shows.

    When a board changes, everybody who looks at it asks at the same moment: the game is read once for all,
    and one board is made for all who only look on and are shown boards alike.

    Args:
        manager: where games and challenges are found.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager
        self._read: LRUCache[tuple[str, int], _Read] = LRUCache(_MOST)
        self._reading = asyncio.Lock()

    async def seen(self, context: CommandContext, subject: Posted, key: str) -> Reply | None:
        """Return what the chat shows of something as the person sees it; nothing, if it shows it not.

        A board stays as it is while a new message is about to show what has happened since.
        """
        chat = context.chat.id
        post = await context.outbox.post_in(chat, subject, key)
        if post is None:
            return None
        if post.is_fresh and post.message is not None and post.message == context.incoming.message:
            return None
        display = replace(as_preferred(context), reader=context.player.id)
        if subject == "challenge":
            elsewhere = context.addresses.lead_elsewhere_from(context.chat.platform)
            view = await self._manager.views.challenge(key, chat)
            return own_card(view, display, leads_elsewhere=elsewhere)
        async with self._reading:
            read = await self._up_to_date(post)
        is_seated = read.view.game.side_of(context.player.id) is not None
        alike = display if is_seated else replace(display, reader=None)
        if alike not in read.shown:
            read.shown[alike] = own_board(read.view, display, chat, post.since)
        return read.shown[alike]

    async def _up_to_date(self, post: Post) -> _Read:
        """Return what was read for a post, read anew if that has changed since, or may have."""
        key = post.subject_id, post.chat
        known = self._read.get(key)
        if known is not None and known.post == post:
            age = self._manager.clock() - known.view.now
            if timedelta() <= age < _REMEMBERED:
                return known
        read = self._read[key] = _Read(post, await self._manager.views.game(*key))
        return read


def as_preferred(context: CommandContext) -> DisplayPreferences:
    """Return how a chat shows things, with the look that the person has chosen for himself, if he has."""
    return context.display.with_look(context.player.theme)
