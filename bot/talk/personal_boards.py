"""Personal boards: games as each person sees them; what is read for one serves the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from cachetools import LRUCache

from bot.sessions import (
    Analysis,
    DisplayPreferences,
    GameView,
    LoadedGame,
    SessionManager,
    SharedGame,
    is_import,
)
from bot.sessions.outbox import Post
from bot.talk.context import CommandContext
from bot.talk.incoming import Posted
from bot.talk.input.payloads import is_game_id
from bot.talk.reply import Reply
from bot.talk.views.personal import own_board, own_card
from bot.talk.views.shared import shared_table
from bot.talk.views.table import Table, table

_TABLE_REMEMBERED = timedelta(seconds=1)
"""So long what was read serves others: it says how many seconds the players have."""
_MOST = 100
_BY_LINK = -1
"""No chat's id: they begin with 1, and 0 is that of who is not known."""


@dataclass(slots=True)
class _ReadTable:
    """A game as it was read for one who looks on, and what others like him were shown of it."""

    view: GameView | SharedGame
    shown: dict[DisplayPreferences | str, Table] = field(default_factory=dict)


class Tables:
    """Shows games to persons on boards of their own.

    After a move everybody who looks on asks at the same moment: the game is read once for all of them, and
    told once for those who are shown boards alike. Its players, who act on what they see, are each shown it
    as it stands, and so is everybody what is past or over, which is looked at by one at a time.

    Args:
        manager: where games are found.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager
        self._read: LRUCache[tuple[str, int], _ReadTable] = LRUCache(_MOST)
        self._reading = asyncio.Lock()

    async def seen(self, context: CommandContext, game: str, moment: int | None) -> Table | None:
        """Return a game as a person sees it at his table; nothing, if it is not seen by him there.

        Args:
            context: who asks, and where.
            game: the id of the game.
            moment: after which line of its log it is shown; nothing for how it stands now.
        """
        if not is_game_id(game) or is_import(game):
            return None
        if not (await context.may_see(game) or await context.may_spectate(game)):
            return None
        chat, player, display = context.chat.id, context.player.id, as_preferred(context)
        own = None if context.chat.is_known else context.display
        known = await context.open_game(game)
        if moment is None and player not in (known.white, known.black):
            read = await self._up_to_date(
                game, chat, known.version, partial(self._manager.views.game, game, chat, display=own)
            )
            if read is not None and isinstance(read.view, GameView) and not read.view.game.is_over:
                alike = replace(display, reader=None, counts_for=None)
                if alike not in read.shown:
                    read.shown[alike] = self._table(read.view, display, player, chat)()
                return read.shown[alike]
        view = await self._manager.views.game(game, chat, display=own)
        shown = self._table(view, display, player, chat, await self._analysis_of(view.game))
        return shown() if moment is None else await asyncio.to_thread(shown, moment=moment)

    async def shared(self, token: str, language: str, moment: int | None) -> Table | None:
        """Return a game as whoever has its link sees it; nothing, if the token leads nowhere.

        Args:
            token: what the link carries.
            language: the language in which it is told.
            moment: after which line of its log it is shown; nothing for how it stands now.
        """
        sharing = self._manager.sharing
        found = await sharing.version_by(token) if moment is None else None
        if found is not None:
            read = await self._up_to_date(found[0], _BY_LINK, found[1], partial(sharing.game_by, token))
            if read is not None and isinstance(read.view, SharedGame) and not read.view.game.is_over:
                if language not in read.shown:
                    read.shown[language] = shared_table(read.view, language)
                return read.shown[language]
        shared = await sharing.game_by(token)
        if shared is None:
            return None
        analysis = await self._analysis_of(shared.game)
        return await asyncio.to_thread(shared_table, shared, language, moment, analysis)

    async def _up_to_date(
        self,
        game: str,
        chat: int,
        version: int,
        read: Callable[[], Awaitable[GameView | SharedGame | None]],
    ) -> _ReadTable | None:
        """Return what was read of a game for a chat, read anew if it is not of that version, or too old."""
        key = game, chat
        async with self._reading:
            known = self._read.get(key)
            if known is not None and known.view.game.version >= version:
                age = self._manager.clock() - known.view.now
                if timedelta() <= age < _TABLE_REMEMBERED:
                    return known
            view = await read()
            if view is None:
                return None
            found = self._read[key] = _ReadTable(view)
            return found

    def _table(
        self,
        view: GameView,
        display: DisplayPreferences,
        player: int,
        chat: int,
        analysis: Analysis | None = None,
    ) -> Callable[..., Table]:
        return partial(
            table,
            view.game,
            view.events,
            display,
            viewer=player,
            chat=chat,
            now=view.now,
            stops=view.stops,
            analysis=analysis,
        )

    async def _analysis_of(self, game: LoadedGame) -> Analysis | None:
        """Return what is known of a game that is over; of one that goes on it would be a hint."""
        return await self._manager.analyses.find(game.id, 1) if game.is_over else None


_BOARD_REMEMBERED = timedelta(seconds=10)
"""So long what was read serves others: it says how much time the players have."""


@dataclass(slots=True)
class _ReadBoard:
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
        self._read: LRUCache[tuple[str, int], _ReadBoard] = LRUCache(_MOST)
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

    async def _up_to_date(self, post: Post) -> _ReadBoard:
        """Return what was read for a post, read anew if that has changed since, or may have."""
        key = post.subject_id, post.chat
        known = self._read.get(key)
        if known is not None and known.post == post:
            age = self._manager.clock() - known.view.now
            if timedelta() <= age < _BOARD_REMEMBERED:
                return known
        read = self._read[key] = _ReadBoard(post, await self._manager.views.game(*key))
        return read


def as_preferred(context: CommandContext) -> DisplayPreferences:
    """Return how a chat shows things, with the look that the person has chosen for himself, if he has."""
    return context.display.with_look(context.player.theme)
