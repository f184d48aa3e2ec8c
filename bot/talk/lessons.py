"""Lessons: how to play, in a few small pictures with one sentence each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.rules import BAR, RULESETS, Family, Game, PartialTurn, play_text, read_position, start_position
from bot.talk.catalog import join
from bot.talk.input.parsing import button_data
from bot.talk.onboarding import first_buttons
from bot.talk.reply import Button, Reply, Style
from bot.talk.ruling import rule_text, rules_of
from bot.talk.views.scenes import plain_scene, turn_scene
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.wording import rules_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules import RuleSet
    from bot.sessions import DisplayPreferences
    from bot.talk.catalog import Words

LONG = RULESETS["long"]


@dataclass(frozen=True, slots=True)
class Example:
    """What a page shows.

    Args:
        position: the board, with the dice if there are any; nothing for the game's own set-up.
        moved: the moves made so far with them.
        chosen: the point whose checker is chosen, to show where it may land.
        landings: points marked as landings where no dice are rolled.
        movable: points marked as movable where no dice are rolled.
    """

    position: str = ""
    moved: str = ""
    chosen: int | None = None
    landings: tuple[int, ...] = ()
    movable: tuple[int, ...] = ()


LESSONS: Mapping[Family, tuple[Example, ...]] = MappingProxyType(
    {
        Family.PARALLEL: (
            Example(chosen=24, landings=(22, 20, 18, 16, 14, 11, 9, 7, 5, 3, 1)),
            Example("24:15 / 12:15 w 3-3", moved="24/15", chosen=24),
            Example("24:13,20:1,15:1 / 12:13,7:1,2:1 w 6-5", chosen=24),
            Example("24:12,18:1,16:1,14:1 / 12:12,9:1,7:1,4:1 w 5-4", chosen=14),
            Example("24:7,11:2,10:1,9:1,8:2,7:1,6:1 / 12:10,3:2,1:1,20:2 w", movable=(11, 10, 9, 8, 7, 6)),
            Example("6:4,5:3,4:3,3:2,2:1,off:2 / 13:3,14:3,15:3,16:2,17:2,18:2 w 6-3", chosen=6),
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
"""The pages of each family. Those of the opposed one are written for the very game that is asked about."""


def lesson_of(ruleset: RuleSet) -> RuleSet:
    """Return the game that is shown to who asks how another is played: its own, or the classical one."""
    return ruleset if ruleset.family is Family.OPPOSED else LONG


def page_line(ruleset: RuleSet, page: int) -> str:
    """Return the command that shows a page (from 1) of how a game is played."""
    return f"/help {page}" if ruleset is LONG else f"/help {ruleset.name} {page}"


def page_lines() -> tuple[str, ...]:
    """Return the commands for all pages."""
    shown = dict.fromkeys(map(lesson_of, RULESETS.values()))
    return tuple(
        page_line(ruleset, page) for ruleset in shown for page in range(1, len(LESSONS[ruleset.family]) + 1)
    )


def how_to_play(words: Words, display: DisplayPreferences, page: int, ruleset: RuleSet = LONG) -> Reply:
    """Return one of the pages (from 1; the nearest): a picture, a sentence, and a button to the next.

    A game without pages of its own is shown the classical ones, which then say what it has otherwise.
    """
    requested, ruleset = ruleset, lesson_of(ruleset)
    examples = LESSONS[ruleset.family]
    page = min(max(page, 1), len(examples))
    example = examples[page - 1]
    position, roll, partial = start_position(ruleset), None, None
    if example.position:
        position, roll = read_position(example.position, ruleset)
    if roll is None:
        still = plain_scene(position, ruleset, display.seat, display.theme)
        scene = replace(still, chosen=example.chosen, landings=example.landings, movable=example.movable)
    else:
        partial = PartialTurn.begin(position, roll)
        partial = play_text(partial, example.moved) if example.moved else partial
        position = partial.position
        scene = turn_scene(partial, display.seat, display.theme, example.chosen)
    following = Button(words.words("button-next"), button_data(page_line(requested, page + 1)), Style.PRIMARY)
    state = Game(position, roll)
    played = "" if requested is LONG else requested.name
    message = f"how-{page}" if ruleset.family is Family.PARALLEL else f"how-opposed-{page}"
    text = words.say(
        message, doubles=ruleset.doubles, scoring=ruleset.scoring, higher=int(ruleset.higher_die)
    )
    if requested is not ruleset:
        about = rule_text(words, rules_of(requested)[0])
        text = join([text, words.say("how-otherwise", rules=rules_name(words, requested.name), about=about)])
    return Reply(
        text,
        scene,
        spoken(words, position, state, draft=partial),
        spoken_briefly(words, position, state, draft=partial),
        buttons=((following,),) if page < len(examples) else first_buttons(words, played),
    )
