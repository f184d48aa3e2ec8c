"""What presses cost, and what becomes of them where Discord fails: on the wire."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.chats.discord.channel_limits import AT_ONCE
from tests.discord_standin.refusals import UNKNOWN_INTERACTION
from tests.discord_standin.request import Request
from tests.discord_standin.routes import CALLBACK, EDIT, SEND
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import DONE, bot_on, finished, first_turn, plays, press_first, pressed, whose
from tests.process import Server

WAIT, UPDATE = 6, 7


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """Discord's stand-in; at the end no request may have broken Discord's own description."""
    async with DiscordStandIn() as standin:
        yield standin


@pytest.fixture
async def bot(discord: DiscordStandIn, tmp_path: Path) -> AsyncIterator[Server]:
    """The bot, online at the stand-in."""
    async with bot_on(discord, tmp_path) as server:
        yield server


def cost(requests: Sequence[Request]) -> int:
    """Return how many requests there were, without those by which a busy machine asks for more time."""
    return sum(request.route != CALLBACK or request.body["type"] != WAIT for request in requests)


async def test_a_turn_in_one_channel_costs_a_request_a_press_and_the_new_board(
    discord: DiscordStandIn, bot: Server
) -> None:
    """Every press is answered by what it changes, Done by the board that loses its buttons."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, other = await first_turn(anna, boris, games)
    since = len(discord.requests)
    presses = 1
    while DONE not in board.labels:
        board = await pressed(mover, games, board)
        presses += 1
    await mover.press(board, DONE)
    await other.sees(games, lambda seen: plays(seen) and seen.id > board.id)
    await discord.until(lambda: not board.labels, "the old board loses its buttons")
    made = discord.requests[since:]
    assert cost(made) == presses + 1
    assert [request.route for request in made].count(SEND) == 1
    assert EDIT not in [request.route for request in made]


async def test_a_turn_over_two_private_chats_costs_two_requests_more_than_presses(
    discord: DiscordStandIn, bot: Server
) -> None:
    """The other's new board, and the buttons of his old one, which nobody has pressed."""
    anna, boris = discord.user("Anna"), discord.user("Boris")
    for person in (anna, boris):
        # They know each other from a channel, and have both written to the bot.
        await (await person.slash(discord.channel(), "settings", option="forced off")).answer()
        await (await person.slash(person.direct, "help")).answer()
    await anna.slash(anna.direct, "challenge", player=boris)
    own_card = await anna.sees(anna.direct, "Withdraw")
    card = await boris.sees(boris.direct, "Accept")
    await boris.press(card, "Accept")
    first = await anna.sees(anna.direct, lambda seen: bool(seen.picture))
    mover = whose(first, anna, boris)
    other = boris if mover is anna else anna
    board = await mover.sees(mover.direct, plays)
    old = await other.sees(other.direct, lambda seen: bool(seen.picture))
    await discord.until(lambda: not (card.labels or own_card.labels), "the cards lose their buttons")
    since, presses = len(discord.requests), 1
    while DONE not in board.labels:
        board = await pressed(mover, mover.direct, board)
        presses += 1
    await mover.press(board, DONE)
    await other.sees(other.direct, lambda seen: plays(seen) and seen.id > old.id)
    await discord.until(lambda: not old.labels and not plays(board), "the old boards lose their buttons")
    assert cost(discord.requests[since:]) == presses + 2


@pytest.mark.slow
async def test_who_plays_does_not_wait_for_what_a_channel_takes_later(tmp_path: Path) -> None:
    """While new messages wait for Discord's limit, a press in their channel is answered by its board."""
    async with DiscordStandIn(limited=True) as discord, bot_on(discord, tmp_path):
        anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
        board, mover, _ = await first_turn(anna, boris, games)
        others = [discord.user(name) for name in ("Carl", "Dora", "Emil", "Fred", "Gerda", "Hans")]
        for other in others:
            await other.slash(games, "challenge")
        since = len(discord.requests)
        await discord.until(lambda: len(discord.sent(SEND)) == AT_ONCE, "as many as the channel takes")
        await pressed(mover, games, board)
        await discord.until(lambda: len(discord.sent(SEND)) == 2 + len(others), "everybody's card")
        made = discord.requests[since:]
        update = next(request for request in made if (request.body or {}).get("type") == UPDATE)
        assert made.index(update) < made.index(discord.sent(SEND)[-1])
        assert 429 not in {request.status for request in made}


async def test_a_refusal_costs_one_request(discord: DiscordStandIn, bot: Server) -> None:
    """Who presses what is not his is told so by the response, and the board stays as it is."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, _, other = await first_turn(anna, boris, games)
    since = len(discord.requests)
    answer = await (await press_first(other, board)).answer()
    assert answer.ephemeral
    assert cost(discord.requests[since:]) == 1
    assert plays(board)


@pytest.mark.parametrize("after", [False, True], ids=["unheard", "unanswered"])
async def test_a_response_that_is_cut_off_is_made_up_for(
    discord: DiscordStandIn, bot: Server, *, after: bool
) -> None:
    """Where nobody knows whether the board has arrived as the response, it is changed by its id."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, _ = await first_turn(anna, boris, games)
    before = board.text
    discord.cut(CALLBACK, after=after)
    press = await press_first(mover, board)
    await discord.until(lambda: discord.sent(EDIT), "the board is changed by its id")
    await press.acknowledged()
    assert board.text != before
    board = await finished(mover, games, board)
    assert len(discord.sent(EDIT)) == 1


async def test_a_press_that_discord_has_forgotten_changes_the_board(
    discord: DiscordStandIn, bot: Server
) -> None:
    """What was pressed is done, and shown by the board's id."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    board, mover, _ = await first_turn(anna, boris, games)
    discord.refuse(CALLBACK, UNKNOWN_INTERACTION)
    await pressed(mover, games, board)
    assert len(discord.sent(EDIT)) == 1


async def test_what_a_killed_bot_owes_is_shown_without_the_press(
    discord: DiscordStandIn, tmp_path: Path
) -> None:
    """Killed when a turn has passed and the old board has still its buttons, the bot takes them by its id."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    async with bot_on(discord, tmp_path) as server:
        board, mover, other = await first_turn(anna, boris, games)
        board = await finished(mover, games, board)
        barrier = discord.hold(CALLBACK)
        notified = len(other.notifications)
        await mover.press(board, DONE)
        await barrier.reached()
        await server.stop(signal.SIGKILL)
        barrier.open()
        await discord.offline()
        await server.start()
        await discord.online()
        await other.sees(games, lambda seen: plays(seen) and seen.id > board.id)
        await discord.until(lambda: not board.labels, "the old board loses its buttons")
        assert len(other.notifications) == notified + 1
