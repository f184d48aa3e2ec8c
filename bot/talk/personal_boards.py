"""Personal boards: games as each viewer sees them, with caches so that viewers share database reads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from cachetools import LRUCache

from bot.sessions import (
    DisplayPreferences,
    GameView,
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
from bot.talk.views.shared import SharedPreview, shared_preview, shared_table
from bot.talk.views.table import Table, table

_TABLE_REMEMBERED = timedelta(seconds=1)
"""Lifetime of a cached game for game pages; it is short because their clocks count seconds."""
_MOST = 100
"""The most games in each cache; the least recently viewed one is dropped."""
_BY_LINK = -1
"""The cache's chat for games opened by link. No chat has this id: they begin with 1, and 0 means unknown."""


@dataclass(slots=True)
class _ReadTable:
    """A cached game, and the pages made from it for spectators.

    Args:
        shown: the pages by the spectators' display preferences; for viewers by link, by language.
    """

    view: GameView | SharedGame
    shown: dict[DisplayPreferences | str, Table] = field(default_factory=dict)


class Tables:
    """Makes the page of a game for each viewer.

    After a move all viewers ask at once. So spectators share one database read, for at most a second, and
    those with the same preferences share one page. The game's own players always get a fresh read, because
    they act on what they see. Pages of past moments and of finished games are not shared, because few people
    look at the same one at once.

    Args:
        manager: reads the games.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager
        self._read: LRUCache[tuple[str, int], _ReadTable] = LRUCache(_MOST)
        self._reading = asyncio.Lock()

    async def seen(self, context: CommandContext, game: str, moment: int | None) -> Table | None:
        """Return a game's page for one person; None if the person may not see the game.

        They may see a game that they play in, that this chat shows, or that a shared chat of this platform
        shows of which they are a member.

        Args:
            context: the person and the chat.
            moment: the number of the log line after which the game is shown; None for its present state.
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
        rematch_by = await self._manager.challenges.rematch_asked_by(game) if view.game.is_over else None
        shown = self._table(view, display, player, chat, rematch_by)
        # A past moment is replayed from the game's events, which takes long enough to need a thread.
        return shown() if moment is None else await asyncio.to_thread(shown, moment=moment)

    async def shared(self, token: str, language: str, moment: int | None) -> Table | None:
        """Return the page of a game shared by link; None if the token is invalid or revoked.

        Args:
            token: the token in the link.
            language: the language of the page.
            moment: the number of the log line after which the game is shown, 0 for the set-up; None for its
                present state.
        """
        sharing = self._manager.sharing
        found = await sharing.version_of_token(token) if moment is None else None
        return await self._to_all(found, partial(sharing.game_of_token, token), language, moment)

    async def preview(self, token: str, language: str) -> SharedPreview | None:
        """Return the preview of a game shared by link, or None if no shared chat shows the game.

        Raises:
            KeyError: the token is invalid or revoked.
        """
        sharing = self._manager.sharing
        found = await sharing.version_of_token(token)
        if found is None:
            raise KeyError
        game, version = found
        if not await sharing.is_in_shared_chat(game):
            return None
        read = await self._up_to_date(game, _BY_LINK, version, partial(sharing.game_of_token, token))
        if read is None or not isinstance(read.view, SharedGame):
            raise KeyError
        return await asyncio.to_thread(shared_preview, read.view, language)

    async def public(
        self, game: str, platform: str, chat: str, language: str, moment: int | None
    ) -> Table | None:
        """Return the page of a game for a visitor without an account; None if the chat shows no such game.

        Args:
            game: the id that was asked for.
            platform: the platform of the shared chat that the visitor may read.
            chat: the key of that chat.
            language: the language of the page.
            moment: as in `shared`.
        """
        version = await self._version_shown(game, platform, chat)
        if version is None:
            return None
        found = None if moment is not None else (game, version)
        return await self._to_all(found, partial(self._manager.sharing.game_shown, game), language, moment)

    async def public_game(self, game: str, platform: str, chat: str) -> SharedGame | None:
        """Return a game that a chat shows, for a visitor without an account; None if it shows no such game.

        Args:
            game: as in `public`.
            platform: as in `public`.
            chat: as in `public`.
        """
        is_shown = await self._version_shown(game, platform, chat) is not None
        return await self._manager.sharing.game_shown(game) if is_shown else None

    async def _version_shown(self, game: str, platform: str, chat: str) -> int | None:
        if not is_game_id(game) or is_import(game):
            return None
        return await self._manager.sharing.version_shown(game, platform, chat)

    async def _to_all(
        self,
        found: tuple[str, int] | None,
        read_game: Callable[[], Awaitable[SharedGame | None]],
        language: str,
        moment: int | None,
    ) -> Table | None:
        """Return the page of a game for people without an account; None if it cannot be read.

        Args:
            found: the id and the current version of the game, if its present state is shown; else None.
        """
        if found is not None:
            read = await self._up_to_date(found[0], _BY_LINK, found[1], read_game)
            if read is not None and isinstance(read.view, SharedGame) and not read.view.game.is_over:
                if language not in read.shown:
                    read.shown[language] = shared_table(read.view, language)
                return read.shown[language]
        shared = await read_game()
        if shared is None:
            return None
        game_over = shared.game.is_over
        analysis = await self._manager.analyses.find(shared.game.id, 1) if game_over else None
        return await asyncio.to_thread(shared_table, shared, language, moment, analysis)

    async def _up_to_date(
        self,
        game: str,
        chat: int,
        version: int,
        read: Callable[[], Awaitable[GameView | SharedGame | None]],
    ) -> _ReadTable | None:
        """Return a game from the cache; read it again if the entry is too old. None if it cannot be read.

        Args:
            game: the game's id.
            chat: the id of the chat in which it is shown; `_BY_LINK` for a shared link.
            version: the game's current version: an entry with an older one is read again, like one that has
                been cached for a second.
            read: reads the game; it returns None if the link was revoked.
        """
        key = game, chat
        async with self._reading:  # Viewers who ask at once wait for one read and then share it.
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
        rematch_by: int | None = None,
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
            analysis=view.analysis,
            rematch_by=rematch_by,
        )


_BOARD_REMEMBERED = timedelta(seconds=10)
"""Lifetime of a cached game for boards, which show the players' time in minutes or hours."""


@dataclass(slots=True)
class _ReadBoard:
    """A cached game of a post (a game as one chat should show it), and the boards made for its viewers.

    Args:
        shown: the boards by the viewers' display preferences; for spectators without the reader.
    """

    post: Post
    view: GameView
    shown: dict[DisplayPreferences, Reply] = field(default_factory=dict)


class OwnBoards:
    """Makes a shared chat's boards and cards for each viewer.

    When a board changes, all its viewers ask at once. So they share one database read, for at most ten
    seconds, and spectators with the same preferences share one board.

    Args:
        manager: reads the games and challenges.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager
        self._read: LRUCache[tuple[str, int], _ReadBoard] = LRUCache(_MOST)
        self._reading = asyncio.Lock()

    async def seen(self, context: CommandContext, subject: Posted, key: str) -> Reply | None:
        """Return the chat's board or card as the person sees it; None if the chat does not show this one.

        Return None too if the person looks at a message that a new one is about to replace: that message
        keeps what it shows.

        Args:
            context: the person, the chat and the message.
            subject: `game` or `challenge`.
            key: the id of the game or challenge.
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
        """Return a post's game from the cache; read it again after ten seconds, or if the post changed."""
        key = post.subject_id, post.chat
        known = self._read.get(key)
        if known is not None and known.post == post:
            age = self._manager.clock() - known.view.now
            if timedelta() <= age < _BOARD_REMEMBERED:
                return known
        read = self._read[key] = _ReadBoard(post, await self._manager.views.game(*key))
        return read


def as_preferred(context: CommandContext) -> DisplayPreferences:
    """Return the chat's display preferences, with the person's own theme and layout if they chose them."""
    return context.display.preferred_by(context.player)
