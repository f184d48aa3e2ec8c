"""Presenter: the current message of a post, from the current state of its game or challenge."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.sessions import (
    CLOSED,
    PUZZLE_OPEN,
    ChallengeState,
    LoadedEvent,
    LoadedGame,
    Player,
    SessionManager,
    is_quiet,
)
from bot.sessions.outbox import Post, RetiredMessage
from bot.talk.addresses import Addresses
from bot.talk.catalog import LANGUAGES, join, nearest_language, words_in
from bot.talk.reply import Mention, OldBoardPolicy, Reply, RetiredContent
from bot.talk.times import holiday_days
from bot.talk.views.board import board, past_text, without_blocked_offers
from bot.talk.views.board_notes import board_notes
from bot.talk.views.buttons import initial_moves_remain
from bot.talk.views.cards import card
from bot.talk.views.event_lines import last_line
from bot.talk.views.links import outcome, question
from bot.talk.views.puzzles import daily_question, daily_solution
from bot.talk.views.reminders import digest, reminder
from bot.talk.wording import name_of

STEP_PAUSE = timedelta(seconds=6)
"""Time after a press for which a busy chat need not show an incomplete turn (docs/limits.md).

Toasts tell the mover about the turn meanwhile.
"""
_PROMPT_TIME = timedelta(seconds=10)
"""The longest time between an action and the computer player's answer to it that may edit the same board.

Later answers are posted as a new message (docs/limits.md).
"""


class Presenter:
    """Turns posts (games, challenges and messages that chats should show) into replies.

    Args:
        manager: the session manager, from which games and challenges are read.
        addresses: the addresses of the bot on its platforms; with other platforms than the chat's, challenges
            offer an invitation for them. None are known by default.
    """

    def __init__(self, manager: SessionManager, addresses: Addresses | None = None) -> None:
        self._manager = manager
        self._addresses = addresses or Addresses()
        self._silent = {
            "holiday": self._holiday,
            "announcement": self._announcement,
            "puzzle": self._puzzle,
            "solution": self._puzzle,
        }
        """The methods that present posts that never notify, by the subject of the post."""

    async def present(self, post: Post, notify: Collection[int] = ()) -> tuple[Reply, int] | None:
        """Return the current message of a post and its revision; None if it should not be sent any more.

        The revision is the version of the game, challenge or link; of other messages a fixed number.

        Args:
            notify: the ids of the players to mention, if they have an account on the chat's platform.
        """
        if post.subject == "challenge":
            return await self._challenge(post, notify)
        if post.subject == "reminder":
            return await self._reminder(post, notify)
        if post.subject == "digest":
            return await self._digest(post, notify)
        if post.subject == "link":
            return await self._link(post, notify)
        if (silent := self._silent.get(post.subject)) is not None:
            return await silent(post)
        view = await self._manager.views.game(post.subject_id, post.chat, notify)
        display, accounts = view.display, view.accounts
        game, events = without_blocked_offers(view.game, view.events, display)
        draft = game.shows_draft(post.chat, display.reader)
        notified = {player: accounts[player] for player in notify if player in accounts}
        notes = board_notes(view, display, post.instead_of)
        reply = board(
            game,
            events,
            display,
            since=post.since,
            draft=draft,
            notified=notified,
            notes=notes,
            now=view.now,
            waiting=view.waiting,
            analysis=view.analysis,
        )
        waits_for = tuple(accounts[player] for player in game.waits_for if player in accounts)
        reply = replace(
            reply,
            waits_for=waits_for,
            language=display.language,
            ends=game.is_over and game.standing.is_over,
            is_step=draft and self._is_being_made(game),
            is_prompt=display.reader is not None and self._is_answered_promptly(game, events),
            is_silent=self._is_silent(reply, (game.white, game.black), accounts),
        )
        return reply, game.version

    def _is_being_made(self, game: LoadedGame) -> bool:
        """True if the mover is probably about to press again, so that this board is soon out of date.

        That is so if the turn has moves and is not complete, the game changed less than six seconds ago, and
        a button of the board at the start of the turn still works.
        """
        partial = game.live.draft
        if partial is None or not partial.moves or partial.is_complete:
            return False
        return self._manager.clock() - game.changed < STEP_PAUSE and initial_moves_remain(partial)

    def _is_answered_promptly(self, game: LoadedGame, events: Sequence[LoadedEvent]) -> bool:
        """True if the computer player has just answered, at most ten seconds after the action before.

        False if the game is over, and if more than ten seconds have passed since the answer.
        """
        if game.level is None or game.is_over:
            return False
        last = events[-1]
        before = next((each for each in reversed(events) if each.version < last.version), None)
        if before is None or not timedelta() <= last.at - before.at <= _PROMPT_TIME:
            return False
        return self._manager.clock() - last.at <= _PROMPT_TIME

    async def retired_content(self, old: RetiredMessage) -> RetiredContent:
        """Return what becomes of a retired message (one that a newer message has replaced).

        A board that shrinks is reduced to one line with its last turn. Any other board gets a text with the
        last turn of each side that asks no player to act. Messages without a board keep their text.
        """
        policy = OldBoardPolicy(old.policy)
        if old.game is None or old.revision is None:
            return RetiredContent(policy)
        display = await self._manager.people.display(old.chat)
        game, events = without_blocked_offers(*await self._manager.with_events(old.game), display)
        if policy is OldBoardPolicy.SHRINK:
            lines = {
                language: last_line(words_in(language), game, events, old.revision) for language in LANGUAGES
            }
            return RetiredContent(policy, lines[nearest_language(display.language)], lines)
        return RetiredContent(policy, past_text(game, events, display, old.revision))

    async def _challenge(self, post: Post, notify: Collection[int]) -> tuple[Reply, int]:
        view = await self._manager.views.challenge(post.subject_id, post.chat, notify)
        accounts = view.accounts
        elsewhere = self._addresses.lead_elsewhere_from(view.display.platform)
        notified = {player: accounts[player] for player in notify if player in accounts}
        reply = card(view, notified, leads_elsewhere=elsewhere)
        match view.challenge.state:
            case ChallengeState.OPEN if view.opponent is not None:
                asked = accounts.get(view.opponent.id)
            case ChallengeState.TAKEN:
                asked = accounts.get(view.challenger.id)
            case _:
                asked = None
        # Telegram notifies any person whose username a message contains, also one whom the bot does not know.
        # So the first message of a challenge by username notifies without a mention.
        calls_handle = post.is_first and view.opponent is None and view.challenge.handle is not None
        is_shared = view.display.reader is None
        involved = [each for each in (view.challenger, view.opponent, view.taker) if each is not None]
        reply = replace(
            reply,
            waits_for=() if asked is None else (asked,),
            challenge=post.subject_id,
            calls_handle=calls_handle and is_shared,
            is_silent=self._is_silent(reply, involved, accounts),
        )
        return reply, view.challenge.version

    async def _reminder(self, post: Post, notify: Collection[int]) -> tuple[Reply, int] | None:
        view = await self._manager.reminder_views.reminder(post.subject_id, post.chat)
        if view is None:
            return None
        reply = reminder(view, self._manager.clock(), notifies=view.player.id in notify)
        accounts = {} if view.account is None else {view.player.id: view.account}
        return replace(reply, is_silent=self._is_silent(reply, (view.player,), accounts)), 1

    async def _digest(self, post: Post, notify: Collection[int]) -> tuple[Reply, int] | None:
        view = await self._manager.reminder_views.digest(post.subject_id, post.chat)
        if view is None:
            return None
        reply = digest(view, self._manager.clock(), notifies=view.player.id in notify)
        accounts = {} if view.account is None else {view.player.id: view.account}
        return replace(reply, is_silent=self._is_silent(reply, (view.player,), accounts)), 1

    async def _puzzle(self, post: Post) -> tuple[Reply, int] | None:
        view = await self._manager.puzzles.view(int(post.subject_id), post.chat)
        if view is None:
            return None
        if post.subject == "solution":
            return daily_solution(view), 1
        if view.is_open:
            return daily_question(view), PUZZLE_OPEN
        if post.message is None:  # The chat was unreachable until the puzzle closed: show no old question.
            return None
        return (daily_question(view) if view.is_answered else daily_solution(view)), CLOSED

    async def _holiday(self, post: Post) -> tuple[Reply, int] | None:
        words = words_in((await self._manager.people.display(post.chat)).language)
        # The subject id is the holiday's id, or for one that ended early the player's id and the days.
        ended = await self._manager.holidays.ended(post.subject_id)
        if ended is not None:
            days = holiday_days(words, ended)
            text = words.say("holiday-ended-early", name=name_of(ended.player), days=days)
            return Reply(text, language=words.language, is_silent=True), 1
        found = await self._manager.holidays.holiday(int(post.subject_id))
        if found is None:
            return None
        holiday, player = found
        days = holiday_days(words, holiday)
        text = words.say("holiday-announced", name=name_of(player), days=days)
        return Reply(text, language=words.language, is_silent=True), 1

    async def _announcement(self, post: Post) -> tuple[Reply, int] | None:
        text = await self._manager.administration.announcement(post.subject_id)
        if text is None:
            return None
        words = words_in((await self._manager.people.display(post.chat)).language)
        told = words.say("announcement", text=text)
        return Reply(told, language=words.language, is_silent=True), 1

    async def _link(self, post: Post, notify: Collection[int]) -> tuple[Reply, int] | None:
        found = await self._manager.linking.view(post.subject_id, post.chat)
        if found is None:
            return None
        view, display, reader, account = found
        words = words_in(display.language)
        if view.state == "confirmed" and view.asker.player == reader.id:
            reply = question(words, view, reader.id)
            if account is not None and reader.id in notify:
                calls = words.say("link-calls", name=Mention(view.asker.accounts[0].name, account))
                reply = replace(reply, text=join([calls, reply.text]))
        else:
            reply = Reply(outcome(words, view))
        accounts = {} if account is None else {reader.id: account}
        silent = not reply.notifies or self._is_silent(reply, (reader,), accounts)
        return replace(reply, language=words.language, is_silent=silent), view.version

    def _is_silent(self, reply: Reply, known: Collection[Player], accounts: Mapping[int, str]) -> bool:
        """True if a message mentions players and all of them have quiet hours now.

        Args:
            known: the players whom the message may mention.
            accounts: the keys of their accounts on the chat's platform, by player id.
        """
        now = self._manager.clock()
        asleep = {accounts.get(player.id) for player in known if is_quiet(player, now)}
        return bool(reply.notifies) and asleep.issuperset(reply.notifies)
