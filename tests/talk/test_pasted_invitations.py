"""Pasted invitations: texts from which an invitation is accepted, and where that works."""

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
    lines_to_copy,
    make_invitation,
    on_discord,
    set_addresses,
)

TEN = "abcdefg234"
"""A valid token."""


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
def test_the_command_is_found_in_a_pasted_text(text: str) -> None:
    """The command is found in a text with marks, a full stop or other words around it."""
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
def test_a_pasted_link_asks_first(text: str) -> None:
    """A pasted link is read like a followed link, which asks before it accepts."""
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
def test_other_texts_contain_no_invitation(text: str) -> None:
    """A text without a valid id and token, or one that is too long, contains no invitation."""
    assert read_invitation(text) is None


@pytest.mark.slow
async def test_the_whole_text_pasted_in_private_asks_first(house: House) -> None:
    """The whole text of an invitation, pasted in private, asks first because it contains a link."""
    set_addresses(house, ON_TELEGRAM, ON_DISCORD)
    key, _ = await make_invitation(house)
    lines = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    (asked,) = await house.handle("Dora", Line("\n".join(lines)), TELEGRAM_DORA)
    assert plain(asked.text).startswith("Anna challenges you to Long Nardy.")
    await house.press("Dora", "Accept", TELEGRAM_DORA, answered=True)
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN


@pytest.mark.slow
async def test_the_line_for_discord_is_understood_there(house: House) -> None:
    """The line for Discord accepts as it is, and does not count as a wrong token."""
    set_addresses(house, ON_DISCORD)
    key, _ = await make_invitation(house)
    (_, sentence) = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    command = sentence.removeprefix("Discord: send ")
    for _ in range(MOST_MISSES + 1):
        assert await on_discord(house, "Gleb", Line(command)) == ()
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN


@pytest.mark.slow
async def test_a_pasted_invitation_in_a_shared_chat_is_talk(house: House) -> None:
    """A text pasted in a shared chat is not answered; the command itself works there."""
    set_addresses(house, ON_TELEGRAM, ON_DISCORD)
    key, token = await make_invitation(house)
    lines = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    for line in ("\n".join(lines), lines[1], f"accept {key} {token}"):
        assert await house.handle("Anna", Line(line), TABLE) == ()
    await house.type("Carl", f"/accept {key} {token} to Nardy#1234", TABLE)
    assert len(await house.manager.game_ids()) == 1
