"""Onboarding: the first message for a new person or chat, and its buttons."""

from __future__ import annotations

from bot.talk.catalog import Words
from bot.talk.incoming import ChatKind
from bot.talk.input.keywords import Keyword
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Invite, Reach, Reply, Rows, Style, Text


def onboarding(words: Words, kind: ChatKind) -> Reply:
    """Return the message that introduces the bot, with buttons for a first game and to add it to a group.

    Args:
        words: the newcomer's language.
        kind: the kind of chat; in a shared one the buttons also offer a game in private.
    """
    group = Invite(words.words("button-group"), f"/challenge {Keyword.ANYONE.value}", Reach.GROUP)
    return Reply(words.say("help-start"), buttons=first_buttons(words, kind=kind), invites=(group,))


def greeting(words: Words, missing: Text = ()) -> Reply:
    """Return the message with which the bot greets a shared chat to which it was added.

    Args:
        words: the chat's language.
        missing: a sentence about the permissions that the bot lacks there; empty if it lacks none.
    """
    text = words.say("greeting", challenge=Code("/challenge"), play=Code("/play"), help=Code("/help"))
    buttons = first_buttons(words, kind=ChatKind.SHARED)
    return Reply((*text, "\n", *missing) if missing else text, buttons=buttons)


def first_buttons(words: Words, rules: str = "", *, kind: ChatKind = ChatKind.PRIVATE) -> Rows:
    """Return buttons to play the computer, challenge a friend and learn the game.

    Args:
        rules: the rule set that the first two buttons play; empty for the last one of the player who presses.
        kind: the kind of chat; in a shared one a button also offers the game with the computer in private.
    """
    named = f" {rules}" if rules else ""
    play = f"/play{named}"
    # A shared chat gets a challenge at once. In private the form asks who the friend is.
    whom = "" if kind is ChatKind.PRIVATE else f" {Keyword.ANYONE.value}"
    first = (
        Button(words.words("button-program"), button_data(play), Style.PRIMARY),
        Button(words.words("button-challenge"), button_data(f"/challenge{named}{whom}")),
        Button(words.words("button-how"), button_data("/help 1")),
    )
    return (first,) if kind is ChatKind.PRIVATE else (first, (private_button(words, play),))


def private_button(words: Words, play: str) -> Button:
    """Return the button that begins a game against the computer in private, for the person who presses it.

    Args:
        play: the `/play` command to run there.
    """
    in_private = button_data(f"{play} {Keyword.PRIVATE.value}")
    return Button(words.words("button-private"), in_private, private_line=play)
