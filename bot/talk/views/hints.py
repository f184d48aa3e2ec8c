"""Hints: the best turns, what the others cost and why, with a picture; whether to double or to take."""

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
"""Points; a smaller cost is zero when rounded to hundredths."""


def hint_reply(words: Words, game: LoadedGame, display: DisplayPreferences, found: Hint) -> Reply:
    """Return a hint in words, with the best turn on the board.

    Args:
        words: the language of the one who asked.
        game: the game, with the turn that is half made.
        display: how the one who asked is shown things.
    """
    numbers = numbering_of(game, display)
    lines = [*_turns(words, game, numbers, found), *_made(words, game, numbers, found.best.turn)]
    shown = picture(_with_turn(game, found.best.turn), display, ())
    # The dice are shown as they were rolled, as in a replay, and not what is left of them.
    scene = None
    if isinstance(shown.scene, Scene):
        marked = tuple(sorted({point for reason in found.reasons for point in reason.points}))
        scene = replace(shown.scene, used=(), marked=marked)
    return replace(shown, text=join(lines), scene=scene)


def _turns(words: Words, game: LoadedGame, numbers: Numbering, found: Hint) -> list[Text]:
    """Return the best turns, one below another, and what sets the best apart."""
    roll = str(game.live.state.roll)
    best = Bold(_written(found.best, numbers))
    if len(found.candidates) == 1:
        return [words.say("hint-only", roll=roll, turn=best)]
    others = [
        _other(words, str(place), candidate, numbers)
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
    """Return a sentence for each reason, or that there is little between the turns."""
    if not found.reasons:
        if found.stake < LEAST_SHOWN_COST:
            return [words.say("hint-same")]
        return [words.say("hint-close", cost=points(words, found.stake, 2))]
    first, *more = ((_reason(words, game, numbers, each), _compared(words, each)) for each in found.reasons)
    after = words.say("hint-after", turns=found.about)
    return [
        words.say("hint-reason", after=after, reason=first[0], compared=first[1]),
        *(words.say("hint-also", reason=reason, compared=compared) for reason, compared in more),
    ]


def _compared(words: Words, reason: Reason) -> Text:
    """Return what becomes of a reason after the weaker turn."""
    place = str(reason.against + 1)
    if reason.advantage is Advantage.HOLDS_POINT:
        return words.say("hint-compared-point", place=place)
    return words.say("hint-compared", place=place, other=_figure(words, reason.advantage, reason.other))


def _reason(words: Words, game: LoadedGame, numbers: Numbering, reason: Reason) -> Text:
    """Return what a reason is, without what it is compared with."""
    least, most = (_figure(words, reason.advantage, each) for each in (reason.least, reason.most))
    said: dict[str, Argument] = {
        "count": reason.most,
        "figure": least if least == most else f"{least}–{most}",
    }
    if reason.advantage is Advantage.HOLDS_POINT:
        said["point"] = str(numbers.other(reason.points[0]))
    if reason.advantage in (Advantage.SAVES_MARS, Advantage.KEEPS_MARS):
        said["grade"] = game.live.state.ruleset.scoring.second
    return words.say(f"hint-{reason.advantage.value}", **said)


def _figure(words: Words, advantage: Advantage, figure: int) -> str:
    return points(words, figure / 100, 2) if advantage is Advantage.FEWER_ROLLS else str(figure)


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
    """Return True if a half-made turn can be finished to the same board as another turn."""
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


CLOSE = 0.015
"""Points; what differs by less is as good, as with turns."""


def cube_hint_reply(
    words: Words, game: LoadedGame, display: DisplayPreferences, found: CubeDecision
) -> Reply:
    """Return a hint before a roll: what to do about the cube, and what each answer is worth.

    Args:
        words: the language of the one who asked.
        game: the game; its mover may double, or has doubled.
        display: how the one who asked is shown things.
        found: what a double is worth.
    """
    advice = _advice(words, found, answers=game.live.state.is_doubled)
    return replace(picture(game, display, ()), text=join([advice, _figures(words, game, found)]))


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
    """Return what each choice is worth to the one who asked: in points, or how likely the match is won."""
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
