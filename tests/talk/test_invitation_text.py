"""/invite: an open challenge as text that can be pasted anywhere, and who accepts by it."""

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
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import FAR, House

pytestmark = pytest.mark.slow

ON_TELEGRAM = BotAddress("telegram", "@nardy_bot", "https://t.me/nardy_bot?start=")
ON_DISCORD = BotAddress("discord", "Nardy#1234", page="https://discord.com/users/12")
AT_THE_TABLE = BotAddress("web", link="https://nardy.example.org/#start=")
BY_INVITATION = BotAddress("web", members_link="https://nardy.example.org/#table=key&start=")
FAR_DORA = f"{FAR}Dora"


@dataclass(frozen=True)
class Known:
    """A platform on which the bot is found, or not yet."""

    address: BotAddress | None


def found_on(house: House, *addresses: BotAddress | None) -> None:
    """Let the bot be found there."""
    for address in addresses:
        house.addresses.add(Known(address))


async def on_discord(house: House, who: str, what: Line | Press, language: str = "en") -> tuple[Reply, ...]:
    """Let somebody do something in his private channel on Discord."""
    house.events += 1
    person = Person("discord", who.lower(), who, language)
    place = Place("discord", f"{who}'s channel", ChatKind.PRIVATE)
    replies = await house.conversation.handle(Incoming(f"discord {house.events}", person, place, what))
    await house.until_idle()
    return replies


def pasted(replies: tuple[Reply, ...]) -> list[str]:
    """Return the lines that are to be copied."""
    ((block,),) = ([span for span in reply.text if isinstance(span, Code)] for reply in replies)
    return block.text.split("\n")


async def invited(house: House, chat: str = "Anna") -> tuple[str, str]:
    """Return the id and the token of an invitation that Anna makes."""
    await house.line("Anna", "/challenge", chat)
    (row,) = await house.manager.challenges.made_by(1)
    (invite,) = house.last(chat).reply.invites
    return row.id, invite.line.split()[2]


async def test_the_text_says_what_to_do_on_each_platform(house: House) -> None:
    """Each platform where the bot is found has its line, and one where it is not yet found has none."""
    found_on(house, ON_TELEGRAM, ON_DISCORD, AT_THE_TABLE, None)
    key, token = await invited(house)
    assert house.standing("Anna").labels == ("Withdraw", "Invite elsewhere")
    await house.press("Anna", "Invite elsewhere", "Anna", answered=False)
    assert pasted(house.answers["Anna"]) == [
        "Anna invites you to Long Nardy.",
        f"Telegram: https://t.me/nardy_bot?start=accept_{key}_{token}",
        f"Discord: send /accept {key} {token} to Nardy#1234 https://discord.com/users/12",
        f"In the browser: https://nardy.example.org/#start=accept_{key}_{token}",
    ]


async def test_the_text_is_in_the_language_of_who_invites(house: House) -> None:
    """Who reads Russian sends Russian."""
    found_on(house, ON_TELEGRAM, ON_DISCORD, AT_THE_TABLE)
    await house.line("Anna", "/settings language ru", "Anna")
    key, token = await invited(house)
    await house.press("Anna", "Пригласить текстом", "Anna", answered=False)
    assert pasted(house.answers["Anna"]) == [
        "Anna зовёт вас сыграть: Длинные нарды.",
        f"Telegram: https://t.me/nardy_bot?start=accept_{key}_{token}",
        f"Discord: отправьте /accept {key} {token} боту Nardy#1234 https://discord.com/users/12",
        f"В браузере: https://nardy.example.org/#start=accept_{key}_{token}",
    ]


async def test_the_text_and_the_takers_card_tell_all_that_is_agreed(house: House) -> None:
    """Who accepts by the text alone has read clock, hints and who begins, and his card repeats them."""
    found_on(house, ON_DISCORD)
    await house.line("Anna", "/challenge to 5 hints 1d first me extended", "Anna")
    (invite,) = house.last("Anna").reply.invites
    (told, _) = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    await house.line("Dora", invite.line, FAR_DORA)
    for text in (told, house.standing(FAR_DORA).text):
        for agreed in ("to 5 points", "Clock: 1 day", "(koks)", "hints with /hint.", "Anna begins."):
            assert agreed in text


async def test_to_the_taker_who_begins_has_a_name(house: House) -> None:
    """That whoever accepts begins is told to all; on the card of the one who has, it is he."""
    await house.line("Anna", "/challenge first opponent", "Anna")
    (invite,) = house.last("Anna").reply.invites
    (told, _) = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    await house.line("Dora", invite.line, FAR_DORA)
    assert told.endswith("Whoever accepts begins.")
    assert house.standing(FAR_DORA).text.endswith("Dora begins.")


async def test_where_nothing_is_known_the_command_is_told(house: House) -> None:
    """A bot that is found nowhere else shows no button; asked all the same, it tells the command."""
    found_on(house, None)
    key, token = await invited(house)
    assert house.standing("Anna").labels == ("Withdraw",)
    replies = await house.handle("Anna", Line("/invite"), "Anna")
    assert pasted(replies)[1:] == [f"Send the bot /accept {key} {token}"]


async def test_the_tables_key_is_told_only_to_who_is_at_the_table(house: House) -> None:
    """Where guests come by invitation, nobody on another platform gets a link that lets people in."""
    found_on(house, ON_TELEGRAM, BY_INVITATION)
    await invited(house)
    at_the_table = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    assert "#table=key&start=accept_" in at_the_table[-1]
    await house.line("Dora", "/challenge", FAR_DORA)
    assert house.standing(FAR_DORA).labels == ("Withdraw",)
    assert "table=" not in "".join(pasted(await house.handle("Dora", Line("/invite"), FAR_DORA)))


async def test_an_invitation_from_discord_is_accepted_on_telegram_by_the_text(house: House) -> None:
    """The link of the text asks first; accepted, the challenger on Discord starts the game."""
    found_on(house, ON_DISCORD, ON_TELEGRAM)
    await on_discord(house, "Gleb", Line("/challenge"))
    lines = pasted(await on_discord(house, "Gleb", Line("/invite")))
    (payload,) = re.findall(r"https://t\.me/nardy_bot\?start=(\S+)", "\n".join(lines))
    (asked,) = await house.handle("Dora", Line(f"/start {payload}"), FAR_DORA)
    assert plain(asked.text).startswith("Gleb challenges you to Long Nardy.")
    await house.press("Dora", "Accept", FAR_DORA, answered=True)
    assert house.standing(FAR_DORA).text.startswith("You have accepted Gleb’s invitation")
    key = payload.split("_")[1]
    assert await on_discord(house, "Gleb", Line(f"/accept {key}")) == ()
    assert house.standing(FAR_DORA).pictured


async def test_an_invitation_from_discord_is_accepted_in_the_browser_by_the_text(house: House) -> None:
    """What stands behind the `#` of the link is what the page sends for whoever opens it."""
    found_on(house, ON_DISCORD, AT_THE_TABLE)
    await on_discord(house, "Gleb", Line("/challenge"))
    lines = pasted(await on_discord(house, "Gleb", Line("/invite")))
    (payload,) = re.findall(r"/#start=(\S+)", "\n".join(lines))
    await house.line("Dora", f"/start {payload}", "Dora")
    await house.press("Dora", "Accept", "Dora", answered=True)
    key = payload.split("_")[1]
    assert (await house.manager.challenges.challenge(key)).state is ChallengeState.TAKEN
    await on_discord(house, "Gleb", Line(f"/accept {key}"))
    assert house.standing("Dora").pictured


async def test_an_invitation_from_telegram_is_accepted_on_discord_by_the_text(house: House) -> None:
    """The command that the text tells is typed on Discord as it stands there."""
    found_on(house, ON_DISCORD, ON_TELEGRAM)
    await house.line("Dora", "/challenge", FAR_DORA)
    await house.press("Dora", "Invite elsewhere", FAR_DORA, answered=False)
    (line,) = re.findall(r"send (/accept \S+ \S+) to", "\n".join(pasted(house.answers["Dora"])))
    await on_discord(house, "Gleb", Line(line))
    assert house.standing(FAR_DORA).text.startswith("Dora, Gleb (Discord) has accepted your invitation")


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_who_comes_second_is_told_that_somebody_was_faster(house: House, language: str) -> None:
    """Taken on one platform, and then become a game: on the others it is another's, and no game is named."""
    key, token = await invited(house)
    await house.line("Dora", f"/accept {key} {token}", FAR_DORA)
    told = plain(words_in(language).say("refused-challenge-taken"))
    for _ in range(2):
        (late,) = await on_discord(house, "Gleb", Line(f"/accept {key} {token}"), language)
        assert plain(late.text) == told
        await house.line("Anna", f"/accept {key}", "Anna")


async def test_who_withdrew_it_is_not_called_faster(house: House) -> None:
    """An invitation that was withdrawn is closed, and nobody has accepted it."""
    key, token = await invited(house)
    await house.line("Anna", "/cancel", "Anna")
    (late,) = await on_discord(house, "Gleb", Line(f"/accept {key} {token}"))
    assert plain(late.text).startswith("That challenge is closed.")
    (gone,) = await house.handle("Anna", Line(f"/invite {key}"), "Anna")
    assert plain(gone.text).startswith("That challenge is closed.")


async def test_a_stranger_does_not_get_the_text_by_an_id(house: House) -> None:
    """Who knows three characters of an invitation gets no token, however asked; the guesses count."""
    found_on(house, ON_TELEGRAM)
    key, token = await invited(house)
    for what in (Line(f"/invite {key}"), Press(f":/invite {key}")):
        for chat in ("Carl", TABLE):
            (refused,) = await house.handle("Carl", what, chat)
            assert token not in plain(refused.text)
            assert plain(refused.text).startswith("There is no challenge")
    await house.handle("Carl", Line(f"/invite {key}"), "Carl")
    assert "Wait" in await house.line("Carl", f"/accept {key} {token}", "Carl")


async def test_where_a_card_shows_the_token_anybody_gets_the_text(house: House) -> None:
    """In the shared chat of an invitation all can read its token, and may invite their friends."""
    found_on(house, ON_TELEGRAM)
    key, token = await invited(house, TABLE)
    assert house.standing(TABLE).labels == ("Accept", "Withdraw", "Invite elsewhere")
    await house.press("Carl", "Invite elsewhere", TABLE, answered=False)
    assert pasted(house.answers["Carl"])[1].endswith(f"?start=accept_{key}_{token}")


async def test_the_taker_gets_no_text(house: House) -> None:
    """Who has accepted on another platform cannot hand the invitation on."""
    key, token = await invited(house)
    await house.line("Dora", f"/accept {key} {token}", FAR_DORA)
    answer = await house.line("Dora", f"/invite {key}", FAR_DORA)
    assert answer.startswith("You have accepted Anna’s invitation")
    assert token not in answer


async def test_a_private_invitation_is_not_told_among_others(house: House) -> None:
    """Where all read the answers, who made it in private is sent there, and it is not meant without an id."""
    house.read_by_others = True
    key, token = await invited(house)
    answer = await house.line("Anna", f"/invite {key}", TABLE)
    assert answer == f"I answer that in private only: send /invite {key} to me there."
    assert token not in answer
    assert await house.line("Anna", "/invite", TABLE) == "You have no open challenge. /challenge makes one."


async def test_a_challenge_that_names_somebody_has_no_text(house: House) -> None:
    """It has no token, and is told to nobody else."""
    await house.line("Anna", "/challenge Boris")
    (row,) = await house.manager.challenges.made_by(1)
    for line in (f"/invite {row.id}", "/invite"):
        assert "/accept" not in await house.line("Anna", line, "Anna")


async def test_after_somebody_else_the_text_has_the_new_token(house: House) -> None:
    """The token of a text that was sent before is void, and the next text has the one that works."""
    key, token = await invited(house)
    await house.line("Dora", f"/accept {key} {token}", FAR_DORA)
    await house.press("Anna", "Somebody else", "Anna", answered=False)
    (_, line) = pasted(await house.handle("Anna", Line("/invite"), "Anna"))
    assert token not in line
    await house.line("Carl", line.removeprefix("Send the bot "), "Carl")
    assert house.standing("Carl").pictured


async def test_no_log_has_a_token(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """However much is logged, what lets people accept is not."""
    caplog.set_level(logging.DEBUG)
    found_on(house, ON_TELEGRAM, ON_DISCORD)
    _, token = await invited(house)
    await house.line("Anna", "/invite", "Anna")
    assert token not in caplog.text
