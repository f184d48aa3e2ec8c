"""Cards: the message of a challenge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sessions import First
from bot.talk.catalog import join, words_in
from bot.talk.input.parsing import button_data
from bot.talk.options import agreed_notes, terms_words
from bot.talk.reply import Bold, Button, Code, Invite, Mention, Reach, Reply, Span, Style
from bot.talk.wording import name_of, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sessions import ChallengeRow, DisplayPreferences, PlayerRow
    from bot.talk.catalog import Words
    from bot.talk.reply import Rows, Text


_PLATFORMS = {"web": "platform-web", "discord": "platform-discord", "telegram": "platform-telegram"}


@dataclass(frozen=True, slots=True)
class Seen:
    """A challenge as a chat sees it.

    Args:
        challenge: the challenge.
        challenger: who made it.
        opponent: who is named in it, or who accepted it.
        taker: who accepted it on another platform.
        taken_on: that platform, and the taker's handle there, or nothing.
        token: what lets anyone accept it; none, if it names somebody.
        is_home: whether it was made in this chat.
        is_takers: whether it was accepted in this chat.
        unreached: whether somebody who should be shown it cannot be written to.
    """

    challenge: ChallengeRow
    challenger: PlayerRow
    opponent: PlayerRow | None = None
    taker: PlayerRow | None = None
    taken_on: tuple[str, str] = ("", "")
    token: str | None = None
    is_home: bool = True
    is_takers: bool = False
    unreached: bool = False


def card(seen: Seen, display: DisplayPreferences, notified: Mapping[int, str]) -> Reply:
    """Return the message of a challenge.

    Args:
        seen: the challenge.
        display: the display preferences of the chat.
        notified: the accounts, by player, that the message mentions.
    """
    words, challenge = words_in(display.language), seen.challenge
    if challenge.is_for_anyone and not (seen.is_home or seen.is_takers):
        return Reply(words.say("card-not-started", challenger=name_of(seen.challenger)))
    if seen.challenger.id in display.blocked:
        name = seen.challenger.name
        return Reply(words.say("card-blocked", challenger=name_of(seen.challenger), command=_unblock(name)))
    if challenge.state == "taken" and seen.taker is not None:
        return _taken(words, seen, seen.taker, notified)
    if challenge.state != "open":
        return Reply(_closed(words, challenge, seen.challenger, seen.opponent))
    own = display.reader == seen.challenger.id
    text = join([_open(words, seen, notified, own=own), *_notes(words, seen)], " ")
    invites = () if seen.token is None else (invite(words, seen, seen.token),)
    return Reply(text, buttons=_buttons(words, seen, display, own=own), invites=invites)


def invitation(words: Words, seen: Seen, token: str) -> Reply:
    """Return the answer to the link of a challenge to anyone: following it accepts nothing yet."""
    rules = terms_words(words, seen.challenge)
    said = words.say("invitation", challenger=name_of(seen.challenger), rules=rules)
    accept = button_data(_accept_line(seen.challenge, token))
    button = Button(words.words("button-accept"), accept, Style.PRIMARY)
    return Reply(join([said, *_notes(words, seen)], " "), buttons=((button,),))


def invite(words: Words, seen: Seen, token: str) -> Invite:
    """Return the link by which others come to a challenge."""
    rules = terms_words(words, seen.challenge)
    text = words.words("invite-text", challenger=name_of(seen.challenger), rules=rules)
    line = _accept_line(seen.challenge, token)
    return Invite(words.words("button-invite"), line, Reach.FRIEND, text)


def _accept_line(challenge: ChallengeRow, token: str) -> str:
    return f"/accept {challenge.id} {token}"


def _unblock(name: str) -> Code:
    return Code(f"/unblock {shortened(name)}")


def _buttons(words: Words, seen: Seen, display: DisplayPreferences, *, own: bool) -> Rows:
    """Return what may be pressed; in private what its reader may press, else what anybody may."""
    key, named = seen.challenge.id, not seen.challenge.is_for_anyone
    accept = Button(words.words("button-accept"), button_data(f"/accept {key}"), Style.PRIMARY)
    decline = Button(words.words("button-decline"), button_data(f"/decline {key}"))
    cancel = Button(words.words("button-cancel"), button_data(f"/cancel {key}"))
    block = Button(words.words("button-block"), button_data(f"/block {key}"))
    if own:
        return ((cancel,),)
    answers = (accept, decline) if named else (accept,)
    if display.reader is not None:
        return (answers, (block,))
    return ((*answers, cancel), (block,)) if named else ((*answers, cancel),)


def _open(words: Words, seen: Seen, notified: Mapping[int, str], *, own: bool) -> Text:
    challenge, challenger = seen.challenge, name_of(seen.challenger)
    rules, opponent = terms_words(words, challenge), seen.opponent
    if seen.token is not None:
        command = Code(_accept_line(challenge, seen.token))
        return words.say("card-open", challenger=challenger, rules=rules, command=command)
    named: Bold = name_of(opponent) if opponent is not None else Bold(f"@{challenge.handle}")
    if own and seen.unreached:
        return words.say("card-unreached", opponent=named, rules=rules)
    if own:
        return words.say("card-waiting", opponent=named, rules=rules)
    account = notified.get(opponent.id) if opponent is not None else None
    called: Span = named if account is None else Mention(named.text, account)
    message = "card-rematch" if challenge.rematch_of else "card-named"
    said = words.say(message, challenger=challenger, opponent=called, rules=rules)
    if not seen.unreached:
        return said
    return join([said, words.say("card-unreached-note", opponent=named)], " ")


def _notes(words: Words, seen: Seen) -> list[Text]:
    """Return what else is agreed on, a sentence each."""
    challenge = seen.challenge
    notes = agreed_notes(words, challenge)
    if challenge.starter == First.CHALLENGER.value:
        notes.append(words.say("card-starts", name=name_of(seen.challenger)))
    elif challenge.starter and challenge.is_for_anyone:
        notes.append(words.say("card-acceptor-starts"))
    elif challenge.starter and seen.opponent is not None:
        notes.append(words.say("card-starts", name=name_of(seen.opponent)))
    elif challenge.starter:
        notes.append(words.say("card-starts", name=Bold(f"@{challenge.handle}")))
    return notes


def _taken(words: Words, seen: Seen, taker: PlayerRow, notified: Mapping[int, str]) -> Reply:
    """Return the question to the challenger, and its text for whoever accepted on another platform."""
    key, version = seen.challenge.id, seen.challenge.version
    rules = terms_words(words, seen.challenge)
    if seen.is_takers:
        text = words.say("card-taken-yours", challenger=name_of(seen.challenger), rules=rules)
        leave = Button(words.words("button-decline"), button_data(f"/decline {key}"))
        return Reply(text, buttons=((leave,),))
    platform, handle = seen.taken_on
    known_as = Bold(f"{shortened(taker.name)} (@{handle})") if handle else name_of(taker)
    account = notified.get(seen.challenger.id)
    challenger = name_of(seen.challenger)
    text = words.say(
        "card-taken",
        challenger=challenger if account is None else Mention(challenger.text, account),
        taker=known_as,
        platform=words.words(_PLATFORMS[platform]),
        rules=rules,
    )
    start = Button(words.words("button-start"), button_data(f"/accept {key}", version), Style.PRIMARY)
    refuse = Button(words.words("button-not-him"), button_data(f"/decline {key}", version))
    return Reply(text, buttons=((start, refuse),))


def _closed(words: Words, challenge: ChallengeRow, challenger: PlayerRow, opponent: PlayerRow | None) -> Text:
    first = name_of(challenger)
    second = name_of(opponent) if opponent is not None else Bold(f"@{challenge.handle}")
    if challenge.state == "accepted":
        rules = terms_words(words, challenge)
        game = challenge.game or challenge.id
        return words.say("card-accepted", challenger=first, opponent=second, rules=rules, game=game)
    if challenge.state == "declined":
        return words.say("card-declined", challenger=first, opponent=second)
    return words.say("card-cancelled", challenger=first)
