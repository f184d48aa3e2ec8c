"""New game message: the form of a new game as a message whose buttons hold all choices."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.rules import RULESETS
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.new_game import FIELDS, Against, Choices, Field
from bot.talk.reply import Bold, Button, Code, Reply, Rows, Style, Text
from bot.talk.views.buttons import MOST_ROWS, in_rows
from bot.talk.views.new_game import about_game, game_name, submit_label
from bot.talk.wording import LONGEST_IN_LABEL, rules_name, shortened

NEW_GAME = "new game"
"""The name of a page's form of a new game, for `Reply.opens`."""
MAIN, GAMES, OPPONENTS, BEGIN = "=", "g", "o", "!"
"""The page of the form that a press shows: all choices, the games, or the opponents; or it begins the game.

The page of a field's values has the number of the field.
"""
_PRESS = re.compile(r"=(?P<page>[=go!0-9])(?P<choices>[^@]{1,48})@(?P<owner>[0-9]{1,10})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FormPress:
    """A press on a button of the form.

    Args:
        page: the page to show.
        choices: what is chosen with it.
        owner: the id of the only player who may press.
    """

    page: str
    choices: Choices
    owner: int

    def data(self) -> str:
        """Return the data of the button: at most 64 bytes, as `parse` reads its words."""
        return button_data(f"/challenge ={self.page}{self.choices}@{self.owner}")

    @staticmethod
    def parse(word: str) -> FormPress | None:
        """Return the press that a button's word means; None if it is none."""
        found = _PRESS.fullmatch(word)
        choices = Choices.parse(found["choices"]) if found else None
        if found is None or choices is None:
            return None
        return FormPress(found["page"], choices, int(found["owner"]))


@dataclass(frozen=True, slots=True)
class FormReader:
    """The only reader of a form, with what they may choose.

    Args:
        words: their language.
        player: their id.
        opponents: the kinds of opponents that they may choose.
        friends: the names of players whom they may challenge, by id.
    """

    words: Words
    player: int
    opponents: tuple[Against, ...]
    friends: Mapping[int, str]

    def button(self, label: str, page: str, choices: Choices, style: Style = Style.PLAIN) -> Button:
        """Return a button that shows a page of the form with some choices."""
        return Button(label, FormPress(page, choices.possible(), self.player).data(), style)


def form_message(reader: FormReader, choices: Choices, page: str = MAIN) -> Reply:
    """Return a page of the form as a message; an unknown page is that of all choices."""
    match page:
        case _ if page == GAMES:
            text, rows = _games(reader, choices)
        case _ if page == OPPONENTS:
            text, rows = _opponents(reader, choices)
        case _ if page.isdecimal() and int(page) < len(FIELDS):
            text, rows = _values(reader, choices, FIELDS[int(page)])
        case _:
            text, rows = _all(reader, choices)
    return Reply(text, buttons=rows)


def _all(reader: FormReader, choices: Choices) -> tuple[Text, Rows]:
    words, button = reader.words, reader.button
    title = words.say("form-title", rules=Bold(rules_name(words, choices.ruleset)))
    text = join([title, (about_game(words, choices.ruleset),)], " ")
    first = [
        button(_named(words, "form-game", game_name(words, choices.ruleset)), GAMES, choices),
        button(_named(words, "form-against", _opponent_name(reader, choices)), OPPONENTS, choices),
    ]
    others = [
        _field_button(reader, choices, number, field)
        for number, field in enumerate(FIELDS)
        if field.exists(choices.ruleset, choices.against)
    ]
    name = shortened(reader.friends.get(choices.friend or 0, ""), LONGEST_IN_LABEL)
    if choices.against is Against.FRIEND and not name:
        submit = button(words.words("form-choose-friend"), OPPONENTS, choices, Style.PRIMARY)
    else:
        submit = button(submit_label(words, choices.against, name), BEGIN, choices, Style.PRIMARY)
    return text, (*in_rows([*first, *others], 2), (submit,))


def _field_button(reader: FormReader, choices: Choices, number: int, field: Field) -> Button:
    """Return the button of a field: a switch is turned by it, and other values are shown by it."""
    words, value = reader.words, field.value_in(choices)
    label = _named(words, f"form-short-{field.key}", field.label(words, value))
    if field.is_switch:
        return reader.button(label, MAIN, choices.with_value(field, not value))
    return reader.button(label, str(number), choices)


def _games(reader: FormReader, choices: Choices) -> tuple[Text, Rows]:
    words = reader.words
    lines = [
        words.say("form-game-line", rules=Bold(game_name(words, name)), about=about_game(words, name))
        for name in RULESETS
    ]
    buttons = [
        reader.button(
            _marked(game_name(words, name), is_chosen=name == choices.ruleset),
            MAIN,
            _with_game(choices, name),
        )
        for name in RULESETS
    ]
    return join(lines), _with_back(reader, choices, buttons)


def _with_game(choices: Choices, name: str) -> Choices:
    """Return the choices with another game, at its usual length."""
    if name == choices.ruleset:
        return choices
    return replace(choices, ruleset=name, options=replace(choices.options, length=None))


def _opponents(reader: FormReader, choices: Choices) -> tuple[Text, Rows]:
    words = reader.words
    kinds = [
        reader.button(
            _marked(words.words(f"form-{against.value}"), is_chosen=against is choices.against),
            MAIN,
            replace(choices, against=against),
        )
        for against in reader.opponents
        if against is not Against.FRIEND
    ]
    friends = [
        reader.button(
            _marked(shortened(name, LONGEST_IN_LABEL), is_chosen=player == choices.friend),
            MAIN,
            replace(choices, against=Against.FRIEND, friend=player),
        )
        for player, name in reader.friends.items()
    ]
    text = words.say("form-against-whom", command=Code(words.words("form-against-example")))
    back = reader.button(words.words("lesson-back"), MAIN, choices)
    return text, (*in_rows(kinds, 3), *in_rows(friends, 2), (back,))


def _values(reader: FormReader, choices: Choices, field: Field) -> tuple[Text, Rows]:
    words, chosen = reader.words, field.value_in(choices)
    values = field.values if chosen in field.values else (*field.values, chosen)
    buttons = [
        reader.button(
            _marked(field.label(words, value), is_chosen=value == chosen),
            MAIN,
            choices.with_value(field, value),
        )
        for value in values
    ]
    return (Bold(words.words(f"form-{field.key}")),), _with_back(reader, choices, buttons)


def _with_back(reader: FormReader, choices: Choices, buttons: Sequence[Button]) -> Rows:
    back = reader.button(reader.words.words("lesson-back"), MAIN, choices)
    most = 2 if len(buttons) <= 2 * (MOST_ROWS - 1) else 3
    return (*in_rows(buttons, most), (back,))


def _opponent_name(reader: FormReader, choices: Choices) -> str:
    name = reader.friends.get(choices.friend or 0) if choices.against is Against.FRIEND else None
    return shortened(name, LONGEST_IN_LABEL) if name else reader.words.words(f"form-{choices.against.value}")


def _named(words: Words, name: str, value: str) -> str:
    return words.words("setting-button", name=words.words(name), value=value)


def _marked(label: str, *, is_chosen: bool) -> str:
    return f"✓ {label}" if is_chosen else label
