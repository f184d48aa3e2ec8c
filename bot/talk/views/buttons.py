"""Buttons: the buttons of a board: answers to offers, moves, and the end of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bot.rules import Grade, Move, PartialTurn
from bot.rules.notation import write_moves
from bot.sessions import DRAW, PAUSE, DisplayPreferences, LoadedGame, Offer
from bot.talk.catalog import Words
from bot.talk.input.payloads import button_data
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Button, Rows, Style
from bot.talk.views.time_left import claim_row
from bot.talk.wording import grade_words, route_label, typed_place

IN_A_ROW = 5
MOST_ROWS = 5
"""Discord's limits: five rows of five buttons."""
MOST_BUTTONS = IN_A_ROW * MOST_ROWS
_ACCEPT_LABELS = {DRAW: "button-accept-draw", PAUSE: "button-accept-pause"}


def board_buttons(words: Words, game: LoadedGame, display: DisplayPreferences, waiting: int = 0) -> Rows:
    """Return the buttons of a board.

    A private chat shows only buttons that its reader may press. A shared chat shows the same to all.

    Args:
        game: the game, with the unconfirmed turn to show.
        waiting: the number of other games that wait for the reader, as in `GameView`; 0 for no button to the
            next one.
    """
    onward = (_next_waiting_button(words, display, waiting),) if waiting else ()
    if game.is_over:
        below = (*_profile_row(words, game, display), *onward)
        return (*_finished_rows(words, game), *((below,) if below else ()))
    # Offers and claims share a row: Discord allows five rows, and a turn with many moves needs the others.
    answers = (*_offer_row(words, game, display), *claim_row(words, game, display))
    rows = [answers] if answers else []
    if game.paused is not None:
        resume = Button(words.words("button-resume"), button_data(f"/resume {game.id}"), Style.PRIMARY)
        return (*rows, (resume, _menu_button(words, game)))
    if not _is_to_act(game, display):
        rows.append((*onward, _menu_button(words, game)))
    elif game.live.draft is None:
        rows.append((*_before_roll(words, game), *onward, _menu_button(words, game)))
    else:
        # The last row is for undo, done and the menu.
        rows += _move_rows(words, game, numbering_of(game, display), MOST_ROWS - len(rows) - 1)
        rows.append(_turn_row(words, game, onward))
    return tuple(rows)


def next_button(words: Words, others: int, game: LoadedGame) -> Button:
    """Return the button that opens the next game that waits for the reader, after the given one.

    Args:
        others: the number of games, besides the given one, that wait for the reader; the label shows it.
    """
    # The turn distinguishes this button from old ones of earlier versions, where `/next` continued a match.
    label = words.words("button-next-waiting", count=others)
    return Button(label, button_data(f"/next {game.id}", game.turns))


def _next_waiting_button(words: Words, display: DisplayPreferences, waiting: int) -> Button:
    """Return the button of a board that opens the next game waiting for the person who presses it.

    Its data has no game id, because the pressed message identifies the game. In a shared chat the label has
    no number, because the number differs from reader to reader.
    """
    if display.reader is None:
        return Button(words.words("button-next-here"), button_data("/next"))
    return Button(words.words("button-next-waiting", count=waiting), button_data("/next"))


def _finished_rows(words: Words, game: LoadedGame) -> Rows:
    """Return the buttons of a finished game: next game or rematch; below replay, analysis and record.

    Four in a row are too narrow for their words on a phone. There is no next game and no rematch if a
    player's data was deleted.
    """
    decided = game.standing.is_over
    # The record of a finished match holds all its games.
    record = f"/record {game.id}" + (" match" if decided and not game.is_alone else "")
    if decided:
        after = Button(words.words("button-rematch"), button_data(f"/rematch {game.id}"), Style.PRIMARY)
    else:
        after = Button(words.words("button-next-game"), button_data(f"/continue {game.id}"), Style.PRIMARY)
    replay = Button(words.words("button-replay"), button_data(f"/replay {game.id}"))
    analyse = Button(words.words("button-analyse"), button_data(f"/analyse {game.id}"))
    look = replay, analyse, Button(words.words("button-record"), button_data(record))
    return (look,) if game.white.is_former or game.black.is_former else ((after,), look)


def _profile_row(words: Words, game: LoadedGame, display: DisplayPreferences) -> tuple[Button, ...]:
    """Return the button for the reader's score against the opponent.

    Return no button in shared chats and after a game against the computer player.
    """
    if display.reader is None or game.level is not None:
        return ()
    return (Button(words.words("button-profile"), button_data(f"/profile {game.id}")),)


def move_button(
    words: Words, game: LoadedGame, numbers: Numbering, route: Sequence[Move], typed: str = ""
) -> Button:
    """Return the button that moves one checker by one or several dice.

    On the picture, the checker's point and the point where it lands act as this button.

    Args:
        numbers: the numbering of the label. The button's data always uses the board's numbers.
        typed: the moves that a press plays; empty for those of `route`.
    """
    written = write_moves(route)
    data = button_data(f"/move {game.id} {typed or written}", game.turns)
    return Button(
        route_label(words, numbers.convert_moves(written)), data, source=route[0].start, target=route[-1].stop
    )


def initial_moves_remain(partial: PartialTurn) -> bool:
    """Return True if a move that was already legal at the start of the turn can be played next.

    Then a board that still shows the start of the turn has a button that works.
    """
    offered = {(move.start, move.stop) for move in partial.take_back_all().next_moves()}
    return any((move.start, move.stop) in offered for move in partial.next_moves())


def in_rows(buttons: Sequence[Button], most: int = IN_A_ROW) -> list[tuple[Button, ...]]:
    """Return buttons in as few rows as possible, whose lengths differ by at most one.

    Args:
        most: the maximal number of buttons in a row.
    """
    count = -(-len(buttons) // most)  # rounded up
    ends = [-(-len(buttons) * row // max(1, count)) for row in range(count + 1)]
    return [tuple(buttons[start:stop]) for start, stop in pairwise(ends)]


def _is_to_act(game: LoadedGame, display: DisplayPreferences) -> bool:
    """Return True if a person who can read the chat is to move, to roll, or to answer a double."""
    actor = game.player(game.live.state.to_act or game.live.mover)
    return not actor.is_computer and display.reader in (None, actor.id)


def _offer_row(words: Words, game: LoadedGame, display: DisplayPreferences) -> tuple[Button, ...]:
    """Return the buttons of a pending offer: to answer it, and to withdraw it."""
    offer = game.live.offer
    if offer is None or game.player(offer.side.other).is_computer:
        return ()
    withdraw = withdraw_button(words, game, offer)
    if display.reader == game.player(offer.side).id:
        return (withdraw,)
    if display.reader not in (None, game.player(offer.side.other).id):
        return ()
    if offer.what in _ACCEPT_LABELS:
        label = words.words(_ACCEPT_LABELS[offer.what])
    else:
        label = words.words(
            "button-accept-resignation", grade=grade_words(words, Grade(offer.what), game.live.cube)
        )
    return (
        Button(label, button_data(f"/accept {game.id} {offer.what}"), Style.PRIMARY),
        Button(words.words("button-decline"), button_data(f"/decline {game.id} {offer.what}")),
        *((withdraw,) if display.reader is None else ()),
    )


def withdraw_button(words: Words, game: LoadedGame, offer: Offer) -> Button:
    """Return the button with which a side withdraws its own offer."""
    return Button(words.words("button-cancel"), button_data(f"/cancel {game.id} {offer.what}"))


def _move_rows(
    words: Words, game: LoadedGame, numbers: Numbering, most_rows: int
) -> list[tuple[Button, ...]]:
    """Return rows with the moves by one die, followed by moves of one checker by several dice.

    Of the latter only the rows that fit are returned. If the moves by one die do not fit, return a button for
    each point with a checker that can move instead.
    """
    partial = game.live.draft
    if partial is None:
        return []
    moves = partial.next_moves()
    if len(moves) > most_rows * IN_A_ROW:
        starts = dict.fromkeys(move.start for move in moves)
        return in_rows([_checker_button(words, game, numbers, start) for start in starts])
    rows = in_rows([move_button(words, game, numbers, (move,)) for move in moves])
    return rows + in_rows(_route_buttons(words, game, numbers, partial))[: most_rows - len(rows)]


def _route_buttons(words: Words, game: LoadedGame, numbers: Numbering, partial: PartialTurn) -> list[Button]:
    """Return the buttons that move one checker by several dice.

    Routes with the same start and end that hit different checkers get separate buttons, which show all
    stops. These buttons have no points on the picture, because start and end would be ambiguous.
    """
    routes = partial.next_routes()
    ends = Counter((route[0].start, route[-1].stop) for route in routes)
    buttons = []
    for route in routes:
        if ends[route[0].start, route[-1].stop] == 1:
            buttons.append(move_button(words, game, numbers, route))
        else:
            stops = tuple(replace(move, write_stop=True) for move in route)
            buttons.append(replace(move_button(words, game, numbers, stops), source=None, target=None))
    return buttons


def _checker_button(words: Words, game: LoadedGame, numbers: Numbering, start: int) -> Button:
    data = button_data(f"/move {game.id} {typed_place(start)}", game.turns)
    return Button(route_label(words, typed_place(numbers.convert(start))), data, source=start)


def _turn_row(words: Words, game: LoadedGame, onward: tuple[Button, ...]) -> tuple[Button, ...]:
    partial, turn = game.live.draft, game.turns
    row = []
    if partial is not None and partial.moves:
        row.append(Button(words.words("button-undo"), button_data(f"/undo {game.id}", turn)))
    if partial is not None and partial.is_complete:
        done = button_data(f"/done {game.id}", turn)
        row.append(Button(words.words("button-done"), done, Style.PRIMARY))
    return (*row, *onward, _menu_button(words, game))


def _before_roll(words: Words, game: LoadedGame) -> tuple[Button, ...]:
    """Return the buttons before the roll: to answer a double, keep or repeat a roll, or roll or double."""
    state = game.live.state

    def button(label: str, command: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, button_data(f"/{command} {game.id}", game.turns), style)

    if state.is_doubled:
        take = button(words.words("button-take"), "take", Style.PRIMARY)
        return take, button(words.words("button-drop"), "drop")
    if state.choice is not None:
        keep = button(words.words("button-keep", roll=str(state.choice)), "keep", Style.PRIMARY)
        return keep, button(words.words("button-reroll"), "reroll")
    roll = button(words.words("button-roll"), "roll", Style.PRIMARY)
    double = button(words.words("button-double"), "double")
    return (roll, double) if state.may_double else (roll,)


def _menu_button(words: Words, game: LoadedGame) -> Button:
    return Button(words.words("button-more"), button_data(f"/menu {game.id}"))
