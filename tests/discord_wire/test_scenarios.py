"""The unmodified bot as a separate process against Discord's stand-in: HTTP, multipart and gateway."""

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
from tests.discord_wire.playing import DONE, Meeting, is_playable, play_dice, press_first, press_next

pytestmark = pytest.mark.asyncio(loop_scope="module")

WAIT = 6
LATENCY = 0.15
MANAGES = str(EVERYONE | PERMISSIONS["manage_channels"])


async def test_a_bot_that_lost_its_connection_answers_again(
    discord: DiscordStandIn, meeting: Meeting
) -> None:
    """A dropped gateway is resumed, and after a refused resume a new session begins."""
    interaction = await meeting.anna.slash(meeting.games, "help")
    assert "/challenge" in (await interaction.answer()).text
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.resumed, "the session is resumed")
    interaction = await meeting.anna.slash(meeting.games, "help")
    assert "/challenge" in (await interaction.answer()).text
    discord.gateway.refuse_resumes = 1
    logins = discord.gateway.identified
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.identified > logins, "a new session is begun")
    await discord.online()
    interaction = await meeting.anna.slash(meeting.games, "help")
    assert "/challenge" in (await interaction.answer()).text


async def test_a_turn_edits_a_picture_and_notifies_once(meeting: Meeting) -> None:
    """A turn by buttons edits one message with a picture; Done sends the next board, which notifies once."""
    board, mover, other = await meeting.first_turn()
    notified = len(other.notifications)
    first = board.id
    board = await play_dice(mover, meeting.games, board)
    assert board.id == first
    assert board.picture is not None
    assert Image.open(BytesIO(board.picture.data)).size == (1200, 800)
    assert board.picture.description is not None
    assert "White has" in board.picture.description
    await mover.press(board, DONE)
    message = await other.is_notified(notified + 1)
    assert message.id != first
    assert other.mention in message.text
    await meeting.discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert len(other.notifications) == notified + 1


# Presses.


def cost(requests: Sequence[Request]) -> int:
    """Count requests, without the deferrals of a busy machine."""
    return sum(request.route != CALLBACK or request.body["type"] != WAIT for request in requests)


async def test_a_turn_in_private_costs_two_requests_more(discord: DiscordStandIn, meeting: Meeting) -> None:
    """The two are the opponent's new board, and the removal of the buttons of the opponent's old board."""
    anna, boris = meeting.anna, meeting.boris
    for person in (anna, boris):
        # They share a channel, and each has a direct channel with the bot.
        await (await person.slash(meeting.games, "settings", option="forced off")).answer()
        await (await person.slash(person.direct, "help")).answer()
    await anna.slash(anna.direct, "challenge", player=boris)
    own_card = await anna.sees(anna.direct, "Withdraw")
    card = await boris.sees(boris.direct, "Accept")
    await boris.press(card, "Accept")
    first = await anna.sees(anna.direct, lambda seen: bool(seen.picture))
    mover = meeting.mover(first)
    other = boris if mover is anna else anna
    board = await mover.sees(mover.direct, is_playable)
    old = await other.sees(other.direct, lambda seen: bool(seen.picture))
    await discord.until(lambda: not (card.labels or own_card.labels), "the cards lose their buttons")
    since, presses = len(discord.requests), 1
    while DONE not in board.labels:
        board = await press_next(mover, mover.direct, board)
        presses += 1
    await mover.press(board, DONE)
    await other.sees(other.direct, lambda seen: is_playable(seen) and seen.id > old.id)
    await discord.until(
        lambda: not old.labels and not is_playable(board), "the old boards lose their buttons"
    )
    assert cost(discord.requests[since:]) == presses + 2


@pytest.mark.parametrize("after", [False, True], ids=["unheard", "unanswered"])
async def test_a_lost_response_is_followed_by_an_edit(meeting: Meeting, *, after: bool) -> None:
    """If the answer to a response is lost, the board is edited by its id."""
    board, mover, _ = await meeting.first_turn()
    before = board.text
    meeting.discord.cut(CALLBACK, after=after)
    press = await press_first(mover, board)
    await meeting.discord.until(lambda: meeting.sent(EDIT), "the board is changed by its id")
    await press.acknowledged()
    assert board.text != before
    await play_dice(mover, meeting.games, board)
    assert len(meeting.sent(EDIT)) == 1


async def test_a_rate_limit_of_discord_is_waited_out(meeting: Meeting) -> None:
    """A board that exceeded a rate limit is sent once, after the delay."""
    meeting.discord.refuse(SEND, rate_limited(0.5), where=meeting.concerns)
    await meeting.anna.slash(meeting.games, "play")
    board = await meeting.anna.sees(meeting.games, is_playable)
    await press_next(meeting.anna, meeting.games, board)
    assert [seen for seen in meeting.anna.messages(meeting.games) if is_playable(seen)] == [board]


async def test_a_board_whose_answer_was_lost_is_found_and_notifies_once(meeting: Meeting) -> None:
    """If the answer to a new board is lost, the repeated nonce finds the board, and it notifies once."""
    discord, anna, games = meeting.discord, meeting.anna, meeting.games
    board, mover, other = await meeting.first_turn()
    notified = len(other.notifications)
    board = await play_dice(mover, games, board)
    sent = len(meeting.sent(SEND))
    discord.cut(SEND, after=True, where=meeting.concerns)
    await mover.press(board, DONE)
    again = await other.sees(games, lambda seen: is_playable(seen) and seen.id != board.id)
    await discord.until(lambda: len(meeting.sent(SEND)) == sent + 2, "the board is sent once more")
    await discord.until(lambda: not board.labels, "the old board loses its buttons")
    assert [each.message.id for each in other.notifications[notified:]] == [again.id]
    assert [seen for seen in anna.messages(games) if is_playable(seen) and seen.id >= again.id] == [again]
    await press_next(meeting.mover(again), games, again)


# Threads.


async def turn_threads_on(meeting: Meeting) -> None:
    """Let Anna, who manages the channel, turn threads on."""

    def managing(interaction: Any) -> object:  # noqa: ANN401 (as the gateway sends it)
        return interaction | {"member": interaction["member"] | {"permissions": MANAGES}}

    meeting.discord.gateway.spoilt["INTERACTION_CREATE"] = managing
    interaction = await meeting.anna.slash(meeting.games, "settings", option="threads on")
    meeting.discord.gateway.spoilt.clear()
    await interaction.answer()


def threads(meeting: Meeting) -> list[Channel]:
    """Return the threads of the channel."""
    return [each for each in meeting.discord.guild.channels if each.parent is meeting.games]


async def test_the_first_board_is_in_its_thread_and_mentions_both(meeting: Meeting) -> None:
    """With 0.15 s of latency for threads and messages, four of four games begin in their threads."""
    discord = meeting.discord
    await turn_threads_on(meeting)
    discord.delay(THREAD, LATENCY, times=4, where=meeting.concerns)
    discord.delay(SEND, LATENCY, times=8)
    for number in range(1, 5):
        await meeting.accept_challenge()
        await discord.until(lambda number=number: len(threads(meeting)) == number, "a thread")  # type: ignore[misc]
        board = await meeting.anna.sees(threads(meeting)[-1], is_playable)
        assert meeting.anna.mention in board.text
        assert meeting.boris.mention in board.text
        notified = [each.user for each in discord.world.notifications if each.message is board]
        assert sorted(each.name for each in notified) == sorted([meeting.anna.name, meeting.boris.name])
    assert [len(discord.world.visible(thread)) for thread in threads(meeting)] == [1] * 4
    assert not any(is_playable(message) for message in meeting.games.messages)


@pytest.mark.parametrize("reason", ["lacking permission", "refused", "failing"])
async def test_without_a_thread_the_board_is_in_the_channel(meeting: Meeting, reason: str) -> None:
    """Without a thread the board is complete in the channel, and mentions Anna if she is to move."""
    await turn_threads_on(meeting)
    if reason == "lacking permission":
        meeting.discord.forbid(meeting.games, "create_public_threads")
    elif reason == "refused":
        meeting.discord.refuse(THREAD, MISSING_PERMISSIONS, where=meeting.concerns)
    else:
        meeting.discord.refuse(THREAD, UNAVAILABLE, times=5, where=meeting.concerns)
    board = await meeting.begin_game()
    assert threads(meeting) == []
    # Boris has just accepted, so he needs no mention.
    assert meeting.boris.mention not in board.text
    assert (meeting.anna.mention in board.text) == (meeting.mover(board) is meeting.anna)
