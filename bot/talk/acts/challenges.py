"""The commands that lead to a game: play, challenge, accept, decline, cancel, rematch."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.rules import RULESETS
from bot.sessions import Challenge, First, Level
from bot.sessions.challenges import PROGRAM_NAME
from bot.sessions.errors import NobodyNamed, NoSuchChallenge, NotAStarter
from bot.sessions.manager import DEFAULT_RULES
from bot.talk.acts.people import introduced, named
from bot.talk.board import as_seen
from bot.talk.cards import Seen, invitation
from bot.talk.heard import ChatKind
from bot.talk.keywords import Keyword, keyword_of
from bot.talk.options import read_options, terms_words
from bot.talk.reply import Code, Reply
from bot.talk.talk import Choice
from bot.talk.which import which_only
from bot.talk.wording import LONGEST_LABEL, game_label, level_name, name_of, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions import Match, Options, Player
    from bot.talk.options import Typed
    from bot.talk.parsing import Asked
    from bot.talk.reply import Text
    from bot.talk.talk import Talk


_HANDLE = re.compile(r"@[A-Za-z][A-Za-z0-9_]{3,31}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Handle:
    """What somebody is called by with an `@`, without it, who was never heard."""

    text: str

    @property
    def id(self) -> str:
        """What tells it from others, and from every player."""
        return f"@{self.text.casefold()}"


async def play_program(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/play: a game against the program, at the level that was typed, or else at the last.

    Where no game was typed the last one stays, and that is said, unless it is the usual one.
    """
    typed = read_options(asked.words, levels=True)
    typed = typed.with_bare_number() or typed
    first, unread = _first_of_two(typed.rest)
    if unread:
        return (_no_such_rules_or_level(talk, unread),)
    ruleset, options = await _agreed(talk, typed)
    level = typed.options.level or await talk.manager.last_level(talk.by.player)
    options = replace(options, first=first, level=level)
    game = await talk.manager.challenges.play_program(talk.by, ruleset, options)
    if (
        typed.ruleset is not None
        or _is_usual(game.match)
        or not (typed.says_nothing or ruleset != DEFAULT_RULES)
    ):
        return ()
    other = Code(f"/play {DEFAULT_RULES}")
    return (Reply(talk.words.say("play-stays", terms=terms_words(talk.words, game.match), command=other)),)


async def challenge(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/challenge: somebody by name, or anyone."""
    ruleset, options, named = await _challenged(talk, asked.words)
    make = talk.manager.challenges.make
    if isinstance(named, Handle):
        await make(talk.by, ruleset, None, options, handle=named.text)
    else:
        await make(talk.by, ruleset, named.id if named else None, options)
    return ()


async def accept(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/accept: a challenge, or what the opponent offers; who comes by a link is asked first."""
    if asked.linked and asked.game is not None:
        token = asked.rest
        row = await talk.manager.challenges.invitation(talk.by, asked.game, token)
        challenger = await talk.manager.people.player(row.challenger)
        return (invitation(talk.words, Seen(row, challenger), token),)
    return await _answer(talk, asked, accepting=True)


async def decline(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/decline: a challenge, or what the opponent offers."""
    return await _answer(talk, asked, accepting=False)


async def cancel(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/cancel: one's own challenge."""
    key = await _typed_or_replied_to(talk, asked)
    made = await talk.manager.challenges.made_by(talk.by.player)
    if talk.heard.place.kind is ChatKind.SHARED:
        made = [row for row in made if row.chat == talk.chat.id]
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
        key = await talk.last_game()
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


def _is_usual(match: Match) -> bool:
    """Whether a match is what everybody begins with: the classical game, and nothing special."""
    usual = str(RULESETS[DEFAULT_RULES].usual_match)
    return (match.ruleset, match.length, match.cube, match.extended) == (DEFAULT_RULES, usual, False, False)


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


async def _challenged(talk: Talk, typed: Sequence[str]) -> tuple[str, Options, Player | Handle | None]:
    """Return the game, its options and the person (or nobody) that a challenge names.

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
            return *await talk.manager.last_made(talk.by.player), player
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
        player = await introduced(talk, talk.heard.addressed)
    ruleset, options = await _agreed(talk, read)
    return ruleset, replace(options, first=first), player


async def _opponent_and_first(talk: Talk, rest: Sequence[str]) -> tuple[Player | Handle | None, First | None]:
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


async def _named(talk: Talk, name: str) -> Player | Handle | None:
    """Return whom a name or a mention means; nobody, if nothing was typed.

    Among other people somebody may be named by a handle who was never heard: the challenge is for whoever
    bears it.

    Raises:
        NobodyNamed: it means nobody who is known to the one who asks.
        SeveralNamed: it means several.
    """
    name = name.strip()
    if not name.removeprefix("@"):
        return None
    try:
        return await named(talk, name)
    except NobodyNamed:
        place = talk.heard.place
        if place.has_handles and place.kind is ChatKind.SHARED and _HANDLE.fullmatch(name):
            return Handle(name.removeprefix("@"))
        raise


async def _answer(talk: Talk, asked: Asked, *, accepting: bool) -> tuple[Reply, ...]:
    """Answer the challenge or the offer that is meant; if it is not clear which, ask."""
    key = await _typed_or_replied_to(talk, asked)
    if key is not None:
        what = asked.rest if asked.game else ""
        return await _answer_one(talk, key, what, asked.turn, accepting=accepting)
    waiting = await _waiting(talk, accepting=accepting)
    if not waiting:
        return (Reply(talk.words.say("refused-nothing-waits", command=Code("/challenge"))),)
    if len(waiting) > 1:
        choices = [Choice(label, f"/{asked.command.name} {key}") for key, label in waiting.items()]
        return (await talk.ask(talk.words.say("choose-challenge"), choices),)
    return await _answer_one(talk, next(iter(waiting)), "", None, accepting=accepting)


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

    A challenge to anyone can be accepted, but nobody can decline it for all. Among other people nothing is
    meant that is not shown there, and what somebody offers who is blocked never arrived.
    """
    shown = await talk.debts.shown_in(talk.chat.id)
    alone = talk.heard.place.kind is ChatKind.PRIVATE
    waiting = {
        row.id: await _challenge_label(talk, row)
        for row in await talk.manager.challenges.waiting_for(talk.by.player, talk.chat.id)
        if (accepting or not row.is_for_anyone or row.state == "taken")
        and (alone or ("challenge", row.id) in shown)
    }
    for game in await talk.manager.games_of(talk.by.player):
        offer = as_seen(game, (), talk.dress)[0].play.offer
        offered = offer is not None and offer.by is not game.side_of(talk.by.player)
        if offered and (alone or ("game", game.id) in shown):
            waiting[game.id] = game_label(talk.words, game)
    return waiting


async def _answer_one(
    talk: Talk, key: str, what: str, version: int | None, *, accepting: bool
) -> tuple[Reply, ...]:
    """Answer what an id stands for: what is offered in a game that the person sees, or else a challenge.

    Args:
        talk: who answers.
        key: the id.
        what: what the person saw that is offered, or the token of a challenge.
        version: the version of the card that was pressed, if it says.
        accepting: the answer.
    """
    manager = talk.manager
    is_offer = await manager.is_offered(key) or not await manager.challenges.exists(key)
    if is_offer and await talk.may_see(key):
        await manager.answer(talk.by, key, accept=accepting, what=what or None)
        return ()
    if not accepting:
        await manager.challenges.decline(talk.by, key, version)
        return ()
    accepted = await manager.challenges.accept(talk.by, key, what, version)
    begun = accepted.game if isinstance(accepted, Challenge) else accepted.id
    if begun is None or talk.heard.place.kind is ChatKind.PRIVATE or await talk.shows(begun):
        return ()
    return (Reply(talk.words.say("done-elsewhere", game=begun)),)


async def _challenge_label(talk: Talk, row: Challenge) -> str:
    people = talk.manager.people
    challenger = await people.player(row.challenger)
    opponent: Text = (f"@{row.handle}" if row.handle else talk.words.words("anyone"),)
    if row.opponent is not None:
        opponent = (name_of(await people.player(row.opponent)),)
    return talk.words.words(
        "challenge-label",
        challenge=row.id,
        challenger=name_of(challenger),
        opponent=opponent,
        rules=terms_words(talk.words, row),
    )[:LONGEST_LABEL]
