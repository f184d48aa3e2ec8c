"""The unmodified bot, a process of its own, against Discord's stand-in: HTTP, multipart and the gateway."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.discord_standin.refusals import MISSING_PERMISSIONS, UNAVAILABLE, rate_limited
from tests.discord_standin.request import Request
from tests.discord_standin.routes import CALLBACK, EDIT, SEND, THREAD
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import EVERYONE, PERMISSIONS, Channel
from tests.discord_wire.playing import DONE, Meeting, finished, plays, press_first, pressed

pytestmark = pytest.mark.asyncio(loop_scope="module")

WAIT = 6
LATENCY = 0.15
MANAGES = str(EVERYONE | PERMISSIONS["manage_channels"])


async def test_a_bot_that_lost_its_connection_answers_again(discord: DiscordStandIn, met: Meeting) -> None:
    """After a dropped gateway the session is resumed, and after a refused resume a new one is begun."""
    asked = await met.anna.slash(met.games, "help")
    assert "/challenge" in (await asked.answer()).text
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.resumed, "the session is resumed")
    asked = await met.anna.slash(met.games, "help")
    assert "/challenge" in (await asked.answer()).text
    discord.gateway.refuse_resumes = 1
    logins = discord.gateway.identified
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.identified > logins, "a new session is begun")
    await discord.online()
    asked = await met.anna.slash(met.games, "help")
    assert "/challenge" in (await asked.answer()).text


async def test_a_turn_is_shown_as_pictures_and_notifies_the_other_once(met: Meeting) -> None:
    """A turn by buttons edits one message with a real picture; Done sends the next, which notifies once."""
    board, mover, other = await met.first_turn()
    notified = len(other.notifications)
    first = board.id
    board = await finished(mover, met.games, board)
    assert board.id == first
    assert board.picture is not None
    assert Image.open(BytesIO(board.picture.data)).size == (1200, 800)
    assert board.picture.description is not None
    assert "White has" in board.picture.description
    await mover.press(board, DONE)
    message = await other.is_notified(notified + 1)
    assert message.id != first
    assert other.mention in message.text
    await met.discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert len(other.notifications) == notified + 1


# Presses.


def cost(requests: Sequence[Request]) -> int:
    """Return how many requests there were, without those by which a busy machine asks for more time."""
    return sum(request.route != CALLBACK or request.body["type"] != WAIT for request in requests)


async def test_a_turn_over_two_private_chats_costs_two_requests_more_than_presses(
    discord: DiscordStandIn, met: Meeting
) -> None:
    """They are the other's new board, and the buttons of their old one, which nobody has pressed."""
    anna, boris = met.anna, met.boris
    for person in (anna, boris):
        # They know each other from a channel, and have both written to the bot.
        await (await person.slash(met.games, "settings", option="forced off")).answer()
        await (await person.slash(person.direct, "help")).answer()
    await anna.slash(anna.direct, "challenge", player=boris)
    own_card = await anna.sees(anna.direct, "Withdraw")
    card = await boris.sees(boris.direct, "Accept")
    await boris.press(card, "Accept")
    first = await anna.sees(anna.direct, lambda seen: bool(seen.picture))
    mover = met.mover(first)
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


@pytest.mark.parametrize("after", [False, True], ids=["unheard", "unanswered"])
async def test_a_response_that_is_cut_off_is_made_up_for(met: Meeting, *, after: bool) -> None:
    """Where nobody knows whether the board has arrived as the response, it is changed by its id."""
    board, mover, _ = await met.first_turn()
    before = board.text
    met.discord.cut(CALLBACK, after=after)
    press = await press_first(mover, board)
    await met.discord.until(lambda: met.sent(EDIT), "the board is changed by its id")
    await press.acknowledged()
    assert board.text != before
    await finished(mover, met.games, board)
    assert len(met.sent(EDIT)) == 1


async def test_a_rate_limit_of_discord_is_waited_out(met: Meeting) -> None:
    """A board that Discord could not take so fast is sent when it can be, once."""
    met.discord.refuse(SEND, rate_limited(0.5), where=met.concerns)
    await met.anna.slash(met.games, "play")
    board = await met.anna.sees(met.games, plays)
    await pressed(met.anna, met.games, board)
    assert [seen for seen in met.anna.messages(met.games) if plays(seen)] == [board]


async def test_a_board_whose_answer_was_lost_is_found_and_notifies_once(met: Meeting) -> None:
    """Cut off when a turn's board is there already, the bot repeats its nonce, and so finds the board."""
    discord, anna, games = met.discord, met.anna, met.games
    board, mover, other = await met.first_turn()
    notified = len(other.notifications)
    board = await finished(mover, games, board)
    sent = len(met.sent(SEND))
    discord.cut(SEND, after=True, where=met.concerns)
    await mover.press(board, DONE)
    again = await other.sees(games, lambda seen: plays(seen) and seen.id != board.id)
    await discord.until(lambda: len(met.sent(SEND)) == sent + 2, "the board is sent once more")
    await discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert [each.message.id for each in other.notifications[notified:]] == [again.id]
    assert [seen for seen in anna.messages(games) if plays(seen) and seen.id >= again.id] == [again]
    await pressed(met.mover(again), games, again)


# Threads.


async def gives_threads(met: Meeting) -> None:
    """Let Anna, who manages the channel, have each game in it get a thread."""

    def managing(interaction: Any) -> object:  # noqa: ANN401 (as the gateway sends it)
        return interaction | {"member": interaction["member"] | {"permissions": MANAGES}}

    met.discord.gateway.spoilt["INTERACTION_CREATE"] = managing
    asked = await met.anna.slash(met.games, "settings", option="threads on")
    met.discord.gateway.spoilt.clear()
    await asked.answer()


def threads(met: Meeting) -> list[Channel]:
    """Return the threads below the channel."""
    return [each for each in met.discord.guild.channels if each.parent is met.games]


async def test_the_first_board_stands_in_its_thread_alone_and_mentions_both(met: Meeting) -> None:
    """With 0.15 s before each thread and message, four of four games begin in their threads."""
    discord = met.discord
    await gives_threads(met)
    discord.delay(THREAD, LATENCY, times=4, where=met.concerns)
    discord.delay(SEND, LATENCY, times=8)
    for number in range(1, 5):
        await met.accepted()
        await discord.until(lambda number=number: len(threads(met)) == number, "a thread")  # type: ignore[misc]
        board = await met.anna.sees(threads(met)[-1], plays)
        assert met.anna.mention in board.text
        assert met.boris.mention in board.text
        told = [each.user for each in discord.world.notifications if each.message is board]
        assert sorted(each.name for each in told) == sorted([met.anna.name, met.boris.name])
    assert [len(discord.world.visible(thread)) for thread in threads(met)] == [1] * 4
    assert not any(plays(message) for message in met.games.messages)


@pytest.mark.parametrize("why", ["lacking permission", "refused", "failing"])
async def test_without_a_thread_the_board_stands_in_the_channel(met: Meeting, why: str) -> None:
    """It comes as a whole: with its buttons, and with a mention of Anna if she is to move."""
    await gives_threads(met)
    if why == "lacking permission":
        met.discord.forbid(met.games, "create_public_threads")
    elif why == "refused":
        met.discord.refuse(THREAD, MISSING_PERMISSIONS, where=met.concerns)
    else:
        met.discord.refuse(THREAD, UNAVAILABLE, times=5, where=met.concerns)
    board = await met.begun()
    assert threads(met) == []
    # Boris has accepted, and so knows of it.
    assert met.boris.mention not in board.text
    assert (met.anna.mention in board.text) == (met.mover(board) is met.anna)
