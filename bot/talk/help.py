"""What a player can look up: the commands, how to play, and the rules of each game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.rules import RULESETS, GameState, PartialTurn, read_position, start_position
from bot.talk.catalog import join
from bot.talk.commands import COMMANDS
from bot.talk.parsing import button_data
from bot.talk.reply import Bold, Button, Code, Reply, Style
from bot.talk.scenes import plain_scene, turn_scene
from bot.talk.spoken import spoken, spoken_briefly
from bot.talk.welcome import first_buttons
from bot.talk.wording import rules_name

if TYPE_CHECKING:
    from bot.sessions import Dress
    from bot.talk.catalog import Words
    from bot.talk.reply import Text

LONG = RULESETS["long"]


@dataclass(frozen=True, slots=True)
class Example:
    """What a page of how to play shows.

    Args:
        position: the board, with the dice if there are any.
        moved: the moves made so far with them.
        chosen: the point whose checker is chosen, to show where it may land.
        way: points marked as landings where no dice are thrown.
        wall: points marked as movable where no dice are thrown.
    """

    position: str
    moved: str = ""
    chosen: int | None = None
    way: tuple[int, ...] = ()
    wall: tuple[int, ...] = ()


EXAMPLES = (
    Example("24:15 / 12:15 w", chosen=24, way=(22, 20, 18, 16, 14, 11, 9, 7, 5, 3, 1)),
    Example("24:15 / 12:15 w 3-3", moved="24/15", chosen=24),
    Example("24:13,20:1,15:1 / 12:13,7:1,2:1 w 6-5", chosen=24),
    Example("24:12,18:1,16:1,14:1 / 12:12,9:1,7:1,4:1 w 5-4", chosen=14),
    Example("24:7,11:2,10:1,9:1,8:2,7:1,6:1 / 12:10,3:2,1:1,20:2 w", wall=(11, 10, 9, 8, 7, 6)),
    Example("6:4,5:3,4:3,3:2,2:1,off:2 / 13:3,14:3,15:3,16:2,17:2,18:2 w 6-3", chosen=6),
)
PAGES = len(EXAMPLES)


def how_to_play(words: Words, dress: Dress, page: int) -> Reply:
    """One of the six pages (from 1): a picture and a sentence, and a button to the next."""
    example = EXAMPLES[page - 1]
    position, roll = read_position(example.position, LONG)
    if roll is None:
        still = plain_scene(position, LONG, dress.seat, dress.theme)
        scene = replace(still, chosen=example.chosen, landings=example.way, movable=example.wall)
    else:
        partial = PartialTurn.begin(LONG, position, roll)
        partial = partial.read(example.moved) if example.moved else partial
        position = partial.position
        scene = turn_scene(partial, dress.seat, dress.theme, example.chosen)
    button = Button(words.words("button-next"), button_data(f"/help {page + 1}"), Style.PRIMARY)
    state = GameState(LONG, position, roll)
    return Reply(
        words.say(f"how-{page}"),
        scene,
        spoken(words, position, state),
        spoken_briefly(words, position, state),
        buttons=((button,),) if page < PAGES else first_buttons(words),
    )


def rules(words: Words, dress: Dress, name: str) -> Reply:
    """A game in a few lines, with its set-up, and the other games there are."""
    ruleset = RULESETS[name]
    position = start_position(ruleset)
    state = GameState(ruleset, position)
    others = [other for other in RULESETS if other != name]
    about = words.words(f"rules-about-{name}")
    text = join(
        [
            words.say("rules-text", rules=Bold(rules_name(words, name)), text=about),
            words.say("rules-choose", names=", ".join(others)),
        ]
    )
    buttons = [Button(rules_name(words, other), button_data(f"/rules {other}")) for other in others]
    return Reply(
        text,
        plain_scene(position, ruleset, dress.seat, dress.theme),
        spoken(words, position, state),
        spoken_briefly(words, position, state),
        buttons=(
            *(tuple(buttons[first : first + 2]) for first in range(0, len(buttons), 2)),
            (Button(words.words("button-how"), button_data("/help 1")),),
        ),
    )


def commands(words: Words) -> Reply:
    """All commands, a line each."""
    lines = [command_line(words, command.name) for command in COMMANDS.values() if command.listed]
    talk = words.say("help-talk", command=Code("/move"))
    return Reply(join([words.say("help-commands"), *lines, talk]), buttons=first_buttons(words))


def command_line(words: Words, name: str) -> Text:
    """What one command does."""
    return words.say("help-line", command=Code(f"/{name}"), what=words.words(f"command-{name}"))
