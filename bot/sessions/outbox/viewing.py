"""Viewing: read everything that a post's text and picture need, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Analysis
from bot.rules import Side
from bot.sessions.analyses import Review, analysis_in, review_in
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.game_clock import ClockStop
from bot.sessions.game_lists import waits_for
from bot.sessions.invitations import token_of
from bot.sessions.loaded_game import LoadedEvent, LoadedGame
from bot.sessions.mapping import challenge_of, player_of
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.profiles import Tally, tally_after
from bot.sessions.values import Challenge, Player
from storage import challenges, clocks, game_lists, games, outbox, people
from storage.rows import ChallengeRow, GameRow


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as a chat should show it.

    Args:
        game: the game, with its clock as if this view had been delivered when it was read.
        events: all events of the game.
        display: the chat's display settings.
        unreached: the sides whose players cannot be notified, because their chat for the game is unreachable.
        review: which side played better and which was luckier. None if the game is not over or not reviewed,
            or a side never had a choice.
        accounts: the keys of the players' accounts on the chat's platform, by player id.
        now: when the game was read.
        waiting: in a private chat, how many other games (at most 200) wait for the chat's owner, or 0 if this
            game waits for the owner or others play it. In a shared chat 1 if it shows another game that waits
            for a player of this game, while this game does not wait for that player; else 0.
        stops: the present and coming holidays of the player who must act, in which their clock stops;
            empty without a clock.
        tally: the two players' score against each other after the game, White first; None unless both are
            people and the game is over.
        is_open: True if spectators can see a game agreed on in private, or a web link to it exists. Always
            False in a shared chat.
        analysis: the analysis of a finished game; None if none is stored in full.
    """

    game: LoadedGame
    events: list[LoadedEvent]
    display: DisplayPreferences
    unreached: tuple[Side, ...]
    review: Review | None
    accounts: Mapping[int, str]
    now: datetime
    waiting: int = 0
    stops: Sequence[ClockStop] = ()
    tally: Tally | None = None
    is_open: bool = False
    analysis: Analysis | None = None


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge as a chat should show it.

    Args:
        display: the chat's display settings.
        challenger: the player who made the challenge.
        opponent: the player named in the challenge, or the opponent in the game that it began; else None.
        taker: the player who accepted the challenge on another platform, or None.
        taken_on: the platform on which the taker accepted and the taker's handle there; both empty if there
            is no taker.
        token: the secret that lets any player accept the challenge, or None if it names a player.
        is_home: True if the challenge was made in this chat, or this is the challenger's private chat.
        is_takers: True if the taker accepted it in this chat.
        unreached: True if the challenge is open and shown in a chat that cannot be written to.
        accounts: the keys of the players' accounts on the chat's platform, by player id.
    """

    challenge: Challenge
    display: DisplayPreferences
    challenger: Player
    opponent: Player | None = None
    taker: Player | None = None
    taken_on: tuple[str, str] = ("", "")
    token: str | None = None
    is_home: bool = True
    is_takers: bool = False
    unreached: bool = False
    accounts: Mapping[int, str] = field(default_factory=dict)


class Views:
    """Reads games and challenges for display."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def game(
        self,
        game_id: str,
        chat: int,
        others: Collection[int] = (),
        *,
        display: DisplayPreferences | None = None,
    ) -> GameView:
        """Return everything that a chat needs to show a game.

        All of it is read in one transaction, so that text, buttons and mentions agree.

        Args:
            others: further players whose accounts are wanted.
            display: the display settings to use; None for those of the chat.

        Raises:
            NoSuchGame: there is no such game.
        """
        async with self._core.database.read() as connection:
            display = display or await display_in(connection, chat)
            found = await self._core.seated(connection, game_id)
            (game,) = await self._core.loaded(connection, [found])
            now = self._core.clock()
            stops = await _stops(connection, game, now)
            sides = (found.white_gone, Side.WHITE), (found.black_gone, Side.BLACK)
            return GameView(
                _with_time_running(game, now, stops),
                await self._core.events_of(connection, game_id),
                display,
                tuple(side for gone, side in sides if gone),
                await review_in(connection, game_id) if game.is_over else None,
                await people.account_keys(
                    connection, display.platform, {found.game.white, found.game.black, *others}
                ),
                now,
                await self._waiting(connection, game, chat, display),
                stops,
                await tally_after(connection, game),
                display.reader is not None and await _is_open(connection, found.game),
                await analysis_in(connection, game_id) if game.is_over else None,
            )

    async def _waiting(
        self, connection: AsyncConnection, game: LoadedGame, chat: int, display: DisplayPreferences
    ) -> int:
        """Return `GameView.waiting` for a chat."""
        since = self._core.awake_since
        free = {
            who.id
            for who in (game.white, game.black)
            if not who.is_computer and not waits_for(game, who.id, display.blocked)
        }
        if display.reader is None:
            return int(bool(free) and await game_lists.waits_in_chat(connection, free, game.id, chat, since))
        if display.reader not in free:
            return 0
        return await game_lists.count_waiting(connection, display.reader, game.id, since)

    async def challenge(self, challenge_id: str, chat: int, others: Collection[int] = ()) -> ChallengeView:
        """Return everything that a chat needs to show a challenge, read in one transaction.

        Args:
            others: further players whose accounts are wanted.

        Raises:
            Refusal: there is no such challenge.
        """
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            display = await display_in(connection, chat)
            row = await challenges.challenge(connection, challenge_id)
            if row is None:
                raise Refusal("no-such-challenge", challenge=challenge_id)
            opponent = row.opponent
            # A challenge open to all stores no opponent: if it was accepted, its game has the opponent.
            if opponent is None and row.game is not None:
                game = await self._core.seated(connection, row.game)
                opponent = game.black.id if game.white.id == row.challenger else game.white.id
            involved = {each for each in (row.challenger, opponent, row.taker) if each is not None}
            known = {
                each.id: player_of(each) for each in (await people.players_of(connection, involved)).values()
            }
            return ChallengeView(
                challenge_of(row),
                display,
                known[row.challenger],
                known[opponent] if opponent is not None else None,
                known[row.taker] if row.taker is not None else None,
                await _taken_on(connection, row),
                token_of(signer, row),
                is_home=chat == row.chat or display.reader == row.challenger,
                is_takers=chat == row.taker_chat,
                unreached=row.state == "open"
                and await outbox.is_shown_in_unreachable_chat(connection, challenge_id),
                accounts=await people.account_keys(connection, display.platform, {*involved, *others}),
            )


async def _stops(connection: AsyncConnection, game: LoadedGame, now: datetime) -> Sequence[ClockStop]:
    """Return the holidays, present and coming, of the player who must act; empty without one or a clock."""
    if game.clock is None or game.to_act is None:
        return ()
    return (await clocks.stops_of(connection, [game.to_act], now)).get(game.to_act, ())


def _with_time_running(game: LoadedGame, now: datetime, stops: Sequence[ClockStop]) -> LoadedGame:
    """Return a game with the clock of the player who must act running from now, if it does not run yet.

    If this view is delivered with a notification of the player, that starts the time. A paused game and one
    without a clock are unchanged.
    """
    clock, to_act = game.clock, game.live.state.to_act
    if clock is None or to_act is None or clock.due is not None or game.paused is not None:
        return game
    return replace(game, clock=clock.started(to_act, now, stops))


async def _taken_on(connection: AsyncConnection, row: ChallengeRow) -> tuple[str, str]:
    """Return the platform where the taker of a challenge accepted it, and their handle; empty if no taker."""
    if row.taker is None or row.taker_chat is None:
        return "", ""
    platform = (await people.chat(connection, row.taker_chat)).platform
    account = await people.account_of(connection, platform, row.taker)
    return platform, (account.handle or "") if account is not None else ""


async def _is_open(connection: AsyncConnection, game: GameRow) -> bool:
    """Return `GameView.is_open` for a private chat."""
    return game.is_shared or bool(await games.shared_chats_of_private_match(connection, game.id))
