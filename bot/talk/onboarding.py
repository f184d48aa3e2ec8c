"""Onboarding: what a newcomer is shown first, with the first buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.talk.input.parsing import button_data
from bot.talk.reply import Button, Code, Invite, Reach, Reply, Rows, Style

if TYPE_CHECKING:
    from bot.talk.catalog import Words
    from bot.talk.reply import Text


def onboarding(words: Words) -> Reply:
    """Return what this is, with the three buttons that a newcomer needs."""
    group = Invite(words.words("button-group"), "/challenge", Reach.GROUP)
    return Reply(words.say("help-start"), buttons=first_buttons(words), invites=(group,))


def greeting(words: Words, missing: Text = ()) -> Reply:
    """Return what a chat is told to which the bot was added.

    Args:
        words: the chat's language.
        missing: which right the bot lacks there, if it lacks one.
    """
    text = words.say("greeting", challenge=Code("/challenge"), play=Code("/play"), help=Code("/help"))
    return Reply((*text, "\n", *missing) if missing else text, buttons=first_buttons(words))


def first_buttons(words: Words, rules: str = "") -> Rows:
    """Return the first buttons; where a rule set is named, with that one."""
    named = f" {rules}" if rules else ""
    return (
        (
            Button(words.words("button-program"), button_data(f"/play{named}"), Style.PRIMARY),
            Button(words.words("button-challenge"), button_data(f"/challenge{named}")),
            Button(words.words("button-how"), button_data("/help 1")),
        ),
    )
