"""Forgetting: deletes a player's data.

Their unfinished games are resigned, unless they cannot be lost any more. All their games stay stored, under
the name of a former player.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.challenges import Challenges
from bot.sessions.core import SessionCore
from bot.sessions.errors import AlreadyDone, CannotResignAt, GameIsOver, Refusal
from bot.sessions.forgotten_mentions import Mentions
from bot.sessions.values import FORMER_NAME, Actor
from storage import admission, forgetting, game_lists, games, outbox, people
from storage.rows import AccountRow

_ROUNDS = 5
"""The most attempts to delete a player's data; one fails if a new game or challenge began meanwhile."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """The open games and pending challenges of a player who may be forgotten.

    Args:
        games: the number of the player's unfinished games.
        challenges: the number of pending challenges that the player made or was sent, or has accepted while
            the challenger has not confirmed them yet.
    """

    games: int
    challenges: int


@dataclass(frozen=True, slots=True)
class _Ended:
    """The ids of the games and challenges that `forget` has handled.

    Args:
        games: games that were resigned.
        challenges: challenges that were cancelled, declined or opened again.
        kept: games that go on, because the player cannot lose them any more (see `_end_games`).
    """

    games: list[str]
    challenges: list[str]
    kept: list[str]


class Forgetting:
    """Service that deletes players' data.

    The player's challenges are cancelled, declined or opened again, and each game is resigned in its own
    action, as by /resign, so that the opponent gets the board and the result. Then one transaction deletes
    all data (`storage.forgetting.forget`). If the process dies before that, the data is still stored, and the
    player has to ask again.

    Args:
        challenges: cancels, declines or reopens the player's challenges.
        resign: resigns a game.
    """

    def __init__(
        self,
        core: SessionCore,
        challenges: Challenges,
        resign: Callable[[Actor, str], Awaitable[object]],
    ) -> None:
        self._core = core
        self._challenges = challenges
        self._resign = resign

    async def belongings(self, player: int) -> Belongings:
        """Return how many games and challenges deleting a player's data would usually end."""
        async with self._core.database.read() as connection:
            accounts = await people.accounts_of(connection, player)
            challenges = await forgetting.open_challenges(connection, player, _handles(accounts))
            return Belongings(len(await game_lists.open_game_ids(connection, player)), len(challenges))

    async def forget(
        self, actor: Actor, spellings: Callable[[str], Collection[str]], former: Callable[[str], str]
    ) -> None:
        """Close or reopen the actor's challenges, resign their games, and delete what identifies them.

        Callbacks (`forgotten_listeners`) then get the platform and key of each of their accounts.

        Args:
            spellings: returns the forms in which messages contain a name, which may be cut or escaped.
            former: returns the words that replace the player's name in a language.

        Raises:
            Refusal: in five attempts a new game or challenge of the player began each time before the
                deletion.
            AlreadyDone: the player's data was deleted before.
        """
        ended: list[str] = []
        challenges: list[str] = []
        for number in range(_ROUNDS):
            step = replace(actor, idempotency_key=f"{actor.idempotency_key}:{number}", chat=None)
            challenges += await self._end_challenges(step)
            resigned, kept = await self._end_games(step)
            ended += resigned
            about = _Ended(ended, challenges, kept)
            if await self._delete(replace(step, chat=actor.chat), about, spellings, former):
                return
        raise Refusal("still-plays")

    async def wipe_traces(self) -> None:
        """Overwrite the remains of deleted rows on the disk, if a player was forgotten since the last wipe.

        If the database cannot do that now, the next call tries again.
        """
        async with self._core.database.read() as connection:
            if not await forgetting.is_wipe_due(connection):
                return
        if await self._core.database.dialect.wipe_deleted_rows(thorough=True):
            async with self._core.database.write() as connection:
                await forgetting.note_wiped(connection)

    async def _end_challenges(self, actor: Actor) -> list[str]:
        """Cancel the challenges that the actor made, decline those to them, reopen those that they took.

        All in one action; return the ids of all.
        """
        async with self._core.action(
            replace(actor, idempotency_key=f"{actor.idempotency_key}:challenges")
        ) as connection:
            return await self._challenges.end_all(
                connection, actor.player, _handles(await people.accounts_of(connection, actor.player))
            )

    async def _end_games(self, actor: Actor) -> tuple[list[str], list[str]]:
        """Resign the actor's games; return the ids of those resigned, and of those that cannot be resigned.

        A game cannot be resigned once the actor has borne off all checkers and only the opponent's last roll
        is to come (R9.3).
        """
        async with self._core.database.read() as connection:
            open_games = await game_lists.open_game_ids(connection, actor.player)
        ended, kept = [], []
        for game in open_games:
            try:
                key = f"{actor.idempotency_key}:{game}"
                await self._resign(Actor(actor.player, key, None), game)
                ended.append(game)
            except CannotResignAt:
                kept.append(game)
            except GameIsOver:  # it has just ended by the opponent's action
                continue
        return ended, kept

    async def _delete(
        self,
        actor: Actor,
        ended: _Ended,
        spellings: Callable[[str], Collection[str]],
        former: Callable[[str], str],
    ) -> bool:
        """Delete all data that identifies the actor, and return True.

        Delete nothing and return False if a new game of the actor, or a challenge by or to them, has begun
        meanwhile.

        Args:
            ended: the resigned games, and the challenges closed or reopened, redrawn without the name.
            spellings: as in `forget`.
            former: as in `forget`.
        """
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            player = await people.player(connection, actor.player)
            if player.forgotten:
                raise AlreadyDone
            accounts = await people.accounts_of(connection, actor.player)
            languages = await forgetting.languages(connection)
        shown = {player.name, *(row.shown_name for row in accounts if row.shown_name)}
        names = {spelt for name in shown for spelt in spellings(name)}
        names |= {f"@{handle}" for _, handle in _handles(accounts)}
        at_the_table = [row.key for row in accounts if row.platform == "web"]
        mentions = Mentions(at_the_table, names, languages, former)
        # A long log of messages is slow to search, so it is searched before the transaction. Within that only
        # newer messages are searched.
        changed, last = await mentions.all_changes(self._core.database)
        async with self._core.action(actor) as connection:
            playing = set(await game_lists.open_game_ids(connection, actor.player)) - set(ended.kept)
            waiting = await forgetting.open_challenges(connection, actor.player, _handles(accounts))
            if playing or waiting:
                return False
            await forgetting.rewrite(connection, changed)
            since, _ = await mentions.after(connection, last)
            await forgetting.rewrite(connection, since)
            # Bans and blocks outlive the data: signatures recognise an account without revealing its key.
            seals = [signer.sign("account", row.platform, row.key) for row in accounts]
            await admission.remember_bans(connection, actor.player, seals)
            await forgetting.forget(connection, actor.player, FORMER_NAME)
            await self._show_again(connection, ended)
        for listener in self._core.forgotten_listeners:
            for row in accounts:
                listener(row.platform, row.key)
        # Deleted rows remain in the database's log; a thorough wipe follows in the daily maintenance.
        await self._core.database.dialect.wipe_deleted_rows(thorough=False)
        return True

    async def _show_again(self, connection: AsyncConnection, ended: _Ended) -> None:
        """Redraw the boards and challenges that have just changed, without the player's name.

        Each gets a new version. Otherwise a message that is being sent with the old name at this moment would
        count as up to date.
        """
        await self._challenges.show_again(connection, ended.challenges)
        for game in ended.games:
            row = await games.game(connection, game)
            if row is not None and await games.raise_version(connection, game, row.version):
                await outbox.enqueue(connection, "game", game, row.version + 1)


def _handles(accounts: Collection[AccountRow]) -> list[tuple[str, str]]:
    """Return the accounts' handles as pairs of platform and handle, without accounts that have none."""
    return [(row.platform, row.handle) for row in accounts if row.handle]
