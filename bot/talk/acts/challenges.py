"""The commands that lead to a game: play, challenge, accept, decline, cancel, rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import RULESETS
from bot.sessions import First, Level
from bot.sessions.challenges import PROGRAM_NAME
from bot.sessions.errors import NobodyNamed, NoSuchChallenge, NoSuchGame, NotAStarter
from bot.talk.catalog import nearest_language
from bot.talk.keywords import Keyword, keyword_of
from bot.talk.options import read_options, terms_words
from bot.talk.reply import Code, Reply
from bot.talk.talk import Choice
from bot.talk.tidy import tidy_name
from bot.talk.which import which_only
from bot.talk.wording import LONGEST_LABEL, game_label, level_name, name_of, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions import Challenge, Options, Player
    from bot.talk.heard import Person
    from bot.talk.options import Typed
    from bot.talk.parsing import Asked
    from bot.talk.reply import Text
    from bot.talk.talk import Talk


async def play_program(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/play: a game against the program, at the level that was typed, or else at the last."""
    typed = read_options(asked.words, levels=True)
    typed = typed.with_bare_number() or typed
    first, unread = _first_of_two(typed.rest)
    if unread:
        return (_no_such_rules_or_level(talk, unread),)
    ruleset, options = await _agreed(talk, typed)
    level = typed.options.level or await talk.manager.last_level(talk.by.player)
    options = replace(options, first=first, level=level)
    await talk.manager.challenges.play_program(talk.by, ruleset, options)
    return ()


async def challenge(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/challenge: somebody by name, or anyone."""
    ruleset, options, opponent = await _challenged(talk, asked.words)
    await talk.manager.challenges.make(talk.by, ruleset, opponent, options)
    return ()


async def accept(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/accept: a challenge, or what the opponent offers."""
    return await _answer(talk, asked, accepting=True)


async def decline(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/decline: a challenge, or what the opponent offers."""
    return await _answer(talk, asked, accepting=False)


async def cancel(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/cancel: one's own challenge."""
    key = await _typed_or_replied_to(talk, asked)
    made = await talk.manager.challenges.made_by(talk.by.player)
    if key is None and not made:
        return (Reply(talk.words.say("refused-nothing-made", command=Code("/challenge"))),)
    if key is None and len(made) > 1:
        choices = [Choice(await _challenge_label(talk, row), f"/cancel {row.id}") for row in made]
        return (await talk.ask(talk.words.say("choose-challenge"), choices),)
    await talk.manager.challenges.cancel(talk.by, key or made[0].id)
    return ()


async def rematch(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/rematch: the same game again; without an id, as the one that was finished last."""
    key = asked.game or await talk.replied_to("game")
    if key is None and not asked.words:
        key = await talk.manager.last_game_of(talk.by.player)
    if key is None:
        key = await which_only(talk, asked, finished=True)
    for row in await talk.manager.challenges.made_by(talk.by.player):
        if row.rematch_of == key and row.opponent is not None:
            opponent = await talk.manager.people.player(row.opponent)
            return (Reply(talk.words.say("rematch-waits", opponent=name_of(opponent))),)
    await talk.manager.challenges.rematch(talk.by, key)
    return ()


async def read_ruleset(talk: Talk, typed: Sequence[str]) -> tuple[str, str]:
    """Return the rule set that was typed, or the one played last, and what else was typed."""
    for number, word in enumerate(typed):
        if word.lower() in RULESETS:
            return word.lower(), " ".join((*typed[:number], *typed[number + 1 :]))
    return await talk.manager.last_ruleset(talk.by.player), " ".join(typed)


def no_such_rules(talk: Talk, name: str) -> Reply:
    """What one is told who names a game that is not known."""
    return Reply(talk.words.say("refused-rules", name=Code(shortened(name)), names=", ".join(RULESETS)))


def _no_such_rules_or_level(talk: Talk, name: str) -> Reply:
    """What one is told who wants to play something that is neither a game nor a level."""
    levels = ", ".join(level_name(talk.words, level) for level in Level)
    return Reply(
        talk.words.say(
            "refused-rules-or-level", name=Code(shortened(name)), names=", ".join(RULESETS), levels=levels
        )
    )


async def _agreed(talk: Talk, typed: Typed) -> tuple[str, Options]:
    """Return the game and its options: as typed, or where neither was, as the player asked for last."""
    ruleset, options = await talk.manager.last_made(talk.by.player)
    return (ruleset, options) if typed.says_nothing else (typed.ruleset or ruleset, typed.options)


def _first_of_two(rest: Sequence[str]) -> tuple[First | None, str]:
    """Read who starts against the program, and return what else was typed.

    Raises:
        NotAStarter: it is neither.
    """
    at = _place_of_first(rest)
    if at is None:
        return None, " ".join(rest)
    who = " ".join(rest[at + 1 : at + 2])
    first = First.OPPONENT if who.lower() == PROGRAM_NAME.lower() else _one_of_two(who)
    if first is None:
        raise NotAStarter
    return first, " ".join((*rest[:at], *rest[at + 2 :]))


def _place_of_first(rest: Sequence[str]) -> int | None:
    """Where it is said who starts; nothing, if it is not said."""
    return next((at for at, word in enumerate(rest) if keyword_of(word) is Keyword.FIRST), None)


def _one_of_two(who: str) -> First | None:
    """Who starts, if that is said without a name."""
    match keyword_of(who):
        case Keyword.ME:
            return First.CHALLENGER
        case Keyword.OPPONENT:
            return First.OPPONENT
        case _:
            return None


async def _challenged(talk: Talk, typed: Sequence[str]) -> tuple[str, Options, int | None]:
    """Return the game, its options and the player (or nobody) that a challenge names.

    All that was typed is a name if somebody shows it, so that a player may be called Long John. A rule set
    alone is a rule set, unless an `@` before it says that it is a name.

    Raises:
        NobodyNamed: nobody shows the name.
        SeveralNamed: several do.
        NoSuchLength: no match is that long.
        TwoLengths: more than one length was typed.
        NotAStarter: who is named to start is not one of the two.
    """
    whole = " ".join(typed)
    if whole and (whole.startswith("@") or whole.lower() not in RULESETS):
        try:
            player = await _named(talk, whole)
        except NobodyNamed:
            pass
        else:
            return *await talk.manager.last_made(talk.by.player), player.id if player else None
    read = read_options(typed)
    try:
        player, first = await _opponent_and_first(talk, read.rest)
    except NobodyNamed:
        numbered = read.with_bare_number()
        if numbered is None:
            raise
        read = numbered
        player, first = await _opponent_and_first(talk, read.rest)
    if player is None and talk.heard.addressed is not None:
        player = await _met(talk, talk.heard.addressed)
    ruleset, options = await _agreed(talk, read)
    return ruleset, replace(options, first=first), player.id if player else None


async def _opponent_and_first(talk: Talk, rest: Sequence[str]) -> tuple[Player | None, First | None]:
    """Return whom the words that are no options name: the opponent, and who starts.

    Raises:
        NobodyNamed: nobody shows the name of the opponent.
        SeveralNamed: several do.
        NotAStarter: who is named to start is not one of the two.
    """
    at = _place_of_first(rest)
    if at is None:
        return await _named(talk, " ".join(rest)), None
    before, behind = rest[:at], rest[at + 1 :]
    for count in range(len(behind), 0, -1):  # a name of several words goes before its beginning
        who = " ".join(behind[:count])
        others = " ".join((*before, *behind[count:]))
        first = _one_of_two(who)
        if first is not None:
            return await _named(talk, others), first
        try:
            starter = await _named(talk, who)
        except NobodyNamed:
            continue
        opponent = await _named(talk, others) or starter
        if starter is not None and starter.id == talk.by.player:
            return await _named(talk, others), First.CHALLENGER
        if starter is not None and opponent is not None and starter.id == opponent.id:
            return opponent, First.OPPONENT
    raise NotAStarter


async def _named(talk: Talk, name: str) -> Player | None:
    """Return the player whom a name or a mention means; nobody, if nothing was typed."""
    for person in talk.heard.mentioned:
        if name in (f"<@{person.key}>", f"<@!{person.key}>"):
            return await _met(talk, person)
    name = name.strip()
    return await talk.manager.people.named(talk.chat.platform, name) if name.removeprefix("@") else None


async def _met(talk: Talk, person: Person) -> Player:
    """Return the player who is mentioned, though perhaps never heard; only the chat is known already."""
    place = talk.heard.place
    language = nearest_language(person.language)
    player, _ = await talk.manager.people.meet(
        person.platform,
        person.key,
        tidy_name(person.name),
        place.key,
        place.kind.value,
        language,
        handle=person.handle,
    )
    return player


async def _answer(talk: Talk, asked: Asked, *, accepting: bool) -> tuple[Reply, ...]:
    """Answer the challenge or the offer that is meant; if it is not clear which, ask."""
    key = await _typed_or_replied_to(talk, asked)
    if key is not None:
        await _answer_one(talk, key, asked.rest if asked.game else "", accepting=accepting)
        return ()
    waiting = await _waiting(talk, accepting=accepting)
    if not waiting:
        return (Reply(talk.words.say("refused-nothing-waits", command=Code("/challenge"))),)
    if len(waiting) > 1:
        choices = [Choice(label, f"/{asked.command.name} {key}") for key, label in waiting.items()]
        return (await talk.ask(talk.words.say("choose-challenge"), choices),)
    await _answer_one(talk, next(iter(waiting)), "", accepting=accepting)
    return ()


async def _typed_or_replied_to(talk: Talk, asked: Asked) -> str | None:
    """Return the id that was typed, or whose message was replied to.

    Raises:
        NoSuchChallenge: what was typed is no id.
    """
    if asked.game is None and asked.words:
        raise NoSuchChallenge(shortened(asked.words[0]))
    return asked.game or await talk.replied_to("challenge") or await talk.replied_to("game")


async def _waiting(talk: Talk, *, accepting: bool) -> dict[str, str]:
    """Return what waits for the player's answer here, with its label.

    A challenge to anyone can be accepted, but nobody can decline it for all.
    """
    challenges = talk.manager.challenges
    waiting = {
        row.id: await _challenge_label(talk, row)
        for row in await challenges.waiting_for(talk.by.player, talk.chat.id)
        if accepting or row.opponent is not None
    }
    for game in await talk.manager.games_of(talk.by.player):
        offer = game.play.offer
        if offer is not None and offer.by is not game.side_of(talk.by.player):
            waiting[game.id] = game_label(talk.words, game)
    return waiting


async def _answer_one(talk: Talk, key: str, what: str, *, accepting: bool) -> None:
    """Answer what an id stands for: an open challenge, or else what is offered in the game."""
    challenges = talk.manager.challenges
    try:
        row = await challenges.challenge(key)
    except NoSuchChallenge:
        row = None
    if await _is_game(talk, key) and (row is None or await talk.manager.is_offered(key)):
        await talk.manager.answer(talk.by, key, accept=accepting, what=what or None)
    elif accepting:
        await challenges.accept(talk.by, key)
    else:
        await challenges.decline(talk.by, key)


async def _is_game(talk: Talk, key: str) -> bool:
    try:
        await talk.manager.game(key)
    except NoSuchGame:
        return False
    return True


async def _challenge_label(talk: Talk, row: Challenge) -> str:
    people = talk.manager.people
    challenger = await people.player(row.challenger)
    opponent: Text = (talk.words.words("anyone"),)
    if row.opponent is not None:
        opponent = (name_of(await people.player(row.opponent)),)
    return talk.words.words(
        "challenge-label",
        challenge=row.id,
        challenger=name_of(challenger),
        opponent=opponent,
        rules=terms_words(talk.words, row),
    )[:LONGEST_LABEL]
