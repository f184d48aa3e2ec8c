"""Invitation text: an open challenge as text that can be pasted anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from bot.sessions import Challenge, Player
from bot.talk.addresses import BotAddress
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import link_words
from bot.talk.options import terms_words
from bot.talk.reply import Code, Reply, plain
from bot.talk.views.cards import accept_line, terms_notes
from bot.talk.wording import name_alone, platform_words


def invitation_text(
    words: Words,
    challenge: Challenge,
    challenger: Player,
    token: str,
    told: Sequence[BotAddress],
    platform: str,
) -> Reply:
    """Return an open challenge as text that can be pasted anywhere, with what to do on each platform.

    Args:
        words: the language of the one who asks, in which the text is.
        challenge: the challenge.
        challenger: who made it.
        token: what lets anyone accept it.
        told: how the bot is found on each platform.
        platform: where the one is who asks.
    """
    line = accept_line(challenge, token)
    instructions = [_instruction(words, each, line, platform) for each in told]
    rules = terms_words(words, challenge)
    invites = words.say("elsewhere-invites", challenger=name_alone(words, challenger), rules=rules)
    notes = terms_notes(words, challenge, challenger, None)
    lines = [
        plain(join([invites, *notes], " ")),
        *(instructions or [words.words("elsewhere-bot", command=line)]),
    ]
    return Reply(join([words.say("elsewhere-copy"), (Code("\n".join(lines)),)]))


def _instruction(words: Words, found: BotAddress, line: str, platform: str) -> str:
    """Return what to do on one platform."""
    begins = found.link_for(platform)
    if begins:
        link = f"{begins}{link_words(line)}"
        if found.name:
            return words.words("elsewhere-link", platform=platform_words(words, found.platform), link=link)
        return words.words("elsewhere-browser", link=link)
    told = words.words(
        "elsewhere-command",
        platform=platform_words(words, found.platform),
        command=line,
        bot=found.name,
    )
    return f"{told} {found.page}".rstrip()
