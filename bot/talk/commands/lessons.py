"""Lessons: /help with a number, a page of how to play, on which a move may be tried."""

from __future__ import annotations

from bot.rules import RULESETS
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.lessons import LONG, how_to_play, nearest_page, page_line
from bot.talk.reply import Code, Reply

_PUPIL = "@"
"""Stands before the player who alone may press a button."""


def lesson(context: CommandContext, parsed: ParsedCommand) -> Reply | None:
    """Return the page that is asked for, or what comes of the move tried there; nothing, if none is.

    A game before the number, or alone, asks how that one is played.
    """
    first, *more = [word.lower() for word in parsed.words] or [""]
    ruleset = RULESETS.get(first)
    number, *tried = [first, *more] if ruleset is None else more or ["1"]
    if not number.isdecimal():
        return None
    page = nearest_page(ruleset or LONG, int(number[:3]))
    named = [word for word in tried if word.startswith(_PUPIL)]
    if named and named != [f"{_PUPIL}{context.player.id}"]:
        line = page_line(ruleset or LONG, page)
        return Reply(context.words.say("lesson-of-another", command=Code(line)))
    shown = how_to_play(context.words, context.display, page, ruleset or LONG, context.player.id)
    moves = " ".join(word for word in tried if word not in named)
    if moves:
        return shown.tried(moves)
    return shown.shown(address=f"/#learn={page}" if context.incoming.place.is_page else "")
