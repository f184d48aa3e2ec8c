"""Board hints: the best turns as arrows and marks on the open board, each with two short lines of text."""

from __future__ import annotations

from collections import Counter

from bot.rules import Turn
from bot.sessions import Advantage, Candidate, CubeDecision, DisplayPreferences, Hint, LoadedGame, Reason
from bot.talk.catalog import Words
from bot.talk.input.payloads import LONGEST_DATA, button_data
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.on_board import Arrow, BoardHint, HintedTurn, HintStep
from bot.talk.reply import Reply, plain
from bot.talk.views.hints import LEAST_SHOWN_COST, cube_hint_texts, reason_arguments
from bot.talk.views.scenes import SmallBoard, legs_of, position_scene
from bot.talk.wording import points

MOST_MARKS = 6
"""The most points that are marked, so that the marks still say something."""
_SHOWN = 3
"""The most turns that the board shows one after another."""


def board_hint(words: Words, game: LoadedGame, display: DisplayPreferences, found: Hint) -> BoardHint:
    """Return the best turns of a roll for the open board.

    Args:
        game: the game, with the unconfirmed turn that the board shows.
        display: the display preferences of the player who asked.
        found: the best turns, with the reasons for the first.
    """
    numbers, state = numbering_of(game, display), game.live.state
    start = SmallBoard.of(position_scene(state.position, state.ruleset, display.below(game), display.theme))
    draft = game.live.draft
    is_begun = draft is not None and bool(draft.moves)
    turns = tuple(
        HintedTurn(
            says=_says(words, game, numbers, found, place),
            more=_more(words, game, numbers, found, place),
            arrows=_arrows(candidate.turn),
            steps=tuple(HintStep(move.start, move.stop, move.hit) for move in candidate.turn.moves),
            marks=_marks(found) if place == 0 else (),
            play=_play(game, candidate.turn),
        )
        for place, candidate in enumerate(found.candidates[:_SHOWN])
    )
    return BoardHint(
        game=game.id,
        stage=game.stage,
        says="",
        more="",
        white=start.white,
        black=start.black,
        turns=turns,
        undo=button_data(f"/undo {game.id} all", game.turns) if is_begun else "",
    )


def board_cube_hint(words: Words, game: LoadedGame, found: CubeDecision) -> BoardHint:
    """Return advice on the cube for the open board: two lines of text without arrows."""
    advice, figures = cube_hint_texts(words, game, found)
    return BoardHint(game.id, game.stage, plain(advice), plain(figures), (), (), (), "")


def unfinished_hint(game: LoadedGame, says: str) -> BoardHint:
    """Return the hint that only says that it is still being computed."""
    return BoardHint(game.id, game.stage, says, "", (), (), (), "")


def drawn_reply(hint: BoardHint) -> Reply:
    """Return the reply with a hint that the open board draws; its text repeats the two lines."""
    first = hint.turns[0] if hint.turns else hint
    return Reply(("\n".join(filter(None, (first.says, first.more))),), hint=hint)


def _says(words: Words, game: LoadedGame, numbers: Numbering, found: Hint, place: int) -> str:
    candidate = found.candidates[place]
    turn = numbers.convert_moves(str(candidate.turn))
    if len(found.candidates) == 1:
        return words.words("board-hint-only", turn=turn)
    if place == 0:
        reason = "" if not found.reasons else _reason_words(words, game, numbers, found.reasons[0])
        return words.words("board-hint-best", turn=turn, reason=reason).strip()
    if candidate.cost < LEAST_SHOWN_COST:
        return words.words("board-hint-as-good", place=str(place + 1), turn=turn)
    return words.words(
        "board-hint-other", place=str(place + 1), turn=turn, cost=points(words, candidate.cost, 2)
    )


def _more(words: Words, game: LoadedGame, numbers: Numbering, found: Hint, place: int) -> str:
    """Return the second line: for the best turn a second reason and the next one's cost."""
    if len(found.candidates) == 1:
        return ""
    if place:
        best = numbers.convert_moves(str(found.best.turn))
        return words.words("board-hint-instead", turn=best)
    second = [_reason_words(words, game, numbers, each) for each in found.reasons[1:]]
    if not found.reasons:
        second = [words.words("board-hint-close")]
    return " ".join([*second, _next_words(words, numbers, found.candidates[1])])


def _next_words(words: Words, numbers: Numbering, other: Candidate) -> str:
    turn = numbers.convert_moves(str(other.turn))
    if other.cost < LEAST_SHOWN_COST:
        return words.words("board-hint-next-as-good", turn=turn)
    return words.words("board-hint-next", turn=turn, cost=points(words, other.cost, 2))


def _reason_words(words: Words, game: LoadedGame, numbers: Numbering, reason: Reason) -> str:
    """Return a reason as a short sentence about the best turns, without the comparison."""
    said = reason_arguments(words, game, numbers, reason)
    row = [str(numbers.convert(point)) for point in reason.points]
    if reason.advantage is Advantage.PRIME and reason.least == reason.most == len(row):
        return words.words("board-hint-prime-row", figure=str(len(row)), row=f"{row[0]}–{row[-1]}")
    return words.words(f"board-hint-{reason.advantage.value}", **said)


def _marks(found: Hint) -> tuple[int, ...]:
    """Return the points that the reasons speak of; those of a later reason only while they stay few."""
    marked: set[int] = set()
    for reason in found.reasons:
        if len(more := marked | set(reason.points)) <= MOST_MARKS:
            marked = more
    return tuple(sorted(marked))


def _arrows(turn: Turn) -> tuple[Arrow, ...]:
    counts = Counter(legs_of(turn.moves))
    return tuple(Arrow(start, stop, count) for (start, stop), count in counts.items())


def _play(game: LoadedGame, turn: Turn) -> str:
    if not turn.moves:
        return ""
    data = button_data(f"/move {game.id} {turn}", game.turns)
    return data if len(data) <= LONGEST_DATA else ""
