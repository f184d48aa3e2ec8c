"""What a post says now: the present state of its game or challenge, dressed for its chat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.talk.analyses import verdict_text
from bot.talk.board import as_seen, board
from bot.talk.cards import Seen, card
from bot.talk.catalog import words_in
from bot.talk.happenings import last_line
from bot.talk.reply import Fate, Remains
from bot.talk.wording import name_at

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.sessions import Challenge, Dress, Game, Post, Retired, SessionManager
    from bot.talk.reply import Reply, Text


class Presenter:
    """Turns posts into replies.

    Args:
        manager: where games and challenges are found.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager

    async def present(self, post: Post, ring: Collection[int] = ()) -> tuple[Reply, int]:
        """Return what a chat should see of a post's subject now, and the revision of it.

        Args:
            post: the post.
            ring: the players whom the message calls.
        """
        dress, _ = await self._manager.people.dress(post.chat)
        rings = {player: account for player in ring if (account := await self._account(dress, player))}
        if post.subject == "challenge":
            return await self._challenge(post, dress, rings)
        game, events = as_seen(*await self._manager.told(post.subject_id), dress)
        draft = game.row.draft_chat in (None, post.chat)
        since = post.shown if is_fresh(post) else post.told
        notes = await self._notes(game, dress)
        reply = board(game, events, dress, since=since, draft=draft, rings=rings, notes=notes)
        waits_for = await self._accounts(dress, game.waits_for)
        return replace(reply, waits_for=waits_for, language=dress.language), game.row.version

    async def remains(self, old: Retired) -> Remains:
        """Return what an old message is to become: if one line, the last turn that it told of."""
        fate = Fate(old.fate)
        if fate is not Fate.SHRINK or old.game is None or old.revision is None:
            return Remains(fate)
        dress, _ = await self._manager.people.dress(old.chat)
        game, events = await self._manager.told(old.game)
        return Remains(fate, last_line(words_in(dress.language), game, events, old.revision))

    async def _notes(self, game: Game, dress: Dress) -> list[Text]:
        """Who did better in a game that is over; in another one, who cannot be told of it."""
        words, names = words_in(dress.language), {side: name_at(game, side) for side in Side}
        if game.is_over:
            verdict = await self._manager.analyses.verdict(game.id)
            return [] if verdict is None else [verdict_text(words, verdict, names)]
        return [
            words.say("next-unreached", name=names[side])
            for side in await self._manager.people.unreached(game)
            if game.player(side).id != dress.reader
        ]

    async def _account(self, dress: Dress, player: int) -> str | None:
        return await self._manager.people.account_of(dress.platform, player)

    async def _accounts(self, dress: Dress, players: Collection[int]) -> tuple[str, ...]:
        found = [await self._account(dress, player) for player in players]
        return tuple(account for account in found if account is not None)

    async def _taken_on(self, challenge: Challenge) -> tuple[str, str]:
        """The platform on which a challenge was taken, and the taker's handle there, if there are such."""
        if challenge.taker is None or challenge.taker_chat is None:
            return "", ""
        return await self._manager.people.heard_as(challenge.taker, challenge.taker_chat)

    async def _challenge(self, post: Post, dress: Dress, rings: dict[int, str]) -> tuple[Reply, int]:
        challenges, people = self._manager.challenges, self._manager.people
        challenge = await challenges.challenge(post.subject_id)
        challenger = await people.player(challenge.challenger)
        opponent_id = challenge.opponent
        if opponent_id is None and challenge.game is not None:
            game = await self._manager.game(challenge.game)
            opponent_id = game.row.black if game.row.white == challenge.challenger else game.row.white
        opponent = await people.player(opponent_id) if opponent_id is not None else None
        seen = Seen(
            challenge,
            challenger,
            opponent,
            await people.player(challenge.taker) if challenge.taker is not None else None,
            await self._taken_on(challenge),
            await challenges.token(challenge),
            is_home=post.chat == challenge.chat,
            is_takers=post.chat == challenge.taker_chat,
            unreached=challenge.state == "open" and await challenges.is_unreached(challenge.id),
        )
        reply = card(seen, dress, rings)
        asked = (opponent.id,) if opponent is not None and challenge.state == "open" else ()
        if challenge.state == "taken":
            asked = (challenger.id,)
        return replace(reply, waits_for=await self._accounts(dress, asked)), challenge.version


def is_fresh(post: Post) -> bool:
    """Whether a post is to be shown by a new message, and not by an edit."""
    return post.message is None or post.sent < post.fresh
