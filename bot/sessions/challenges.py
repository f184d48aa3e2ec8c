"""Challenges: making, accepting, declining, cancelling and expiring them; rematches.

A challenge is `open` until it is `accepted`, `declined`, `cancelled` or `expired`. A challenge open to all
that is accepted on another platform is `taken` first: its challenger must confirm the opponent. Open and
taken challenges are pending.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions import admission, invitations, mapping
from bot.sessions.core import SessionCore
from bot.sessions.errors import ChallengeClosed, ChallengeExpired, NotSeated, PlayerMerged, Refusal
from bot.sessions.invitations import Invitations, token_of
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import challenge_of, match_row, options_of
from bot.sessions.notification_chats import current_notification_chat
from bot.sessions.options import USUAL, USUAL_LEVEL, First, Options, agreed_length
from bot.sessions.values import PROGRAM_NAME, Actor, Challenge, Match, Player
from storage import challenges, clocks, contacts, forgetting, game_lists, games, notifications, outbox, people
from storage.rows import ChallengeRow

CHALLENGE_EXPIRY = "challenge-expiry"
"""The kind of alarms at which pending challenges expire; the alarm's subject is the challenge's id."""
OPEN_CHALLENGES = 20
"""The most challenges made by one player that may be pending at the same time."""
OPEN_GAMES = 100
"""The most games that a player may have in progress, not counting those long without an action."""
THREAD_WITHIN = timedelta(seconds=30)
"""The longest that a game's first post waits for the game's thread; after that the channel shows the post.

Usually the thread opens much earlier. This limit ends the wait if the bot crashes before opening it.
"""
PROGRAM = "nardy"
"""The value by which the database marks the computer player's row."""


class Challenges:
    """Service for challenges, from making one to starting its game."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._invitations = Invitations(core)

    async def make(
        self,
        actor: Actor,
        ruleset: str,
        opponent: int | None = None,
        options: Options = USUAL,
        *,
        handle: str | None = None,
    ) -> Challenge:
        """Challenge a known player, an account of which the bot knows only the handle, or all players.

        The challenge is shown in the actor's chat, and a challenged player is notified (see
        `invitations.announce`).

        Args:
            opponent: the id of the challenged player, or None.
            handle: the handle of the challenged account, or None. Without both, the challenge is open to all.

        Raises:
            PlayerMerged: the opponent was merged into another player since they were looked up.
            Refusal: the opponent is the challenger.
            Refusal: the challenge is made in private, and the opponent has no private chat.
            Refusal: the chat or the opponent got too many challenges recently.
            Refusal: the options do not fit this rule set.
            Refusal: the challenger has too many pending challenges.
            Refusal: the challenger has too many open games.
            Refusal: as `bot.sessions.admission.must_be_admitted`.
        """
        async with self._core.action(actor) as connection:
            named = opponent, handle.casefold() if handle else None
            row = await self._make(connection, actor, ruleset, named, replace(options, level=None))
            await invitations.announce(connection, row)
            return challenge_of(row)

    async def challenge_computer(self, actor: Actor, ruleset: str, options: Options = USUAL) -> LoadedGame:
        """Start a game or match against the computer player, which accepts at once.

        Raises:
            Refusal: the bot accepts no new games, because it is draining before an upgrade.
            Refusal: the options do not fit this rule set.
            Refusal: the player has too many open games.
            Refusal: the chat has had too many new messages recently.
        """
        async with self._core.action(actor) as connection:
            await admission.must_not_drain(connection, self._core.clock())
            await self._check_open_games(connection, actor.player)
            await self._core.count_new(connection, actor)
            program = await people.computer_player(connection, PROGRAM) or await people.add_player(
                connection, PROGRAM_NAME, self._core.clock(), computer_player=PROGRAM
            )
            options = replace(options, level=options.level or USUAL_LEVEL, time_control=None)
            players = actor.player, program.id
            starter = _agreed_starter(options.first, players)
            match = self._match(await self._core.new_id(connection), ruleset, options, players, starter)
            return await self._start(connection, actor, match, {actor.player: actor.chat, program.id: None})

    async def accept(
        self, actor: Actor, challenge_id: str, token: str = "", version: int | None = None
    ) -> LoadedGame | Challenge:
        """Accept a challenge and start its game; return the game, or the challenge if none starts yet.

        If a challenge open to all is accepted on another platform, no game starts yet: the challenge is
        taken, and its challenger is asked to confirm the opponent. The game starts when the challenger
        accepts in turn.

        Args:
            token: the secret with which a challenge open to all can be accepted in another chat; empty for
                none.
            version: the version of the challenge that the message shows whose button was pressed; None for a
                typed line. A later version may name another opponent.

        Raises:
            Refusal: no challenge that the actor may know of has this id.
            Refusal: the actor has guessed wrong too often recently.
            ChallengeClosed: it was answered or cancelled before, or its challenger has blocked the actor.
            Refusal: it was open to all, and another player has accepted it.
            ChallengeExpired: it was not answered, or its opponent not confirmed, in time.
            Refusal: the message whose button was pressed named another opponent, or none.
            Refusal: it is the actor's own challenge.
            Refusal: it names another player.
            Refusal: the actor has blocked the challenger.
            Refusal: the actor has too many open games.
            Refusal: the player who took the challenge has too many open games.
            Refusal: as `bot.sessions.admission.must_be_admitted`.
        """
        async with self._invitations.counting_misses(actor), self._core.action(actor) as connection:
            row, may_take = await self._invitations.find(connection, actor, challenge_id, token)
            if row.state == "taken" and actor.player == row.taker:
                return challenge_of(row)
            if row.state == "taken" and actor.player == row.challenger and row.taker is not None:
                _must_be_current(row, version)
                return await self._accept(connection, actor, row, row.taker, row.taker_chat)
            await self._may_answer(connection, actor, row, may_take=may_take, accepting=True)
            if actor.on_board:
                actor = await invitations.moved_to_origin(connection, actor, row)
            chat = await invitations.game_chat(connection, actor, row)
            if row.is_for_anyone and await invitations.is_from_elsewhere(connection, actor, row):
                return challenge_of(await self._take(connection, actor, row, chat))
            return await self._accept(connection, actor, row, actor.player, chat)

    async def decline(self, actor: Actor, challenge_id: str, version: int | None = None) -> Challenge:
        """Decline a challenge, or open a taken one again; return the challenge.

        It is taken if a player has accepted it on another platform and its challenger has not confirmed them
        yet. If the challenger rejects that player, the challenge is open again with a new token. If the
        player who took it withdraws, it is open again with the same token.

        Args:
            version: as in `accept`.

        Raises:
            Refusal: the challenge is open to all and not taken.
            Refusal: as in `accept`, except for the actor's own blocks, too many open games, and admission.
        """
        async with self._invitations.counting_misses(actor), self._core.action(actor) as connection:
            row, may_take = await self._invitations.find(connection, actor, challenge_id)
            if row.state == "taken" and actor.player in (row.challenger, row.taker):
                is_refused = actor.player == row.challenger
                if is_refused:
                    _must_be_current(row, version)
                return challenge_of(await self._reopen(connection, row, another_token=is_refused))
            await self._may_answer(connection, actor, row, may_take=may_take)
            if row.is_for_anyone:
                raise Refusal("challenge-for-anyone")
            return challenge_of(await self._close(connection, row, "declined"))

    async def cancel(self, actor: Actor, challenge_id: str) -> Challenge:
        """Cancel a pending challenge that the actor made.

        Raises:
            Refusal: no challenge that the actor may know of has this id.
            Refusal: the actor has guessed wrong too often recently.
            ChallengeClosed: the challenge was answered or cancelled before.
            ChallengeExpired: it was not answered, or its opponent not confirmed, in time.
            Refusal: another player made it.
        """
        async with self._invitations.counting_misses(actor), self._core.action(actor) as connection:
            row, _ = await self._invitations.find(connection, actor, challenge_id)
            if row.challenger != actor.player:
                raise Refusal("not-the-challenger", challenge=challenge_id)
            return challenge_of(await self._close(connection, row, "cancelled"))

    async def withdraw_all(self, connection: AsyncConnection, player: int) -> None:
        """Cancel the pending challenges that a player made, in the transaction that bans the player."""
        for row in await challenges.challenges_by(connection, player):
            await self._close(connection, row, "cancelled")

    async def end_all(
        self, connection: AsyncConnection, player: int, handles: Collection[tuple[str, str]]
    ) -> list[str]:
        """End a player's part in every pending challenge; return the ids of these challenges.

        Challenges that the player made are cancelled, those to the player are declined. Those that the
        player accepted, and for which the challenger has not confirmed them yet, are opened again.

        Args:
            handles: the player's handles, each as platform and handle. Challenges to them end too.
        """
        ended = await forgetting.open_challenges(connection, player, handles)
        for row in ended:
            if row.challenger == player:
                await self._close(connection, row, "cancelled")
            elif row.taker == player:
                await self._reopen(connection, row, another_token=False)
            else:
                await self._close(connection, row, "declined")
        return [row.id for row in ended]

    async def show_again(self, connection: AsyncConnection, challenge_ids: Collection[str]) -> None:
        """Redraw challenges in all chats as a new version, because a player named in them has a new name."""
        for challenge_id in challenge_ids:
            row = await challenges.challenge(connection, challenge_id)
            if row is not None:
                await self._save(connection, row)

    async def withdraw(self, connection: AsyncConnection, row: ChallengeRow) -> None:
        """Cancel a pending challenge, because by an unlink its challenger loses the chat of the challenge."""
        await self._close(connection, row, "cancelled")

    async def expire(self, connection: AsyncConnection, challenge_id: str, _due: datetime) -> None:
        """Expire a challenge if it is still pending, in the transaction that handles its alarm.

        Its messages are edited; no player is notified.
        """
        row = await challenges.challenge(connection, challenge_id)
        if row is not None and row.state in ("open", "taken"):
            await self._close(connection, row, "expired")

    async def invitation(self, actor: Actor, challenge_id: str, token: str) -> tuple[Challenge, bool]:
        """Return a challenge that the actor could accept, and True if it was made on another platform.

        A player who has taken the challenge gets it too. Raises as `accept`, except for open games and
        admission, which are only checked when the challenge is accepted.

        Args:
            token: as in `accept`.
        """
        async with self._invitations.counting_misses(actor), self._core.database.read() as connection:
            row, may_take = await self._invitations.find(connection, actor, challenge_id, token)
            if not _waits_for_start(row, row.taker, actor):
                await self._may_answer(connection, actor, row, may_take=may_take, accepting=True)
            return challenge_of(row), await invitations.is_from_elsewhere(connection, actor, row)

    async def opened_by_link(self, challenge_id: str, token: str) -> tuple[Challenge, Player] | None:
        """Return an open challenge to any player, and its challenger, for a visitor with its token.

        Return None if there is none, or if the token is wrong.
        """
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            row = await challenges.challenge(connection, challenge_id)
            if row is None or row.state != "open" or not invitations.is_opened_by(signer, row, token):
                return None
            challenger = await people.player(connection, row.challenger)
            return challenge_of(row), mapping.player_of(challenger)

    async def with_token(self, actor: Actor, challenge_id: str) -> tuple[Challenge, str | None]:
        """Return a challenge open to all, and the token with which it can be accepted in other chats.

        Only its challenger, and players in the chat where it was made, get the token. While the challenge is
        taken, the token is None, and only the challenger and the player who took it get the challenge.

        Raises:
            Refusal: no challenge that the actor may know of has this id.
            Refusal: the actor has guessed wrong too often recently.
            ChallengeClosed: it was answered or cancelled before, or its challenger has blocked the actor.
            Refusal: another player has accepted it.
            ChallengeExpired: it was not answered, or its opponent not confirmed, in time.
            Refusal: it names a player or a handle.
        """
        async with self._invitations.counting_misses(actor), self._core.database.read() as connection:
            row, _ = await self._invitations.find(connection, actor, challenge_id)
            if _waits_for_start(row, row.challenger, actor) or _waits_for_start(row, row.taker, actor):
                return challenge_of(row), None
            if row.state != "open" or row.challenger != actor.player:
                await self._may_answer(connection, actor, row, may_take=True)
            token = token_of(await self._core.signer(), row)
            if token is None:
                raise Refusal("challenge-for-another", name=await _named_in(connection, row))
            return challenge_of(row), token

    async def other_player_in(self, actor: Actor, challenge_id: str) -> int:
        """Return the id of the other player of a challenge that the actor may see.

        For the challenger, that is the challenged player, or the player who has taken the challenge and is
        not confirmed yet; if there is neither, it is the challenger. For other actors, it is the challenger.

        Raises:
            Refusal: no challenge that the actor may know of has this id.
            Refusal: the actor has guessed wrong too often recently.
        """
        async with self._invitations.counting_misses(actor), self._core.database.read() as connection:
            row, _ = await self._invitations.find(connection, actor, challenge_id)
            other = row.taker if _waits_for_start(row, row.challenger, actor) else row.opponent
            return other if other is not None and row.challenger == actor.player else row.challenger

    async def challenger_of(self, actor: Actor, challenge_id: str) -> int:
        """Return the challenger's id, for an open challenge that the actor may answer now.

        Refuses as `Invitations.find` and `_may_answer` do; a taken challenge is refused too.
        """
        async with self._invitations.counting_misses(actor), self._core.database.read() as connection:
            row, may_take = await self._invitations.find(connection, actor, challenge_id)
            await self._may_answer(connection, actor, row, may_take=may_take)
            return row.challenger

    async def rematch(self, actor: Actor, game_id: str) -> LoadedGame | Challenge:
        """Challenge the opponent of a finished match to another match with the same rule set and options.

        If the opponent has asked for the rematch already, or is the computer player, the match starts at
        once, and its first game is returned. If the actor has asked already and that challenge is still open,
        it is returned.

        Args:
            game_id: the id of any finished game of the match.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor did not play in the game.
            Refusal: the game has not ended.
            Refusal: its match has not ended.
            Refusal: the opponent's data was deleted at their request.
            ChallengeClosed: the rematch has started already.
            Refusal: the chat or the opponent got too many challenges recently.
            Refusal: the actor has too many pending challenges.
            Refusal: the actor has too many open games.
            Refusal: as `bot.sessions.admission.must_be_admitted`.
        """
        async with self._core.action(actor) as connection:
            game = await self._core.load(connection, game_id)
            side = game.side_of(actor.player)
            if side is None:
                raise NotSeated(game_id)
            _must_have_ended(game, side)
            last = (await games.games_of_match(connection, game.match.id))[-1]
            if last.id != game_id:
                game_id, game = last.id, await self._core.load(connection, last.id)
                side = game.side_of(actor.player) or side
            if not (game.is_over and game.standing.is_over):
                raise Refusal("match-goes-on", game=game_id)
            opponent = game.player(side.other)
            if actor.on_board:
                actor = await invitations.moved_to(connection, actor, game.chat_of(side))
            asked = await challenges.rematch_of(connection, game_id)
            if asked is not None and asked.state == "accepted":
                raise ChallengeClosed(asked.game)
            if asked is not None and asked.challenger == opponent.id:
                return await self._accept(connection, actor, asked, actor.player, actor.chat)
            if asked is not None:
                return challenge_of(asked)
            options = game.match.options
            named = opponent.id, None
            row = await self._make(connection, actor, game.match.ruleset, named, options, rematch_of=game_id)
            if opponent.is_computer:
                return await self._accept(connection, actor, row, opponent.id, None)
            theirs = game.chat_of(side.other)
            await invitations.announce(connection, row, theirs)
            return challenge_of(row)

    async def rematch_asked_by(self, game_id: str) -> int | None:
        """Return the id of the player whose request for a rematch of a game is open, or None."""
        async with self._core.database.read() as connection:
            asked = await challenges.rematch_of(connection, game_id)
        return asked.challenger if asked is not None and asked.state == "open" else None

    async def challenge(self, challenge_id: str) -> Challenge:
        """Return the challenge with an id, without checking which player asks.

        Raises:
            Refusal: no challenge has this id.
        """
        async with self._core.database.read() as connection:
            row = await challenges.challenge(connection, challenge_id)
        if row is None:
            raise Refusal("no-such-challenge", challenge=challenge_id)
        return challenge_of(row)

    async def exists(self, challenge_id: str) -> bool:
        """Return True if there is a challenge with this id, pending or not.

        The result must not be shown to players, who may not be allowed to know of the challenge.
        """
        async with self._core.database.read() as connection:
            return await challenges.challenge(connection, challenge_id) is not None

    async def waiting_for(self, player: int, chat: int) -> list[Challenge]:
        """Return pending challenges that a player can answer in a chat, at most 100 of each kind.

        They are the player's own challenges that another player has taken, challenges to the player, and
        those made in the chat that are open to all or name the player's handle, in this order.
        """
        async with self._core.database.read() as connection:
            platform = (await people.chat(connection, chat)).platform
            account = await people.account_of(connection, platform, player)
            taken = await challenges.challenges_taken(connection, player)
            mine = await challenges.challenges_to(connection, player)
            handle = account.handle if account is not None else None
            here = await challenges.challenges_in(connection, chat, player, handle)
        return [challenge_of(row) for row in (*taken, *mine, *here)]

    async def made_by(self, player: int) -> list[Challenge]:
        """Return the pending challenges (at most 100) that a player made, the newest first."""
        async with self._core.database.read() as connection:
            return [challenge_of(row) for row in await challenges.challenges_by(connection, player)]

    async def _make(
        self,
        connection: AsyncConnection,
        actor: Actor,
        ruleset: str,
        named: tuple[int | None, str | None],
        options: Options,
        rematch_of: str | None = None,
    ) -> ChallengeRow:
        opponent, handle = named
        if opponent == actor.player:
            raise Refusal("challenged-self")
        length = agreed_length(ruleset, options)
        is_called = False
        if opponent is not None:
            named_row = await people.player(connection, opponent)
            if named_row.merged_into is not None:
                raise PlayerMerged
            is_called = named_row.computer_player is None
        now = self._core.clock()
        if opponent is not None and not is_called:  # a banned player may still ask the computer for a rematch
            await admission.must_not_drain(connection, now)
        else:
            await admission.must_be_admitted(connection, now, actor.player, opponent)
        await self._check_open_games(connection, actor.player)
        if len(await challenges.challenges_by(connection, actor.player)) >= OPEN_CHALLENGES:
            raise Refusal("too-many-challenges", limit=OPEN_CHALLENGES)
        if actor.chat is None:
            raise ValueError("a challenge is made in a chat")
        await self._core.count_new(connection, actor, opponent if is_called else None)
        row = ChallengeRow(
            id=await self._core.new_id(connection),
            challenger=actor.player,
            opponent=opponent,
            ruleset=ruleset,
            length=str(length),
            cube=options.cube,
            extended=options.extended,
            hints=options.hints,
            level=options.level.value if options.level else None,
            starter=options.first.value if options.first else None,
            time_control=str(options.time_control) if options.time_control else None,
            chat=actor.chat,
            rematch_of=rematch_of,
            state="open",
            version=1,
            game=None,
            made=now,
            handle=handle,
        )
        await challenges.add_challenge(connection, row)
        await clocks.set_alarm(connection, CHALLENGE_EXPIRY, row.id, row.made + self._core.challenge_lifetime)
        return row

    async def _may_answer(
        self,
        connection: AsyncConnection,
        actor: Actor,
        row: ChallengeRow,
        *,
        may_take: bool,
        accepting: bool = False,
    ) -> None:
        """Check that the actor may answer a challenge.

        Args:
            may_take: True if the actor may accept the challenge, as `Invitations.find` returns it.
            accepting: True if the answer would be to accept.

        Raises:
            ChallengeClosed: it was answered or cancelled before, or its challenger has blocked the actor.
            Refusal: it was open to all, and another player has accepted it.
            ChallengeExpired: it was not answered, or its opponent not confirmed, in time.
            Refusal: it is the actor's own challenge.
            Refusal: it names another player.
            Refusal: the actor would accept it, but has blocked the challenger.
        """
        if row.state == "expired":
            raise ChallengeExpired(row.rematch_of, was_taken=row.taker is not None)
        if row.state != "open":
            playing = row.game is not None and await outbox.shows_game(
                connection, row.game, actor.player, actor.chat
            )
            if not playing and row.state in ("taken", "accepted") and _is_anothers(row, actor):
                raise Refusal("challenge-taken")
            raise ChallengeClosed(row.game if playing else None)
        if row.challenger == actor.player:
            raise Refusal("own-challenge", challenge=row.id)
        blocking = await contacts.blocking_between(connection, row.challenger, actor.player)
        if row.challenger in blocking:  # as if it were closed, so that the challenger's block is not revealed
            raise ChallengeClosed(None)
        if not may_take:
            raise Refusal("challenge-for-another", name=await _named_in(connection, row))
        if accepting and actor.player in blocking:
            raise Refusal("challenger-blocked", name=(await people.player(connection, row.challenger)).name)

    async def _take(
        self, connection: AsyncConnection, actor: Actor, row: ChallengeRow, chat: int | None
    ) -> ChallengeRow:
        """Mark a challenge as taken by the actor, and ask its challenger, in a notification, to confirm them.

        Args:
            chat: the id of the chat where the actor is shown the challenge and will be notified of the game.
        """
        await admission.must_be_admitted(connection, self._core.clock(), actor.player, row.challenger)
        await self._check_open_games(connection, actor.player)
        taken = await self._save(connection, replace(row, state="taken", taker=actor.player, taker_chat=chat))
        if chat is not None:
            await outbox.show_in(connection, "challenge", row.id, chat, taken.version)
        asked_in = await current_notification_chat(connection, row.challenger, row.chat)
        await outbox.enqueue(connection, "challenge", row.id, taken.version, fresh=None, chats=(asked_in,))
        shown = await outbox.post_in(connection, "challenge", row.id, asked_in)
        post = (
            await outbox.show_in(connection, "challenge", row.id, asked_in, taken.version)
            if shown is None
            else shown.id
        )
        cause = f"taken:{row.id}:{taken.version}"
        await notifications.notify(connection, row.challenger, cause, post, taken.version, self._core.clock())
        return taken

    async def _reopen(
        self, connection: AsyncConnection, row: ChallengeRow, *, another_token: bool
    ) -> ChallengeRow:
        """Open a taken challenge again for all players.

        Args:
            another_token: True to void its present token, because the challenger rejected the opponent.
        """
        invitation = row.invitation + int(another_token)
        opened = replace(row, state="open", taker=None, taker_chat=None, invitation=invitation)
        return await self._save(connection, opened)

    async def _accept(
        self, connection: AsyncConnection, actor: Actor, row: ChallengeRow, player: int, chat: int | None
    ) -> LoadedGame:
        """Start the game of a challenge, and close the challenge as accepted.

        Args:
            player: the id of the challenger's opponent.
            chat: the id of the chat where the opponent is notified of the game, or None.
        """
        now = self._core.clock()
        if player == actor.player:
            await admission.must_be_admitted(connection, now, player, row.challenger)
            await self._check_open_games(connection, player)
        elif (other := await people.player(connection, player)).computer_player is None:
            # Not checked for the computer player, which plays any number of games, also with banned players.
            await admission.must_be_admitted(connection, now, actor.player, player)
            if await self._is_busy(connection, player):
                raise Refusal("too-many-of-theirs", name=other.name, limit=OPEN_GAMES)
        players = row.challenger, player
        starter = _agreed_starter(First(row.starter) if row.starter else None, players)
        if row.rematch_of is not None:  # the rules say which player starts a rematch (R8.2)
            starter = (await self._core.load(connection, row.rematch_of)).standing.white
        match = self._match(row.id, row.ruleset, options_of(row), players, starter)
        game = await self._start(connection, actor, match, {row.challenger: row.chat, player: chat})
        await self._close(connection, row, "accepted", game.id)
        return game

    def _match(
        self, match_id: str, ruleset: str, options: Options, players: tuple[int, int], starter: int | None
    ) -> Match:
        """Return the terms of a new match between two players, with the length fixed."""
        agreed = replace(options, length=agreed_length(ruleset, options), first=None)
        return Match(match_id, ruleset, agreed, players, starter)

    async def _start(
        self, connection: AsyncConnection, actor: Actor, match: Match, chats: Mapping[int, int | None]
    ) -> LoadedGame:
        """Start a match and its first game, which has the match's id.

        If the chat opens threads for games, the game's first post waits for the thread, at most
        `THREAD_WITHIN`.
        """
        now = self._core.clock()
        await games.add_match(connection, match_row(match, now))
        game = await self._core.start(
            connection, actor, match.id, match, mapping.match_beginning(match), chats
        )
        if actor.opens_threads and actor.chat is not None:
            await outbox.hold(connection, "game", game.id, actor.chat, now + THREAD_WITHIN)
        return game

    async def _close(
        self, connection: AsyncConnection, row: ChallengeRow, state: str, game: str | None = None
    ) -> ChallengeRow:
        if row.state == "expired":
            raise ChallengeExpired(row.rematch_of, was_taken=row.taker is not None)
        if row.state not in ("open", "taken"):
            raise ChallengeClosed(row.game)
        await clocks.cancel_alarm(connection, CHALLENGE_EXPIRY, row.id)
        return await self._save(connection, replace(row, state=state, game=game, closed=self._core.clock()))

    async def _save(self, connection: AsyncConnection, row: ChallengeRow) -> ChallengeRow:
        """Save a challenge as its next version, and redraw it in all chats.

        Raises:
            ChallengeClosed: another action has changed the challenge.
        """
        saved = replace(row, version=row.version + 1)
        if not await challenges.save_challenge(connection, saved, row.version):
            raise ChallengeClosed(row.game)
        await outbox.enqueue(connection, "challenge", row.id, saved.version)
        return saved

    async def _check_open_games(self, connection: AsyncConnection, player: int) -> None:
        if await self._is_busy(connection, player):
            raise Refusal("too-many-games", limit=OPEN_GAMES)

    async def _is_busy(self, connection: AsyncConnection, player: int) -> bool:
        since = self._core.awake_since
        return await game_lists.count_open(connection, player, OPEN_GAMES, since) >= OPEN_GAMES


def _must_have_ended(game: LoadedGame, side: Side) -> None:
    """Check that a player may ask for a rematch of a game.

    Raises:
        Refusal: the game has not ended.
        Refusal: the opponent's data was deleted at their request.
    """
    if not game.is_over:
        raise Refusal("game-goes-on", game=game.id)
    if game.player(side.other).is_former:
        raise Refusal("opponent-forgotten")


def _is_anothers(row: ChallengeRow, actor: Actor) -> bool:
    """Return True if a challenge is open to all, and the actor has neither made nor taken it."""
    return row.is_for_anyone and actor.player not in (row.challenger, row.taker)


def _waits_for_start(row: ChallengeRow, player: int | None, actor: Actor) -> bool:
    """Return True if a challenge is taken and not yet confirmed, and `player` is the actor."""
    return row.state == "taken" and actor.player == player


async def _named_in(connection: AsyncConnection, row: ChallengeRow) -> str:
    """Return the name of the player whom a challenge names, or the handle that it names."""
    named = row.opponent and (await people.player(connection, row.opponent)).name
    return named or f"@{row.handle}"


def _must_be_current(row: ChallengeRow, version: int | None) -> None:
    """Check that a player answers the present version of a challenge.

    Args:
        version: the version that the message shows whose button was pressed; None for a typed line.

    Raises:
        Refusal: the message shows another version than the present one.
    """
    if version not in (None, row.version):
        raise Refusal("challenge-changed", challenge=row.id)


def _agreed_starter(first: First | None, players: tuple[int, int]) -> int | None:
    """Return the id of the player chosen to start, or None if opening rolls decide.

    Args:
        players: the ids of the challenger and the opponent.
    """
    if first is None:
        return None
    return players[0] if first is First.CHALLENGER else players[1]
