"""Context: one command or press, with everything that its handler needs to run and answer it."""

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
    game_named,
    is_import,
    short_id,
)
from bot.sessions.errors import NoSuchGame, Refusal
from bot.sessions.workers import AnalysisQueue
from bot.talk.addresses import Addresses, SignInLinks, board_link
from bot.talk.admins import NO_ADMINS, Admins
from bot.talk.catalog import Words
from bot.talk.incoming import ChatKind, Incoming, Place
from bot.talk.input.payloads import SURE, answer_data
from bot.talk.reply import Button, Reply, Stage, Style, Text
from bot.talk.request_budget import RequestBudget
from bot.talk.sanitize import sanitize_name
from bot.talk.views.buttons import MOST_BUTTONS, MOST_ROWS

QUESTION_LIFETIME = timedelta(hours=12)
"""How long a question can be answered; docs/privacy.md names this time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, shown as a button.

    Args:
        label: the button's label.
        line: the command line that a press runs.
        sure: True if the command then counts as confirmed.
        style: the button's style.
    """

    label: str
    line: str
    sure: bool = False
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class CommandContext:
    """One request with the player, the chat and the services that its handler needs.

    Args:
        manager: runs the actions.
        actor: the player and the chat in the form that the actions of `bot.sessions` take.
        player: the person's player.
        chat: the chat of the request.
        display: the chat's display preferences, with the person's language, numbering, zone and blocked
            players.
        words: the catalog of the person's language.
        incoming: the request as the platform delivered it.
        hints: computes hints.
        analysis_queue: computes analyses of finished games.
        budget: the rate limits of all people.
        public_url: the public URL of the page that opens shared boards; empty if it is not public.
        admins: the bot's administrators.
        addresses: the bot's addresses on each platform.
        sign_in_links: creates links that sign a browser in to a seat at the local table.
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
        """Spend an extra cost, beyond that of the command, from the person's budget.

        Raises:
            Refusal: too little is left.
        """
        wait = self.budget.take_more(self.incoming, cost)
        if wait is not None:
            raise Refusal("too-fast", wait=wait)

    @property
    def outbox(self) -> Outbox:
        """The outbox: the boards and cards that each chat shows."""
        return Outbox(self.manager)

    async def board_address(self, token: str) -> str:
        """Return the URL that opens a shared board by its token; empty if the page is not public.

        On the bot's own page without a public address it is relative to that page.
        """
        if not (self.public_url or self.incoming.place.is_page):
            return ""
        # A preview would show the names of a private game to everyone in the chat where the link is posted.
        has_preview = await self.manager.sharing.is_in_shared_chat(game_named(token))
        return board_link(self.public_url, token, self.words.language, has_preview=has_preview)

    async def actor_in(self, place: Place) -> Actor:
        """Return the person as an actor in another chat, which is created if it is new."""
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
        """Return the reply that requests a thread for a new game, as a tuple of one.

        Empty if the chat cannot have threads, or does not have them switched on.
        """
        return (Reply((), thread_for=game),) if self.actor.opens_threads else ()

    async def may_see(self, game: str) -> bool:
        """True if the person may see a game or import: they play in it, or the chat shows it.

        An import may be seen as `SessionManager.may_see_import` says. False for unknown ids.
        """
        if is_import(game):
            return await self.manager.may_see_import(self.actor, game)
        try:
            found = await self.open_game(game)
        except NoSuchGame:
            return False
        return found.is_shown or self.player.id in (found.white, found.black)

    async def may_spectate(self, game: str) -> bool:
        """True if a shared chat of this platform that the person is a member of shows the game."""
        rooms = await self.manager.lobbies.rooms_showing(game, self.chat.platform)
        return any(await asyncio.gather(*map(self.incoming.is_in, rooms)))

    async def open_game(self, game: str) -> OpenGame:
        """Return a game's summary, read once a request: as it was before the request changed the game.

        Raises:
            NoSuchGame: there is none with this id.
        """
        if game not in self._open_games:
            self._open_games[game] = await self.manager.open_game(game, self.chat.id)
        return self._open_games[game]

    def showed(self, game: str) -> bool:
        """True if `open_game` has read the game in this request, and the chat showed it then."""
        return game in self._open_games and self._open_games[game].is_shown

    async def shows(self, game: str) -> bool:
        """True if the chat shows a game now, or is about to."""
        return await self.outbox.is_shown_in(self.chat.id, game)

    def shows_draft(self, game: LoadedGame) -> bool:
        """Return True if the chat shows the person a game's draft: the moves made and not yet confirmed."""
        return game.shows_draft(self.chat.id, self.display.reader)

    async def last_game(self) -> str | None:
        """Return the id of the player's last finished game (of those shown in a shared chat), or None."""
        shared = self.incoming.place.kind is ChatKind.SHARED
        return await self.manager.last_game_of(self.actor.player, self.chat.id if shared else None)

    async def finished_games(self, limit: int) -> list[str]:
        """Return the ids of the player's last finished games; in a shared chat, of those shown there.

        Args:
            limit: the most ids to return, the newest first.
        """
        shared = self.incoming.place.kind is ChatKind.SHARED
        chat = self.chat.id if shared else None
        return await self.manager.finished_games_of(self.actor.player, chat, limit=limit)

    async def replied_to(self, subject: str) -> str | None:
        """Return the id of the game or challenge whose message was replied to or pressed; else None.

        Args:
            subject: `game` or `challenge`.
        """
        if self.incoming.message is None:
            return None
        found = await self.outbox.subject_of(self.chat.id, self.incoming.message)
        return found[1] if found is not None and found[0] == subject else None

    async def ask(self, text: Text, choices: Sequence[Choice], game: LoadedGame | None = None) -> Reply:
        """Store a question and return it as a message with a button for each answer.

        Only this person can answer, once and within 12 hours.

        Args:
            choices: the answers; only the first 25 get a button.
            game: the game as loaded now, if the answers act in one; else None.
        """
        offered = choices[:MOST_BUTTONS]
        question = short_id(self.manager.chance, 12)
        lines = [f"{SURE if choice.sure else ''}{choice.line}" for choice in offered]
        await Questions(self.manager).ask(self.actor.player, lines, question, QUESTION_LIFETIME)
        buttons = [
            Button(choice.label, answer_data(question, number), choice.style)
            for number, choice in enumerate(offered)
        ]
        in_a_row = -(-len(buttons) // MOST_ROWS) or 1  # Discord allows five rows: more answers share rows.
        rows = tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))
        return Reply(text, buttons=rows, offered_at=Stage(game.id, game.stage) if game else None)
