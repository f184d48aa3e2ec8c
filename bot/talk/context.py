"""Context: one incoming command or press, and everything that its handler needs to answer it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.sessions import (
    Actor,
    Chat,
    DisplayPreferences,
    Hints,
    LoadedGame,
    OpenGame,
    Outbox,
    Player,
    Questions,
    SessionManager,
    is_import,
    short_id,
)
from bot.sessions.errors import NoSuchGame, Refusal
from bot.sessions.workers import AnalysisQueue
from bot.talk.addresses import Addresses, SignInLinks
from bot.talk.admins import NO_ADMINS, Admins
from bot.talk.catalog import Words
from bot.talk.incoming import ChatKind, Incoming, Place
from bot.talk.input.payloads import answer_data
from bot.talk.reply import Button, Reply, Stage, Style, Text
from bot.talk.request_budget import RequestBudget
from bot.talk.sanitize import sanitize_name
from bot.talk.views.buttons import MOST_BUTTONS, MOST_ROWS

QUESTION_LIFETIME = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question.

    Args:
        label: what stands on its button.
        line: the line that it carries out.
        sure: True if that is done without asking again.
        style: how the button is dressed.
    """

    label: str
    line: str
    sure: bool = False
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class CommandContext:
    """One thing that was heard, with all that is known of who and where.

    Args:
        manager: where actions are done.
        actor: who does it, for the actions.
        player: who does it.
        chat: where.
        display: how the chat shows things, in the language of the one who is answered.
        words: that language.
        incoming: what was heard.
        hints: where hints are asked for.
        analysis_queue: who tell what games were worth.
        budget: what the person may ask for.
        public_url: the address of the page on which boards can be opened, for those who are not on it; empty,
            if there is none for everybody.
        admins: who runs the bot.
        addresses: how the bot is found on each platform.
        sign_in_links: how somebody comes back to his seat at the local table.
    """

    manager: SessionManager
    actor: Actor
    player: Player
    chat: Chat
    display: DisplayPreferences
    words: Words
    incoming: Incoming
    hints: Hints
    analysis_queue: AnalysisQueue
    budget: RequestBudget
    public_url: str = ""
    admins: Admins = NO_ADMINS
    addresses: Addresses = field(default_factory=Addresses)
    sign_in_links: SignInLinks = field(default_factory=SignInLinks)
    _open_games: dict[str, OpenGame] = field(default_factory=dict, init=False, compare=False)

    def spend(self, cost: float) -> None:
        """Take from the person's budget what something costs beyond its command.

        Raises:
            Refusal: that is not there.
        """
        wait = self.budget.take_more(self.incoming, cost)
        if wait is not None:
            raise Refusal("too-fast", wait=wait)

    @property
    def outbox(self) -> Outbox:
        """What chats show."""
        return Outbox(self.manager)

    def address_of(self, token: str) -> str:
        """Return the address at which the board of a token can be opened; empty, if there is none."""
        base = "/" if self.incoming.place.is_page else self.public_url and f"{self.public_url}/"
        return base and f"{base}#share={token}"

    async def actor_in(self, place: Place) -> Actor:
        """Return the person as the one who acts, by this very command, in another chat."""
        person = self.incoming.person
        there = await self.manager.people.visit(
            place.platform,
            person.key,
            sanitize_name(person.name),
            place.key,
            place.kind.value,
            "",
            handle=person.handle,
        )
        return replace(self.actor, chat=there.chat.id)

    def own_thread(self, game: str) -> tuple[Reply, ...]:
        """Return the wish for a thread for a game that has just begun, where the chat gives each game one."""
        return (Reply((), thread_for=game),) if self.actor.opens_threads else ()

    async def may_see(self, game: str) -> bool:
        """True if an id is that of a game that is seen by the one who was heard, where he was heard.

        It is seen by who plays in it, and by who asks in a chat that shows it.
        """
        if is_import(game):
            return await self.manager.may_see_import(self.actor, game)
        try:
            found = await self.open_game(game)
        except NoSuchGame:
            return False
        return found.is_shown or self.player.id in (found.white, found.black)

    async def may_spectate(self, game: str) -> bool:
        """True if a game is shown in a shared chat of the platform of which it is known that he is there."""
        rooms = await self.manager.lobbies.rooms_showing(game, self.chat.platform)
        return any(await asyncio.gather(*map(self.incoming.is_in, rooms)))

    async def open_game(self, game: str) -> OpenGame:
        """Return what was known of a game when it was first asked for, before anything was done.

        Raises:
            NoSuchGame: there is none with this id.
        """
        if game not in self._open_games:
            self._open_games[game] = await self.manager.open_game(game, self.chat.id)
        return self._open_games[game]

    def showed(self, game: str) -> bool:
        """True if it is known that the chat showed a game before anything was done."""
        return game in self._open_games and self._open_games[game].is_shown

    async def shows(self, game: str) -> bool:
        """True if the chat where it was heard shows a game."""
        return await self.outbox.is_shown_in(self.chat.id, game)

    def shows_draft(self, game: LoadedGame) -> bool:
        """Return True if the chat where it was heard shows the half-made turn of a game."""
        return game.shows_draft(self.chat.id, self.display.reader)

    async def last_game(self) -> str | None:
        """Return the game that the player finished last; among other people, of those shown there."""
        shared = self.incoming.place.kind is ChatKind.SHARED
        return await self.manager.last_game_of(self.actor.player, self.chat.id if shared else None)

    async def finished_games(self, limit: int) -> list[str]:
        """Return the games that the player finished, the last first; among other people, of those shown."""
        shared = self.incoming.place.kind is ChatKind.SHARED
        chat = self.chat.id if shared else None
        return await self.manager.finished_games_of(self.actor.player, chat, limit=limit)

    async def replied_to(self, subject: str) -> str | None:
        """Return the id of the game or challenge whose message was replied to, or pressed on."""
        if self.incoming.message is None:
            return None
        found = await self.outbox.subject_of(self.chat.id, self.incoming.message)
        return found[1] if found is not None and found[0] == subject else None

    async def ask(self, text: Text, choices: Sequence[Choice], game: LoadedGame | None = None) -> Reply:
        """Return a question to the one who was heard; it can be answered once, for half a day.

        Args:
            choices: what can be answered.
            game: the game as it stands now, if what is asked is to be done in it.
        """
        offered = choices[:MOST_BUTTONS]
        question = short_id(self.manager.chance, 12)
        lines = [f"{SURE if choice.sure else ''}{choice.line}" for choice in offered]
        await Questions(self.manager).ask(self.actor.player, lines, question, QUESTION_LIFETIME)
        buttons = [
            Button(choice.label, answer_data(question, number), choice.style)
            for number, choice in enumerate(offered)
        ]
        in_a_row = -(-len(buttons) // MOST_ROWS) or 1
        rows = tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))
        return Reply(text, buttons=rows, offered_at=Stage(game.id, game.stage) if game else None)


SURE = "!"
"""Stands before the line of an answer that is carried out without asking again."""
