"""New game: the form of a new game for the page, with a small board and a line for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from bot.rules import RULESETS, Game, Position, play_text, read_position
from bot.rules.rulesets import Opening
from bot.sessions import Player
from bot.talk.catalog import Words
from bot.talk.new_game import FIELDS, Against, Choices, Field
from bot.talk.views.lobby import RoomName
from bot.talk.views.scenes import SmallBoard, mover_of, position_scene
from bot.talk.wording import name_alone


@dataclass(frozen=True, slots=True)
class FormChoice:
    """A value of a field.

    Args:
        typed: the words for it in the line that begins the game; empty if it needs none.
        label: its name in the reader's language.
    """

    typed: str
    label: str


@dataclass(frozen=True, slots=True)
class FormGame:
    """A game to choose.

    Args:
        typed: its name in the line that begins the game.
        name: its name in the reader's language.
        about: one line that says what sets it apart.
        board: a position that shows what sets it apart.
        length: the `typed` of its usual length.
    """

    typed: str
    name: str
    about: str
    board: SmallBoard
    length: str


@dataclass(frozen=True, slots=True)
class FormFriend:
    """A player to challenge.

    Args:
        typed: the word for the player in the line that begins the game.
    """

    typed: str
    name: str


@dataclass(frozen=True, slots=True)
class FormOpponent:
    """A kind of opponent to choose.

    Args:
        key: `computer`, `friend`, `link` or `anyone`.
        label: its name in the reader's language.
        line: the beginning of the line that begins the game. The words for the friend, the game and each
            field follow, separated by spaces.
        room: the room in which the line is said.
        submit: the label of the button that begins the game; `{name}` stands for the friend's name.
        chosen: what was last chosen for this opponent: the `typed` of the game under `game`, and of each
            field's value under its key. Fields that the game does not have are missing.
    """

    key: str
    label: str
    line: str
    room: RoomName
    submit: str
    chosen: dict[str, str]


@dataclass(frozen=True, slots=True)
class FormField:
    """A choice of the form besides the game and the opponent.

    Args:
        key: its key in `FormOpponent.chosen`.
        name: its name in the reader's language.
        form: `choice`, or `switch` for off and on, in this order.
        games: the `typed` of the games that have it; in other games it is not shown.
        opponents: the keys of the opponents with whom it exists.
    """

    key: str
    name: str
    form: str
    choices: tuple[FormChoice, ...]
    games: tuple[str, ...]
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewGame:
    """The form of a new game.

    Args:
        opponent: the key of the opponent that is chosen at first.
        friend: the friend that is chosen at first, or None.
        friends: suggested players to challenge, the last opponents first.
    """

    opponent: str
    friend: FormFriend | None
    opponents: tuple[FormOpponent, ...]
    friends: tuple[FormFriend, ...]
    games: tuple[FormGame, ...]
    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class Friends:
    """The players that the form finds by the beginning of a name.

    Args:
        id: the id of the request.
    """

    id: str
    friends: tuple[FormFriend, ...]


def new_game(
    words: Words,
    theme: str,
    chosen: Mapping[Against, Choices],
    first: Against,
    friends: Sequence[FormFriend] = (),
    friend: FormFriend | None = None,
) -> NewGame:
    """Return the form of a new game for a page.

    Args:
        theme: the theme of the small boards.
        chosen: the opponents to choose from, each with what was last chosen for it.
        first: the opponent that is chosen at first.
        friends: suggested players to challenge.
        friend: the player who was challenged last, or None.
    """
    return NewGame(
        first.value,
        friend,
        tuple(_opponent(words, against, choices) for against, choices in chosen.items()),
        tuple(friends),
        tuple(_game(words, name, theme) for name in RULESETS),
        tuple(_field(words, each, chosen) for each in FIELDS),
    )


def friend_word(player: int) -> str:
    """Return the word for a known player in a challenge, which is unambiguous whatever their name is."""
    return f"#{player}"


def submit_label(words: Words, against: Against, name: str) -> str:
    """Return the label of the button that begins the game.

    Args:
        name: the name of the player who is challenged; used only against a friend.
    """
    if against is Against.FRIEND:
        return words.words("form-submit-friend", name=name)
    return words.words(f"form-submit-{against.value}")


def game_name(words: Words, name: str) -> str:
    """Return the short name of a game beside the others: without what most of them share."""
    return words.words(f"form-name-{name}")


def about_game(words: Words, name: str) -> str:
    """Return the line that says what sets a game apart."""
    return words.words(f"form-about-{name}")


def _opponent(words: Words, against: Against, choices: Choices) -> FormOpponent:
    chosen = {"game": choices.ruleset} | {
        each.key: each.typed(each.value_in(choices))
        for each in FIELDS
        if each.exists(choices.ruleset, against)
    }
    return FormOpponent(
        against.value,
        words.words(f"form-{against.value}"),
        "/play" if against is Against.COMPUTER else "/challenge",
        "table" if against is Against.ANYONE else "me",
        submit_label(words, against, "{name}"),
        chosen,
    )


def _field(words: Words, field: Field, chosen: Mapping[Against, Choices]) -> FormField:
    values = field.values
    for choices in chosen.values():
        value = field.value_in(choices)
        values += () if value in values else (value,)
    return FormField(
        field.key,
        words.words(f"form-{field.key}"),
        "switch" if field.is_switch else "choice",
        tuple(FormChoice(field.typed(value), field.label(words, value)) for value in values),
        tuple(name for name, ruleset in RULESETS.items() if field.is_known_to(ruleset)),
        tuple(against.value for against in Against if against in field.against),
    )


def _game(words: Words, name: str, theme: str) -> FormGame:
    usual = Choices(Against.LINK, ruleset=name)
    (length,) = (field for field in FIELDS if field.key == "length")
    return FormGame(
        name,
        game_name(words, name),
        about_game(words, name),
        telling_board(name, theme),
        length.typed(length.value_in(usual)),
    )


_TELLING = {
    # One checker a turn leaves the head.
    "long": ("24:15 / 12:15 w 6-5", "24/13"),
    # White has borne off everything, and Black has the last turn.
    "federation": ("off:15 / 13:1,14:1,off:13 b 2-1", ""),
    # Two checkers leave the head on the first turn, ...
    "narde": ("24:15 / 12:15 w 6-6", "24/18(2)"),
    # ... or on a later one.
    "palm": ("24:14,15:1 / 12:14,4:1 w 2-2", "24/22(2)"),
}
"""For games with the usual set-up, a position with dice that sets them apart, and the moves made since.

The other games show their start, with dice if the opening dice are the first roll.
"""
_OPENING = ((6, 4),)


@cache
def _telling_state(name: str) -> tuple[Position, Game]:
    """Return a position that shows what sets a game apart, and the state before the moves that led to it."""
    ruleset = RULESETS[name]
    if name not in _TELLING:
        state = Game.begin(ruleset, _OPENING if ruleset.opening is Opening.KEEP else None)
        return state.position, state
    text, moves = _TELLING[name]
    state = Game(*read_position(text, ruleset))
    return (play_text(state.begin_turn(), moves).position if moves else state.position), state


def telling_board(name: str, theme: str) -> SmallBoard:
    """Return a position that shows what sets a game apart, from White's side."""
    position, state = _telling_state(name)
    roll = state.roll
    scene = position_scene(position, state.ruleset, "w", theme)
    return SmallBoard.of(replace(scene, mover=mover_of(state), dice=(roll.high, roll.low)) if roll else scene)


def form_friend(words: Words, player: Player) -> FormFriend:
    """Return a known player as a friend to challenge."""
    return FormFriend(friend_word(player.id), name_alone(words, player))
