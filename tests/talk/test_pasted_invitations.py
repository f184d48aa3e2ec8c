"""Pasted invitations: what is found in a text that accepts one, and where it counts."""

from __future__ import annotations

import pytest

from bot.sessions import ChallengeState
from bot.sessions.attempts import MOST_MISSES
from bot.talk.command import ParsedCommand
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Line
from bot.talk.input.typed import LONGEST_PASTED, read_invitation
from bot.talk.reply import plain
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.talk.test_invitation_text import (
    ON_DISCORD,
    ON_TELEGRAM,
    TELEGRAM_DORA,
    found_on,
    invited,
    on_discord,
    pasted,
)

TEN = "abcdefg234"
"""What a token looks like."""


@pytest.mark.parametrize(
    "text",
    [
        f"/accept k7f {TEN}",
        f"/accept k7f {TEN} to Nardy#1234",
        f"Discord: send /accept k7f {TEN} to Nardy#1234 https://discord.com/users/12",
        f"`/accept k7f {TEN}`",
        f"**/accept k7f {TEN}**.",
        f"/accept k7f {TEN}.",
        f"accept k7f {TEN}",
        f"Accept K7F {TEN}",
        f"/accept@nardy_bot k7f {TEN}",
        f"/принять k7f {TEN}",
        f"«принять k7f {TEN}»",
        f"/accept /accept k7f {TEN} to Nardy#1234",
        f"Anna invites you to Long Nardy. Both may use /hint.\nSend the bot /accept k7f {TEN}",
    ],
)
def test_the_command_is_found_in_what_is_pasted(text: str) -> None:
    """Whatever stands around it, marks of code, a full stop or other text, it is the same command."""
    assert read_invitation(text) == ParsedCommand(COMMANDS["accept"], "k7f", (TEN,))


@pytest.mark.parametrize(
    "text",
    [
        f"https://t.me/nardy_bot?start=accept_k7f_{TEN}",
        f"<https://nardy.example.org/#start=accept_k7f_{TEN}>.",
        f"https://nardy.example.org/#table=key&start=accept_k7f_{TEN}",
        f"accept_k7f_{TEN}",
        f"Discord: send /accept k7f {TEN} to Nardy#1234\nTelegram: https://t.me/n?start=accept_k7f_{TEN}",
    ],
)
def test_a_link_is_followed(text: str) -> None:
    """Who pastes a link is asked first, as if he had followed it."""
    assert read_invitation(text) == ParsedCommand(COMMANDS["accept"], "k7f", (TEN,), linked=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "accept",
        "/accept k7f",
        "/accept k7f draw",
        "I accept k7f gladly",
        f"/decline k7f {TEN}",
        f"/accept seven {TEN}",
        f"/accept k7f {TEN}a",
        f"https://t.me/nardy_bot?start=accept_k7f_{TEN}a",
        f"https://t.me/nardy_bot?start=accept_seven_{TEN}",
        f"https://t.me/nardy_bot?start=unaccept_k7f_{TEN}",
        "word " * LONGEST_PASTED + f"/accept k7f {TEN}",
    ],
)
def test_other_texts_hold_no_invitation(text: str) -> None:
    """It takes an id and a token as they are made, in a text of a length that people paste."""
    assert read_invitation(text) is None


@pytest.mark.slow
async def test_the_whole_text_pasted_in_private_asks(house: House) -> None:
    """It holds a link, so who pastes it is shown what it is, and accepts by the button."""
    found_on(house, ON_TELEGRAM, ON_DISCORD)
    key, _ = await invited(house)
    lines = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    (asked,) = await house.handle("Dora", Line("\n".join(lines)), TELEGRAM_DORA)
    assert plain(asked.text).startswith("Anna challenges you to Long Nardy.")
    await house.press("Dora", "Accept", TELEGRAM_DORA, answered=True)
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN


@pytest.mark.slow
async def test_the_sentence_for_discord_is_understood_there(house: House) -> None:
    """The command with what the text says behind it accepts, and nothing of it counts as a guess."""
    found_on(house, ON_DISCORD)
    key, _ = await invited(house)
    (_, sentence) = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    command = sentence.removeprefix("Discord: send ")
    for _ in range(MOST_MISSES + 1):
        assert await on_discord(house, "Gleb", Line(command)) == ()
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN


@pytest.mark.slow
async def test_among_others_a_pasted_invitation_is_talk(house: House) -> None:
    """Who shows his own invitation to a room is not answered; a command that begins so is still one."""
    found_on(house, ON_TELEGRAM, ON_DISCORD)
    key, token = await invited(house)
    lines = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    for line in ("\n".join(lines), lines[1], f"accept {key} {token}"):
        assert await house.handle("Anna", Line(line), TABLE) == ()
    await house.type("Carl", f"/accept {key} {token} to Nardy#1234", TABLE)
    assert len(await house.manager.game_ids()) == 1
