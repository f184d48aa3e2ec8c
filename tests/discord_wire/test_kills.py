"""A killed bot process, and a channel's rate limit, over the wire."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.discord_standin.limits import AT_ONCE
from tests.discord_standin.routes import CALLBACK, SEND
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import DONE, Meeting, bot_on, is_playable, play_dice, press_next

UPDATE = 7


@pytest.mark.parametrize(
    ("route", "after"),
    [(SEND, True), (CALLBACK, False)],
    ids=["the next board is under way", "the press is not yet answered"],
)
async def test_a_kill_after_a_press_loses_nothing_and_notifies_once(
    tmp_path: Path, route: str, *, after: bool
) -> None:
    """A bot killed as a turn passes shows the turn, removes the old buttons and notifies once."""
    async with DiscordStandIn() as discord, bot_on(discord, tmp_path) as server:
        meeting = Meeting.on(discord)
        board, mover, other = await meeting.first_turn()
        notified = len(other.notifications)
        board = await play_dice(mover, meeting.games, board)
        barrier = discord.hold(route, after=after)
        await mover.press(board, DONE)
        await barrier.reached()
        await server.stop(signal.SIGKILL)
        barrier.open()
        await discord.offline()
        await server.start()
        await discord.online()
        again = await other.sees(meeting.games, lambda seen: is_playable(seen) and seen.id > board.id)
        await discord.until(lambda: not board.labels, "the old board loses its buttons")
        await press_next(meeting.mover(again), meeting.games, again)
        assert len(other.notifications) == notified + 1
        assert (await server.run("check")).status == 0


@pytest.mark.slow
async def test_a_rate_limit_does_not_delay_a_press(tmp_path: Path) -> None:
    """While new messages wait for a rate limit, a press in their channel is answered by its board."""
    async with DiscordStandIn(limited=True) as discord, bot_on(discord, tmp_path):
        meeting = Meeting.on(discord)
        board, mover, _ = await meeting.first_turn()
        others = [discord.user(name) for name in ("Carl", "Dora", "Emil", "Fred", "Gerda", "Hans")]
        for other in others:
            await other.slash(meeting.games, "challenge", friend="anyone")
        since = len(discord.requests)
        await discord.until(lambda: len(discord.sent(SEND)) == AT_ONCE, "as many as the channel takes")
        await press_next(mover, meeting.games, board)
        await discord.until(lambda: len(discord.sent(SEND)) == 2 + len(others), "everybody's card")
        made = discord.requests[since:]
        update = next(request for request in made if (request.body or {}).get("type") == UPDATE)
        assert made.index(update) < made.index(discord.sent(SEND)[-1])
        assert 429 not in {request.status for request in made}
