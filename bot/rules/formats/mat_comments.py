"""Mat comments: data that `.mat` has no field for, as lines above its games: `; [Rules "long"]` (R10.3).

Other programs ignore such lines, and GNU Backgammon keeps them. It does not allow comments between games, so
a comment about one game has the number of the game: `; [Opening 2 "3-3 6-2"]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.events import Chosen, OpeningRolls
from bot.rules.formats.faults import FaultyRecord, RecordFaultKind
from bot.rules.formats.record import Record
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, Opening, RuleSet, Scoring

RULES, SCORING, GAMES, CUBE, OPENING, WHITE = "Rules", "Scoring", "Games", "Cube", "Opening", "White"
ON_TIME, MADE, VARIATION = "Lost on time", "Moves made", "Variation"
NO_JACOBY: Final = (
    "; Played without the Jacoby rule. GNU Backgammon applies it to games that are no match to points,"
    ' unless "set jacoby off" is given before the import.'
)
"""A note for readers of the file. GNU Backgammon has no comment that switches the rule off."""

COLUMNS: Final = ("Left", "Right")
"""The names of the two columns. As comments they hold the players' uncut names."""

_COMMENT: Final = re.compile(r'; \[([A-Za-z ]+?)(?: ([0-9]{1,4}))? "(.*)"\]', re.ASCII)
_ROLL: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_STARTER_NAMED: Final = "named"
_OTHER_VARIATIONS: Final = re.compile("nackgammon|hypergammon", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"(.*) (?:\([23]\)|[23])")
_CHOICES: Final = {str(choice): choice for choice in (Chosen(keep=True), Chosen(keep=False))}
_BREAKS_A_COLUMN: Final = re.compile(r":|,(?=\s*[0-9])")
"""Characters removed from names: a colon would separate a name from its score, a comma from a rating."""

_LONGEST: Final = 23
"""The limit on a name in bytes. Within it, GNU Backgammon leaves a blank between columns at any score."""

_LONGEST_WHOLE: Final = 200
"""The limit on a name in characters, in comments."""


def comment(name: str, value: str, game: int | None = None) -> str:
    """Write one comment line, about all games or about the game with a number."""
    number = "" if game is None else f" {game}"
    return f'; [{name}{number} "{value}"]'


def whole_name(name: str) -> str:
    """Return a name on one line, cut to the limit for comments."""
    return " ".join(name.split())[:_LONGEST_WHOLE]


def column_names(players: tuple[str, str]) -> tuple[str, str]:
    """Return two different names for the columns, cut and without characters that would break them."""
    left, right = map(_for_column, players)
    if left == right:
        start = _cut(right, _LONGEST - 4)
        right = next(other for other in (f"{start} (2)", f"{start} (3)") if other != left)
    return left, right


def _for_column(name: str) -> str:
    return _cut(_BREAKS_A_COLUMN.sub(" ", name), _LONGEST) or "?"


def _fits_column(name: str, column: str) -> bool:
    """True if a column can hold a name as `column_names` cuts it; earlier files number it in another way."""
    cut = _for_column(name)
    numbered = _NUMBERED.fullmatch(column)
    return column == cut or (numbered is not None and cut.startswith(numbered[1]))


def _cut(name: str, size: int) -> str:
    """Cut a name to at most `size` bytes without splitting a character."""
    # "replace" is for lone surrogates, which have no encoding; "ignore" drops a character cut in two.
    return whole_name(name).encode(errors="replace")[:size].decode(errors="ignore").strip()


@dataclass(frozen=True, slots=True)
class Start:
    """How a game began.

    Attributes:
        opening_rolls: The opening rolls, or None (see `Game.begin`).
        choice: White's choice to keep or reroll the opening dice, or None (R7.3).
    """

    opening_rolls: OpeningRolls | None = None
    choice: Chosen | None = None

    @classmethod
    def of(cls, game: Record) -> Start:
        """Return how a recorded game began."""
        choices = (event for event in game.events[:1] if isinstance(event, Chosen))
        return cls(game.opening_rolls, next(choices, None))

    @classmethod
    def from_first_roll(cls, ruleset: RuleSet, first: Roll | None) -> Start:
        """Infer the start from the first roll: under a rule set that keeps it, it was the opening roll."""
        kept = ruleset.opening is Opening.KEEP and first is not None and not first.is_double
        return cls(((first.high, first.low),) if kept and first else None)

    @classmethod
    def parse(cls, text: str) -> Start:
        """Read `3-3 6-2`, `6-2 keep` or `named`.

        Raises:
            FaultyRecord: The text has another form.
        """
        words = text.split()
        choice = _CHOICES.get(words[-1]) if words else None
        rolls = words[:-1] if choice else words
        if rolls == [_STARTER_NAMED]:
            return cls(None, choice)
        found = [_ROLL.fullmatch(word) for word in rolls]
        opening_rolls = tuple((int(each[1]), int(each[2])) for each in found if each)
        if not opening_rolls or None in found:
            raise FaultyRecord(RecordFaultKind.OPENING, text=text)
        return cls(opening_rolls, choice)

    def __str__(self) -> str:
        opening_rolls = (f"{white}-{black}" for white, black in self.opening_rolls or ())
        words = [*opening_rolls] if self.opening_rolls else [_STARTER_NAMED]
        return " ".join([*words, str(self.choice)] if self.choice else words)


class Comments:
    """The comments of a file being read that have our form; others are ignored."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, int | None], str] = {}
        self._starts: dict[int, Start] = {}

    def take(self, line: str) -> None:
        """Read a comment line; ignore one that is not in our form.

        Raises:
            FaultyRecord: An `Opening` comment cannot be read.
        """
        found = _COMMENT.fullmatch(line)
        if found and found[1] == OPENING and found[2]:
            self._starts[int(found[2])] = Start.parse(found[3])
        elif found:
            self._values[found[1], int(found[2]) if found[2] else None] = found[3]

    @property
    def games(self) -> str:
        """The number of games of the match, as text; empty if no comment gives it."""
        return self._values.get((GAMES, None), "")

    @property
    def ruleset(self) -> RuleSet | None:
        """The rule set; None if no comment gives it.

        Raises:
            FaultyRecord: There is no such rule set, or the file has a variation of backgammon.
            UnsupportedRulesError: The rule set has no extended scoring.
        """
        name = self._values.get((RULES, None))
        if name is None:
            variation = self._values.get((VARIATION, None), "")
            if _OTHER_VARIATIONS.match(variation):
                raise FaultyRecord(RecordFaultKind.RULES, text=variation)
            return None
        if name not in RULESETS:
            raise FaultyRecord(RecordFaultKind.RULES, text=name)
        extended = self._values.get((SCORING, None)) == Scoring.EXTENDED.value
        return RULESETS[name].extended() if extended else RULESETS[name]

    def players(self, columns: tuple[str, str]) -> tuple[str, str]:
        """Return the uncut names of the players, given the names in the columns."""
        left, right = (
            self._values.get((key, None), name) for key, name in zip(COLUMNS, columns, strict=True)
        )
        both = _fits_column(left, columns[0]) and _fits_column(right, columns[1])
        return (left, right) if both else columns

    def has_cube(self, game: int) -> bool:
        """True if a comment says that a game without a double was played with a cube."""
        return str(game) in self._values.get((CUBE, None), "").split()

    def lost_on_time(self, game: int) -> bool:
        """True if a comment says that a game was lost on time."""
        return str(game) in self._values.get((ON_TIME, None), "").split()

    def made(self, game: int) -> str:
        """Return the dice and moves of the unconfirmed turn in which a side gave up, or an empty text."""
        return self._values.get((MADE, game), "")

    def start(self, game: int) -> Start | None:
        """Return how a game began, or None if no comment says it."""
        return self._starts.get(game)

    def white(self, game: int) -> int | None:
        """Return the column of White in a game, or None if no comment says it."""
        name = self._values.get((WHITE, game))
        return COLUMNS.index(name) if name in COLUMNS else None


def cube_numbers(games: Sequence[Record], doubled: Sequence[bool]) -> str:
    """Return the numbers of the games that have a cube but no double, separated by blanks."""
    pairs = enumerate(zip(games, doubled, strict=True), start=1)
    return " ".join(str(number) for number, (game, said) in pairs if game.cube and not said)
