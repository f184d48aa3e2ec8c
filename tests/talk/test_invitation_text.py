"""/invite: an open challenge as text to paste elsewhere, and accepting by that text."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass

import pytest

from bot.sessions import ChallengeState
from bot.talk.addresses import BotAddress
from bot.talk.catalog import words_in
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import Code, Reply, plain
from tests.dialogues.house import TELEGRAM_CHAT, House
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow

ON_TELEGRAM = BotAddress("telegram", "@nardy_bot", "https://t.me/nardy_bot?start=")
ON_DISCORD = BotAddress("discord", "Nardy#1234", page="https://discord.com/users/12")
AT_THE_TABLE = BotAddress("web", link="https://nardy.example.org/#start=")
BY_INVITATION = BotAddress("web", members_link="https://nardy.example.org/#table=key&start=")
TELEGRAM_DORA = f"{TELEGRAM_CHAT}Dora"


@dataclass(frozen=True)
class Known:
    """A platform whose address is known, or not yet."""

    address: BotAddress | None


def set_addresses(house: House, *addresses: BotAddress | None) -> None:
    """Set the addresses of the bot."""
    for address in addresses:
        house.addresses.add(Known(address))


async def on_discord(
    house: House, player: str, what: Line | Press, language: str = "en"
) -> tuple[Reply, ...]:
    """Return the replies to what a person does in a private channel on Discord."""
    house.event_count += 1
    person = Person("discord", player.lower(), player, language)
    place = Place("discord", f"{player}'s channel", ChatKind.PRIVATE)
    replies = await house.conversation.handle(Incoming(f"discord {house.event_count}", person, place, what))
    await house.until_idle()
    return replies


def lines_to_copy(replies: tuple[Reply, ...]) -> list[str]:
    """Return the lines of the text to copy."""
    ((block,),) = ([span for span in reply.text if isinstance(span, Code)] for reply in replies)
    return block.text.split("\n")


async def make_invitation(house: House, chat: str = "Anna") -> tuple[str, str]:
    """Return the id and the token of an invitation by Anna."""
    await house.type("Anna", "/challenge anyone", chat)
    (row,) = await house.manager.challenges.made_by(1)
    (invite,) = house.last(chat).reply.invites
    return row.id, invite.line.split()[2]


async def test_the_text_has_a_line_for_each_platform(house: House) -> None:
    """The text has a line for each platform with a known address."""
    set_addresses(house, ON_TELEGRAM, ON_DISCORD, AT_THE_TABLE, None)
    key, token = await make_invitation(house)
    assert house.shown("Anna").labels == ("Withdraw", "Invite elsewhere")
    await house.press("Anna", "Invite elsewhere", "Anna", answered=False)
    assert lines_to_copy(house.answers["Anna"]) == [
        "Anna invites you to Long Nardy.",
        f"Telegram: https://t.me/nardy_bot?start=accept_{key}_{token}",
        f"Discord: send /accept {key} {token} to Nardy#1234 https://discord.com/users/12",
        f"In the browser: https://nardy.example.org/#start=accept_{key}_{token}",
    ]


async def test_the_text_is_in_the_inviters_language(house: House) -> None:
    """The text is in the language of the player who invites."""
    set_addresses(house, ON_TELEGRAM, ON_DISCORD, AT_THE_TABLE)
    await house.type("Anna", "/settings language ru", "Anna")
    key, token = await make_invitation(house)
    await house.press("Anna", "Пригласить текстом", "Anna", answered=False)
    assert lines_to_copy(house.answers["Anna"]) == [
        "Anna зовёт вас сыграть: Длинные нарды.",
        f"Telegram: https://t.me/nardy_bot?start=accept_{key}_{token}",
        f"Discord: отправьте /accept {key} {token} боту Nardy#1234 https://discord.com/users/12",
        f"В браузере: https://nardy.example.org/#start=accept_{key}_{token}",
    ]


async def test_the_text_and_the_accepted_invitation_show_all_options(house: House) -> None:
    """The text and the message after accepting show length, clock, scoring, hints and who begins."""
    set_addresses(house, ON_DISCORD)
    await house.type("Anna", "/challenge to 5 hints 1d first me extended", "Anna")
    (invite,) = house.last("Anna").reply.invites
    (terms, _) = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    await house.type("Dora", invite.line, TELEGRAM_DORA)
    for text in (terms, house.shown(TELEGRAM_DORA).text):
        for agreed in ("to 5 points", "Clock: 1 day", "(koks)", "hints with /hint.", "Anna begins."):
            assert agreed in text


async def test_the_first_player_is_named_once_known(house: House) -> None:
    """The text says that whoever accepts begins; after accepting, it is a name."""
    await house.type("Anna", "/challenge first opponent", "Anna")
    (invite,) = house.last("Anna").reply.invites
    (terms, _) = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    await house.type("Dora", invite.line, TELEGRAM_DORA)
    assert terms.endswith("Whoever accepts begins.")
    assert house.shown(TELEGRAM_DORA).text.endswith("Dora begins.")


async def test_without_an_address_the_text_has_the_command(house: House) -> None:
    """If no platform's address is known, there is no button, and /invite gives the command."""
    set_addresses(house, None)
    key, token = await make_invitation(house)
    assert house.shown("Anna").labels == ("Withdraw",)
    replies = await house.handle("Anna", Line("/invite"), "Anna")
    assert lines_to_copy(replies)[1:] == [f"Send the bot /accept {key} {token}"]


async def test_the_tables_key_is_shown_only_at_the_table(house: House) -> None:
    """A link with the key of the local table is given only to people at that table."""
    set_addresses(house, ON_TELEGRAM, BY_INVITATION)
    await make_invitation(house)
    at_the_table = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    assert "#table=key&start=accept_" in at_the_table[-1]
    await house.type("Dora", "/challenge anyone", TELEGRAM_DORA)
    assert house.shown(TELEGRAM_DORA).labels == ("Withdraw",)
    assert "table=" not in "".join(lines_to_copy(await house.handle("Dora", Line("/invite"), TELEGRAM_DORA)))


async def test_a_discord_invitation_is_accepted_on_telegram(house: House) -> None:
    """A link to Telegram asks before it accepts; then the challenger on Discord starts the game."""
    set_addresses(house, ON_DISCORD, ON_TELEGRAM)
    await on_discord(house, "Gleb", Line("/challenge anyone"))
    lines = lines_to_copy(await on_discord(house, "Gleb", Line("/invite")))
    (payload,) = re.findall(r"https://t\.me/nardy_bot\?start=(\S+)", "\n".join(lines))
    (asked,) = await house.handle("Dora", Line(f"/start {payload}"), TELEGRAM_DORA)
    assert plain(asked.text).startswith("Gleb challenges you to Long Nardy.")
    await house.press("Dora", "Accept", TELEGRAM_DORA, answered=True)
    assert house.shown(TELEGRAM_DORA).text.startswith("You have accepted Gleb’s invitation")
    key = payload.split("_")[1]
    assert await on_discord(house, "Gleb", Line(f"/accept {key}")) == ()
    assert house.shown(TELEGRAM_DORA).has_picture


async def test_a_discord_invitation_is_accepted_in_the_browser(house: House) -> None:
    """The part behind the `#` of a link to the browser is accepted as the page sends it."""
    set_addresses(house, ON_DISCORD, AT_THE_TABLE)
    await on_discord(house, "Gleb", Line("/challenge anyone"))
    lines = lines_to_copy(await on_discord(house, "Gleb", Line("/invite")))
    (payload,) = re.findall(r"/#start=(\S+)", "\n".join(lines))
    await house.type("Dora", f"/start {payload}", "Dora")
    await house.press("Dora", "Accept", "Dora", answered=True)
    key = payload.split("_")[1]
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN
    await on_discord(house, "Gleb", Line(f"/accept {key}"))
    assert house.shown("Dora").has_picture


async def test_a_telegram_invitation_is_accepted_on_discord(house: House) -> None:
    """The command in the text is accepted on Discord as it is."""
    set_addresses(house, ON_DISCORD, ON_TELEGRAM)
    await house.type("Dora", "/challenge anyone", TELEGRAM_DORA)
    await house.press("Dora", "Invite elsewhere", TELEGRAM_DORA, answered=False)
    (line,) = re.findall(r"send (/accept \S+ \S+) to", "\n".join(lines_to_copy(house.answers["Dora"])))
    await on_discord(house, "Gleb", Line(line))
    assert house.shown(TELEGRAM_DORA).text.startswith("Dora, Gleb (Discord) has accepted your invitation")


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_late_acceptance_names_no_game(house: House, language: str) -> None:
    """A person who accepts too late hears that another was faster, before and after the game begins."""
    key, token = await make_invitation(house)
    await house.type("Dora", f"/accept {key} {token}", TELEGRAM_DORA)
    answer = plain(words_in(language).say("refused-challenge-taken"))
    for _ in range(2):
        (late,) = await on_discord(house, "Gleb", Line(f"/accept {key} {token}"), language)
        assert plain(late.text) == answer
        await house.type("Anna", f"/accept {key}", "Anna")


async def test_a_withdrawn_invitation_is_called_closed(house: House) -> None:
    """A withdrawn invitation is called closed, not accepted by another."""
    key, token = await make_invitation(house)
    await house.type("Anna", "/cancel", "Anna")
    (late,) = await on_discord(house, "Gleb", Line(f"/accept {key} {token}"))
    assert plain(late.text).startswith("That challenge is closed.")
    (gone,) = await house.handle("Anna", Line(f"/invite {key}"), "Anna")
    assert plain(gone.text).startswith("That challenge is closed.")


async def test_a_stranger_gets_no_text_by_an_id(house: House) -> None:
    """A stranger who guesses an id gets no token, and the guesses count as misses."""
    set_addresses(house, ON_TELEGRAM)
    key, token = await make_invitation(house)
    for what in (Line(f"/invite {key}"), Press(f":/invite {key}")):
        for chat in ("Carl", TABLE):
            (refused,) = await house.handle("Carl", what, chat)
            assert token not in plain(refused.text)
            assert plain(refused.text).startswith("There is no challenge")
    await house.handle("Carl", Line(f"/invite {key}"), "Carl")
    assert "Wait" in await house.type("Carl", f"/accept {key} {token}", "Carl")


async def test_everyone_in_the_chat_of_an_invitation_gets_the_text(house: House) -> None:
    """In the shared chat of an invitation everyone may take its text."""
    set_addresses(house, ON_TELEGRAM)
    key, token = await make_invitation(house, TABLE)
    assert house.shown(TABLE).labels == ("Accept", "Withdraw", "Invite elsewhere")
    await house.press("Carl", "Invite elsewhere", TABLE, answered=False)
    assert lines_to_copy(house.answers["Carl"])[1].endswith(f"?start=accept_{key}_{token}")


async def test_the_player_who_accepted_gets_no_text(house: House) -> None:
    """The player who accepted on another platform cannot pass the invitation on."""
    key, token = await make_invitation(house)
    await house.type("Dora", f"/accept {key} {token}", TELEGRAM_DORA)
    answer = await house.type("Dora", f"/invite {key}", TELEGRAM_DORA)
    assert answer.startswith("You have accepted Anna’s invitation")
    assert token not in answer


async def test_a_private_invitation_is_not_shown_in_a_shared_chat(house: House) -> None:
    """If all can read the answer, a private invitation's text is given in private only."""
    house.answers_are_public = True
    key, token = await make_invitation(house)
    answer = await house.type("Anna", f"/invite {key}", TABLE)
    assert answer == f"I answer that in private only: send /invite {key} to me there."
    assert token not in answer
    assert await house.type("Anna", "/invite", TABLE) == "You have no open challenge. /challenge makes one."


async def test_a_challenge_to_a_player_has_no_text(house: House) -> None:
    """A challenge to a named player has no token to pass on."""
    await house.type("Anna", "/challenge Boris")
    (row,) = await house.manager.challenges.made_by(1)
    for line in (f"/invite {row.id}", "/invite"):
        assert "/accept" not in await house.type("Anna", line, "Anna")


async def test_a_reopened_invitation_has_a_new_token(house: House) -> None:
    """After “Somebody else” the old token is void, and the next text has one that works."""
    key, token = await make_invitation(house)
    await house.type("Dora", f"/accept {key} {token}", TELEGRAM_DORA)
    await house.press("Anna", "Somebody else", "Anna", answered=False)
    (_, line) = lines_to_copy(await house.handle("Anna", Line("/invite"), "Anna"))
    assert token not in line
    await house.type("Carl", line.removeprefix("Send the bot "), "Carl")
    assert house.shown("Carl").has_picture


async def test_no_log_contains_a_token(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """No log line contains the token of an invitation, at any level."""
    caplog.set_level(logging.DEBUG)
    set_addresses(house, ON_TELEGRAM, ON_DISCORD)
    _, token = await make_invitation(house)
    await house.type("Anna", "/invite", "Anna")
    assert token not in caplog.text
