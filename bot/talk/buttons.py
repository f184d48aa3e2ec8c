"""The buttons of a board: offers to answer, moves to make, and what ends or takes back a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import Grade
from bot.sessions import DRAW
from bot.talk.parsing import button_data
from bot.talk.reply import Button, Style
from bot.talk.wording import grade_words, place_words, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules import PartialTurn
    from bot.sessions import Dress, Game
    from bot.talk.catalog import Words
    from bot.talk.reply import Rows

IN_A_ROW = 5
MOST_ROWS = 5
MOST_BUTTONS = IN_A_ROW * MOST_ROWS


def board_buttons(words: Words, game: Game, dress: Dress) -> Rows:
    """Return the buttons of a board.

    In a private chat only those that its reader may press; in a shared one everybody sees the same.

    Args:
        words: the language of the chat.
        game: the game, with the half-made turn that is shown.
        dress: whose chat it is.
    """
    if game.is_over:
        rematch = Button(words.words("button-rematch"), button_data(f"/rematch {game.id}"), Style.PRIMARY)
        record = Button(words.words("button-record"), button_data(f"/record {game.id}"))
        replay = Button(words.words("button-replay"), button_data(f"/replay {game.id}"))
        return ((rematch, replay, record),)
    offers = _offer_row(words, game, dress)
    rows = [offers] if offers else []
    if _may_move(game, dress):
        rows += _move_rows(words, game, MOST_ROWS - len(rows) - 1)
        rows.append(_turn_row(words, game))
    else:
        rows.append((_more(words, game),))
    return tuple(rows)


def move_button(words: Words, game: Game, start: int, stop: int, typed: str = "") -> Button:
    """The button of a move.

    Args:
        words: the language of the chat.
        game: the game.
        start: the point that the checker leaves.
        stop: where it lands.
        typed: what a press plays, if it is more than this move.
    """
    label = f"{place_words(words, start)}→{place_words(words, stop)}"
    data = button_data(f"/move {game.id} {typed or written(start, stop)}", game.row.turns)
    return Button(label, data, source=start, target=stop)


def in_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """Return buttons in rows of five."""
    return [tuple(buttons[first : first + IN_A_ROW]) for first in range(0, len(buttons), IN_A_ROW)]


def _may_move(game: Game, dress: Dress) -> bool:
    """Whether somebody who reads the chat may move now."""
    mover = game.player(game.play.mover)
    return mover.program is None and dress.reader in (None, mover.id)


def _offer_row(words: Words, game: Game, dress: Dress) -> tuple[Button, ...]:
    offer = game.play.offer
    if offer is None:
        return ()
    asked = game.player(offer.by.other)
    if asked.program is not None or dress.reader not in (None, asked.id):
        return ()
    if offer.what == DRAW:
        label = words.words("button-accept-draw")
    else:
        label = words.words("button-accept-resignation", grade=grade_words(words, Grade(offer.what)))
    return (
        Button(label, button_data(f"/accept {game.id} {offer.what}"), Style.PRIMARY),
        Button(words.words("button-decline"), button_data(f"/decline {game.id} {offer.what}")),
    )


def _move_rows(words: Words, game: Game, most_rows: int) -> list[tuple[Button, ...]]:
    """The moves of one die, and below them one checker moved with several dice, as far as there is room.

    Where there is no room for all moves of one die, the checkers that can move stand there instead.
    """
    partial = game.play.draft
    if partial is None:
        return []
    moves = list(dict.fromkeys((move.start, move.stop) for move in partial.next_moves()))
    if len(moves) > most_rows * IN_A_ROW:
        return in_rows([_checker_button(words, game, start) for start in dict.fromkeys(m[0] for m in moves)])
    rows = in_rows([move_button(words, game, *move) for move in moves])
    return rows + in_rows(_journey_buttons(words, game, partial))[: most_rows - len(rows)]


def _journey_buttons(words: Words, game: Game, partial: PartialTurn) -> list[Button]:
    journeys = ((way[0].start, way[-1].stop) for way in partial.next_journeys())
    return [move_button(words, game, *journey) for journey in journeys]


def _checker_button(words: Words, game: Game, start: int) -> Button:
    data = button_data(f"/move {game.id} {start}", game.row.turns)
    return Button(place_words(words, start), data, source=start)


def _turn_row(words: Words, game: Game) -> tuple[Button, ...]:
    partial, turn = game.play.draft, game.row.turns
    row = []
    if partial is None:
        row.append(Button(words.words("button-roll"), button_data(f"/roll {game.id}", turn), Style.PRIMARY))
    elif partial.moves:
        row.append(Button(words.words("button-undo"), button_data(f"/undo {game.id}", turn)))
    if partial is not None and partial.is_complete:
        done = button_data(f"/done {game.id}", turn)
        row.append(Button(words.words("button-done"), done, Style.PRIMARY))
    return (*row, _more(words, game))


def _more(words: Words, game: Game) -> Button:
    return Button(words.words("button-more"), button_data(f"/menu {game.id}"))
