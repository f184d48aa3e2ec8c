"""Hints: the command that asks for a hint: the best turns, and what the others cost."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.talk.catalog import join
from bot.talk.numbering import numbering_of
from bot.talk.reply import Bold, Code, Reply
from bot.talk.resolve_game import resolve_only_game
from bot.talk.views.board import picture, without_draft
from bot.talk.wording import points
from renderers.scene import Scene

if TYPE_CHECKING:
    from bot.rules import PartialTurn, Turn
    from bot.sessions import Candidate, DisplayPreferences, Hint, LoadedGame
    from bot.talk.catalog import Words
    from bot.talk.context import CommandContext
    from bot.talk.input.parsing import ParsedCommand
    from bot.talk.numbering import Numbering
    from bot.talk.reply import Text

logger = logging.getLogger(__name__)

AT_ONCE = 0.5
"""Seconds within which a hint is waited for, before the one who asked may go on without it."""
LEAST_SHOWN_COST = 0.005
"""Points; a smaller cost is zero when rounded to hundredths."""


async def hint(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/hint: for the one who is to move, the best turns, and the best of them on the board.

    A half-made turn stays as it is: the hint is about the whole turn, from its beginning.
    """
    game, thought = await context.hints.ask(context.actor.player, await resolve_only_game(context, parsed))
    thinking = Thinking(context, game, thought)
    await asyncio.wait({thinking.outcome}, timeout=AT_ONCE)
    found = thinking.outcome.result() if thinking.outcome.done() else None
    return (found or thinking.so_far(),)


class Thinking:
    """A hint that somebody waits for.

    Args:
        context: the command.
        game: the game.
        thought: the best turns in the end.
    """

    def __init__(self, context: CommandContext, game: LoadedGame, thought: asyncio.Future[Hint]) -> None:
        self._context = context
        self._game = game
        self._thought = thought
        self._outcome = context.analysis_queue.begin(self._finish())

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The hint as it is shown."""
        return self._outcome

    def so_far(self) -> Reply:
        """Return what it is about."""
        text = self._context.words.say(
            "hint-thinking", game=self._game.id, roll=str(self._game.live.state.roll)
        )
        return Reply(text, pending=self)

    async def _finish(self) -> Reply | None:
        context = self._context
        try:
            return hint_reply(context.words, self._game, context.display, await self._thought)
        except Exception:
            logger.exception("no hint could be given")
            return Reply(context.words.say("refused-failed"))


def hint_reply(words: Words, game: LoadedGame, display: DisplayPreferences, found: Hint) -> Reply:
    """Return a hint in words, with the best turn on the board.

    Args:
        words: the language of the one who asked.
        game: the game, with the turn that is half made.
        display: how the one who asked is shown things.
        found: the hint.
    """
    numbers = numbering_of(game, display)
    lines = [*_turns(words, game, numbers, found), *_made(words, game, numbers, found.best.turn)]
    shown = picture(_with_turn(game, found.best.turn), display, ())
    # The dice are shown as they were rolled, as in a replay, and not what is left of them.
    scene = replace(shown.scene, used=()) if isinstance(shown.scene, Scene) else None
    return replace(shown, text=join(lines), scene=scene)


def _turns(words: Words, game: LoadedGame, numbers: Numbering, found: Hint) -> list[Text]:
    """Return the best turns, one below another, and what sets the first apart."""
    roll = str(game.live.state.roll)
    best = Bold(_written(found.best, numbers))
    if found.advantage is None:
        return [words.say("hint-only", roll=roll, turn=best)]
    others = [
        _other(words, str(place), candidate, numbers)
        for place, candidate in enumerate(found.candidates[1:], 2)
    ]
    return [
        words.say("hint-title", roll=roll),
        words.say("hint-best", turn=best),
        *others,
        words.say(f"hint-{found.advantage.value}", length=str(found.prime)),
        words.say("hint-costs"),
    ]


def _other(words: Words, place: str, candidate: Candidate, numbers: Numbering) -> Text:
    turn = _written(candidate, numbers)
    if candidate.cost < LEAST_SHOWN_COST:
        return words.say("hint-as-good", place=place, turn=turn)
    return words.say("hint-other", place=place, turn=turn, cost=points(words, candidate.cost, 2))


def _made(words: Words, game: LoadedGame, numbers: Numbering, best: Turn) -> list[Text]:
    """Return what is said of moves that are made already."""
    draft = game.live.draft
    if draft is None or not draft.moves:
        return []
    moves = numbers.other_text(str(draft))
    if _leads_to(draft, best):
        return [words.say("hint-made-best" if draft.is_complete else "hint-made-part", moves=moves)]
    return [words.say("hint-made", moves=moves, command=Code(f"/undo {game.id} all"))]


def _leads_to(draft: PartialTurn, turn: Turn) -> bool:
    """Return whether a half-made turn can be finished to the same board as another turn."""
    drafts = {draft.board: draft}
    while drafts:
        if any(
            draft_so_far.is_complete and draft_so_far.turn().end == turn.end
            for draft_so_far in drafts.values()
        ):
            return True
        drafts = {
            after.board: after for draft_so_far in drafts.values() for _, after in draft_so_far.followers()
        }
    return False


def _written(candidate: Candidate, numbers: Numbering) -> str:
    return numbers.other_text(str(candidate.turn))


def _with_turn(game: LoadedGame, turn: Turn) -> LoadedGame:
    """Return the game with a whole turn in the place of the half-made one."""
    draft = without_draft(game).live.draft
    if draft is None:
        return game
    for move in turn.moves:
        draft = draft.play(move)
    return replace(game, live=replace(game.live, draft=draft))
