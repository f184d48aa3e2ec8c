"""Help: the commands, and the rules of each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.rules import RULESETS, Game, start_position
from bot.sessions import DisplayPreferences
from bot.talk.catalog import Words, join
from bot.talk.command import Command, Menu
from bot.talk.input.payloads import button_data
from bot.talk.lessons import page_line
from bot.talk.onboarding import first_buttons
from bot.talk.reply import Bold, Button, Code, Reply, Text
from bot.talk.ruling import rule_text, rules_of
from bot.talk.views.scenes import plain_scene
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.wording import rules_name

_OWN_DATA = ("export", "forget")


def rules(words: Words, display: DisplayPreferences, name: str) -> Reply:
    """Return a game in a few lines, with its set-up, and the other games there are."""
    ruleset = RULESETS[name]
    position = start_position(ruleset)
    state = Game(position)
    others = [other for other in RULESETS if other != name]
    about, *shared = (rule_text(words, rule) for rule in rules_of(ruleset))
    text = join(
        [
            words.say("rules-text", rules=Bold(rules_name(words, name)), text=about),
            *shared,
            words.say("rules-choose", names=", ".join(others)),
        ]
    )
    buttons = [Button(rules_name(words, other), button_data(f"/rules {other}")) for other in others]
    return Reply(
        text,
        plain_scene(position, ruleset, display.seat, display.theme),
        spoken(words, position, state),
        spoken_briefly(words, position, state),
        buttons=(
            *(tuple(buttons[first : first + 2]) for first in range(0, len(buttons), 2)),
            (Button(words.words("button-how"), button_data(page_line(ruleset, 1))),),
        ),
    )


def commands(words: Words, table: Mapping[str, Command]) -> Reply:
    """Return all commands, a line each; there is room for those that boards offer in one line only."""
    listed = [command for command in dict.fromkeys(table.values()) if command.listed]
    briefly = [command.name for command in listed if command.menus == {Menu.PRIVATE, Menu.DISCORD}]
    lines = [command_line(words, command.name) for command in listed if command.name not in briefly]
    on_boards = [name for name in briefly if name not in _OWN_DATA]
    lines.append(words.say("help-on-boards", commands=_listed(on_boards)))
    lines.append(words.say("help-own-data", commands=_listed(_OWN_DATA)))
    context = words.say("help-talk", command=Code("/move"))
    return Reply(join([words.say("help-commands"), *lines, context]), buttons=first_buttons(words))


def _listed(names: Iterable[str]) -> Text:
    return join([(Code(f"/{name}"),) for name in names], ", ")


def command_line(words: Words, name: str) -> Text:
    """Return what one command does."""
    return words.say("help-line", command=Code(f"/{name}"), what=words.words(f"command-{name}"))
