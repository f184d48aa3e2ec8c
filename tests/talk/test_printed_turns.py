"""What is printed of turns, in sentences and on buttons, can be typed as it stands."""

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
"""One in so many of the positions of the rules' test; buttons are looked at on one in four of those."""


def positions(ruleset: RuleSet, every: int = EVERY) -> Iterator[PartialTurn]:
    """Give turns to play in which there is something to play."""
    return (turn for turn in islice(turns_to_play(ruleset), 0, None, every) if not turn.must_pass)


def at(game: LoadedGame, draft: PartialTurn) -> LoadedGame:
    """The same game, of whatever rules, where a turn is to be played."""
    state = Game(draft.start, draft.roll, turns=30)
    return replace(game, live=replace(game.live, state=state, draft=draft))


def played(draft: PartialTurn, asked: object, numbers: Numbering = Numbering()) -> PartialTurn:  # noqa: B008 (frozen)
    """Return the turn after what is asked for has been played."""
    assert isinstance(asked, ParsedCommand)
    assert asked.command.name == "move"
    return play_text(draft, numbers.convert_moves(asked.rest))


def ways(game: LoadedGame, display: DisplayPreferences) -> list[Button]:
    """Return the buttons that play something, but for those that only choose a checker."""
    rows = board_buttons(words_in(display.language), game, display)
    return [button for row in rows for button in row if "→" in button.label]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "ruleset", long_except(RULESETS.values(), *(RULESETS[name] for name in ("long", "short"))), ids=str
)
async def test_what_stands_on_a_button_plays_the_same_when_typed(
    playing: House, ruleset: RuleSet, language: str
) -> None:
    """Arrows, stars, the bar and off in the reader's language, also where he counts from his own side."""
    game = await playing.manager.game(await only_game(playing))
    typed = 0
    for draft in positions(ruleset, 4 * EVERY):
        shown = at(game, draft)
        mover = shown.player(draft.start.mover).id
        for counts_for in (None, mover):
            display = DisplayPreferences("web", language, "wood", "w", None, counts_for)
            numbers = numbering_of(shown, display)
            for button in ways(shown, display):
                pressed = played(draft, read_press(button.data))
                lines = (button.label, f"/move {button.label}")
                for line in lines:
                    told = f"{line} {draft.start} {draft.roll}"
                    assert played(draft, read_line(line, ascending=True), numbers) == pressed, told
                typed += 1
    assert typed > 20


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_a_printed_turn_is_a_move_without_a_command(ruleset: RuleSet) -> None:
    """A canonical turn that is typed as a line of its own is taken for that turn."""
    for draft in positions(ruleset):
        turns = legal_turns(draft.start, draft.roll)
        for turn in turns[:: 1 + len(turns) // 10]:
            assert played(draft, read_line(str(turn), ascending=True)).turn() == turn


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
    """The words on Russian buttons are read as the rules write them."""
    asked = read_line(line)
    assert isinstance(asked, ParsedCommand)
    assert asked.words == moves


@pytest.mark.parametrize("line", ["пойдём в бар", "бар", "барабан/22", "выброс", "/challenge Бар"])
def test_words_are_otherwise_left_alone(line: str) -> None:
    """They are places only where moves stand."""
    asked = read_line(line)
    assert asked is None or (isinstance(asked, ParsedCommand) and asked.words == ("Бар",))
