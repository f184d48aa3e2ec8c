"""Onboarding: what a newcomer is shown first, with the first buttons."""

from __future__ import annotations

from bot.talk.catalog import Words
from bot.talk.incoming import ChatKind
from bot.talk.input.keywords import Keyword
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Invite, Reach, Reply, Rows, Style, Text


def onboarding(words: Words, kind: ChatKind) -> Reply:
    """Return what this is, with the buttons that a newcomer needs.

    Args:
        words: the newcomer's language.
        kind: who reads the chat.
    """
    group = Invite(words.words("button-group"), "/challenge", Reach.GROUP)
    return Reply(words.say("help-start"), buttons=first_buttons(words, kind=kind), invites=(group,))


def greeting(words: Words, missing: Text = ()) -> Reply:
    """Return what a shared chat is told to which the bot was added.

    Args:
        words: the chat's language.
        missing: which right the bot lacks there, if it lacks one.
    """
    text = words.say("greeting", challenge=Code("/challenge"), play=Code("/play"), help=Code("/help"))
    buttons = first_buttons(words, kind=ChatKind.SHARED)
    return Reply((*text, "\n", *missing) if missing else text, buttons=buttons)


def first_buttons(words: Words, rules: str = "", *, kind: ChatKind = ChatKind.PRIVATE) -> Rows:
    """Return the first buttons.

    Args:
        rules: the rule set that they name, if one.
        kind: who reads the chat: where several do, it is offered to play the program in private.
    """
    named = f" {rules}" if rules else ""
    play = f"/play{named}"
    first = (
        Button(words.words("button-program"), button_data(play), Style.PRIMARY),
        Button(words.words("button-challenge"), button_data(f"/challenge{named}")),
        Button(words.words("button-how"), button_data("/help 1")),
    )
    return (first,) if kind is ChatKind.PRIVATE else (first, (private_button(words, play),))


def private_button(words: Words, play: str) -> Button:
    """Return the button that begins a game against the program in the private chat of whoever presses it.

    Args:
        play: the command that begins it there.
    """
    in_private = button_data(f"{play} {Keyword.PRIVATE.value}")
    return Button(words.words("button-private"), in_private, private_line=play)
