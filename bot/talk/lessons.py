"""Lessons: how to play, in a few pages with a picture, a sentence and often a move to make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.rules import (
    BAR,
    RULESETS,
    Family,
    Game,
    NardyRulesError,
    PartialTurn,
    Position,
    Roll,
    RuleSet,
    play_text,
    read_position,
    start_position,
)
from bot.rules.errors import Reason
from bot.rules.notation import parse_moves
from bot.sessions import DisplayPreferences
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.input.typed_points import start_of
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.onboarding import first_buttons
from bot.talk.reply import Address, Button, Reply, Rows, Style, Text
from bot.talk.rule_texts import rule_text, rules_of
from bot.talk.views.buttons import in_rows
from bot.talk.views.scenes import position_scene, turn_scene
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.why_texts import explained
from bot.talk.wording import route_label, rules_name
from renderers.scene import Scene

LONG = RULESETS["long"]


def lesson_rules(ruleset: RuleSet) -> RuleSet:
    """Return the rule set whose lessons teach a game.

    It is the given one if its players move in opposite directions (opposed), else the classical Long Nardy.
    """
    return ruleset if ruleset.family is Family.OPPOSED else LONG


def page_command(ruleset: RuleSet, page: int) -> str:
    """Return the `/help` command that shows a page of a rule set's lessons, by its number from 1."""
    return f"/help {page}" if ruleset is LONG else f"/help {ruleset.name} {page}"


def page_commands() -> tuple[str, ...]:
    """Return the `/help` commands of all lesson pages; pages that several rule sets share come once."""
    shown = dict.fromkeys(map(lesson_rules, RULESETS.values()))
    return tuple(
        page_command(ruleset, page)
        for ruleset in shown
        for page in range(1, len(LESSONS[ruleset.family]) + 1)
    )


def nearest_page(ruleset: RuleSet, page: int) -> int:
    """Return the page number if the rule set's lessons have it, else the nearest one that they have."""
    return min(max(page, 1), len(LESSONS[lesson_rules(ruleset).family]))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson page as one reader sees it.

    Args:
        words: the reader's language.
        display: the display preferences for its board.
        requested: the rule set that the reader asked about.
        page: the number of the page, from 1.
        pupil: the id of the only player who may press its buttons; None if any player may.
    """

    words: Words
    display: DisplayPreferences
    requested: RuleSet
    page: int
    pupil: int | None = None

    @property
    def ruleset(self) -> RuleSet:
        """The rule set that the page shows, which may differ from the requested one."""
        return lesson_rules(self.requested)

    @property
    def example(self) -> Example:
        """The page's position and task."""
        return LESSONS[self.ruleset.family][self.page - 1]

    @property
    def is_last(self) -> bool:
        """True if the page is the last one of its rule set's lessons."""
        return self.page == len(LESSONS[self.ruleset.family])

    def turn(self) -> PartialTurn | None:
        """Return the page's turn, with the moves that its example has already made; None without dice."""
        position, roll = self._set_up()
        if roll is None:
            return None
        partial = PartialTurn.begin(position, roll)
        return play_text(partial, self.example.moved) if self.example.moved else partial

    def shown(self, *, praise: Text = (), address: str = "") -> Reply:
        """Return the page: a picture, a sentence, the task and buttons.

        Args:
            praise: the text about the solved task of the previous page, shown first; empty if there is none.
            address: the link to the same step on the web page, with a board to touch; empty if there is none.
                It is shown on pages with a task only.
        """
        parts = [praise, self.sentence(), *self._difference(), *self.asked()]
        if address and self.example.task is not None:
            parts.append(self.words.say("lesson-on-board", link=Address(address)))
        return self._reply([part for part in parts if part], self.turn(), self._rows())

    def tried(self, moves: str) -> Reply:
        """Return the reply to moves tried on the page: praise with the next page, or why they are illegal.

        After the last page's task, the reply ends the lessons with buttons for a first game. A page without a
        task is shown unchanged.
        """
        partial, task = self.turn(), self.example.task
        if partial is None or task is None:
            return self.shown()
        try:
            after = play_text(partial, moves)
        except NardyRulesError:
            reason = explained(self.words, partial, moves, ON_THE_BOARD)
            return self._reply([reason, *self.asked()], partial, self._rows(), chosen=start_of(moves))
        if not self.is_last:
            return replace(self, page=self.page + 1).shown(praise=self.praise())
        return self._reply([self.praise(), self.words.say("lesson-end")], after, self._first_buttons())

    def sentence(self) -> Text:
        """Return the sentence with the rule that the page teaches."""
        ruleset = self.ruleset
        message = f"how-{self.page}" if ruleset.family is Family.PARALLEL else f"how-opposed-{self.page}"
        return self.words.say(
            message, doubles=ruleset.doubles, scoring=ruleset.scoring, higher=int(ruleset.higher_die)
        )

    def asked(self) -> tuple[Text, ...]:
        """Return the task's text; empty if the page has no task."""
        return () if self.example.task is None else (self.words.say(f"lesson-{self.page}"),)

    def praise(self) -> Text:
        """Return the text shown when the page's task is solved."""
        return self.words.say(f"lesson-right-{self.page}")

    def _difference(self) -> tuple[Text, ...]:
        """Return how the requested game differs from that of the lessons; empty if they are the same."""
        if self.requested is self.ruleset:
            return ()
        rules = rules_name(self.words, self.requested.name)
        about = rule_text(self.words, rules_of(self.requested)[0])
        return (self.words.say("how-otherwise", rules=rules, about=about),)

    def _set_up(self) -> tuple[Position, Roll | None]:
        if not self.example.position:
            return start_position(self.ruleset), None
        return read_position(self.example.position, self.ruleset)

    def _reply(
        self, parts: list[Text], partial: PartialTurn | None, rows: Rows, chosen: int | None = None
    ) -> Reply:
        position, roll = self._set_up()
        state = Game(position, roll)
        if partial is not None:
            position = partial.position
        return Reply(
            join(parts),
            self._scene(position, partial, chosen),
            spoken(self.words, position, state, draft=partial),
            spoken_briefly(self.words, position, state, draft=partial),
            buttons=rows,
        )

    def _scene(self, position: Position, partial: PartialTurn | None, chosen: int | None) -> Scene:
        side, theme, example = self.display.seat, self.display.theme, self.example
        if partial is not None:
            scene = turn_scene(partial, side, theme, chosen or example.chosen)
            return replace(scene, layout=self.display.layout)
        still = position_scene(position, self.ruleset, side, theme)
        return replace(still, chosen=example.chosen, landings=example.landings, layout=self.display.layout)

    def _rows(self) -> Rows:
        task = self.example.task
        if task is None:
            return (
                self._first_buttons()
                if self.is_last
                else ((self._page_button(self.page + 1, "button-next", Style.PRIMARY),),)
            )
        before = (self._page_button(self.page - 1, "lesson-back"),) if self.page > 1 else ()
        skip = Button(self.words.words("lesson-skip"), button_data("/start"))
        after = skip if self.is_last else self._page_button(self.page + 1, "lesson-skip")
        return (*in_rows([self._move_button(moves) for moves in _sorted_moves(task)]), (*before, after))

    def _move_button(self, moves: str) -> Button:
        places = parse_moves(moves)[0].places
        return Button(
            route_label(self.words, moves), self._data(self.page, moves), source=places[0], target=places[-1]
        )

    def _page_button(self, page: int, label: str, style: Style = Style.PLAIN) -> Button:
        return Button(self.words.words(label), self._data(page), style)

    def _data(self, page: int, moves: str = "") -> str:
        pupil = "" if self.pupil is None else f"@{self.pupil}"
        return button_data(" ".join(filter(None, [page_command(self.requested, page), moves, pupil])))

    def _first_buttons(self) -> Rows:
        return first_buttons(self.words, "" if self.requested is LONG else self.requested.name)


def _sorted_moves(task: Task) -> list[str]:
    """Return a task's right and wrong moves, sorted by their points so that the order gives no hint."""
    return sorted(task.answers + task.mistakes, key=lambda moves: parse_moves(moves)[0].places, reverse=True)


def how_to_play(
    words: Words, display: DisplayPreferences, page: int, ruleset: RuleSet = LONG, pupil: int | None = None
) -> Lesson:
    """Return a lesson page for a reader.

    A rule set without lessons gets the classical ones, with a sentence about how its own rules differ.

    Args:
        words: the reader's language.
        display: the display preferences for its board.
        page: the number of the page, from 1; a number out of range gives the nearest page.
        ruleset: the rule set that the reader asked about.
        pupil: the id of the only player who may press its buttons; None if any player may.
    """
    return Lesson(words, display, ruleset, nearest_page(ruleset, page), pupil)


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a lesson page: to make a legal move.

    Args:
        answers: all legal next moves.
        mistakes: tempting illegal moves, offered as buttons beside the legal ones.
        reason: why the rules forbid the first of `mistakes`; this is what the page teaches.
    """

    answers: tuple[str, ...]
    mistakes: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Example:
    """The content of a lesson page.

    Args:
        position: the position with its roll, as text; empty for the rule set's starting position, without
            dice.
        moved: the moves already made with the roll; empty if none are.
        chosen: the point whose checker is selected, to show where it may land; None if none is.
        landings: the points marked as places to land on, on a page without dice.
        task: the task, or None if the page only explains.
    """

    position: str = ""
    moved: str = ""
    chosen: int | None = None
    landings: tuple[int, ...] = ()
    task: Task | None = None


LESSONS: Mapping[Family, tuple[Example, ...]] = MappingProxyType(
    {
        Family.PARALLEL: (
            Example(
                "24:14,18:1 / 12:14,6:1 w 5-3",
                task=Task(("24/21", "24/19", "18/15", "18/13"), ("18/21", "18/23"), Reason.BACKWARDS),
            ),
            Example(
                "24:13,20:1,15:1 / 12:13,7:1,2:1 w 6-5",
                "24/18",
                task=Task(("20/15", "18/13", "15/10"), ("24/19",), Reason.HEAD),
            ),
            Example(
                "24:13,16:1,14:1 / 12:11,11:1,3:1,19:1,18:1 w 6-5",
                task=Task(("16/10", "14/9"), ("14/8", "16/11"), Reason.FULL_ROLL),
            ),
            Example(
                "24:13,14:2 / 12:11,9:1,4:1,20:1,19:1 w 5-4",
                task=Task(("14/10",), ("14/9", "24/20"), Reason.BLOCKED),
            ),
            Example(
                "24:9,11:1,10:1,9:2,8:1,7:1 / 12:15 w 4-3",
                "24/20",
                task=Task(("20/17", "11/8", "10/7", "8/5", "7/4"), ("9/6",), Reason.PRIME),
            ),
            Example(
                "5:4,4:4,3:3,2:2,off:2 / 13:3,14:3,15:3,16:2,17:2,18:2 w 6-5",
                task=Task(("5/off",), ("4/off", "3/off"), Reason.CHECKER_BEHIND),
            ),
        ),
        Family.OPPOSED: (
            Example(chosen=24, landings=(21, 20, 16, 14, 11, 9, 7, 5, 3, 2)),
            Example("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 5-3", chosen=13),
            Example("24:2,13:5,8:3,6:5 / 1:2,9:1,12:5,17:3,19:4 w 4-1", chosen=13),
            Example("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", chosen=BAR),
            Example("6:4,5:3,4:3,3:2,2:1,off:2 / 19:4,20:3,21:3,22:2,23:2,24:1 w 6-3", chosen=6),
        ),
    }
)
"""The pages of each family. The opposed pages fit every opposed game; their texts vary with its rules."""
