"""Walk: the actions of Anna and Boris over days, what they are promised, and the expected notifications.

Nothing here depends on the platform.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from bot.rules import legal_turns
from bot.rules.events import TimedOut
from bot.sessions import LoadedGame
from bot.sessions.outbox.enqueue import REPEAT_AFTER
from bot.talk.catalog import words_in
from tests.scenario.promises import left
from tests.scenario.running import BEAT, Running
from tests.scenario.stage import Call, Seen, Stage
from tests.standin.troubles import Barrier

HOUR = timedelta(hours=1)


class Walk:
    """Anna's and Boris's actions, and checks of what they are promised.

    Args:
        running: the bot.
    """

    def __init__(self, running: Running) -> None:
        self.running = running
        self.expected: list[Call] = []

    @property
    def stage(self) -> Stage:
        """The platform on which they play."""
        return self.running.stage

    @property
    def now(self) -> datetime:
        """The time."""
        return self.running.clock.now

    def expect(self, at: datetime, player: str, *, is_loud: bool = True) -> None:
        """Expect a notification."""
        self.expected.append(Call(at, player, is_loud))

    def check_calls(self) -> None:
        """Check that exactly the expected notifications came, each at its minute."""
        came, expected = [[*map(str, calls)] for calls in (self.running.calls, self.expected)]
        assert came == expected, f"{came}, and not {expected}"

    async def game(self) -> LoadedGame:
        """Return the last game of the match."""
        games = [await self.running.manager.game(each) for each in await self.running.manager.game_ids()]
        return max(games, key=lambda game: game.number)

    async def to_act(self) -> str:
        """Return the player who is to act."""
        game = await self.game()
        return next(each.name for each in (game.white, game.black) if each.id == game.to_act)

    def label(self, player: str, key: str) -> str:
        """Return a button's text where a player plays."""
        return words_in(self.stage.languages[player]).words(key)

    def board(self, player: str) -> Seen:
        """Return the last board where a player plays."""
        return [each for each in self.stage.seen(player) if each.is_board][-1]

    def promised(self) -> datetime:
        """Return the mover's deadline, which both boards state alike."""
        found = {
            self.stage.promise(self.board(player).text, language, self.now)
            for player, language in self.stage.languages.items()
        }
        assert len(found) == 1, found
        return found.pop()

    async def check_list(self, player: str, stopped: timedelta = timedelta()) -> None:
        """Check that a player's list of games names the mover and the time left.

        Args:
            player: the player whose list it is.
            stopped: how long the clock will be stopped.
        """
        answer = await self.running.say(player, "/games")
        language, to_act = self.stage.languages[player], await self.to_act()
        turn = "games-yours" if player == to_act else "games-theirs"
        assert words_in(language).words(turn, name=to_act) in answer.replace("*", "")
        assert timedelta() <= self.promised() - self.now - stopped - left(answer, language) < HOUR

    async def begin_turn(self, player: str) -> None:
        """Type a move as a player, and end the turn if needed; the boards may come later."""
        game = await self.game()
        assert await self.to_act() == player
        draft = game.live.draft
        assert draft is not None
        await self.stage.say(player, f"/move {legal_turns(draft.start, draft.roll)[0]}")
        await self.running.until_acted(game.version)
        if (await self.game()).turns == game.turns:
            await self.stage.say(player, "/done")

    async def play(self, player: str) -> None:
        """Play a turn as a player, after which the opponent is to act."""
        turns = (await self.game()).turns
        await self.begin_turn(player)
        await self.running.until_idle()
        assert (await self.game()).turns > turns
        assert await self.to_act() != player

    async def check_reminder(self, player: str, at: datetime) -> None:
        """Let time pass to a reminder; check that it replies to the board and states the same deadline."""
        before = self.board(player)
        promised = self.promised()
        await self.running.pass_until(at)
        self.expect(at, player)
        self.check_calls()
        reminder = self.stage.seen(player)[-1]
        language = self.stage.languages[player]
        assert reminder.answers == before.id
        assert not reminder.is_board
        assert self.stage.promise(reminder.text, language, self.now) == promised

    async def run_out(self, late: str, other: str) -> None:
        """Let time pass to the deadline: the opponent is notified once and may claim or give time."""
        promised = self.promised()
        await self.running.pass_until(promised)
        self.expect(promised, other)
        await self.running.pass_until(promised + timedelta(minutes=50))
        self.check_calls()
        self.check_claimable(late, other)

    async def run_out_while_killed(self, late: str, other: str) -> None:
        """Kill the bot while it notifies the opponent at the deadline, as in `kill_while_sending`."""
        promised = self.promised()
        await self.running.pass_until(promised - BEAT)
        held = self.stage.hold_message()
        self.running.skip_to(promised)
        await self.running.handle_due()
        await held.reached()
        self.expect(promised, other)
        await self.kill_while_sending(other, held, promised + timedelta(minutes=20))
        self.check_claimable(late, other)
        for player, language in self.stage.languages.items():
            said = words_in(language).words("games-time-out")
            assert said in await self.running.say(player, "/games")

    async def kill_while_sending(self, player: str, held: Barrier[Any], at: datetime) -> None:
        """Kill the bot while it sends a player's board, and start it later.

        If the platform can be searched, the bot finds the board that arrived. Otherwise it sends the board
        again silently, and notifies a player who does not act once more after ten minutes.
        """
        await self.running.kill()
        held.open()
        self.running.note_calls()
        arrived = self.board(player)
        self.running.skip_to(at)
        await self.running.start()
        self.check_calls()
        again = self.board(player)
        if self.stage.can_be_searched:
            assert again.id == arrived.id
            return
        assert again.id > arrived.id
        assert not again.is_loud
        self.expect(at + REPEAT_AFTER, player)

    def check_claimable(self, late: str, other: str) -> None:
        """Check that a player's board says that the opponent's time ran out, and has the buttons for it."""
        board, language = self.board(other), self.stage.languages[other]
        said = words_in(language).words("next-time-out", name=late, opponent="OPPONENT")
        assert said.partition("OPPONENT")[0] in board.text.replace("*", "")
        for key in ("button-claim", "button-more-time"):
            assert self.label(other, key) in board.labels

    async def check_lost_on_time(self, player: str) -> None:
        """Check that the last game's record says that a player lost it on time."""
        game, events = await self.running.manager.with_events((await self.game()).id)
        assert game.is_over
        last = events[-1].event
        assert isinstance(last, TimedOut)
        assert game.player(last.side).name == player
        record = await self.running.say(player, f"/record {game.id}")
        assert '[Clock "3d+3d<3d"]' in record
        assert 'timeout"]' in record
