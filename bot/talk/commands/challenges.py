"""Challenges: the commands that make, accept, decline, cancel and share challenges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.rules import RULESETS
from bot.sessions import (
    DEFAULT_RULES,
    OFFERS,
    PROGRAM_NAME,
    Challenge,
    ChallengeState,
    ChallengeView,
    First,
    Level,
    LoadedGame,
    Match,
    Options,
    Player,
)
from bot.sessions.errors import NobodyNamed, Refusal, SeveralNamed
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command import ParsedCommand
from bot.talk.commands.new_games import form_press, other_choices, press, show_form
from bot.talk.commands.people import ensure_player, find_player, known_player
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.new_game import Against, Choices
from bot.talk.onboarding import private_button
from bot.talk.options import TypedTerms, read_options, terms_words
from bot.talk.reply import Code, Invite, Jump, Reach, Reply, Text
from bot.talk.resolve_game import resolve_only_game
from bot.talk.views.board import without_blocked_offers
from bot.talk.views.cards import accept_line, card, invitation, invitation_text, shared_invitation
from bot.talk.wording import (
    LONGEST_LABEL,
    game_label,
    is_computers_name,
    level_name,
    name_of,
    shortened,
)

_NUMBER = re.compile(r"#([0-9]{1,9})", re.ASCII)
_MOST_NAME_WORDS = 6
"""The most lengths of a name that are tried to tell which words of a challenge are not understood."""
_HANDLE = re.compile(r"@[A-Za-z][A-Za-z0-9_]{3,31}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Handle:
    """The username, without its `@`, of a person whom the bot may not know yet."""

    text: str

    @property
    def id(self) -> str:
        """A key that is equal for handles that differ only in case, and never equal to a player's id."""
        return f"@{self.text.casefold()}"


async def challenge_computer(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/play: begin a game against the computer, at the typed level or that of the player's last such game.

    If no terms are typed, the rule set and options of the player's last challenge are used again, and the
    reply says so, with a button for other choices. Where others read it, and on a page, it is given only if
    the terms are not the default. With `private` typed in a shared chat, the game begins in the
    player's private chat.

    Raises:
        Refusal: a clock was typed, which a game against the computer cannot have.
        Refusal: the typed starter is neither of the two players.
    """
    words = [word for word in parsed.words if keyword_of(word) is not Keyword.PRIVATE]
    typed = read_options(words, levels=True)
    typed = typed.with_bare_number() or typed
    if typed.options.time_control is not None:
        raise Refusal("no-clock-against-computer")
    first, unread = _parse_starter(typed.rest)
    if unread:
        return (_no_such_rules_or_level(context, unread),)
    ruleset, options = await _typed_or_last_terms(context, typed)
    level = typed.options.level or await context.manager.last_level(context.actor.player)
    options = replace(options, first=first, level=level)
    if len(words) < len(parsed.words) and context.incoming.place.kind is ChatKind.SHARED:
        return (await _challenge_computer_in_private(context, ruleset, options),)
    game = await context.manager.challenges.challenge_computer(context.actor, ruleset, options)
    if typed.ruleset is not None or not (typed.says_nothing or ruleset != DEFAULT_RULES):
        return context.own_thread(game.id)
    return (*_other_choices(context, game.match), *context.own_thread(game.id))


def _other_choices(context: CommandContext, match: Match) -> tuple[Reply, ...]:
    """Return the reply that says what is played, with a button for other choices, or none.

    On a page and in the chat of several people, the board alone says that the default game is played.
    """
    incoming, words = context.incoming, context.words
    if _is_usual(match):
        if incoming.place.is_page or incoming.on_board or not incoming.place.answers_privately:
            return ()
        text = words.say("play-usual", terms=terms_words(words, match))
    else:
        other = Code(f"/play {DEFAULT_RULES}")
        text = words.say("play-stays", terms=terms_words(words, match), command=other)
    choices = Choices(Against.COMPUTER, None, match.ruleset, match.options)
    return (Reply(text, buttons=((other_choices(context, choices),),)),)


async def _challenge_computer_in_private(context: CommandContext, ruleset: str, options: Options) -> Reply:
    """Begin a game against the computer in the person's private chat; return a reply that links there.

    If the bot cannot write to the person in private, begin no game, and return a reply that says so.
    """
    say = context.words.say
    place = await context.incoming.private_place()
    if place is None:
        again = private_button(context.words, "/play")
        return Reply(say("refused-no-private", command=Code("/play")), buttons=((again,),))
    actor = await context.actor_in(place)
    await context.manager.challenges.challenge_computer(actor, ruleset, options)
    return Reply(say("play-private", chat=Jump(context.words.words("play-private-chat"), place.key, "")))


async def challenge(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/challenge: challenge a player by name, a person by username, or anyone; alone it shows a form.

    The challenge's card is the answer. In private, a page gets the invitation of a challenge to anyone too.
    """
    pressed = form_press(parsed)
    if pressed is not None:
        return await press(context, pressed)
    if not parsed.words and context.incoming.addressed is None:
        return (await show_form(context),)
    if await _means_computer(context, " ".join(parsed.words)):
        return (await show_form(context, Against.COMPUTER),)
    ruleset, options, named = await _parse_challenge(context, parsed.words)
    make = context.manager.challenges.make
    if isinstance(named, Handle):
        await make(context.actor, ruleset, None, options, handle=named.text)
        return ()
    made = await make(context.actor, ruleset, named.id if named else None, options)
    incoming = context.incoming
    on_page = incoming.place.is_page or incoming.on_board
    if named is None and on_page and incoming.place.kind is ChatKind.PRIVATE:
        return (await _made_invitation(context, made),)
    return ()


async def _means_computer(context: CommandContext, name: str) -> bool:
    """Return True if a name is the computer player's in any language, and of no player known to the asker."""
    if not is_computers_name(name):
        return False
    try:
        await find_player(context, name)
    except NobodyNamed:
        return True
    except SeveralNamed:
        pass
    return False


async def _made_invitation(context: CommandContext, made: Challenge) -> Reply:
    """Return the reply with the invitation of a challenge to anyone, for a page that shares its link."""
    row, token = await context.manager.challenges.with_token(context.actor, made.id)
    if token is None:
        return await taken_card(context, row)
    found = shared_invitation(
        context.words, row, context.player, token, context.addresses, context.incoming.place
    )
    line = accept_line(row, token)
    friend = Invite(context.words.words("button-invite"), line, Reach.FRIEND, found.text)
    return Reply(context.words.say("form-link-made"), invites=(friend,), invitation=found)


async def accept(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/accept: accept a challenge or an opponent's offer; ask first if an invitation link was opened.

    If the person has accepted the challenge of the link already, the reply is its card.
    """
    if parsed.linked and parsed.game is not None:
        token = parsed.rest
        row, is_from_elsewhere = await context.manager.challenges.invitation(
            context.actor, parsed.game, token
        )
        if row.state is ChallengeState.TAKEN:
            return (await taken_card(context, row),)
        challenger = await context.manager.people.player(row.challenger)
        seen = ChallengeView(row, context.display, challenger)
        return (invitation(context.words, seen, token, is_from_elsewhere=is_from_elsewhere),)
    return await _answer(context, parsed, accepting=True)


async def decline(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/decline: decline a challenge or an opponent's offer.

    Once a challenge is accepted on another platform, its challenger can refuse that player with it, and that
    player can withdraw with it.
    """
    return await _answer(context, parsed, accepting=False)


async def cancel(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/cancel: withdraw a challenge or an offer that the player made; without an id, ask which of several.

    In a shared chat, only challenges that were made there, and games shown there, need no id.
    """
    key = await _typed_or_replied_to(context, parsed)
    if key is None:
        made = await _labels_of_made(context)
        if not made:
            return (Reply(context.words.say("refused-nothing-to-withdraw", command=Code("/challenge"))),)
        if len(made) > 1:
            choices = [Choice(label, f"/cancel {key}") for key, label in made.items()]
            return (await context.ask(context.words.say("choose-challenge"), choices),)
        key = next(iter(made))
    what = parsed.rest if parsed.game else ""
    if await _is_offer(context, key, what) and await context.may_see(key):
        await context.manager.withdraw(context.actor, key, what or None)
    else:
        await context.manager.challenges.cancel(context.actor, key)
    return ()


async def _labels_of_made(context: CommandContext) -> dict[str, str]:
    """Return the labels of the challenges and offers that the player can withdraw, by id."""
    made = await context.manager.challenges.made_by(context.actor.player)
    if context.incoming.place.kind is ChatKind.SHARED:
        made = [row for row in made if row.chat == context.chat.id]
    found = {row.id: await _challenge_label(context, row) for row in made}
    playing = await context.manager.games_of(context.actor.player)
    return found | await _labels_of_offers(context, playing, own=True)


async def rematch(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/rematch: offer the opponent of a finished match another one on the same terms.

    Without an id, the player's last finished game is meant. If the player has offered this rematch already,
    the reply says that it waits.
    """
    key = parsed.game or await context.replied_to("game")
    if key is None and not parsed.words:
        key = await context.last_game()
    if key is None:
        key = await resolve_only_game(context, parsed, finished=True)
    for row in await context.manager.challenges.made_by(context.actor.player):
        if row.rematch_of == key and row.opponent is not None:
            opponent = await context.manager.people.player(row.opponent)
            return (Reply(context.words.say("rematch-waits", opponent=name_of(opponent))),)
    await context.manager.challenges.rematch(context.actor, key)
    return ()


async def read_ruleset(context: CommandContext, typed: Sequence[str]) -> tuple[str, str]:
    """Return the typed rule set, or else the one that the player played last, and the other words."""
    for number, word in enumerate(typed):
        if word.lower() in RULESETS:
            return word.lower(), " ".join((*typed[:number], *typed[number + 1 :]))
    return await context.manager.last_ruleset(context.actor.player), " ".join(typed)


def no_such_rules(context: CommandContext, name: str) -> Reply:
    """Return the reply to the name of no rule set, with the names of all rule sets."""
    return Reply(context.words.say("refused-rules", name=Code(shortened(name)), names=", ".join(RULESETS)))


def _no_such_rules_or_level(context: CommandContext, name: str) -> Reply:
    """Return the reply to a word that is neither a rule set nor a level, with the names of both."""
    levels = ", ".join(level_name(context.words, level) for level in Level)
    return Reply(
        context.words.say(
            "refused-rules-or-level", name=Code(shortened(name)), names=", ".join(RULESETS), levels=levels
        )
    )


async def _typed_or_last_terms(context: CommandContext, typed: TypedTerms) -> tuple[str, Options]:
    """Return the rule set and options of a new challenge.

    They are those of the player's last challenge if no terms were typed. If some were, only a missing rule
    set is taken from there.
    """
    ruleset, options = await context.manager.last_made(context.actor.player)
    return (ruleset, options) if typed.says_nothing else (typed.ruleset or ruleset, typed.options)


def _is_usual(match: Match) -> bool:
    """Return True if a match has the default terms: the classical game without options."""
    usual, options = RULESETS[DEFAULT_RULES].usual_match, match.options
    agreed = options.length, options.cube, options.extended
    return match.ruleset == DEFAULT_RULES and agreed == (usual, False, False)


def _parse_starter(rest: Sequence[str]) -> tuple[First | None, str]:
    """Parse the starter of a game against the computer; return it (None if not typed) and the other words.

    Raises:
        Refusal: the word after `first` names neither of the two players.
    """
    at = _index_of_first(rest)
    if at is None:
        return None, " ".join(rest)
    who = " ".join(rest[at + 1 : at + 2])
    computer = {PROGRAM_NAME, *(words_in(language).words("computer-alone") for language in LANGUAGES)}
    is_computer = who.lower() in {name.lower() for name in computer}
    first = First.OPPONENT if is_computer else _starter_keyword(who)
    if first is None:
        raise Refusal("not-a-starter")
    return first, " ".join((*rest[:at], *rest[at + 2 :]))


def _index_of_first(rest: Sequence[str]) -> int | None:
    """Return the index of the keyword `first`, after which the starter is named; None if it is missing."""
    return next((at for at, word in enumerate(rest) if keyword_of(word) is Keyword.FIRST), None)


def _starter_keyword(who: str) -> First | None:
    """Return the starter for the keywords `me` and `opponent`; None for any other word."""
    match keyword_of(who):
        case Keyword.ME:
            return First.CHALLENGER
        case Keyword.OPPONENT:
            return First.OPPONENT
        case _:
            return None


async def _parse_challenge(
    context: CommandContext, typed: Sequence[str]
) -> tuple[str, Options, Player | Handle | None]:
    """Parse a challenge's words: return the rule set, the options and the opponent (None for anyone).

    The whole text is tried as a player's name first, since a player may be called Long John. A rule set alone
    is not tried as a name, unless it has an `@` before it. If no opponent is named, the author of the message
    that was replied to is the opponent.

    Raises:
        NobodyNamed: no known player has the name.
        SeveralNamed: several players have it.
        Refusal: no match is that long.
        Refusal: more than one length was typed.
        Refusal: no game can have that clock.
        Refusal: more than one clock was typed.
        Refusal: the named starter is neither of the two players.
    """
    whole = " ".join(typed)
    if whole and (whole.startswith("@") or whole.lower() not in RULESETS):
        try:
            player = await _find_opponent(context, whole)
        except NobodyNamed:
            pass
        else:
            return *await context.manager.last_made(context.actor.player), player
    read = read_options(typed)
    try:
        player, first = await _opponent_and_first(context, read.rest)
    except NobodyNamed:
        numbered = read.with_bare_number()
        if numbered is None:
            await _refuse_unknown_words(context, read)
            raise
        read = numbered
        player, first = await _opponent_and_first(context, read.rest)
    is_for_anyone = any(keyword_of(word) is Keyword.ANYONE for word in read.rest)
    if player is None and context.incoming.addressed is not None and not is_for_anyone:
        player = await ensure_player(context, context.incoming.addressed)
    ruleset, options = await _typed_or_last_terms(context, read)
    return ruleset, replace(options, first=first), player


async def _refuse_unknown_words(context: CommandContext, read: TypedTerms) -> None:
    """Refuse the words that are neither terms nor a name, if the other words are terms or a known name.

    Raises:
        Refusal: some words are not understood.
    """
    rest = read.rest
    for count in range(len(rest) - 1, 0, -1)[:_MOST_NAME_WORDS]:
        for name, others in ((rest[:count], rest[count:]), (rest[-count:], rest[:-count])):
            try:
                await _find_opponent(context, " ".join(name))
            except NobodyNamed:
                continue
            except SeveralNamed:
                pass
            raise Refusal("unknown-words", typed=(" ".join(others)))
    if any(keyword_of(word) is not None for word in rest):
        raise Refusal("unknown-words", typed=(" ".join(rest)))


async def _opponent_and_first(
    context: CommandContext, rest: Sequence[str]
) -> tuple[Player | Handle | None, First | None]:
    """Parse the words that are no options: return the opponent and the starter, None where not named.

    A starter named by a player's name is also the opponent, unless it is the challenger or another opponent
    is named.

    Raises:
        NobodyNamed: no known player has the opponent's name.
        SeveralNamed: several players have it.
        Refusal: the named starter is neither of the two players.
    """
    at = _index_of_first(rest)
    if at is None:
        return await _find_opponent(context, " ".join(rest)), None
    before, behind = rest[:at], rest[at + 1 :]
    for count in range(len(behind), 0, -1):  # The longest name first: its beginning may be another name.
        who = " ".join(behind[:count])
        others = " ".join((*before, *behind[count:]))
        first = _starter_keyword(who)
        if first is not None:
            return await _find_opponent(context, others), first
        try:
            starter = await _find_opponent(context, who)
        except NobodyNamed:
            continue
        opponent = await _find_opponent(context, others) or starter
        if starter is not None and starter.id == context.actor.player:
            return await _find_opponent(context, others), First.CHALLENGER
        if starter is not None and opponent is not None and starter.id == opponent.id:
            return opponent, First.OPPONENT
    raise Refusal("not-a-starter")


async def _find_opponent(context: CommandContext, name: str) -> Player | Handle | None:
    """Return the player that a name or mention means; None if nothing was typed.

    `#` and a player's id is that player, if the asker knows them.
    In a shared chat of a platform with usernames, `@` and the username of an unknown person give a handle:
    only the account with this username on this platform can then accept the challenge.

    Raises:
        NobodyNamed: the asker knows no player with this name.
        SeveralNamed: the asker knows several.
    """
    name = name.strip()
    if not name.removeprefix("@") or keyword_of(name) is Keyword.ANYONE:
        return None
    if (numbered := _NUMBER.fullmatch(name)) is not None:
        return await known_player(context, int(numbered[1]))
    place = context.incoming.place
    is_handle = place.has_handles and place.kind is ChatKind.SHARED and _HANDLE.fullmatch(name) is not None
    try:
        return await find_player(context, name, only_here=is_handle)
    except NobodyNamed:
        if not is_handle:
            raise
        return Handle(name.removeprefix("@"))


async def _answer(context: CommandContext, parsed: ParsedCommand, *, accepting: bool) -> tuple[Reply, ...]:
    """Accept or decline the challenge or offer that is meant; without an id, ask which if several wait."""
    key = await _typed_or_replied_to(context, parsed)
    if key is not None:
        what = parsed.rest if parsed.game else ""
        return await _answer_one(context, key, what, parsed.turn, accepting=accepting)
    waiting = await _labels_of_waiting(context, accepting=accepting)
    if not waiting:
        return (Reply(context.words.say("refused-nothing-waits", command=Code("/challenge"))),)
    if len(waiting) > 1:
        choices = [Choice(label, f"/{parsed.command.name} {key}") for key, label in waiting.items()]
        return (await context.ask(context.words.say("choose-challenge"), choices),)
    return await _answer_one(context, next(iter(waiting)), "", None, accepting=accepting)


async def _typed_or_replied_to(context: CommandContext, parsed: ParsedCommand) -> str | None:
    """Return the typed id, or that of the challenge or game whose message was replied to; None if neither.

    Raises:
        Refusal: the argument is not an id.
    """
    if parsed.game is None and parsed.words:
        raise Refusal("no-such-challenge", challenge=shortened(parsed.words[0]))
    return parsed.game or await context.replied_to("challenge") or await context.replied_to("game")


async def _labels_of_waiting(context: CommandContext, *, accepting: bool) -> dict[str, str]:
    """Return the labels of the challenges and offers that wait for the player's answer, by id.

    Challenges to anyone can be declined only by their challenger, once another player has accepted. In a
    shared chat only those shown there count. Offers of blocked players are left out.

    Args:
        accepting: True to list what the player can accept; False for what the player can decline.
    """
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    asked = await context.manager.challenges.waiting_for(context.actor.player, context.chat.id)
    # By subject and id, because a match's first game has the id of its challenge.
    shown = await context.outbox.shown_in(context.chat.id, [row.id for row in asked])
    waiting = {
        row.id: await _challenge_label(context, row)
        for row in asked
        if (accepting or not row.is_for_anyone or row.state is ChallengeState.TAKEN)
        and (is_private or ("challenge", row.id) in shown)
    }
    playing = await context.manager.games_of(context.actor.player)
    return waiting | await _labels_of_offers(context, playing, own=False)


async def _labels_of_offers(
    context: CommandContext, playing: Sequence[LoadedGame], *, own: bool
) -> dict[str, str]:
    """Return the labels of the games in which an offer is pending, by id; in a shared chat of those shown.

    Args:
        playing: the player's unfinished games.
        own: True for offers that the player made; False for those that wait for the player's answer.
    """
    found = {}
    for game in playing:
        offer = without_blocked_offers(game, (), context.display)[0].live.offer
        if offer is not None and (offer.side is game.side_of(context.actor.player)) is own:
            found[game.id] = game_label(context.words, game)
    if context.incoming.place.kind is ChatKind.PRIVATE:
        return found
    shown = await context.outbox.shown_in(context.chat.id, [*found])
    return {key: label for key, label in found.items() if ("game", key) in shown}


async def _is_offer(context: CommandContext, key: str, what: str) -> bool:
    """Return True if an id and the word after it mean an offer in a game, not a challenge.

    A match's first game has the id of its challenge. A button therefore names the offer.
    """
    manager = context.manager
    return what in OFFERS or await manager.is_offered(key) or not await manager.challenges.exists(key)


async def _answer_one(
    context: CommandContext, key: str, what: str, version: int | None, *, accepting: bool
) -> tuple[Reply, ...]:
    """Accept or decline the offer in the game with this id if the person may see it, else the challenge.

    If a game begins outside the shared chat of the request, the reply names it.

    Args:
        key: the id of the game or challenge.
        what: the kind of offer that the person saw, or the token of a challenge's invitation; empty for any
            offer, or without a token.
        version: the version of the challenge on the pressed card; None if unknown.
    """
    manager = context.manager
    if await _is_offer(context, key, what) and await context.may_see(key):
        await manager.answer(context.actor, key, accept=accepting, what=what or None)
        return ()
    if not accepting:
        await manager.challenges.decline(context.actor, key, version)
        return ()
    accepted = await manager.challenges.accept(context.actor, key, what, version)
    begun = accepted.game if isinstance(accepted, Challenge) else accepted.id
    if begun is None or context.incoming.place.kind is ChatKind.PRIVATE:
        return ()
    if await context.shows(begun):
        return context.own_thread(begun)
    return (Reply(context.words.say("done-elsewhere", game=begun)),)


async def _challenge_label(context: CommandContext, row: Challenge) -> str:
    people = context.manager.people
    challenger = await people.player(row.challenger)
    opponent: Text = (f"@{row.handle}" if row.handle else context.words.words("anyone"),)
    if row.opponent is not None:
        opponent = (name_of(await people.player(row.opponent)),)
    return context.words.words(
        "challenge-label",
        challenge=row.id,
        challenger=name_of(challenger),
        opponent=opponent,
        rules=terms_words(context.words, row),
    )[:LONGEST_LABEL]


async def invite(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/invite: show a challenge that any player may accept as a text to copy elsewhere.

    Without an id it is the player's latest one; in a shared chat, of those made there. If a person has
    accepted it, its card is shown instead: it asks the challenger to start the game, or lets that person
    withdraw. Where others can read the reply, a challenge from another chat is not shown.
    """
    key = await _challenge_to_share(context, parsed)
    if key is None:
        return (Reply(context.words.say("refused-nothing-made", command=Code("/challenge"))),)
    row, token = await context.manager.challenges.with_token(context.actor, key)
    place = context.incoming.place
    if not place.answers_privately and row.chat != context.chat.id:
        return (Reply(context.words.say("blocked-elsewhere", command=Code(f"/invite {key}"))),)
    if token is None:
        return (await taken_card(context, row),)
    challenger = await context.manager.people.player(row.challenger)
    addresses = context.addresses.shareable_on(place.platform)
    return (invitation_text(context.words, row, challenger, token, addresses, place.platform),)


async def _challenge_to_share(context: CommandContext, parsed: ParsedCommand) -> str | None:
    """Return the id of the challenge to share; None if the player has made none that any player may accept.

    Without an id, the latest that no player has accepted comes first; in a shared chat, of those made there.

    Raises:
        Refusal: the argument is not an id.
    """
    if parsed.game is None and parsed.words:
        raise Refusal("no-such-challenge", challenge=shortened(parsed.words[0]))
    key = parsed.game or await context.replied_to("challenge")
    if key is not None:
        return key
    is_shared = context.incoming.place.kind is ChatKind.SHARED
    made = [
        row
        for row in await context.manager.challenges.made_by(context.actor.player)
        if row.is_for_anyone and (not is_shared or row.chat == context.chat.id)
    ]
    is_open = (row.id for row in made if row.state is ChallengeState.OPEN)
    return next(is_open, made[0].id if made else None)


async def taken_card(context: CommandContext, row: Challenge) -> Reply:
    """Return the card of a challenge that another player has accepted and the challenger has not started yet.

    The reader is the challenger or the player who accepted.
    """
    seen = await context.manager.views.challenge(row.id, context.chat.id)
    player, now = context.actor.player, seen.challenge
    # The challenger may have refused the taker since `row` was read, and another player may have accepted.
    seen = replace(seen, is_home=player == now.challenger, is_takers=player == now.taker)
    return card(replace(seen, display=context.display), {})
