"""Challenges: made, accepted, declined, cancelled; rematches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side, next_starter
from bot.sessions.chance import short_id
from bot.sessions.errors import (
    ChallengeClosed,
    ChallengedSelf,
    ChallengeForAnother,
    GameGoesOn,
    NoSuchChallenge,
    NotSeated,
    NotTheChallenger,
    OwnChallenge,
    TooMany,
)
from storage import games, owed, people
from storage.rows import ChallengeRow

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.by import By
    from bot.sessions.desk import Desk
    from bot.sessions.stored import StoredGame

OPEN_CHALLENGES = 20
OPEN_GAMES = 100
PROGRAM_NAMES = {"plain": "Nardy"}


class Challenges:
    """What leads to a game."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def make(self, by: By, ruleset: str, opponent: int | None = None) -> ChallengeRow:
        """Challenge a player, or anyone.

        Raises:
            ChallengedSelf: the opponent is the challenger.
            TooMany: the challenger has more open challenges or games than allowed.
        """
        async with self._desk.action(by) as connection:
            row = await self._make(connection, by, ruleset, opponent)
            await self._announce(connection, row)
            return row

    async def play_program(self, by: By, ruleset: str, level: str) -> StoredGame:
        """Start a game against the program, which accepts at once.

        Raises:
            TooMany: the player has more open games than allowed.
        """
        async with self._desk.action(by) as connection:
            await self._bounded(connection, by.player)
            program = await people.program(connection, level) or await people.add_player(
                connection, PROGRAM_NAMES[level], self._desk.clock(), program=level
            )
            return await self._start(connection, by, ruleset, (by.player, program.id), (by.chat, None))

    async def accept(self, by: By, challenge_id: str) -> StoredGame:
        """Accept a challenge and start its game.

        Raises:
            NoSuchChallenge: there is none with this id.
            ChallengeClosed: it was answered or cancelled before.
            OwnChallenge: one's own cannot be accepted.
            ChallengeForAnother: it names somebody else.
            TooMany: the player has more open games than allowed.
        """
        async with self._desk.action(by) as connection:
            row = await self._open(connection, by, challenge_id)
            return await self._accept(connection, by, row, by.player, by.chat)

    async def decline(self, by: By, challenge_id: str) -> ChallengeRow:
        """Decline a challenge. Raises as `accept`; one that is for anyone cannot be declined for all."""
        async with self._desk.action(by) as connection:
            row = await self._open(connection, by, challenge_id)
            if row.opponent is None:
                raise ChallengeForAnother(challenge_id, "")
            return await self._close(connection, row, "declined")

    async def cancel(self, by: By, challenge_id: str) -> ChallengeRow:
        """Take one's own challenge back.

        Raises:
            NoSuchChallenge: there is none with this id.
            ChallengeClosed: it was answered or cancelled before.
            NotTheChallenger: somebody else made it.
        """
        async with self._desk.action(by) as connection:
            row = await self._challenge(connection, challenge_id)
            if row.challenger != by.player:
                raise NotTheChallenger(challenge_id)
            return await self._close(connection, row, "cancelled")

    async def rematch(self, by: By, game_id: str) -> StoredGame | ChallengeRow:
        """Ask for another game of the same kind; start it, if the opponent asked already or is the program.

        Raises:
            NoSuchGame: there is no such game.
            NotSeated: the person did not play in it.
            GameGoesOn: it has not ended.
            ChallengeClosed: the rematch was started already.
            TooMany: the player has more open games or challenges than allowed.
        """
        async with self._desk.action(by) as connection:
            game = await self._desk.load(connection, game_id)
            side = game.side_of(by.player)
            if side is None:
                raise NotSeated(game_id)
            if not game.is_over:
                raise GameGoesOn(game_id)
            opponent = game.player(side.other)
            asked = await games.rematch_of(connection, game_id)
            if asked is not None and asked.state == "accepted":
                raise ChallengeClosed(asked.id, asked.game)
            if asked is not None and asked.challenger == opponent.id:
                return await self._accept(connection, by, asked, by.player, by.chat)
            if asked is not None:
                return asked
            row = await self._make(connection, by, game.row.ruleset, opponent.id, rematch_of=game_id)
            if opponent.program is not None:
                return await self._accept(connection, by, row, opponent.id, None)
            theirs = game.row.black_chat if side is Side.WHITE else game.row.white_chat
            await self._announce(connection, row, theirs)
            return row

    async def challenge(self, challenge_id: str) -> ChallengeRow:
        """Return a challenge.

        Raises:
            NoSuchChallenge: there is none with this id.
        """
        async with self._desk.database.read() as connection:
            row = await games.challenge(connection, challenge_id)
        if row is None:
            raise NoSuchChallenge(challenge_id)
        return row

    async def waiting_for(self, player: int, chat: int) -> list[ChallengeRow]:
        """Return the open challenges that a player could accept here: to the player, or to anyone here."""
        async with self._desk.database.read() as connection:
            mine = await games.challenges_to(connection, player)
            here = await games.challenges_in(connection, chat)
        return mine + [row for row in here if row.challenger != player]

    async def made_by(self, player: int) -> list[ChallengeRow]:
        """Return a player's own open challenges."""
        async with self._desk.database.read() as connection:
            return await games.challenges_by(connection, player)

    async def _make(
        self,
        connection: AsyncConnection,
        by: By,
        ruleset: str,
        opponent: int | None,
        rematch_of: str | None = None,
    ) -> ChallengeRow:
        if opponent == by.player:
            raise ChallengedSelf
        await self._bounded(connection, by.player)
        if len(await games.challenges_by(connection, by.player)) >= OPEN_CHALLENGES:
            raise TooMany(OPEN_CHALLENGES)
        if by.chat is None:
            raise ValueError("a challenge is made in a chat")
        row = ChallengeRow(
            id=await self._new_id(connection),
            challenger=by.player,
            opponent=opponent,
            ruleset=ruleset,
            chat=by.chat,
            rematch_of=rematch_of,
            state="open",
            version=1,
            game=None,
            made=self._desk.clock(),
        )
        await games.add_challenge(connection, row)
        return row

    async def _announce(
        self, connection: AsyncConnection, row: ChallengeRow, theirs: int | None = None
    ) -> None:
        """Show a challenge where it was made and, if that is another chat, where the opponent is met.

        Args:
            connection: the action's transaction.
            row: the challenge.
            theirs: where the opponent is met, if that is known; for a challenge made in private it is the
                opponent's private chat otherwise, or else the chat where the opponent was heard last.
        """
        post = await owed.show_in(connection, "challenge", row.id, row.chat, row.version)
        if row.opponent is None:
            return
        chat = await people.chat(connection, row.chat)
        if theirs is None and chat.kind == "private":
            private = await people.private_chat(connection, chat.platform, row.opponent)
            account = await people.account_of(connection, chat.platform, row.opponent)
            met_in = account.met_in if account is not None else None
            theirs = private.id if private else met_in
        if theirs is not None and theirs != row.chat:
            post = await owed.show_in(connection, "challenge", row.id, theirs, row.version)
        await owed.notify(connection, row.opponent, f"challenge:{row.id}", post, row.version)

    async def _accept(
        self, connection: AsyncConnection, by: By, row: ChallengeRow, player: int, chat: int | None
    ) -> StoredGame:
        """Start the game of a challenge that a player takes up, who is told of it in a chat."""
        if player == by.player:  # the program takes up a rematch by itself, and plays any number of games
            await self._bounded(connection, player)
        starter = None
        if row.rematch_of is not None:
            starter = _starter_after(await self._desk.load(connection, row.rematch_of))
        game = await self._start(
            connection, by, row.ruleset, (row.challenger, player), (row.chat, chat), starter, game_id=row.id
        )
        await self._close(connection, row, "accepted", game.id)
        return game

    async def _start(
        self,
        connection: AsyncConnection,
        by: By,
        ruleset: str,
        seats: tuple[int, int],
        chats: tuple[int | None, int | None],
        starter: int | None = None,
        game_id: str | None = None,
    ) -> StoredGame:
        return await self._desk.start(
            connection,
            by,
            game_id=game_id or await self._new_id(connection),
            ruleset=ruleset,
            seats=seats,
            chats=chats,
            starter=starter,
        )

    async def _close(
        self, connection: AsyncConnection, row: ChallengeRow, state: str, game: str | None = None
    ) -> ChallengeRow:
        if row.state != "open":
            raise ChallengeClosed(row.id, row.game)
        closed = replace(row, state=state, game=game, version=row.version + 1)
        if not await games.save_challenge(connection, closed, row.version):
            raise ChallengeClosed(row.id, row.game)
        await owed.want(connection, "challenge", row.id, closed.version, fresh=False)
        return closed

    async def _challenge(self, connection: AsyncConnection, challenge_id: str) -> ChallengeRow:
        row = await games.challenge(connection, challenge_id)
        if row is None:
            raise NoSuchChallenge(challenge_id)
        return row

    async def _open(self, connection: AsyncConnection, by: By, challenge_id: str) -> ChallengeRow:
        row = await self._challenge(connection, challenge_id)
        if row.state != "open":
            raise ChallengeClosed(challenge_id, row.game)
        if row.challenger == by.player:
            raise OwnChallenge(challenge_id)
        if row.opponent not in (None, by.player):
            opponent = await people.player(connection, row.opponent)
            raise ChallengeForAnother(challenge_id, opponent.name)
        return row

    async def _bounded(self, connection: AsyncConnection, player: int) -> None:
        if len(await games.games_of(connection, player)) >= OPEN_GAMES:
            raise TooMany(OPEN_GAMES)

    async def _new_id(self, connection: AsyncConnection) -> str:
        """Return an id that neither a game nor a challenge has: as short as chance finds one."""
        for attempt in range(100):
            candidate = short_id(self._desk.chance, 3 + attempt // 4)
            taken = await games.game(connection, candidate) or await games.challenge(connection, candidate)
            if taken is None:
                return candidate
        raise RuntimeError("no id is free")


def _starter_after(game: StoredGame) -> int | None:
    """Return the player who starts the game after this one; nobody, if it is thrown for (R8.2)."""
    state = game.play.state
    winner = state.outcome.winner if state.outcome else None
    winning = game.player(winner).id if winner else None
    return next_starter(state.ruleset, game.white.id, game.black.id, winning)
