"""Walk: what Anna and Boris do over days, what they are promised, and who is to be called when.

Nothing here knows the platform.
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
    """Anna and Boris, who play, and what they are promised.

    Args:
        running: the bot.
    """

    def __init__(self, running: Running) -> None:
        self.running = running
        self.expected: list[Call] = []

    @property
    def stage(self) -> Stage:
        """Where they play."""
        return self.running.stage

    @property
    def now(self) -> datetime:
        """What time it is."""
        return self.running.clock.now

    def expect(self, at: datetime, who: str, *, is_loud: bool = True) -> None:
        """Expect a call."""
        self.expected.append(Call(at, who, is_loud))

    def must_be_called(self) -> None:
        """Check that exactly those were called who were to be, each at his minute."""
        came, expected = [[*map(str, calls)] for calls in (self.running.calls, self.expected)]
        assert came == expected, f"{came}, and not {expected}"

    async def game(self) -> LoadedGame:
        """Return the last game of the match."""
        games = [await self.running.manager.game(each) for each in await self.running.manager.game_ids()]
        return max(games, key=lambda game: game.number)

    async def to_act(self) -> str:
        """Return who is to act."""
        game = await self.game()
        return next(each.name for each in (game.white, game.black) if each.id == game.to_act)

    def label(self, who: str, key: str) -> str:
        """Return what a button says where somebody plays."""
        return words_in(self.stage.languages[who]).words(key)

    def board(self, who: str) -> Seen:
        """Return the last board where somebody plays."""
        return [each for each in self.stage.seen(who) if each.is_board][-1]

    def promised(self) -> datetime:
        """Return until when the one to act has time, as the boards of both say it alike."""
        found = {
            self.stage.promise(self.board(who).text, language, self.now)
            for who, language in self.stage.languages.items()
        }
        assert len(found) == 1, found
        return found.pop()

    async def must_be_listed(self, who: str, stopped: timedelta = timedelta()) -> None:
        """Check that the list of somebody's games says whose turn it is, and how much time that one has.

        Args:
            who: whose games.
            stopped: for how long that time will stand still.
        """
        answer = await self.running.say(who, "/games")
        language, to_act = self.stage.languages[who], await self.to_act()
        turn = "games-yours" if who == to_act else "games-theirs"
        assert words_in(language).words(turn, name=to_act) in answer.replace("*", "")
        assert timedelta() <= self.promised() - self.now - stopped - left(answer, language) < HOUR

    async def begin_turn(self, who: str) -> None:
        """Let somebody type a move, and end the turn where that is left to him; the boards may come later."""
        game = await self.game()
        assert await self.to_act() == who
        draft = game.live.draft
        assert draft is not None
        await self.stage.say(who, f"/move {legal_turns(draft.start, draft.roll)[0]}")
        await self.running.until_acted(game.version)
        if (await self.game()).turns == game.turns:
            await self.stage.say(who, "/done")

    async def play(self, who: str) -> None:
        """Let somebody play any turn, after which it is the other's."""
        turns = (await self.game()).turns
        await self.begin_turn(who)
        await self.running.until_idle()
        assert (await self.game()).turns > turns
        assert await self.to_act() != who

    async def is_reminded(self, who: str, at: datetime) -> None:
        """Let time pass to a reminder, which answers the board and promises what that does."""
        before = self.board(who)
        promised = self.promised()
        await self.running.pass_until(at)
        self.expect(at, who)
        self.must_be_called()
        reminder = self.stage.seen(who)[-1]
        language = self.stage.languages[who]
        assert reminder.answers == before.id
        assert not reminder.is_board
        assert self.stage.promise(reminder.text, language, self.now) == promised

    async def runs_out(self, late: str, other: str) -> None:
        """Let time pass to the promised end, at which the other is called once and may claim or give time."""
        promised = self.promised()
        await self.running.pass_until(promised)
        self.expect(promised, other)
        await self.running.pass_until(promised + timedelta(minutes=50))
        self.must_be_called()
        self.must_be_claimable(late, other)

    async def runs_out_while_killed(self, late: str, other: str) -> None:
        """Kill the bot while it calls the other at the promised end, as in `comes_again`."""
        promised = self.promised()
        await self.running.pass_until(promised - BEAT)
        held = self.stage.hold_message()
        self.running.jump(promised)
        await self.running.handle_due()
        await held.reached()
        self.expect(promised, other)
        await self.comes_again(other, held, promised + timedelta(minutes=20))
        self.must_be_claimable(late, other)
        for who, language in self.stage.languages.items():
            said = words_in(language).words("games-time-out")
            assert said in await self.running.say(who, "/games")

    async def comes_again(self, who: str, held: Barrier[Any], at: datetime) -> None:
        """Kill the bot while it sends a player's board, and start it later.

        A platform that can be searched shows that the board has arrived. Elsewhere it comes again in silence,
        and a player who does not act is called once more after ten minutes.
        """
        await self.running.kill()
        held.open()
        self.running.note_calls()
        arrived = self.board(who)
        self.running.jump(at)
        await self.running.start()
        self.must_be_called()
        again = self.board(who)
        if self.stage.can_be_searched:
            assert again.id == arrived.id
            return
        assert again.id > arrived.id
        assert not again.is_loud
        self.expect(at + REPEAT_AFTER, who)

    def must_be_claimable(self, late: str, other: str) -> None:
        """Check that somebody's board says that the opponent's time has run out, and what can be done."""
        board, language = self.board(other), self.stage.languages[other]
        said = words_in(language).words("next-time-out", name=late, opponent="OPPONENT")
        assert said.partition("OPPONENT")[0] in board.text.replace("*", "")
        for key in ("button-claim", "button-more-time"):
            assert self.label(other, key) in board.labels

    async def must_be_lost_on_time(self, who: str) -> None:
        """Check that the record of the last game, as one may read it, holds that somebody lost it on time."""
        game, events = await self.running.manager.with_events((await self.game()).id)
        assert game.is_over
        last = events[-1].event
        assert isinstance(last, TimedOut)
        assert game.player(last.side).name == who
        record = await self.running.say(who, f"/record {game.id}")
        assert '[Clock "3d+3d<3d"]' in record
        assert 'timeout"]' in record
