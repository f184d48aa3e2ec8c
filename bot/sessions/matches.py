"""Matches: starting the next game, listing matches that wait for one, records and checks of whole matches."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules.events import Opened
from bot.rules.formats import MatchRecord
from bot.sessions import mapping
from bot.sessions.core import SessionCore
from bot.sessions.errors import NoSuchGame, NotSeated, Refusal
from bot.sessions.loaded_game import LoadedGame, record_of
from bot.sessions.mapping import match_of
from bot.sessions.values import Actor
from storage import game_lists, games, outbox, people


class Matches:
    """Service for matches of several games (R8)."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def next_game(self, actor: Actor, game_id: str) -> LoadedGame:
        """Start the next game of a match after the game `game_id`, and return it.

        Either player may do so, and the other need not agree. Each player is notified in the chat of the last
        game; if that is private or unreachable, in the chat where they are notified now. But the actor is
        notified in the chat where they act if it is private or shows the last game, unless they act on a
        separate board (web page or Mini App).

        Raises:
            AlreadyDone: the same request was applied before.
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in that game.
            Refusal: that game has not ended.
            Refusal: the opponent's data was deleted.
            Refusal: the match is decided.
            Refusal: the next game has already begun.
            Refusal: the rate limit for new messages in the actor's chat is reached.
        """
        async with self._core.action(actor) as connection:
            game = await self._core.load(connection, game_id)
            side = game.side_of(actor.player)
            if side is None:
                raise NotSeated(game_id)
            if not game.is_over:
                raise Refusal("game-goes-on", game=game_id)
            if game.player(side.other).is_former:
                raise Refusal("opponent-forgotten")
            played = await games.games_of_match(connection, game.match.id)
            if played[-1].id != game_id:
                raise Refusal("next-begun", game=played[-1].id)
            if game.standing.is_over:
                raise Refusal("match-is-over", game=game_id)
            await self._core.count_new(connection, actor)
            following = await self._core.new_id(connection)
            goes_on_here = await _goes_on_here(connection, actor, game_id)
            chats = {
                player: actor.chat if player == actor.player and goes_on_here else chat
                for player, chat in (
                    (game.white.id, game.white_chat),
                    (game.black.id, game.black_chat),
                )
            }
            return await self._core.start(connection, actor, following, game.match, game.standing, chats)

    async def waiting(self, player: int) -> list[str]:
        """Return the ids of a player's finished games after which the next game of a match can begin.

        Each is the last game of an undecided match whose players' data was not deleted. Newest first. Only
        the player's last 50 matches without an unfinished game are looked at.
        """
        async with self._core.database.read() as connection:
            return [game.id for game in await self._waiting(connection, player)]

    async def _waiting(self, connection: AsyncConnection, player: int) -> list[LoadedGame]:
        last = await game_lists.last_game_ids(connection, player)
        found = await games.seated_games(connection, last)
        ended = await self._core.loaded(connection, [found[each] for each in last])
        return [game for game in ended if game.can_go_on]

    async def record(self, game_id: str) -> MatchRecord:
        """Return the record of the match that a game belongs to, with all its games, unfinished ones too.

        Raises:
            NoSuchGame: no game has this id.
        """
        async with self._core.database.read() as connection:
            row = await games.game(connection, game_id)
            if row is None:
                raise NoSuchGame(game_id)
            match = match_of(await games.match(connection, row.match))
            played = [each.id for each in await games.games_of_match(connection, row.match)]
            found = await games.seated_games(connection, played)
            records = [
                record_of(each, await self._core.events_of(connection, each.id))
                for each in await self._core.loaded(connection, [found[each] for each in played])
            ]
        return MatchRecord(mapping.match_beginning(match).length, tuple(records), match.options.cube)

    async def games_in_same_match(self, game_id: str) -> list[str]:
        """Return the ids of all games in a game's match, in order; empty if there is no such game."""
        async with self._core.database.read() as connection:
            row = await games.game(connection, game_id)
            played = [] if row is None else await games.games_of_match(connection, row.match)
        return [each.id for each in played]

    async def match_ids(self) -> list[str]:
        """Return the ids of all matches."""
        async with self._core.database.read() as connection:
            return await games.match_ids(connection)

    async def fault(self, match_id: str) -> str | None:
        """Return a description, in English, of the first inconsistency among a match's games, or None.

        Faults within a game are not checked here; replaying the game's record finds them.
        """
        async with self._core.database.read() as connection:
            match = match_of(await games.match(connection, match_id))
            rows = await games.games_of_match(connection, match_id)
            rolled = {row.id: await self._has_opening_rolls(connection, row.id) for row in rows}
        return mapping.match_fault(match, rows, rolled)

    async def _has_opening_rolls(self, connection: AsyncConnection, game_id: str) -> bool:
        """Return True if opening rolls decided which player started a game."""
        first, *_ = await self._core.events_of(connection, game_id)
        return isinstance(first.event, Opened) and bool(first.event.rolls)


async def _goes_on_here(connection: AsyncConnection, actor: Actor, game_id: str) -> bool:
    """Return True if the actor is notified about the next game of a match in the chat where they start it.

    That is so in a private chat, and in a shared chat that shows the last game. In another shared chat, and
    on a separate board (web page or Mini App), it is False; `Matches.next_game` says where they are notified
    then.

    Args:
        game_id: the id of the last game.
    """
    if actor.chat is None or actor.on_board:
        return False
    if (await people.chat(connection, actor.chat)).kind == "private":
        return True
    return await outbox.post_in(connection, "game", game_id, actor.chat) is not None
