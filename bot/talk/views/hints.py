"""Hints: messages with the best turns and the reasons for the first, or with advice on the cube."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import PartialTurn, Turn
from bot.sessions import Advantage, Candidate, CubeDecision, DisplayPreferences, Hint, LoadedGame, Reason
from bot.talk.catalog import Argument, Words, join
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Bold, Code, Reply, Text
from bot.talk.views.board import picture, without_draft
from bot.talk.wording import points
from renderers.scene import Scene

LEAST_SHOWN_COST = 0.005
"""Cost in points below which a turn counts as good as the best: smaller costs are shown as 0.00."""


def hint_reply(words: Words, game: LoadedGame, display: DisplayPreferences, found: Hint) -> Reply:
    """Return a hint: the best turns as text, and a picture of the board after the best one.

    The picture highlights the points that the reasons mention.

    Args:
        game: the game, with its unconfirmed turn. If that has moves, a note says how they fit the best turn.
        display: the display preferences of the player who asked.
        found: the best turns, with the reasons for the first.
    """
    numbers = numbering_of(game, display)
    lines = [*_turns(words, game, numbers, found), *_draft_note(words, game, numbers, found.best.turn)]
    shown = picture(_with_complete_turn(game, found.best.turn), display, ())
    # Both dice are drawn as unplayed, as in a replay: the picture shows the roll, not what is left of it.
    scene = None
    if isinstance(shown.scene, Scene):
        marked = tuple(sorted({point for reason in found.reasons for point in reason.points}))
        scene = replace(shown.scene, used=(), marked=marked)
    return replace(shown, text=join(lines), scene=scene)


def _turns(words: Words, game: LoadedGame, numbers: Numbering, found: Hint) -> list[Text]:
    """Return the best turns, a line each, and the reasons for the best one.

    If only one turn is legal, return only a line that says so.
    """
    roll = str(game.live.state.roll)
    best = Bold(_written(found.best, numbers))
    if len(found.candidates) == 1:
        return [words.say("hint-only", roll=roll, turn=best)]
    others = [
        _candidate_line(words, str(place), candidate, numbers)
        for place, candidate in enumerate(found.candidates[1:], 2)
    ]
    return [
        words.say("hint-title", roll=roll),
        words.say("hint-best", turn=best),
        *others,
        *_reasons(words, game, numbers, found),
        words.say("hint-costs"),
    ]


def _reasons(words: Words, game: LoadedGame, numbers: Numbering, found: Hint) -> list[Text]:
    """Return a sentence for each reason; without reasons one that the turns are equal or nearly so."""
    if not found.reasons:
        if found.stake < LEAST_SHOWN_COST:
            return [words.say("hint-same")]
        return [words.say("hint-close", cost=points(words, found.stake, 2))]
    first, *more = (
        (_reason_words(words, game, numbers, each), _comparison_words(words, each)) for each in found.reasons
    )
    after = words.say("hint-after", turns=found.about)
    return [
        words.say("hint-reason", after=after, reason=first[0], compared=first[1]),
        *(words.say("hint-also", reason=reason, compared=compared) for reason, compared in more),
    ]


def _comparison_words(words: Words, reason: Reason) -> Text:
    """Return the part of a reason that compares the best turns with the weaker turn it is about."""
    place = str(reason.against + 1)
    if reason.advantage is Advantage.HOLDS_POINT:
        return words.say("hint-compared-point", place=place)
    return words.say("hint-compared", place=place, other=_figure(words, reason.advantage, reason.other))


def _reason_words(words: Words, game: LoadedGame, numbers: Numbering, reason: Reason) -> Text:
    """Return the part of a reason that describes the best turns, without the comparison."""
    return words.say(f"hint-{reason.advantage.value}", **reason_arguments(words, game, numbers, reason))


def reason_arguments(
    words: Words, game: LoadedGame, numbers: Numbering, reason: Reason
) -> dict[str, Argument]:
    """Return what the catalog's sentence about an advantage needs: count, figure, and a point or grade."""
    least, most = (_figure(words, reason.advantage, each) for each in (reason.least, reason.most))
    said: dict[str, Argument] = {
        "count": reason.most,
        "figure": least if least == most else f"{least}–{most}",
    }
    if reason.advantage is Advantage.HOLDS_POINT:
        said["point"] = str(numbers.convert(reason.points[0]))
    if reason.advantage in (Advantage.SAVES_MARS, Advantage.KEEPS_MARS):
        said["grade"] = game.live.state.ruleset.scoring.second
    return said


def _figure(words: Words, advantage: Advantage, figure: int) -> str:
    return points(words, figure / 100, 2) if advantage is Advantage.FEWER_ROLLS else str(figure)


def _candidate_line(words: Words, place: str, candidate: Candidate, numbers: Numbering) -> Text:
    turn = _written(candidate, numbers)
    if candidate.cost < LEAST_SHOWN_COST:
        return words.say("hint-as-good", place=place, turn=turn)
    return words.say("hint-other", place=place, turn=turn, cost=points(words, candidate.cost, 2))


def _draft_note(words: Words, game: LoadedGame, numbers: Numbering, best: Turn) -> list[Text]:
    """Return a sentence on whether the unconfirmed moves belong to the best turn, and else how to undo them.

    Return an empty list if no moves were made.
    """
    draft = game.live.draft
    if draft is None or not draft.moves:
        return []
    moves = numbers.convert_moves(str(draft))
    if _leads_to(draft, best):
        return [words.say("hint-made-best" if draft.is_complete else "hint-made-part", moves=moves)]
    return [words.say("hint-made", moves=moves, command=Code(f"/undo {game.id} all"))]


def _leads_to(draft: PartialTurn, turn: Turn) -> bool:
    """Return True if an unconfirmed turn ends in the position after another turn, or can still do so."""
    # Moves in a different order lead to the same board, so each step keeps only one draft for each board.
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
    return numbers.convert_moves(str(candidate.turn))


def _with_complete_turn(game: LoadedGame, turn: Turn) -> LoadedGame:
    """Return the game with the moves of a turn made instead of those of the unconfirmed one.

    Return it unchanged before the roll.
    """
    draft = without_draft(game).live.draft
    if draft is None:
        return game
    for move in turn.moves:
        draft = draft.play(move)
    return replace(game, live=replace(game.live, draft=draft))


CLOSE = 0.015
"""The difference of value below which two cube decisions count as close, in points at the current cube."""


def cube_hint_reply(
    words: Words, game: LoadedGame, display: DisplayPreferences, found: CubeDecision
) -> Reply:
    """Return advice on the cube with the value of each choice, and a picture of the board.

    It advises the mover whether to double or, if a double waits for an answer, the opponent whether to take.

    Args:
        game: the game, whose mover may double or has doubled.
        display: the display preferences of the player who asked.
        found: the values of not doubling, of a taken and of a dropped double.
    """
    return replace(picture(game, display, ()), text=join([*cube_hint_texts(words, game, found)]))


def cube_hint_texts(words: Words, game: LoadedGame, found: CubeDecision) -> tuple[Text, Text]:
    """Return the advice on the cube, and what each choice is worth."""
    return (
        _advice(words, found, answers=game.live.state.is_doubled),
        _figures(words, game, found),
    )


def _advice(words: Words, found: CubeDecision, *, answers: bool) -> Text:
    if answers:
        advice = words.words("cube-hint-takes" if found.takes else "cube-hint-drops")
        difference = found.take - found.drop
    else:
        advice = words.words(f"cube-hint-{found.best.value}")
        difference = found.doubled - found.no_double
    if abs(difference) < CLOSE:
        return words.say("cube-hint-close", advice=Bold(advice))
    return (Bold(advice),)


def _figures(words: Words, game: LoadedGame, found: CubeDecision) -> Text:
    """Return the value of each choice to the player who asked: points, or the chances to win the match.

    Points are multiplied by the cube's value.
    """
    answers, cube = game.live.state.is_doubled, game.live.cube
    if found.chances is None:
        worth = [cube * (-each if answers else each) for each in (found.no_double, found.take, found.drop)]
        roll, take, drop = (points(words, each, 2, signed=True) for each in worth)
        if answers:
            return words.say("cube-hint-answers-points", take=take, drop=drop)
        return words.say("cube-hint-doubles-points", roll=roll, take=take, drop=drop)
    chances = [1 - each if answers else each for each in found.chances]
    roll, take, drop = (points(words, 100 * each, 1) for each in chances)
    if answers:
        return words.say("cube-hint-answers-match", take=take, drop=drop)
    return words.say("cube-hint-doubles-match", roll=roll, take=take, drop=drop)
