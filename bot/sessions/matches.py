"""Matches: what comes after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.formats import MatchRecord
from bot.sessions import standings
from bot.sessions.errors import GameGoesOn, MatchIsOver, NextBegun, NoSuchGame, NotSeated
from bot.sessions.stored import record_of
from storage import games, matches, owed, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.by import By
    from bot.sessions.challenges import Challenges
    from bot.sessions.desk import Desk
    from bot.sessions.stored import StoredGame


class Matches:
    """Games that follow one another until a match is decided (R8).

    Args:
        desk: what actions stand on.
        challenges: where ids for new games come from.
    """

    def __init__(self, desk: Desk, challenges: Challenges) -> None:
        self._desk = desk
        self._challenges = challenges

    async def next_game(self, by: By, game_id: str) -> StoredGame:
        """Begin the game that follows a game of a match. Either player may, and nobody is asked.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            GameGoesOn: it has not ended.
            MatchIsOver: the match is decided.
            NextBegun: the next game was begun before.
            TooManyNew: the chat has had so many new cards and boards of late.
        """
        async with self._desk.action(by) as connection:
            game = await self._desk.load(connection, game_id)
            side = game.side_of(by.player)
            if side is None:
                raise NotSeated(game_id)
            if not game.is_over:
                raise GameGoesOn(game_id)
            played = await matches.games_of_match(connection, game.match.id)
            if played[-1].id != game_id:
                raise NextBegun(game_id, played[-1].id)
            if game.standing.is_over:
                raise MatchIsOver(game_id)
            await self._desk.count_new(connection, by)
            following = await self._challenges.new_id(connection)
            goes_on_here = await _goes_on_here(connection, by, game_id)
            chats = {
                player: await _told_in(connection, player, chat, by, goes_on_here=goes_on_here)
                for player, chat in (
                    (game.row.white, game.row.white_chat),
                    (game.row.black, game.row.black_chat),
                )
            }
            return await self._desk.start(connection, by, following, game.match, game.standing, chats)

    async def waiting(self, player: int) -> list[str]:
        """Return the games of a player after which a match can go on, the newest first."""
        async with self._desk.database.read() as connection:
            ended = [
                await self._desk.load(connection, game_id)
                for game_id in await matches.last_game_ids(connection, player)
            ]
        return [game.id for game in ended if not game.standing.is_over]

    async def record(self, game_id: str) -> MatchRecord:
        """Return the record of the match that a game belongs to, as far as it has come.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._desk.database.read() as connection:
            row = await games.game(connection, game_id)
            if row is None:
                raise NoSuchGame(game_id)
            match = await matches.match(connection, row.match)
            records = [
                record_of(
                    await self._desk.seated(connection, each), await games.events_of(connection, each.id)
                )
                for each in await matches.games_of_match(connection, row.match)
            ]
        return MatchRecord(standings.beginning(match).length, tuple(records), match.cube)

    async def games_with(self, game_id: str) -> list[str]:
        """Return the ids of the games of a match, in order, by the id of any of them."""
        async with self._desk.database.read() as connection:
            row = await games.game(connection, game_id)
            played = [] if row is None else await matches.games_of_match(connection, row.match)
        return [each.id for each in played]

    async def every_match(self) -> list[str]:
        """Return the ids of all matches."""
        async with self._desk.database.read() as connection:
            return await matches.match_ids(connection)

    async def fault(self, match_id: str) -> str | None:
        """Return what is wrong with the order of a match's games, if anything is.

        What is wrong within a game is not looked at: the game's own record tells.
        """
        async with self._desk.database.read() as connection:
            match = await matches.match(connection, match_id)
            rows = await matches.games_of_match(connection, match_id)
            thrown = {row.id: bool((await games.events_of(connection, row.id))[0].text) for row in rows}
        return standings.fault(match, rows, thrown)


async def _goes_on_here(connection: AsyncConnection, by: By, game_id: str) -> bool:
    """Whether a match may go on where somebody asks for it: in private, or where its last game was shown."""
    if by.chat is None:
        return False
    if (await people.chat(connection, by.chat)).kind == "private":
        return True
    return await owed.post_in(connection, "game", game_id, by.chat) is not None


async def _told_in(
    connection: AsyncConnection, player: int, before: int | None, by: By, *, goes_on_here: bool
) -> int | None:
    """Return where a player is told of the next game: where he goes on, or else where he was told before.

    A chat that cannot be written to any more gives way to the player's private one, if there is one.
    """
    if player == by.player and goes_on_here:
        return by.chat
    if before is None:
        return None
    chat = await people.chat(connection, before)
    if not chat.gone:
        return before
    private = await people.private_chat(connection, chat.platform, player)
    return private.id if private is not None else before
