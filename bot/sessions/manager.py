"""The session manager: one action, one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from bot.engine import Level
from bot.rules import Side
from bot.sessions import before_roll, offers, owing, stored, turns
from bot.sessions.analyses import Analyses
from bot.sessions.challenges import Challenges
from bot.sessions.desk import Desk
from bot.sessions.errors import GameIsOver, NotSeated, StaleBoard
from bot.sessions.imports import Imports
from bot.sessions.matches import Matches
from bot.sessions.options import USUAL, Options, options_of
from bot.sessions.people import People
from storage import games, matches, notes, owed, people

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.rules import Grade, Turn
    from bot.sessions.by import By
    from bot.sessions.play import Play
    from bot.sessions.stored import StoredGame
    from storage.rows import EventRow, GameRow

DEFAULT_RULES = "long"
APPLIED_KEPT = timedelta(days=7)


class SessionManager(Desk):
    """All that can be done to games and challenges.

    Every action loads, checks, applies and saves in one transaction, with the event's own id: what is
    delivered twice is applied once (`AlreadyDone`). A refusal (`bot.sessions.errors.Refusal`, or an error of
    the rules) changes nothing.

    Args:
        database: where everything is kept.
        chance: where dice come from.
        clock: what time it is.
    """

    @cached_property
    def people(self) -> People:
        """Players and chats."""
        return People(self)

    @cached_property
    def challenges(self) -> Challenges:
        """Challenges."""
        return Challenges(self)

    @cached_property
    def matches(self) -> Matches:
        """Matches."""
        return Matches(self, self.challenges)

    @cached_property
    def imports(self) -> Imports:
        """Games that people brought along."""
        return Imports(self)

    @cached_property
    def analyses(self) -> Analyses:
        """What games were worth."""
        return Analyses(self)

    async def game(self, game_id: str) -> StoredGame:
        """Return a game.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id)

    async def told(self, game_id: str) -> tuple[StoredGame, list[EventRow]]:
        """Return a game and everything that happened in it, both of the same moment.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id), await games.events_of(connection, game_id)

    async def every_game(self) -> list[str]:
        """Return the ids of all games."""
        async with self.database.read() as connection:
            return await games.game_ids(connection)

    async def games_of(self, player: int) -> list[StoredGame]:
        """Return the games that a player is playing, those that wait for the player first."""
        async with self.database.read() as connection:
            return [await self.seated(connection, row) for row in await games.games_of(connection, player)]

    async def last_game_of(self, player: int) -> str | None:
        """Return the id of the game that a player finished last."""
        async with self.database.read() as connection:
            row = await games.last_game_of(connection, player)
        return row.id if row else None

    async def last_ruleset(self, player: int) -> str:
        """Return the rule set that a player played last, or the one that everybody begins with."""
        async with self.database.read() as connection:
            return await games.last_ruleset(connection, player) or DEFAULT_RULES

    async def last_made(self, player: int) -> tuple[str, Options]:
        """Return the game and the options that a player asked for last, or the last game as is usual."""
        async with self.database.read() as connection:
            made = await matches.last_made(connection, player)
        if made is None:
            return await self.last_ruleset(player), USUAL
        return made.ruleset, options_of(made)

    async def last_level(self, player: int) -> Level | None:
        """Return the level at which a player asked the program to play last."""
        async with self.database.read() as connection:
            level = await matches.last_level(connection, player)
        return Level(level) if level else None

    async def choose(self, by: By, game_id: str, *, keep: bool) -> StoredGame:
        """Keep the opening throw, or throw anew. Raises as `bot.sessions.before_roll.choose` and `_act`."""
        return await self._act(
            by, game_id, None, lambda now, side: before_roll.choose(now, side, self.chance, keep=keep)
        )

    async def double(self, by: By, game_id: str, turn: int | None = None) -> StoredGame:
        """Offer to double. Raises as `bot.sessions.before_roll.double` and `_act`."""
        return await self._act(by, game_id, turn, before_roll.double)

    async def answer_double(self, by: By, game_id: str, turn: int | None = None, *, take: bool) -> StoredGame:
        """Take a double, or drop it. Raises as `bot.sessions.before_roll.answer_double` and `_act`."""

        def change(now: Play, side: Side) -> Play:
            return before_roll.answer_double(now, side, self.chance, take=take)

        return await self._act(by, game_id, turn, change)

    async def roll(self, by: By, game_id: str, turn: int | None = None) -> StoredGame:
        """Throw the dice. Raises as `bot.sessions.turns.roll` and `_act`."""
        return await self._act(by, game_id, turn, lambda now, side: turns.roll(now, side, self.chance))

    async def move(self, by: By, game_id: str, text: str, turn: int | None = None) -> StoredGame:
        """Make one or more moves of a turn. Raises as `bot.sessions.turns.move` and `_act`."""
        return await self._act(by, game_id, turn, lambda now, side: turns.move(now, side, text, self.chance))

    async def take_back(
        self, by: By, game_id: str, turn: int | None = None, *, everything: bool = False
    ) -> StoredGame:
        """Take back a move, or all of the turn. Raises as `bot.sessions.turns.take_back` and `_act`."""
        return await self._act(
            by, game_id, turn, lambda now, side: turns.take_back(now, side, everything=everything)
        )

    async def confirm(self, by: By, game_id: str, turn: int | None = None) -> StoredGame:
        """End the turn. Raises as `bot.sessions.turns.confirm` and `_act`."""
        return await self._act(by, game_id, turn, lambda now, side: turns.confirm(now, side, self.chance))

    async def play_turn(self, by: By, game_id: str, turn: Turn, version: int) -> StoredGame:
        """Make the program's turn, if the game is still at the version that it thought about.

        Raises:
            StaleBoard: it is not.
        """

        def change(now: Play, side: Side) -> Play:
            return turns.play_turn(now, side, turn, self.chance)

        return await self._act(by, game_id, None, change, version=version)

    async def resign(self, by: By, game_id: str, grade: Grade | None = None) -> StoredGame:
        """Give the game up, or offer to. Raises as `bot.sessions.offers.resign` and `_act`."""
        return await self._act(by, game_id, None, lambda now, side: offers.resign(now, side, grade))

    async def offer_draw(self, by: By, game_id: str) -> StoredGame:
        """Offer a draw, or agree to one. Raises as `bot.sessions.offers.offer_draw` and `_act`."""
        return await self._act(by, game_id, None, offers.offer_draw)

    async def answer(
        self, by: By, game_id: str, *, accept: bool, what: str | None = None, version: int | None = None
    ) -> StoredGame:
        """Accept or refuse what the opponent offers. Raises as `bot.sessions.offers.answer` and `_act`.

        Args:
            by: who answers.
            game_id: in which game.
            accept: the answer.
            what: what is answered, where it was seen.
            version: the version of the game that is answered, where it was thought about.
        """

        def change(now: Play, side: Side) -> Play:
            return offers.answer(now, side, accept=accept, what=what)

        return await self._act(by, game_id, None, change, version=version)

    async def is_offered(self, game_id: str) -> bool:
        """Whether something is offered in a game; if there is no such game, nothing is."""
        async with self.database.read() as connection:
            row = await games.game(connection, game_id)
        return row is not None and row.offer is not None

    async def show(self, by: By, game_id: str, *, for_both: bool = False) -> StoredGame:
        """Owe the chat a new message of the board; a player is told of the game there from now on.

        Args:
            by: who asks for it, and where.
            game_id: the game.
            for_both: whether the game moves here from the shared chat where it was, for both players.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it. (Spectators are answered in private.)
        """
        async with self.action(by) as connection:
            game = await self.load(connection, game_id)
            side = game.side_of(by.player)
            if side is None or by.chat is None:
                raise NotSeated(game_id)
            if for_both:
                await self._move_here(connection, game.row, side, by.chat)
            await owed.show_in(
                connection, "game", game_id, by.chat, game.row.version, told=game.row.version - 1
            )
            await self._seat(connection, game.row, side, by.chat)
        return game

    async def _move_here(self, connection: AsyncConnection, row: GameRow, side: Side, chat: int) -> None:
        """Take the board away from the shared chat where a player was told of it, and the other with it."""
        white = side is Side.WHITE
        before = row.white_chat if white else row.black_chat
        if before in (None, chat) or (await people.chat(connection, before)).owner is not None:
            return
        if (row.black_chat if white else row.white_chat) == before:
            await self._seat(connection, row, side.other, chat)
        post = await owed.post_in(connection, "game", row.id, before)
        if post is not None and await owed.post_in(connection, "game", row.id, chat) is None:
            await owed.move(connection, post, chat)

    async def forget_old(self) -> None:
        """Forget events that no platform will bring again and questions that nobody will answer."""
        async with self.database.write() as connection:
            await notes.forget_applied(connection, self.clock() - APPLIED_KEPT)

    async def _act(
        self,
        by: By,
        game_id: str,
        turn: int | None,
        change: Callable[[Play, Side], Play],
        version: int | None = None,
    ) -> StoredGame:
        """Apply a change to a game.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            GameIsOver: it has ended.
            StaleBoard: it has gone on since the turn (or version) that was meant.
            AlreadyDone: this very event was applied before.
        """
        async with self.action(by) as connection:
            game = await self.load(connection, game_id)
            side = game.side_of(by.player)
            if side is None:
                raise NotSeated(game_id)
            if game.is_over:
                raise GameIsOver(game_id)
            if turn not in (None, game.row.turns) or version not in (None, game.row.version):
                raise StaleBoard(game_id)
            after = change(game.play, side)
            row = stored.put(game.row, after, self.clock())
            row = replace(row, draft_chat=by.chat if row.draft else None)
            if not await games.save_game(connection, row, game.row.version):
                raise StaleBoard(game_id)
            first = await games.count_events(connection, game_id)
            await games.add_events(
                connection, stored.event_rows(game_id, first, row.version, after.happened, self.clock())
            )
            if by.chat is not None and await owed.post_in(connection, "game", game_id, by.chat) is None:
                await owed.show_in(connection, "game", game_id, by.chat, row.version, told=row.version - 1)
                row = await self._seat(connection, row, side, by.chat)
            await owing.owe(connection, game, row, after, by)
            return await self.seated(connection, row)

    async def _seat(self, connection: AsyncConnection, row: GameRow, side: Side, chat: int) -> GameRow:
        white = side is Side.WHITE
        await games.seat_chat(connection, row.id, white=white, chat=chat)
        return replace(row, white_chat=chat) if white else replace(row, black_chat=chat)
