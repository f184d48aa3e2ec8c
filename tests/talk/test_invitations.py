from __future__ import annotations

import pytest

from bot.sessions import Challenge, ChallengeState
from bot.sessions.attempts import MOST_MISSES
from bot.sessions.signing import TOKEN_LENGTH
from bot.talk.incoming import Line
from bot.talk.input.parsing import link_payload
from bot.talk.reply import plain
from tests.dialogues.house import TELEGRAM_CHAT, House
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow

HERE, TELEGRAM_DORA = "Dora", f"{TELEGRAM_CHAT}Dora"
TAKEN = "Somebody else has already accepted that invitation. /challenge makes a new one."


async def make_invitation(house: House, chat: str = "Anna") -> tuple[Challenge, str]:
    """Return an invitation of Anna's to anyone, and the command that accepts it from anywhere."""
    await house.type("Anna", "/challenge anyone", chat)
    (row,) = await house.manager.challenges.made_by(1)
    (invite,) = house.last(chat).reply.invites
    return row, invite.line


async def game_count(house: House) -> int:
    """Return the number of games."""
    return len(await house.manager.game_ids())


def with_wrong_token(line: str) -> str:
    """Return the same command with another token."""
    return line[:-1] + ("a" if line[-1] != "a" else "b")


async def test_a_private_invitation_needs_its_token(house: House) -> None:
    """The id of a private invitation alone is answered like an unknown id."""
    row, _ = await make_invitation(house)
    for chat in (HERE, TELEGRAM_DORA, TABLE):
        unknown = await house.type("Dora", "/accept b2b", chat)
        assert (await house.type("Dora", f"/accept {row.id}", chat)).replace(row.id, "b2b") == unknown
    assert await game_count(house) == 0


async def test_a_wrong_token_is_refused(house: House) -> None:
    """A token that is wrong by one character, too short or empty is answered like an unknown id."""
    row, line = await make_invitation(house)
    unknown = (await house.type("Dora", "/accept b2b", HERE)).replace("b2b", row.id)
    for wrong in (with_wrong_token(line), line[:-1], f"/accept {row.id} é"):
        assert await house.type("Dora", wrong, HERE) == unknown
    assert await game_count(house) == 0


async def test_a_token_has_ten_characters_in_any_case(house: House) -> None:
    """A token has ten characters and can be typed in capitals."""
    _, line = await make_invitation(house)
    command, key, token = line.split()
    assert (command, len(token)) == ("/accept", TOKEN_LENGTH)
    await house.type("Dora", f"{command} {key} {token.upper()}", HERE)
    assert await game_count(house) == 1


async def test_in_its_chat_an_invitation_needs_no_token(house: House) -> None:
    """In the chat where an invitation was made, its id is enough."""
    row, _ = await make_invitation(house, TABLE)
    await house.type("Boris", f"/accept {row.id}", TABLE)
    assert await game_count(house) == 1


async def test_five_wrong_tokens_make_a_person_wait(house: House) -> None:
    """After five wrong tokens in ten minutes the right one is refused until the first is ten minutes old."""
    _, line = await make_invitation(house)
    for _ in range(MOST_MISSES):
        await house.type("Dora", with_wrong_token(line), HERE)
        house.clock.forward(minutes=1)
    assert "Wait 5 minutes" in await house.type("Dora", line, HERE)
    assert await game_count(house) == 0
    house.clock.forward(minutes=5, seconds=1)
    await house.type("Dora", line, HERE)
    assert await game_count(house) == 1


async def test_a_waiting_person_can_accept_a_challenge_by_name(house: House) -> None:
    """A person with too many wrong tokens can still accept a challenge to them."""
    _, line = await make_invitation(house)
    for _ in range(MOST_MISSES):
        await house.type("Boris", with_wrong_token(line), "Boris")
    await house.type("Anna", "/challenge Boris", TABLE)
    await house.type("Boris", "/accept", TABLE)
    assert await game_count(house) == 1


async def test_wrong_tokens_make_no_one_else_wait(house: House) -> None:
    """One person's wrong tokens do not make another wait."""
    _, line = await make_invitation(house)
    for _ in range(MOST_MISSES + 3):
        await house.type("Carl", with_wrong_token(line), "Carl")
    await house.type("Dora", line, HERE)
    assert await game_count(house) == 1


async def test_a_link_asks_before_it_accepts(house: House) -> None:
    """A link shows the invitation with a button, and accepts nothing by itself."""
    _, line = await make_invitation(house)
    (reply,) = await house.handle("Dora", Line(f"/start {link_payload(line)}"), HERE)
    assert plain(reply.text) == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert (await game_count(house), [button.label for row in reply.buttons for button in row]) == (
        0,
        ["Accept"],
    )


async def test_a_link_from_another_platform_says_that_the_challenger_starts(house: House) -> None:
    """On another platform the answer to a link says that the challenger starts the game."""
    _, line = await make_invitation(house)
    answer = await house.type("Dora", f"/start {link_payload(line)}", TELEGRAM_DORA)
    assert answer == (
        "Anna challenges you to Long Nardy. If you accept, Anna is asked first, "
        "and the game begins when Anna starts it."
    )


async def test_a_link_to_a_closed_invitation_says_so(house: House) -> None:
    """A link to an invitation that another accepted says so, without the game's id."""
    _, line = await make_invitation(house)
    await house.type("Boris", line, "Boris")
    answer = await house.type("Dora", f"/start {link_payload(line)}", HERE)
    assert answer == TAKEN


async def test_an_acceptance_on_another_platform_asks_the_challenger(house: House) -> None:
    """After an acceptance on another platform the game begins only when the challenger starts it."""
    _, line = await make_invitation(house)
    house.notified()
    await house.type("Dora", line, TELEGRAM_DORA)
    assert (await game_count(house), house.notified()) == (0, ["Anna"])
    asked = house.shown("Anna")
    assert asked.text.startswith("Anna, Dora (Telegram) has accepted your invitation to Long Nardy.")
    assert asked.labels == ("Start", "Somebody else")
    assert "The game begins when Anna starts it." in house.shown(TELEGRAM_DORA).text
    await house.press("Anna", "Start", "Anna", answered=False)
    assert await game_count(house) == 1
    assert all(house.shown(chat).has_picture for chat in ("Anna", TELEGRAM_DORA))


async def test_a_rejected_opponent_cannot_accept_again(house: House) -> None:
    """After “Somebody else” the old token is void, and the rejected player learns of no later game."""
    row, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    await house.press("Anna", "Somebody else", "Anna", answered=False)
    assert house.shown(TELEGRAM_DORA).text.startswith("Anna did not start a game with you")
    assert house.shown(TELEGRAM_DORA).labels == ()
    for again in (line, f"/accept {row.id}"):
        assert "There is no challenge" in await house.type("Dora", again, TELEGRAM_DORA)
    (invite,) = house.last("Anna").reply.invites
    assert invite.line != line
    await house.type("Carl", invite.line, "Carl")
    assert await game_count(house) == 1
    assert house.shown(TELEGRAM_DORA).text.startswith("Anna did not start a game with you")
    assert f"There is no game {row.id}." in await house.type("Dora", f"/board {row.id}", TELEGRAM_DORA)


async def test_an_accepted_invitation_cannot_be_accepted_by_another(house: House) -> None:
    """While an acceptance waits for the challenger, no other can accept and only the challenger can start."""
    row, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    assert await house.type("Carl", line, "Carl") == TAKEN
    await house.type("Dora", f"/accept {row.id}", TELEGRAM_DORA)
    assert await game_count(house) == 0


async def test_both_players_can_see_a_waiting_acceptance_again(house: House) -> None:
    """Both players can show an acceptance that waits, each with their own buttons."""
    row, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    (taken,) = await house.handle("Dora", Line(f"/start {link_payload(line)}"), TELEGRAM_DORA)
    assert plain(taken.text).startswith("You have accepted Anna’s invitation to Long Nardy.")
    assert [button.label for (button,) in taken.buttons] == ["Decline"]
    for command in (f"/invite {row.id}", "/invite"):
        (asked,) = await house.handle("Anna", Line(command), "Anna")
        assert plain(asked.text).startswith("Anna, Dora (Telegram) has accepted your invitation")
        assert [button.label for button in asked.buttons[0]] == ["Start", "Somebody else"]
    await house.press("Anna", "Start", "Anna", answered=False)
    assert await game_count(house) == 1


async def test_invite_prefers_an_open_invitation(house: House) -> None:
    """/invite alone gives the text of an open invitation, not of an accepted one."""
    _, line = await make_invitation(house)
    await house.type("Anna", "/challenge anyone", "Anna")
    await house.type("Dora", house.last("Anna").reply.invites[0].line, TELEGRAM_DORA)
    assert line in await house.type("Anna", "/invite", "Anna")


async def test_a_blocked_challengers_invitation_cannot_be_accepted(house: House) -> None:
    """An invitation of a blocked player is refused until the block is lifted."""
    row, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    await house.type("Dora", f"/block {row.id}", TELEGRAM_DORA)
    assert house.shown(TELEGRAM_DORA).labels == ("Decline",)
    await house.press("Dora", "Decline", TELEGRAM_DORA, answered=False)
    for again in (line, f"/start {link_payload(line)}"):
        assert await house.type("Dora", again, TELEGRAM_DORA) == (
            "You have blocked Anna, so you cannot accept that challenge. "
            "/unblock Anna lifts that; then accept again."
        )
    assert (await house.manager.challenges.challenge(row.id)).state is ChallengeState.OPEN
    await house.type("Dora", "/unblock Anna", TELEGRAM_DORA)
    await house.type("Dora", line, TELEGRAM_DORA)
    assert (await house.manager.challenges.challenge(row.id)).state is ChallengeState.TAKEN


async def test_an_invitations_id_blocks_the_other_player(house: House) -> None:
    """/block with the id of an accepted invitation blocks the other player, for both."""
    row, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    assert (await house.type("Anna", f"/block {row.id}", "Anna")).startswith("You have blocked Dora:")
    assert (await house.type("Dora", f"/block {row.id}", TELEGRAM_DORA)).startswith("You have blocked Anna:")


async def test_the_player_who_accepted_may_decline(house: House) -> None:
    """Decline by the player who accepted opens the invitation for others."""
    _, line = await make_invitation(house)
    await house.type("Dora", line, TELEGRAM_DORA)
    await house.press("Dora", "Decline", TELEGRAM_DORA, answered=False)
    assert house.shown("Anna").text.startswith("Anna challenges anyone")
    assert await game_count(house) == 0


async def test_only_the_challenger_starts_or_rejects(house: House) -> None:
    """Another person's press on Start or Somebody else is refused."""
    row, line = await make_invitation(house, TABLE)
    await house.type("Dora", line, TELEGRAM_DORA)
    for label in ("Start", "Somebody else"):
        await house.press("Boris", label, TABLE, answered=False)
        assert plain(house.answers["Boris"][0].text) == TAKEN
    assert (await game_count(house), (await house.manager.challenges.challenge(row.id)).state) == (
        0,
        ChallengeState.TAKEN,
    )


async def test_a_private_invitation_pasted_in_a_shared_chat_stays_private(house: House) -> None:
    """A game from a private invitation is not shown in the shared chat where its command was pasted."""
    _, line = await make_invitation(house)
    await house.type("Carl", "/start", "Carl")
    assert "This chat does not show it" in await house.type("Carl", line, TABLE)
    assert house.shown("Carl").has_picture
    assert TABLE not in {message.chat for message in house.platform.messages}
