from __future__ import annotations

import pytest

from bot.sessions import Challenge, ChallengeState
from bot.sessions.attempts import MOST_MISSES
from bot.sessions.signing import TOKEN_LENGTH
from bot.talk.incoming import Line
from bot.talk.input.parsing import link_payload
from bot.talk.reply import plain
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import FAR, House

pytestmark = pytest.mark.slow

HERE, FAR_DORA = "Dora", f"{FAR}Dora"
TAKEN = "Somebody else has already accepted that invitation. /challenge makes a new one."


async def invited(house: House, chat: str = "Anna") -> tuple[Challenge, str]:
    """Return an invitation of Anna's to anyone, and the command that accepts it from anywhere."""
    await house.line("Anna", "/challenge", chat)
    (row,) = await house.manager.challenges.made_by(1)
    (invite,) = house.last(chat).reply.invites
    return row, invite.line


async def games(house: House) -> int:
    """Return how many games there are."""
    return len(await house.manager.game_ids())


def otherwise(line: str) -> str:
    """Return the same command with another token."""
    return line[:-1] + ("a" if line[-1] != "a" else "b")


async def test_a_private_invitation_is_not_taken_by_its_id(house: House) -> None:
    """Who knows three characters of an invitation made in private is told that there is none."""
    row, _ = await invited(house)
    for chat in (HERE, FAR_DORA, TABLE):
        unknown = await house.line("Dora", "/accept b2b", chat)
        assert (await house.line("Dora", f"/accept {row.id}", chat)).replace(row.id, "b2b") == unknown
    assert await games(house) == 0


async def test_a_wrong_token_opens_nothing(house: House) -> None:
    """A token that is wrong in one character, too short, or empty is no better than none."""
    row, line = await invited(house)
    unknown = (await house.line("Dora", "/accept b2b", HERE)).replace("b2b", row.id)
    for wrong in (otherwise(line), line[:-1], f"/accept {row.id} é"):
        assert await house.line("Dora", wrong, HERE) == unknown
    assert await games(house) == 0


async def test_the_token_is_ten_characters_and_typed_in_any_case(house: House) -> None:
    """What is copied from a link, or typed with capitals, is the same token."""
    _, line = await invited(house)
    command, key, token = line.split()
    assert (command, len(token)) == ("/accept", TOKEN_LENGTH)
    await house.line("Dora", f"{command} {key} {token.upper()}", HERE)
    assert await games(house) == 1


async def test_an_invitation_is_open_to_all_who_read_its_own_chat(house: House) -> None:
    """In the chat where it was made its id is enough."""
    row, _ = await invited(house, TABLE)
    await house.line("Boris", f"/accept {row.id}", TABLE)
    assert await games(house) == 1


async def test_five_misses_and_the_person_waits(house: House) -> None:
    """After five wrong guesses in ten minutes even the right token is refused, until the first is ten old."""
    _, line = await invited(house)
    for _ in range(MOST_MISSES):
        await house.line("Dora", otherwise(line), HERE)
        house.clock.forward(minutes=1)
    assert "Wait 5 minutes" in await house.line("Dora", line, HERE)
    assert await games(house) == 0
    house.clock.forward(minutes=5, seconds=1)
    await house.line("Dora", line, HERE)
    assert await games(house) == 1


async def test_who_waits_still_plays_what_names_him(house: House) -> None:
    """Misses keep nobody from a challenge to himself, or to all in the chat where he is."""
    _, line = await invited(house)
    for _ in range(MOST_MISSES):
        await house.line("Boris", otherwise(line), "Boris")
    await house.line("Anna", "/challenge Boris", TABLE)
    await house.line("Boris", "/accept", TABLE)
    assert await games(house) == 1


async def test_one_who_misses_keeps_nobody_else_waiting(house: House) -> None:
    """The misses of one person are his alone."""
    _, line = await invited(house)
    for _ in range(MOST_MISSES + 3):
        await house.line("Carl", otherwise(line), "Carl")
    await house.line("Dora", line, HERE)
    assert await games(house) == 1


async def test_following_a_link_accepts_nothing(house: House) -> None:
    """Who follows a link sees what he is invited to, and nothing begins before he accepts."""
    _, line = await invited(house)
    (reply,) = await house.handle("Dora", Line(f"/start {link_payload(line)}"), HERE)
    assert plain(reply.text) == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert (await games(house), [button.label for row in reply.buttons for button in row]) == (0, ["Accept"])


async def test_a_link_from_another_platform_says_who_starts_the_game(house: House) -> None:
    """There the game does not begin when one accepts, and the card of the link says so."""
    _, line = await invited(house)
    answer = await house.line("Dora", f"/start {link_payload(line)}", FAR_DORA)
    assert answer == (
        "Anna challenges you to Long Nardy. If you accept, Anna is asked first, "
        "and the game begins when Anna starts it."
    )


async def test_a_link_to_a_closed_invitation_says_so(house: House) -> None:
    """A friend who comes late is told that somebody else was faster, and not which game it became."""
    _, line = await invited(house)
    await house.line("Boris", line, "Boris")
    answer = await house.line("Dora", f"/start {link_payload(line)}", HERE)
    assert answer == TAKEN


async def test_taken_on_another_platform_it_asks_the_challenger_first(house: House) -> None:
    """No dice are rolled before the challenger has said that this is the one who was meant."""
    _, line = await invited(house)
    house.notified()
    await house.line("Dora", line, FAR_DORA)
    assert (await games(house), house.notified()) == (0, ["Anna"])
    asked = house.standing("Anna")
    assert asked.text.startswith("Anna, Dora (Telegram) has accepted your invitation to Long Nardy.")
    assert asked.labels == ("Start", "Somebody else")
    assert "The game begins when Anna starts it." in house.standing(FAR_DORA).text
    await house.press("Anna", "Start", "Anna", answered=False)
    assert await games(house) == 1
    assert all(house.standing(chat).pictured for chat in ("Anna", FAR_DORA))


async def test_who_was_not_meant_is_sent_away_and_the_invitation_opened_anew(house: House) -> None:
    """After Somebody else the old token is void, the new one works, who was sent away learns of no game."""
    row, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    await house.press("Anna", "Somebody else", "Anna", answered=False)
    assert house.standing(FAR_DORA).text.startswith("Anna did not start a game with you")
    assert house.standing(FAR_DORA).labels == ()
    for again in (line, f"/accept {row.id}"):
        assert "There is no challenge" in await house.line("Dora", again, FAR_DORA)
    (invite,) = house.last("Anna").reply.invites
    assert invite.line != line
    await house.line("Carl", invite.line, "Carl")
    assert await games(house) == 1
    assert house.standing(FAR_DORA).text.startswith("Anna did not start a game with you")
    assert f"There is no game {row.id}." in await house.line("Dora", f"/board {row.id}", FAR_DORA)


async def test_while_it_is_taken_nobody_else_can_take_it(house: House) -> None:
    """A second one with the right token comes too late, and neither he nor the taker starts the game."""
    row, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    assert await house.line("Carl", line, "Carl") == TAKEN
    await house.line("Dora", f"/accept {row.id}", FAR_DORA)
    assert await games(house) == 0


async def test_while_it_is_taken_both_are_told_so(house: House) -> None:
    """The taker who follows the link again, and the challenger who asks for the text, are told what waits."""
    row, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    (taken,) = await house.handle("Dora", Line(f"/start {link_payload(line)}"), FAR_DORA)
    assert plain(taken.text).startswith("You have accepted Anna’s invitation to Long Nardy.")
    assert [button.label for (button,) in taken.buttons] == ["Decline"]
    for command in (f"/invite {row.id}", "/invite"):
        (asked,) = await house.handle("Anna", Line(command), "Anna")
        assert plain(asked.text).startswith("Anna, Dora (Telegram) has accepted your invitation")
        assert [button.label for button in asked.buttons[0]] == ["Start", "Somebody else"]
    await house.press("Anna", "Start", "Anna", answered=False)
    assert await games(house) == 1


async def test_an_open_invitation_comes_before_a_taken_one(house: House) -> None:
    """`/invite` alone gives the text of the one that can still be sent."""
    _, line = await invited(house)
    await house.line("Anna", "/challenge", "Anna")
    await house.line("Dora", house.last("Anna").reply.invites[0].line, FAR_DORA)
    assert line in await house.line("Anna", "/invite", "Anna")


async def test_who_has_blocked_the_challenger_accepts_nothing(house: House) -> None:
    """Neither the link nor the command does, both say why, and after the block is lifted it is accepted."""
    row, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    await house.line("Dora", f"/block {row.id}", FAR_DORA)
    assert house.standing(FAR_DORA).labels == ("Decline",)
    await house.press("Dora", "Decline", FAR_DORA, answered=False)
    for again in (line, f"/start {link_payload(line)}"):
        assert await house.line("Dora", again, FAR_DORA) == (
            "You have blocked Anna, so you cannot accept that challenge. "
            "/unblock Anna lifts that; then accept again."
        )
    assert (await house.manager.challenges.challenge(row.id)).state is ChallengeState.OPEN
    await house.line("Dora", "/unblock Anna", FAR_DORA)
    await house.line("Dora", line, FAR_DORA)
    assert (await house.manager.challenges.challenge(row.id)).state is ChallengeState.TAKEN


async def test_the_challenger_blocks_whoever_took_it_by_its_id(house: House) -> None:
    """The id on the card means the other one of the two, for either."""
    row, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    assert (await house.line("Anna", f"/block {row.id}", "Anna")).startswith("You have blocked Dora:")
    assert (await house.line("Dora", f"/block {row.id}", FAR_DORA)).startswith("You have blocked Anna:")


async def test_the_one_who_took_it_may_leave_it(house: House) -> None:
    """The taker's Decline opens the invitation for others."""
    _, line = await invited(house)
    await house.line("Dora", line, FAR_DORA)
    await house.press("Dora", "Decline", FAR_DORA, answered=False)
    assert house.standing("Anna").text.startswith("Anna challenges anyone")
    assert await games(house) == 0


async def test_a_stranger_in_the_challengers_chat_decides_nothing(house: House) -> None:
    """Start and Somebody else, seen by all in a shared chat, are the challenger's alone."""
    row, line = await invited(house, TABLE)
    await house.line("Dora", line, FAR_DORA)
    for label in ("Start", "Somebody else"):
        await house.press("Boris", label, TABLE, answered=False)
        assert plain(house.answers["Boris"][0].text) == TAKEN
    assert (await games(house), (await house.manager.challenges.challenge(row.id)).state) == (
        0,
        ChallengeState.TAKEN,
    )


async def test_an_invitation_accepted_among_others_stays_private(house: House) -> None:
    """A game begun in private does not appear in the shared chat where its command was pasted."""
    _, line = await invited(house)
    await house.line("Carl", "/start", "Carl")
    assert "This chat does not show it" in await house.line("Carl", line, TABLE)
    assert house.standing("Carl").pictured
    assert TABLE not in {message.chat for message in house.platform.messages}
