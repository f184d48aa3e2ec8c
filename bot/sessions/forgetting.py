"""Forgetting: a person who wants to be forgotten. His games end and stay, played by a former player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.challenges import Challenges
from bot.sessions.core import SessionCore
from bot.sessions.errors import AlreadyDone, CannotResignAt, GameIsOver, Refusal
from bot.sessions.forgotten_mentions import Changes, Quotes
from bot.sessions.values import FORMER_NAME, Actor
from storage import admission, forgetting, game_lists, games, outbox, people
from storage.rows import AccountRow

_ROUNDS = 5
"""So often it is looked whether a game has begun meanwhile."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """What ends when a person is forgotten.

    Args:
        games: how many games he would give up.
        challenges: how many challenges of his, or to him, would end.
    """

    games: int
    challenges: int


@dataclass(frozen=True, slots=True)
class _Ended:
    """What has just ended of a person: ids.

    Args:
        games: games that were given up.
        challenges: challenges.
        kept: games that go on, since they cannot be lost any more.
    """

    games: list[str]
    challenges: list[str]
    kept: list[str]


class Forgetting:
    """Forgets people.

    Each game is given up by an action of its own, as by /resign, so that its opponent gets the board and the
    result. Then one transaction deletes all the rest. Should the process die in between, the person is as
    known as before, and some of his games are over: he is to ask again. The question that he has answered is
    gone with his answer, so that nothing is done twice.

    Args:
        core: what actions stand on.
        challenges: where his wait.
        resign: gives a game up.
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
        """Return what would end if a player were forgotten."""
        async with self._core.database.read() as connection:
            his = await people.accounts_of(connection, player)
            challenges = await forgetting.open_challenges(connection, player, _handles(his))
            return Belongings(len(await game_lists.open_game_ids(connection, player)), len(challenges))

    async def forget(
        self, actor: Actor, spellings: Callable[[str], Collection[str]], former: Callable[[str], str]
    ) -> None:
        """Give up the games of the one who asks, end his challenges, and delete all that tells who he is.

        Args:
            actor: who asks.
            spellings: how a name is written in messages, where it may be cut.
            former: what stands in its place in a language.

        Raises:
            Refusal: others begin games with him as fast as he gives them up.
            AlreadyDone: he is forgotten.
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
        """Wipe from the disk what is left there of people who were forgotten, where that is to be done."""
        async with self._core.database.read() as connection:
            if not await forgetting.is_wipe_due(connection):
                return
        if await self._core.database.dialect.wipe_deleted_rows(thorough=True):
            async with self._core.database.write() as connection:
                await forgetting.note_wiped(connection)

    async def _end_challenges(self, actor: Actor) -> list[str]:
        """End what he has asked for, what he was asked, and what he has taken, in one transaction."""
        async with self._core.action(
            replace(actor, idempotency_key=f"{actor.idempotency_key}:challenges")
        ) as connection:
            return await self._challenges.end_all(
                connection, actor.player, _handles(await people.accounts_of(connection, actor.player))
            )

    async def _end_games(self, actor: Actor) -> tuple[list[str], list[str]]:
        """Give up all games; return those, and those in which he has borne off and his opponent rolls last.

        The latter cannot be lost any more (R9.3), and he has nothing to do in them.
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
            except GameIsOver:  # meanwhile, by the opponent's move or the clock
                continue
        return ended, kept

    async def _delete(
        self,
        actor: Actor,
        ended: _Ended,
        spellings: Callable[[str], Collection[str]],
        former: Callable[[str], str],
    ) -> bool:
        """Delete all that tells who he is, unless something has begun meanwhile; say whether it was done."""
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            player = await people.player(connection, actor.player)
            if player.forgotten:
                raise AlreadyDone
            his = await people.accounts_of(connection, actor.player)
            languages = await forgetting.languages(connection)
        shown = {player.name, *(row.shown_name for row in his if row.shown_name)}
        names = {spelt for name in shown for spelt in spellings(name)}
        names |= {f"@{handle}" for _, handle in _handles(his)}
        at_the_table = [row.key for row in his if row.platform == "web"]
        quotes = Quotes(at_the_table, names, languages, former)
        # To look for his name takes a while in a long log: nobody waits meanwhile, but for what came since.
        changed, last = await self._quoting(quotes)
        async with self._core.action(actor) as connection:
            playing = set(await game_lists.open_game_ids(connection, actor.player)) - set(ended.kept)
            waiting = await forgetting.open_challenges(connection, actor.player, _handles(his))
            if playing or waiting:
                return False
            await forgetting.rewrite(connection, changed)
            since, _ = await quotes.after(connection, last)
            await forgetting.rewrite(connection, since)
            seals = [signer.sign("account", row.platform, row.key) for row in his]
            await admission.remember_bans(connection, actor.player, seals)
            await forgetting.forget(connection, actor.player, FORMER_NAME)
            await self._show_again(connection, ended)
        for listener in self._core.forgotten_listeners:
            for row in his:
                listener(row.platform, row.key)
        # What was deleted stands in the log of the database still; the rest is wiped when the house is kept.
        await self._core.database.dialect.wipe_deleted_rows(thorough=False)
        return True

    async def _show_again(self, connection: AsyncConnection, ended: _Ended) -> None:
        """Let chats show anew what has just ended: the sender may be writing his name there at this moment.

        As a newer version each, so that nothing older counts as shown.
        """
        await self._challenges.show_again(connection, ended.challenges)
        for game in ended.games:
            row = await games.game(connection, game)
            if row is not None and await games.raise_version(connection, game, row.version):
                await outbox.enqueue(connection, "game", game, row.version + 1)

    async def _quoting(self, quotes: Quotes) -> tuple[Changes, int]:
        """Return the messages of the local table that quote him, and the last that there was."""
        async with self._core.database.read() as connection:
            last = await forgetting.last_message(connection)
        changed: Changes = {}
        number = 0
        while True:
            async with self._core.database.read() as connection:
                page, number = await quotes.after(connection, number)
            changed |= page
            if not number:
                return changed, last


def _handles(his: Collection[AccountRow]) -> list[tuple[str, str]]:
    """Return the handles of accounts, each with its platform."""
    return [(row.platform, row.handle) for row in his if row.handle]
