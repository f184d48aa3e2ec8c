"""Presenter: what a post says now, made for its chat from the present state of its game or challenge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.talk.catalog import words_in
from bot.talk.reply import OldBoardPolicy, RetiredContent
from bot.talk.views.analyses import review_text
from bot.talk.views.board import as_seen, board
from bot.talk.views.cards import Seen, card
from bot.talk.views.event_lines import last_line
from bot.talk.wording import name_at

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.sessions import ChallengeRow, DisplayPreferences, GameView, PostRow, RetiredRow, SessionManager
    from bot.talk.reply import Reply, Text


class Presenter:
    """Turns posts into replies.

    Args:
        manager: where games and challenges are found.
    """

    def __init__(self, manager: SessionManager) -> None:
        self._manager = manager

    async def present(self, post: PostRow, notify: Collection[int] = ()) -> tuple[Reply, int]:
        """Return what a chat should see of a post's subject now, and the revision of it.

        Args:
            post: the post.
            notify: the players whom the message notifies.
        """
        if post.subject == "challenge":
            return await self._challenge(post, notify)
        view = await self._manager.views.game(post.subject_id, post.chat, notify)
        display, accounts = view.display, view.accounts
        game, events = as_seen(view.game, view.events, display)
        draft = game.row.draft_chat in (None, post.chat)
        since = post.shown_revision if is_fresh(post) else post.told_revision
        notified = {player: accounts[player] for player in notify if player in accounts}
        notes = _notes(view)
        reply = board(game, events, display, since=since, draft=draft, notified=notified, notes=notes)
        waits_for = tuple(accounts[player] for player in game.waits_for if player in accounts)
        return replace(reply, waits_for=waits_for, language=display.language), game.row.version

    async def retired_content(self, old: RetiredRow) -> RetiredContent:
        """Return what an old message is to become: if one line, the last turn that it told of."""
        policy = OldBoardPolicy(old.policy)
        if policy is not OldBoardPolicy.SHRINK or old.game is None or old.revision is None:
            return RetiredContent(policy)
        display, _ = await self._manager.people.display(old.chat)
        game, events = await self._manager.with_events(old.game)
        return RetiredContent(policy, last_line(words_in(display.language), game, events, old.revision))

    async def _account(self, display: DisplayPreferences, player: int) -> str | None:
        return await self._manager.people.account_of(display.platform, player)

    async def _accounts(self, display: DisplayPreferences, players: Collection[int]) -> tuple[str, ...]:
        found = [await self._account(display, player) for player in players]
        return tuple(account for account in found if account is not None)

    async def _taken_on(self, challenge: ChallengeRow) -> tuple[str, str]:
        """The platform on which a challenge was taken, and the taker's handle there, if there are such."""
        if challenge.taker is None or challenge.taker_chat is None:
            return "", ""
        return await self._manager.people.name_and_language(challenge.taker, challenge.taker_chat)

    async def _challenge(self, post: PostRow, notify: Collection[int]) -> tuple[Reply, int]:
        display, _ = await self._manager.people.display(post.chat)
        notified = {player: account for player in notify if (account := await self._account(display, player))}
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
        reply = card(seen, display, notified)
        to_answer = (opponent.id,) if opponent is not None and challenge.state == "open" else ()
        if challenge.state == "taken":
            to_answer = (challenger.id,)
        return replace(reply, waits_for=await self._accounts(display, to_answer)), challenge.version


def _notes(view: GameView) -> list[Text]:
    """Who did better in a game that is over; in another one, who cannot be told of it."""
    game, words = view.game, words_in(view.display.language)
    names = {side: name_at(game, side) for side in Side}
    if game.is_over:
        return [] if view.review is None else [review_text(words, view.review, names)]
    return [
        words.say("next-unreached", name=names[side])
        for side in view.unreached
        if game.player(side).id != view.display.reader
    ]


def is_fresh(post: PostRow) -> bool:
    """Whether a post is to be shown by a new message, and not by an edit."""
    return post.message is None or post.sent_revision < post.fresh_revision
