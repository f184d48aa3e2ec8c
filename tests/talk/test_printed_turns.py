"""Printed turns, in sentences and on buttons, can be typed as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from bot.rules import RULESETS, Game, PartialTurn, RuleSet, legal_turns, play_text
from bot.sessions import DisplayPreferences, LoadedGame
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command import ParsedCommand
from bot.talk.input.parsing import read_line, read_press
from bot.talk.numbering import Numbering, numbering_of
from bot.talk.reply import Button
from bot.talk.views.buttons import board_buttons
from tests.dialogues.house import House, only_game
from tests.long_parameters import long_except
from tests.rules.test_printed_turns import turns_to_play

EVERY = 6
"""Every how many positions of the rules' test are used; buttons use one in four of those."""


def positions(ruleset: RuleSet, every: int = EVERY) -> Iterator[PartialTurn]:
    """Yield turns in which a move is possible."""
    return (turn for turn in islice(turns_to_play(ruleset), 0, None, every) if not turn.must_pass)


def with_turn(game: LoadedGame, draft: PartialTurn) -> LoadedGame:
    """Return the game with another position and turn."""
    state = Game(draft.start, draft.roll, turns=30)
    return replace(game, live=replace(game.live, state=state, draft=draft))


def play_command(draft: PartialTurn, parsed: object, numbers: Numbering = Numbering()) -> PartialTurn:  # noqa: B008 (frozen)
    """Return the turn after a command's moves."""
    assert isinstance(parsed, ParsedCommand)
    assert parsed.command.name == "move"
    return play_text(draft, numbers.convert_moves(parsed.rest))


def move_buttons(game: LoadedGame, display: DisplayPreferences) -> list[Button]:
    """Return the buttons that play a move, without those that select a checker."""
    rows = board_buttons(words_in(display.language), game, display)
    return [button for row in rows for button in row if "→" in button.label]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "ruleset", long_except(RULESETS.values(), *(RULESETS[name] for name in ("long", "short"))), ids=str
)
async def test_a_label_plays_the_same_move_when_typed(
    playing: House, ruleset: RuleSet, language: str
) -> None:
    """A label typed in the reader's language and numbers plays the same move as its button."""
    game = await playing.manager.game(await only_game(playing))
    typed = 0
    for draft in positions(ruleset, 4 * EVERY):
        shown = with_turn(game, draft)
        mover = shown.player(draft.start.mover).id
        for counts_for in (None, mover):
            display = DisplayPreferences("web", language, "wood", "w", None, counts_for)
            numbers = numbering_of(shown, display)
            for button in move_buttons(shown, display):
                pressed = play_command(draft, read_press(button.data))
                lines = (button.label, f"/move {button.label}")
                for line in lines:
                    case = f"{line} {draft.start} {draft.roll}"
                    assert play_command(draft, read_line(line, ascending=True), numbers) == pressed, case
                typed += 1
    assert typed > 20


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_a_printed_turn_is_read_without_a_command(ruleset: RuleSet) -> None:
    """A printed turn typed as a line is read as that turn."""
    for draft in positions(ruleset):
        turns = legal_turns(draft.start, draft.roll)
        for turn in turns[:: 1 + len(turns) // 10]:
            assert play_command(draft, read_line(str(turn), ascending=True)).turn() == turn


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("бар/22", ("bar/22",)),
        ("/move k7f Бар→22* 3/ВЫБРОС", ("bar→22*", "3/off")),
        ("/why 3/выброс", ("3/off",)),
        ("k7f бар->20 бар->20", ("bar->20", "bar->20")),
    ],
)
def test_the_bar_and_off_are_read_in_russian(line: str, moves: tuple[str, ...]) -> None:
    """The Russian words for the bar and for bearing off are read in moves."""
    parsed = read_line(line)
    assert isinstance(parsed, ParsedCommand)
    assert parsed.words == moves


@pytest.mark.parametrize("line", ["пойдём в бар", "бар", "барабан/22", "выброс", "/challenge Бар"])
def test_the_russian_words_are_not_read_outside_moves(line: str) -> None:
    """The words for the bar and for bearing off are left alone outside moves."""
    parsed = read_line(line)
    assert parsed is None or (isinstance(parsed, ParsedCommand) and parsed.words == ("Бар",))
