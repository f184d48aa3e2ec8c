"""Challenges: made, accepted, declined, cancelled; rematches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.sessions import standings
from bot.sessions.chance import short_id
from bot.sessions.errors import (
    ChallengeClosed,
    ChallengedSelf,
    ChallengeForAnother,
    GameGoesOn,
    MatchGoesOn,
    NoSuchChallenge,
    NotSeated,
    NotTheChallenger,
    OwnChallenge,
    TooMany,
)
from bot.sessions.options import USUAL, USUAL_LEVEL, First, Options, agreed_length, options_of
from storage import games, matches, owed, people
from storage.rows import ChallengeRow, MatchRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.by import By
    from bot.sessions.desk import Desk
    from bot.sessions.stored import StoredGame

OPEN_CHALLENGES = 20
OPEN_GAMES = 100
PROGRAM, PROGRAM_NAME = "nardy", "Nardy"


class Challenges:
    """What leads to a game."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def make(
        self, by: By, ruleset: str, opponent: int | None = None, options: Options = USUAL
    ) -> ChallengeRow:
        """Challenge a player, or anyone.

        Raises:
            ChallengedSelf: the opponent is the challenger.
            NoCube, NoCubeToOnePoint, NotExtended: that cannot be agreed on in this game.
            TooMany: the challenger has more open challenges or games than allowed.
        """
        async with self._desk.action(by) as connection:
            row = await self._make(connection, by, ruleset, opponent, replace(options, level=None))
            await self._announce(connection, row)
            return row

    async def play_program(self, by: By, ruleset: str, options: Options = USUAL) -> StoredGame:
        """Start a game, or a match, against the program, which accepts at once.

        Raises:
            NoCube, NoCubeToOnePoint, NotExtended: that cannot be agreed on in this game.
            TooMany: the player has more open games than allowed.
        """
        async with self._desk.action(by) as connection:
            await self._bounded(connection, by.player)
            program = await people.program(connection, PROGRAM) or await people.add_player(
                connection, PROGRAM_NAME, self._desk.clock(), program=PROGRAM
            )
            options = replace(options, level=options.level or USUAL_LEVEL)
            players = by.player, program.id
            starter = _named(options.first, players)
            match = self._match(await self.new_id(connection), ruleset, options, players, starter)
            return await self._start(connection, by, match, {by.player: by.chat, program.id: None})

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
        """Ask for another match of the same kind; start it, if the opponent asked already or is the program.

        Raises:
            NoSuchGame: there is no such game.
            NotSeated: the person did not play in it.
            GameGoesOn: it has not ended.
            MatchGoesOn: its match has not.
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
            last = (await matches.games_of_match(connection, game.match.id))[-1]
            if last.id != game_id:
                game_id, game = last.id, await self._desk.seated(connection, last)
                side = game.side_of(by.player) or side
            if not (game.is_over and game.standing.is_over):
                raise MatchGoesOn(game_id)
            opponent = game.player(side.other)
            asked = await games.rematch_of(connection, game_id)
            if asked is not None and asked.state == "accepted":
                raise ChallengeClosed(asked.id, asked.game)
            if asked is not None and asked.challenger == opponent.id:
                return await self._accept(connection, by, asked, by.player, by.chat)
            if asked is not None:
                return asked
            options = options_of(game.match)
            row = await self._make(connection, by, game.row.ruleset, opponent.id, options, rematch_of=game_id)
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
        options: Options,
        rematch_of: str | None = None,
    ) -> ChallengeRow:
        if opponent == by.player:
            raise ChallengedSelf
        length = agreed_length(ruleset, options)
        await self._bounded(connection, by.player)
        if len(await games.challenges_by(connection, by.player)) >= OPEN_CHALLENGES:
            raise TooMany(OPEN_CHALLENGES)
        if by.chat is None:
            raise ValueError("a challenge is made in a chat")
        row = ChallengeRow(
            id=await self.new_id(connection),
            challenger=by.player,
            opponent=opponent,
            ruleset=ruleset,
            length=str(length),
            cube=options.cube,
            extended=options.extended,
            hints=options.hints,
            level=options.level.value if options.level else None,
            starter=options.first.value if options.first else None,
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
        players = row.challenger, player
        starter = _named(First(row.starter) if row.starter else None, players)
        if row.rematch_of is not None:
            starter = (await self._desk.load(connection, row.rematch_of)).standing.white
        match = self._match(row.id, row.ruleset, options_of(row), players, starter)
        game = await self._start(connection, by, match, {row.challenger: row.chat, player: chat})
        await self._close(connection, row, "accepted", game.id)
        return game

    def _match(
        self, match_id: str, ruleset: str, options: Options, players: tuple[int, int], starter: int | None
    ) -> MatchRow:
        """The row of a match that begins now."""
        return MatchRow(
            id=match_id,
            ruleset=ruleset,
            length=str(agreed_length(ruleset, options)),
            cube=options.cube,
            extended=options.extended,
            hints=options.hints,
            level=options.level.value if options.level else None,
            first=players[0],
            second=players[1],
            starter=starter,
            started=self._desk.clock(),
        )

    async def _start(
        self, connection: AsyncConnection, by: By, match: MatchRow, chats: Mapping[int, int | None]
    ) -> StoredGame:
        """Begin a match: its first game has the same id."""
        await matches.add_match(connection, match)
        return await self._desk.start(connection, by, match.id, match, standings.beginning(match), chats)

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

    async def new_id(self, connection: AsyncConnection) -> str:
        """Return an id that neither a game nor a challenge has: as short as chance finds one."""
        for attempt in range(100):
            candidate = short_id(self._desk.chance, 3 + attempt // 4)
            taken = await games.game(connection, candidate) or await games.challenge(connection, candidate)
            if taken is None:
                return candidate
        raise RuntimeError("no id is free")


def _named(first: First | None, players: tuple[int, int]) -> int | None:
    """Return the player who was named to start: of the challenger and the opponent."""
    if first is None:
        return None
    return players[0] if first is First.CHALLENGER else players[1]
