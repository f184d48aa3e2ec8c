"""Puzzles: messages with a position and several turns to choose the best from, and their solutions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.rules import Game, PartialTurn, Turn
from bot.sessions import OWN_COLOUR, DisplayPreferences, Player, Puzzle, PuzzleView
from bot.talk.catalog import Words, join, words_in
from bot.talk.input.payloads import button_data
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Bold, Button, Code, Reply, Rows, Text
from bot.talk.times import day_words
from bot.talk.views.scenes import played_scene, turn_scene
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.wording import LONGEST_IN_LIST, name_of, points, rules_name, shortened
from renderers.scene import Scene

LETTERS: Final = "abcd"
"""Letters in commands for the turns to choose from (at most four), in the order in which they are shown."""
DAILY: Final = "d"
"""Prefix of a daily puzzle's number in commands."""
ASKER: Final = "@"
"""Prefix, in button data, of the id of the only player who may press the button."""
_MOST_SOLVERS: Final = 5
"""The most solvers (players who found the best turn) whose names are listed; the others are counted."""
_WIDEST: Final = 16
"""Characters of a button's label up to which two buttons fit into a row."""


def daily_data(number: int) -> str:
    """Return the name of a daily puzzle in commands, such as `d17` for number 17."""
    return f"{DAILY}{number}"


def letter_of(words: Words, number: int) -> str:
    """Return the letter by which a language's texts name a turn, by the turn's index from 0."""
    return words.words("puzzle-letters")[number]


def daily_question(view: PuzzleView) -> Reply:
    """Return the question of a daily puzzle, with a button for each turn until the puzzle closes."""
    shown = _ShownPuzzle(words_in(view.display.language), view.puzzle, view.display)
    title = shown.words.say("puzzle-day", day=Bold(_day(shown.words, view)))
    below = "puzzle-hidden" if view.is_open else "puzzle-over"
    return replace(
        shown.picture(),
        text=join([title, shown.question_text(), shown.words.say(below)]),
        buttons=shown.buttons(daily_data(view.id)) if view.is_open else (),
        language=shown.words.language,
        is_silent=True,
    )


def daily_solution(view: PuzzleView) -> Reply:
    """Return the solution of a daily puzzle: the cost of each turn, the solvers, and the month's table.

    If there is one, it names the game that the position is from, and says that this is the last daily puzzle.
    """
    shown = _ShownPuzzle(words_in(view.display.language), view.puzzle, view.display)
    words = shown.words
    lines = [words.say("solution-day", day=Bold(_day(words, view))), shown.roll_line(), *shown.cost_lines()]
    if view.game is not None:
        game, turn = view.game
        lines.append(words.say("solution-game", game=game, command=Code(f"/replay {game} {turn}")))
    lines.append(_solvers(words, view))
    if view.table:
        lines.append(words.say("solution-table"))
    lines += [
        words.say(
            "solution-row",
            place=str(place),
            name=_called(each.player),
            found=str(each.found),
            answered=str(each.answered),
        )
        for place, each in enumerate(view.table, 1)
    ]
    if view.is_last:
        lines.append(words.say("solution-last", command=Code("/settings daily on")))
    return replace(shown.solution_picture(), text=join(lines), language=words.language, is_silent=True)


def own_question(words: Words, name: str, puzzle: Puzzle, display: DisplayPreferences, player: int) -> Reply:
    """Return a puzzle for the player who asked for it; only that player may answer.

    Args:
        name: the name of the puzzle in commands.
        player: the id of that player.
    """
    shown = _ShownPuzzle(words, puzzle, display)
    return replace(
        shown.picture(), text=shown.question_text(), buttons=shown.buttons(name, f"{ASKER}{player}")
    )


def own_solution(
    words: Words, puzzle: Puzzle, display: DisplayPreferences, chosen: int, player: int
) -> Reply:
    """Return the solution of a puzzle for the player who has just answered it, with a button for another one.

    Args:
        chosen: the index of the turn that the player chose.
        player: the id of that player, who alone may press the button.
    """
    shown = _ShownPuzzle(words, puzzle, display)
    letter = letter_of(words, chosen)
    if chosen == puzzle.best:
        told = words.say("solution-right", letter=letter)
    else:
        cost = points(words, puzzle.turns[chosen].cost, 2)
        told = words.say("solution-wrong", letter=letter, best=letter_of(words, puzzle.best), cost=cost)
    ruleset = puzzle.position.ruleset.name
    another = Button(words.words("button-puzzle"), button_data(f"/puzzle {ruleset} {ASKER}{player}"))
    lines = [told, shown.roll_line(), *shown.cost_lines(), words.say("solution-cost")]
    return replace(shown.solution_picture(), text=join(lines), buttons=((another,),))


def told_turn(words: Words, puzzle: Puzzle, turn: PartialTurn) -> Text:
    """Return a sentence about a complete turn of a puzzle: that it is the best, or its cost and the best."""
    chosen, played = puzzle.choice_of(turn), str(turn)
    best = str(puzzle.turns[puzzle.best].turn)
    if chosen == puzzle.best:
        return words.say("puzzle-right", turn=played)
    if chosen is None:
        # The four turns to choose from are the best ones, so that any other costs more.
        cost = points(words, max(each.cost for each in puzzle.turns), 2)
        return words.say("puzzle-worse", turn=played, best=best, cost=cost)
    return words.say("puzzle-wrong", turn=played, best=best, cost=points(words, puzzle.turns[chosen].cost, 2))


def _day(words: Words, view: PuzzleView) -> str:
    return day_words(words, date.fromisoformat(view.day))


def _called(player: Player) -> Bold:
    """Return a player's name, cut to 24 characters because a caption lists many names."""
    name = name_of(player)
    return replace(name, text=shortened(name.text, LONGEST_IN_LIST))


def _solvers(words: Words, view: PuzzleView) -> Text:
    """Return a sentence about the players who found the best turn: up to five names, and how many more.

    It may also say that no player answered, or that none of the answers was right.
    """
    if not view.is_answered:
        return words.say("solution-unanswered")
    if not view.found:
        return words.say("solution-not-found")
    named = view.found_by[:_MOST_SOLVERS]
    names = join([(_called(each),) for each in named], ", ")
    if view.found > len(named):
        return words.say("solution-found-more", names=names, count=view.found - len(named))
    return words.say("solution-found", names=names)


@dataclass(frozen=True, slots=True)
class _ShownPuzzle:
    """A puzzle with the language and display preferences for which it is shown."""

    words: Words
    puzzle: Puzzle
    display: DisplayPreferences

    @property
    def numbers(self) -> Numbering:
        """The numbering of the points: the mover's if the reader counts from their side, else the board's."""
        position = self.puzzle.position
        if self.display.counts_for is None:
            return ON_THE_BOARD
        return Numbering(position.ruleset.family, position.mover)

    @property
    def below(self) -> str:
        """The side at the bottom, `w` or `b`: the mover if the reader wants their own side there."""
        return self.puzzle.position.mover.value if self.display.side == OWN_COLOUR else self.display.side

    def turn_start(self) -> PartialTurn:
        """Return the puzzle's turn before its first move."""
        return PartialTurn.begin(self.puzzle.position, self.puzzle.roll)

    def question_text(self) -> Text:
        """Return the rules, the mover and the roll, with the question which turn is best."""
        return self.words.say("puzzle-asked", rolled=self.roll_line())

    def roll_line(self) -> Text:
        """Return a line with the rules, the mover and the roll."""
        position = self.puzzle.position
        return self.words.say(
            "puzzle-rolled",
            rules=rules_name(self.words, position.ruleset.name),
            side=position.mover,
            roll=str(self.puzzle.roll),
        )

    def cost_lines(self) -> list[Text]:
        """Return a line with the cost of each turn, the best first."""
        ranked = sorted(enumerate(self.puzzle.turns), key=lambda each: each[1].cost)
        return [self._cost_line(number, each.turn, each.cost) for number, each in ranked]

    def _cost_line(self, number: int, turn: Turn, cost: float) -> Text:
        letter, moves = letter_of(self.words, number), self.numbers.convert_moves(str(turn))
        if number == self.puzzle.best:
            return self.words.say("solution-best", letter=letter, turn=Bold(moves))
        return self.words.say("solution-other", letter=letter, turn=moves, cost=points(self.words, cost, 2))

    def buttons(self, name: str, asker: str = "") -> Rows:
        """Return a button for each turn to choose from, two in a row if all labels are short.

        Args:
            name: the name of the puzzle in commands.
            asker: `@` and the id of the only player who may press; empty if any player may.
        """
        buttons = [
            Button(
                self.words.words(
                    "puzzle-button",
                    letter=letter_of(self.words, number),
                    turn=self.numbers.convert_moves(str(each.turn)),
                ),
                button_data(f"/puzzle {name} {LETTERS[number]} {asker}".rstrip()),
            )
            for number, each in enumerate(self.puzzle.turns)
        ]
        in_a_row = 2 if all(len(each.label) <= _WIDEST for each in buttons) else 1
        return tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))

    def picture(self) -> Reply:
        """Return a message without text that shows the board before the turn, with the dice."""
        begun = self.turn_start()
        return self._pictured(turn_scene(begun, self.below, self.display.theme), begun)

    def solution_picture(self) -> Reply:
        """Return a message without text that shows the board after the best turn, with its moves marked."""
        after = self.turn_start().play_all(self.puzzle.turns[self.puzzle.best].turn.moves)
        return self._pictured(played_scene(after, self.below, self.display.theme), after)

    def _pictured(self, scene: Scene, shown: PartialTurn) -> Reply:
        state = Game(self.puzzle.position, self.puzzle.roll)
        numbers = self.numbers
        return Reply(
            (),
            replace(scene, movable=(), numbers=numbers.labels(), layout=self.display.layout),
            spoken(self.words, shown.position, state, numbers, shown),
            spoken_briefly(self.words, shown.position, state, numbers, shown),
        )
