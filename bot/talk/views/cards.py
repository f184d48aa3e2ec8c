"""Cards: the message of a challenge, and its invitation as a text to copy anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.sessions import Challenge, ChallengeState, ChallengeView, First, Player
from bot.talk.addresses import Addresses, BotAddress
from bot.talk.catalog import Words, join, words_in
from bot.talk.incoming import Place
from bot.talk.input.payloads import button_data, link_words
from bot.talk.options import agreed_notes, terms_words
from bot.talk.reply import (
    Bold,
    Button,
    Code,
    Invitation,
    Invite,
    Mention,
    Reach,
    Reply,
    Rows,
    Span,
    Style,
    Text,
    plain,
)
from bot.talk.wording import name_alone, name_of, platform_words, shortened


def card(seen: ChallengeView, notified: Mapping[int, str], *, leads_elsewhere: bool = False) -> Reply:
    """Return the message of a challenge.

    Args:
        notified: the accounts that the message mentions, by player.
        leads_elsewhere: True to offer, while any player may accept the challenge, a button that shows how to
            accept it on other platforms.
    """
    display, challenge = seen.display, seen.challenge
    words = words_in(display.language)
    if challenge.is_for_anyone and not (seen.is_home or seen.is_takers):
        return Reply(words.say("card-not-started", challenger=name_of(seen.challenger)))
    if seen.challenger.id in display.blocked:
        command = _unblock(seen.challenger.name)
        said = words.say("card-blocked", challenger=name_of(seen.challenger), command=command)
        return Reply(said, buttons=_decline_rows(words, challenge) if seen.is_takers else ())
    if challenge.state is ChallengeState.TAKEN and seen.taker is not None:
        return _confirmation(words, seen, seen.taker, notified)
    if challenge.state is not ChallengeState.OPEN:
        return Reply(_closed_text(words, seen))
    own = display.reader == seen.challenger.id
    notes = terms_notes(words, challenge, seen.challenger, seen.opponent)
    text = join([_open_text(words, seen, notified, own=own), *notes], " ")
    invites = () if seen.token is None else (invite(words, seen, seen.token),)
    rows = _buttons(words, seen, own=own)
    if leads_elsewhere and seen.token is not None:
        line = f"/invite {challenge.id}"
        rows = (*rows, (Button(words.words("button-elsewhere"), button_data(line)),))
    return Reply(text, buttons=rows, invites=invites)


def invitation(words: Words, seen: ChallengeView, token: str, *, is_from_elsewhere: bool) -> Reply:
    """Return the answer to a person who opened an invitation link: the challenge with an accept button.

    Args:
        words: the language of that person.
        token: the invitation's token, with which any person can accept.
        is_from_elsewhere: True if the challenge is from another platform. Then the challenger must confirm
            before the game starts.
    """
    rules = terms_words(words, seen.challenge)
    message = "invitation-elsewhere" if is_from_elsewhere else "invitation"
    said = words.say(message, challenger=name_of(seen.challenger), rules=rules)
    accept = button_data(accept_line(seen.challenge, token))
    button = Button(words.words("button-accept"), accept, Style.PRIMARY)
    notes = terms_notes(words, seen.challenge, seen.challenger, seen.opponent)
    return Reply(join([said, *notes], " "), buttons=((button,),))


def invite(words: Words, seen: ChallengeView, token: str) -> Invite:
    """Return the button with a link that a player sends to a friend, who can then accept the challenge.

    Args:
        words: the language of the button and of the message beside the link.
        token: the invitation's token, with which any person can accept.
    """
    rules = terms_words(words, seen.challenge)
    text = words.words("invite-text", challenger=name_of(seen.challenger), rules=rules)
    line = accept_line(seen.challenge, token)
    return Invite(words.words("button-invite"), line, Reach.FRIEND, text)


def shared_invitation(
    words: Words, challenge: Challenge, challenger: Player, token: str, addresses: Addresses, place: Place
) -> Invitation:
    """Return the invitation of an open challenge as values, for a page that shares its link.

    Args:
        words: the language of the page and of the message beside the link.
        token: the invitation's token, with which any person can accept.
        place: the challenger's private chat. A page has its own address; other platforms have the bot's.
    """
    line = accept_line(challenge, token)
    found = () if place.is_page else addresses.shareable_on(place.platform)
    prefix = next((each.link_for(place.platform) for each in found if each.platform == place.platform), "")
    rules, start = terms_words(words, challenge), link_words(line)
    notes = terms_notes(words, challenge, challenger, None)
    text = words.words("invite-text", challenger=name_of(challenger), rules=rules)
    address = f"{prefix}{start}" if prefix else ""
    return Invitation(challenge.id, start, address, text, rules, plain(join(notes, " ")))


def terms_notes(
    words: Words, challenge: Challenge, challenger: Player, opponent: Player | None
) -> list[Text]:
    """Return the further terms of a challenge as sentences, such as which player starts; empty if none.

    Args:
        opponent: the player who is challenged or has accepted; None if no such player is known.
    """
    notes, first = agreed_notes(words, challenge), challenge.options.first
    if first is First.CHALLENGER:
        notes.append(words.say("card-starts", name=name_of(challenger)))
    elif first and opponent is not None:
        notes.append(words.say("card-starts", name=name_of(opponent)))
    elif first and challenge.is_for_anyone:
        notes.append(words.say("card-acceptor-starts"))
    elif first:
        notes.append(words.say("card-starts", name=Bold(f"@{challenge.handle}")))
    return notes


def accept_line(challenge: Challenge, token: str) -> str:
    """Return the command with which any person can accept a challenge, in any chat with the bot."""
    return f"/accept {challenge.id} {token}"


def _unblock(name: str) -> Code:
    return Code(f"/unblock {shortened(name)}")


def _buttons(words: Words, seen: ChallengeView, *, own: bool) -> Rows:
    """Return the buttons of an open challenge.

    The challenger alone gets the cancel button. Another single reader gets accept, decline if the challenge
    names an opponent, and a button to block the challenger. The readers of a shared chat get all of these,
    but the block button only if the challenge names an opponent.

    Args:
        own: True if the message is for the challenger alone.
    """
    key, named = seen.challenge.id, not seen.challenge.is_for_anyone
    accept = Button(words.words("button-accept"), button_data(f"/accept {key}"), Style.PRIMARY)
    decline = Button(words.words("button-decline"), button_data(f"/decline {key}"))
    cancel = Button(words.words("button-cancel"), button_data(f"/cancel {key}"))
    if own:
        return ((cancel,),)
    # Blocking concerns one person only, so in a shared chat the button opens the private chat.
    in_private = "" if seen.display.reader is not None else f"/block {key}"
    more = Button(words.words("button-more"), button_data(f"/block {key}"), private_line=in_private)
    answers = (accept, decline) if named else (accept,)
    if seen.display.reader is not None:
        return ((*answers, more),)
    return ((*answers, cancel, more),) if named else ((*answers, cancel),)


def _open_text(words: Words, seen: ChallengeView, notified: Mapping[int, str], *, own: bool) -> Text:
    challenge, challenger = seen.challenge, name_of(seen.challenger)
    rules, opponent = terms_words(words, challenge), seen.opponent
    if seen.token is not None:
        return words.say("card-open", challenger=challenger, rules=rules)
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


def _confirmation(words: Words, seen: ChallengeView, taker: Player, notified: Mapping[int, str]) -> Reply:
    """Return one chat's message of a challenge that was accepted on another platform.

    In the chat of the player who accepted, it offers to withdraw. In other chats it asks the challenger to
    start the game or refuse that player.
    """
    key, version = seen.challenge.id, seen.challenge.version
    rules = terms_words(words, seen.challenge)
    if seen.is_takers:
        text = words.say("card-taken-yours", challenger=name_of(seen.challenger), rules=rules)
        notes = terms_notes(words, seen.challenge, seen.challenger, taker)
        return Reply(join([text, *notes], " "), buttons=_decline_rows(words, seen.challenge))
    platform, handle = seen.taken_on
    known_as = Bold(f"{shortened(taker.name)} (@{handle})") if handle else name_of(taker)
    account = notified.get(seen.challenger.id)
    challenger = name_of(seen.challenger)
    text = words.say(
        "card-taken",
        challenger=challenger if account is None else Mention(challenger.text, account),
        taker=known_as,
        platform=platform_words(words, platform),
        rules=rules,
    )
    start = Button(words.words("button-start"), button_data(f"/accept {key}", version), Style.PRIMARY)
    refuse = Button(words.words("button-not-him"), button_data(f"/decline {key}", version))
    return Reply(text, buttons=((start, refuse),))


def _decline_rows(words: Words, challenge: Challenge) -> Rows:
    """Return the button with which a player who accepted on another platform withdraws.

    Return no button once the challenger has confirmed or refused, or the challenge has ended otherwise.
    """
    if challenge.state is not ChallengeState.TAKEN:
        return ()
    return ((Button(words.words("button-decline"), button_data(f"/decline {challenge.id}")),),)


def _closed_text(words: Words, seen: ChallengeView) -> Text:
    challenge, opponent, taker = seen.challenge, seen.opponent, seen.taker
    first = name_of(seen.challenger)
    second = name_of(opponent) if opponent is not None else Bold(f"@{challenge.handle}")
    if challenge.state is ChallengeState.ACCEPTED:
        rules = terms_words(words, challenge)
        game = challenge.game or challenge.id
        return words.say("card-accepted", challenger=first, opponent=second, rules=rules, game=game)
    if challenge.state is ChallengeState.DECLINED:
        return words.say("card-declined", challenger=first, opponent=second)
    if challenge.state is ChallengeState.EXPIRED and taker is not None:
        again = Code("/challenge")
        return words.say("card-expired-taken", challenger=first, taker=name_of(taker), command=again)
    if challenge.state is ChallengeState.EXPIRED:
        again = Code("/challenge" if challenge.rematch_of is None else f"/rematch {challenge.rematch_of}")
        return words.say("card-expired", challenger=first, command=again)
    return words.say("card-cancelled", challenger=first)


def invitation_text(
    words: Words,
    challenge: Challenge,
    challenger: Player,
    token: str,
    addresses: Sequence[BotAddress],
    platform: str,
) -> Reply:
    """Return an open challenge as a text to copy anywhere, with instructions for each platform.

    Args:
        words: the language of the text.
        token: the invitation's token, with which any person can accept.
        addresses: the addresses of the bot on its platforms; if empty, the text gives only the command.
        platform: the platform of the person who asks for the text.
    """
    line = accept_line(challenge, token)
    instructions = [_instruction(words, each, line, platform) for each in addresses]
    rules = terms_words(words, challenge)
    invites = words.say("elsewhere-invites", challenger=name_alone(words, challenger), rules=rules)
    notes = terms_notes(words, challenge, challenger, None)
    lines = [
        plain(join([invites, *notes], " ")),
        *(instructions or [words.words("elsewhere-bot", command=line)]),
    ]
    return Reply(join([words.say("elsewhere-copy"), (Code("\n".join(lines)),)]))


def _instruction(words: Words, found: BotAddress, line: str, platform: str) -> str:
    """Return how to accept on one platform: a link to open, or a command to send to the bot."""
    prefix = found.link_for(platform)
    if prefix:
        link = f"{prefix}{link_words(line)}"
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
