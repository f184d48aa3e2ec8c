"""The card of a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions import First
from bot.talk.catalog import join, words_in
from bot.talk.options import agreed_notes, terms_words
from bot.talk.parsing import button_data
from bot.talk.reply import Button, Code, Invite, Mention, Reach, Reply, Span, Style
from bot.talk.wording import name_of, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sessions import Challenge, Dress, Player
    from bot.talk.catalog import Words
    from bot.talk.reply import Text


def card(
    challenge: Challenge, challenger: Player, opponent: Player | None, dress: Dress, rings: Mapping[int, str]
) -> Reply:
    """Return the message of a challenge.

    Args:
        challenge: the challenge.
        challenger: who made it.
        opponent: who is named in it, or who accepted it.
        dress: how the chat wants to be shown things.
        rings: the accounts, by player, that the message calls.
    """
    words = words_in(dress.language)
    own = dress.reader == challenger.id
    if challenge.state != "open":
        return Reply(_closed(words, challenge, challenger, opponent))
    buttons = []
    if not own:
        buttons.append(
            Button(words.words("button-accept"), button_data(f"/accept {challenge.id}"), Style.PRIMARY)
        )
        if opponent is not None:
            buttons.append(Button(words.words("button-decline"), button_data(f"/decline {challenge.id}")))
    if own or dress.reader is None:
        buttons.append(Button(words.words("button-cancel"), button_data(f"/cancel {challenge.id}")))
    said = _open(words, challenge, challenger, opponent, rings, own=own)
    text = join([said, *_notes(words, challenge, challenger, opponent)], " ")
    invites = () if opponent is not None else (_invite(words, challenge, challenger),)
    return Reply(text, buttons=(tuple(buttons),), invites=invites)


def _invite(words: Words, challenge: Challenge, challenger: Player) -> Invite:
    rules = terms_words(words, challenge)
    text = words.words("invite-text", challenger=name_of(challenger), rules=rules)
    return Invite(words.words("button-invite"), f"/accept {challenge.id}", Reach.FRIEND, text)


def _open(
    words: Words,
    challenge: Challenge,
    challenger: Player,
    opponent: Player | None,
    rings: Mapping[int, str],
    *,
    own: bool,
) -> Text:
    rules = terms_words(words, challenge)
    if opponent is None:
        command = Code(f"/accept {challenge.id}")
        return words.say("card-open", challenger=name_of(challenger), rules=rules, command=command)
    if own:
        return words.say("card-waiting", opponent=name_of(opponent), rules=rules)
    account = rings.get(opponent.id)
    called: Span = name_of(opponent) if account is None else Mention(shortened(opponent.name), account)
    message = "card-rematch" if challenge.rematch_of else "card-named"
    return words.say(message, challenger=name_of(challenger), opponent=called, rules=rules)


def _notes(words: Words, challenge: Challenge, challenger: Player, opponent: Player | None) -> list[Text]:
    """What else is agreed on, a sentence each."""
    notes = agreed_notes(words, challenge)
    if challenge.starter == First.CHALLENGER.value:
        notes.append(words.say("card-starts", name=name_of(challenger)))
    elif challenge.starter and opponent is None:
        notes.append(words.say("card-acceptor-starts"))
    elif challenge.starter and opponent is not None:
        notes.append(words.say("card-starts", name=name_of(opponent)))
    return notes


def _closed(words: Words, challenge: Challenge, challenger: Player, opponent: Player | None) -> Text:
    first, second = name_of(challenger), name_of(opponent) if opponent is not None else ""
    if challenge.state == "accepted":
        rules = terms_words(words, challenge)
        game = challenge.game or challenge.id
        return words.say("card-accepted", challenger=first, opponent=second, rules=rules, game=game)
    if challenge.state == "declined":
        return words.say("card-declined", challenger=first, opponent=second)
    return words.say("card-cancelled", challenger=first)
