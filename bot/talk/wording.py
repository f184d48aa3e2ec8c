"""Wording: names, labels and numbers as text, shared by many messages."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules import BAR, OFF, Grade, Side
from bot.sessions import FORMER_NAME, PROGRAM_NAME, Level, LoadedGame, Player
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.reply import Bold, ComputerName, FormerName

LONGEST_NAME = 32
"""The most characters of a name in a sentence; longer names are cut."""
LONGEST_LABEL = 80
"""The most characters of a button's label."""
LONGEST_IN_LIST = 24
"""The most characters of a name in a list of many names below one picture."""
LONGEST_IN_LABEL = 20
"""The most characters of a name in a button's label or in a shortened text."""
MOST_LISTED = 8
"""The most things, such as moves, that `listed` returns."""
_PLATFORMS = {"web": "platform-web", "discord": "platform-discord", "telegram": "platform-telegram"}


def shortened(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a text cut to at most `longest` characters, ending with an ellipsis if it was cut."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def name_of(player: Player) -> Bold:
    """Return a player's name in bold, for use in a sentence.

    For the computer player and a former player (whose data was deleted) it is a placeholder, which the
    catalog fills in.
    """
    if player.is_former:
        return FormerName()
    return ComputerName() if player.is_computer else Bold(shortened(player.name))


def bold_name(name: str | None) -> Bold:
    """Return a stored name in bold, for use in a sentence, with placeholders as `name_of`.

    Args:
        name: the name; None for the computer player.
    """
    if name == FORMER_NAME:
        return FormerName()
    return ComputerName() if name is None else Bold(shortened(name))


def recorded_name(name: str) -> Bold:
    """Return a player's name from a record in bold, with a placeholder if it is the computer player's."""
    return bold_name(None if name == PROGRAM_NAME else name)


def is_computers_name(typed: str) -> bool:
    """True if a typed name is the computer player's in any language, with or without an article."""
    ids = ("computer", "computer-alone")
    names = {PROGRAM_NAME, *(words_in(each).words(message) for each in LANGUAGES for message in ids)}
    return typed.casefold() in {name.casefold() for name in names}


def reserved_names() -> set[str]:
    """Return the names that no player may take: the computer's and former players' in every language."""
    ids = ("computer", "computer-alone", "former-player", "former-player-alone")
    names = (words_in(each).words(message) for each in LANGUAGES for message in ids)
    return {PROGRAM_NAME, FORMER_NAME, *names}


def name_alone(words: Words, player: Player, longest: int = LONGEST_NAME) -> str:
    """Return a player's name for use outside a sentence: on a button, in a list, beside a board."""
    if player.is_former:
        return shortened(words.words("former-player-alone"), longest)
    return words.words("computer-alone") if player.is_computer else shortened(player.name, longest)


def spellings(name: str) -> set[str]:
    """Return all forms in which messages may contain a player's name: the whole name and its cut forms."""
    return {name, *(shortened(name, each) for each in (LONGEST_NAME, LONGEST_IN_LIST, LONGEST_IN_LABEL))}


def former_words(language: str) -> str:
    """Return the words that replace a forgotten player's name in a language's texts."""
    return words_in(language).words("former-player")


def platform_words(words: Words, platform: str) -> str:
    """Return a platform's name in a language."""
    return words.words(_PLATFORMS[platform])


def name_at(game: LoadedGame, side: Side) -> Bold:
    """Return the name of a side's player in bold."""
    return name_of(game.player(side))


def rules_name(words: Words, ruleset: str) -> str:
    """Return a rule set's name in a language."""
    return words.words(f"rules-{ruleset}")


def level_name(words: Words, level: Level) -> str:
    """Return the name of a level of the computer player in a language: one word, so that it can be typed."""
    return words.words(f"level-{level.value}")


def grade_words(words: Words, grade: Grade | None, cube: int = 1) -> str:
    """Return the name of a win's grade; if the cube's value is not 1, also the points times that value.

    Return an empty string without a grade.
    """
    if grade is None:
        return ""
    won = words.words(f"grade-{grade.value}")
    if cube == 1:
        return won
    return words.words("cubed", grade=won, cube=str(cube), points=str(grade.points * cube))


def points(words: Words, value: float, digits: int = 3, *, signed: bool = False) -> str:
    """Return a number of points with the language's decimal separator: `0.412`, `−1,05`."""
    whole, _, part = f"{abs(value):.{digits}f}".partition(".")
    sign = ("−" if value < 0 else "+") if signed and float(f"{value:.{digits}f}") else ""
    return sign + words.words("decimal", whole=whole, part=part)


def place_words(words: Words, point: int | None) -> str:
    """Return a point's name in a sentence or on a button: its number, or the words for the bar and off.

    None gives `None`, for messages that do not show the point.
    """
    if point == OFF:
        return words.words("place-off")
    return words.words("place-bar") if point == BAR else str(point)


def typed_place(point: int) -> str:
    """Return a point in move notation: its number, `bar` or `off`."""
    return {BAR: "bar", OFF: "off"}.get(point) or str(point)


def written(start: int, stop: int) -> str:
    """Return a move in notation, such as `24/18`."""
    return f"{typed_place(start)}/{typed_place(stop)}"


def route_label(words: Words, route: str) -> str:
    """Return the label of one checker's route: `24/18*/13` as `24→18*→13`, with words for the bar and off."""
    named = {"bar": words.words("button-bar"), "off": words.words("place-off")}
    return "→".join(named.get(place, place) for place in route.split("/"))


def listed(things: Iterable[object]) -> str:
    """Join the first eight different things with commas; leave out the others."""
    return ", ".join(list(dict.fromkeys(map(str, things)))[:MOST_LISTED])


def game_label(words: Words, game: LoadedGame) -> str:
    """Return the label of a button that chooses a game: its id, players and rules, cut to 80 characters."""
    white, black = _names_in_label(words, game)
    rules = rules_name(words, game.match.ruleset)
    label = words.words("choose-line", game=game.id, white=white, black=black, rules=rules)
    return shortened(label, LONGEST_LABEL)


def next_label(words: Words, game: LoadedGame) -> str:
    """Return the label of the button that begins the next game of a match.

    Args:
        game: the last game of the match, whose id and players the label gives.
    """
    white, black = _names_in_label(words, game)
    label = words.words("button-next-of", game=game.id, white=white, black=black)
    return shortened(label, LONGEST_LABEL)


def _names_in_label(words: Words, game: LoadedGame) -> tuple[str, str]:
    white, black = (name_alone(words, game.player(side), LONGEST_IN_LABEL) for side in Side)
    return white, black
