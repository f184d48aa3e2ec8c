"""Puzzles: /puzzle, which shows a puzzle, and takes answers to it and to the position of the day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.rules import RULESETS
from bot.sessions.errors import Refusal
from bot.talk.catalog import Words, words_in
from bot.talk.command import ParsedCommand
from bot.talk.commands.challenges import no_such_rules
from bot.talk.context import CommandContext
from bot.talk.reply import Code, Reply
from bot.talk.views.puzzles import ASKER, LETTERS, letter_of, own_question, own_solution, told_turn

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_DAILY: Final = re.compile(r"d([0-9]{1,9})", re.ASCII)
_ASKER: Final = re.compile(rf"{ASKER}([0-9]{{1,9}})", re.ASCII)


async def puzzle(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/puzzle: show the player a puzzle; with a puzzle's name and a letter, answer it.

    The buttons of puzzles and of the position of the day run this command. With a date and a turn, it counts
    the answer to the web page's puzzle of that day. An answer to a player's own puzzle
    gets the solution, one to the position of the day only a confirmation.

    Raises:
        Refusal: there is no such puzzle, or it was shown in another chat.
        Refusal: the solution of this position of the day was already published.
    """
    words = [word.lower() for word in parsed.words]
    named = [word for word in words if word.startswith(ASKER)]
    if named and not await _asked_for(context, named):
        return (Reply(context.words.say("puzzle-of-another", command=Code("/puzzle"))),)
    name, *chosen = [word for word in words if word not in named] or [""]
    if not chosen:
        return (await _ask(context, name),)
    if _DAY.fullmatch(name):
        found, turn = await context.manager.puzzles.answer_of_day(context.actor, name, " ".join(chosen))
        return (Reply(told_turn(context.words, found, turn)),)
    if daily := _DAILY.fullmatch(name):
        # The buttons have the letters of the chat's language, which may differ from the person's.
        letters = words_in(context.chat.language)
        number = _number(letters, chosen[0])
        await context.manager.puzzles.answer(context.actor, int(daily[1]), number)
        noted = context.words.say("puzzle-noted", letter=letter_of(letters, number))
        return (Reply(noted, is_fleeting=True),)
    number = _number(context.words, chosen[0])
    found = context.manager.puzzles.named(name)
    return (own_solution(context.words, found, context.display, number, context.player.id),)


async def _asked_for(context: CommandContext, named: Sequence[str]) -> bool:
    """True if the person who answers is the player who asked for the puzzle, perhaps before linking accounts.

    Args:
        named: the words of the button that begin with `@`; False unless there is exactly one, with an id.
    """
    found = _ASKER.fullmatch(named[0]) if len(named) == 1 else None
    return found is not None and await context.manager.people.current_id(int(found[1])) == context.player.id


async def _ask(context: CommandContext, ruleset: str) -> Reply:
    """Return a message with a puzzle of a rule set; if `ruleset` is empty, of the one played last."""
    if ruleset and ruleset not in RULESETS:
        return no_such_rules(context, ruleset)
    chosen = ruleset or await context.manager.last_ruleset(context.player.id)
    name, found = await context.manager.puzzles.ask(context.actor, chosen)
    return own_question(context.words, name, found, context.display, context.player.id)


def _number(words: Words, letter: str) -> int:
    """Return the index of the turn, from 0, that a letter means: one of `abcd`, or of the language's letters.

    Raises:
        Refusal: no turn has this letter.
    """
    for letters in (LETTERS, words.words("puzzle-letters").lower()):
        if len(letter) == 1 and letter in letters:
            return letters.index(letter)
    raise Refusal("no-such-puzzle")
