"""Reminder views: the contents of reminders and digests, which are read when these are sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.sessions.challenges import Challenges
from bot.sessions.core import SessionCore
from bot.sessions.game_lists import GameLists, Overview
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import player_of
from bot.sessions.notification_times import day_of
from bot.sessions.outbox.enqueue import is_of_given_time
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.reminders import turn_of
from bot.sessions.values import Challenge, Player
from storage import notifications, outbox, people


@dataclass(frozen=True, slots=True)
class ReminderView:
    """The contents of a reminder in one chat.

    Args:
        game: the game in which the player is to act.
        player: the player who is reminded.
        display: the chat's display preferences.
        board: the key of the chat's message that shows the game, or None.
        account: the key of the player's account on the chat's platform, or None.
        tells_more_time: True if the reminder is about time that the opponent has given to the player.
    """

    game: LoadedGame
    player: Player
    display: DisplayPreferences
    board: str | None
    account: str | None
    tells_more_time: bool = False

    @property
    def opponent(self) -> Player:
        """The opponent, who waits for the player."""
        return self.game.black if self.player.id == self.game.white.id else self.game.white


@dataclass(frozen=True, slots=True)
class DigestView:
    """The contents of a digest in a player's private chat.

    Args:
        display: the chat's display preferences.
        account: the key of the player's account on the chat's platform, or None.
        overview: the player's games.
        challenges: the challenges that wait for the player's answer, each with its challenger.
    """

    player: Player
    display: DisplayPreferences
    account: str | None
    overview: Overview
    challenges: Sequence[tuple[Challenge, Player]]


class ReminderViews:
    """Service that reads the contents of reminders and digests, which `bot.talk` turns into messages."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def reminder(self, key: str, chat: int) -> ReminderView | None:
        """Return a reminder's contents, or None if it should not be sent.

        None is returned if the reminder's turn is over, if the game is paused, or if the player to act is not
        notified by the reminder's post in this chat.

        Args:
            key: the reminder's key, as `reminder_key` makes it.
        """
        game_id, turns = turn_of(key)
        async with self._core.database.read() as connection:
            display = await display_in(connection, chat)
            game = await self._core.load(connection, game_id)
            side = game.side_of(game.to_act) if game.to_act is not None else None
            if side is None or game.turns != turns or game.paused is not None:
                return None
            player, board = game.player(side), await outbox.post_in(connection, "game", game_id, chat)
            cause = (await notifications.notified_by_post(connection, "reminder", key, chat)).get(player.id)
            if cause is None:
                return None
            accounts = await people.account_keys(connection, display.platform, {player.id})
            return ReminderView(
                game,
                player,
                display,
                None if board is None else board.message,
                accounts.get(player.id),
                tells_more_time=is_of_given_time(cause),
            )

    async def digest(self, key: str, chat: int) -> DigestView | None:
        """Return a digest's contents, or None if it should not be sent.

        None is returned if no game or challenge waits for the player, if the digest's day is over in the
        player's time zone, or if they have switched digests off.

        Args:
            key: the player's id and the date, as in `12:2026-11-20`.
        """
        player_id, _, day = key.partition(":")
        async with self._core.database.read() as connection:
            display = await display_in(connection, chat)
            player = player_of(await people.player(connection, int(player_id)))
            accounts = await people.account_keys(connection, display.platform, {player.id})
        if player.digest is None or day_of(player, self._core.clock()) != day:
            return None
        overview = await GameLists(self._core).overview(player.id, display.platform)
        waiting = await Challenges(self._core).waiting_for(player.id, chat)
        if not overview.yours and not waiting:
            return None
        async with self._core.database.read() as connection:
            found = await people.players_of(connection, {each.challenger for each in waiting})
        challenges = [(each, player_of(found[each.challenger])) for each in waiting]
        return DigestView(player, display, accounts.get(player.id), overview, challenges)
