"""The command that asks for a hint: the best turns, what the others cost, and what the best one does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.talk.board import picture, without_draft
from bot.talk.catalog import join
from bot.talk.numbering import numbering_of
from bot.talk.reply import Bold, Code, Reply
from bot.talk.which import which_only
from bot.talk.wording import points
from renderers.scene import Scene

if TYPE_CHECKING:
    from bot.rules import PartialTurn, Turn
    from bot.sessions import Candidate, Dress, Game, Hint
    from bot.talk.catalog import Words
    from bot.talk.numbering import Numbering
    from bot.talk.parsing import Asked
    from bot.talk.reply import Text
    from bot.talk.talk import Talk

LEAST_TOLD = 0.005
"""Points; less is nothing when costs are told in hundredths."""


async def hint(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/hint: for the one who is to move, the best turns, and the best of them on the board.

    A half-made turn stays as it is: what is told is the whole turn, from its beginning.
    """
    game, found = await talk.hints.ask(talk.by.player, await which_only(talk, asked))
    return (hint_reply(talk.words, game, talk.dress, found),)


def hint_reply(words: Words, game: Game, dress: Dress, found: Hint) -> Reply:
    """Return a hint in words, with the best turn on the board.

    Args:
        words: the language of the one who asked.
        game: the game, with the turn that is half made.
        dress: how the one who asked is shown things.
        found: the hint.
    """
    numbers = numbering_of(game, dress)
    lines = [*_turns(words, game, numbers, found), *_made(words, game, numbers, found.best.turn)]
    shown = picture(_with_turn(game, found.best.turn), dress, ())
    # The dice lie there as they were thrown, as in a replay: nobody has to see what is left of them.
    scene = replace(shown.scene, used=()) if isinstance(shown.scene, Scene) else None
    return replace(shown, text=join(lines), scene=scene)


def _turns(words: Words, game: Game, numbers: Numbering, found: Hint) -> list[Text]:
    """The best turns, one below another, and what sets the first apart."""
    roll = str(game.play.state.roll)
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
    if candidate.cost < LEAST_TOLD:
        return words.say("hint-as-good", place=place, turn=turn)
    return words.say("hint-other", place=place, turn=turn, cost=points(words, candidate.cost, 2))


def _made(words: Words, game: Game, numbers: Numbering, best: Turn) -> list[Text]:
    """What is told of moves that are made already."""
    draft = game.play.draft
    if draft is None or not draft.moves:
        return []
    moves = numbers.other_text(str(draft))
    if _leads_to(draft, best):
        return [words.say("hint-made-best" if draft.is_complete else "hint-made-part", moves=moves)]
    return [words.say("hint-made", moves=moves, command=Code(f"/undo {game.id} all"))]


def _leads_to(draft: PartialTurn, turn: Turn) -> bool:
    """Whether a half-made turn can be finished to the same board as another turn."""
    ways = {draft.board: draft}
    while ways:
        if any(way.is_complete and way.turn().end == turn.end for way in ways.values()):
            return True
        ways = {after.board: after for way in ways.values() for _, after in way.followers()}
    return False


def _written(candidate: Candidate, numbers: Numbering) -> str:
    return numbers.other_text(str(candidate.turn))


def _with_turn(game: Game, turn: Turn) -> Game:
    """The game with a whole turn in the place of the half-made one."""
    draft = without_draft(game).play.draft
    if draft is None:
        return game
    for move in turn.moves:
        draft = draft.play(move)
    return replace(game, play=replace(game.play, draft=draft))
