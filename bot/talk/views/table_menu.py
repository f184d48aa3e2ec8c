"""Table menu: what a person can do in a game on a page, besides moving; what cannot be done now says when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.rules import Side
from bot.sessions import LoadedGame, may_ask
from bot.talk.catalog import Words
from bot.talk.input.payloads import button_data

Icon = Literal[
    "hint", "double", "draw", "pause", "resign", "new", "record", "talk", "share", "flip", "sound", "rules",
    "settings", "keys", "block",
]  # fmt: skip
_LABELS: dict[Icon, str] = {
    "hint": "button-hint",
    "double": "button-double",
    "draw": "button-draw",
    "pause": "button-pause",
    "resign": "button-resign",
    "new": "form-other-choices",
    "record": "button-record",
    "talk": "web-table-talk",
    "share": "button-share",
    "flip": "button-turn-board",
    "sound": "button-sound",
    "rules": "button-rules",
    "settings": "button-settings",
    "keys": "web-table-keys",
    "block": "button-block",
}
PageAction = Literal["", "offer", "new", "record", "talk", "flip", "sound", "keys"]
"""What the page does: ask about an offer or a game, open a panel, turn the board, switch, list keys."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of a table's menu.

    Args:
        icon: the sign beside the label. For an offer it is the offer's `what`, too.
        data: the data of the press; empty if the page does it itself.
        does: what the page does itself; empty if there is a press.
        when: when it can be done; empty if it can be done now.
        is_danger: True if it gives the game up.
    """

    icon: Icon
    label: str
    data: str = ""
    does: PageAction = ""
    when: str = ""
    is_danger: bool = False


def table_menu(
    words: Words, game: LoadedGame, viewer: int, *, offers: frozenset[str]
) -> tuple[tuple[MenuEntry, ...], ...]:
    """Return the menu of a game for one person, in groups: the game, the board, everything else.

    Args:
        viewer: the id of the person's player; 0 for a visitor with a shared link.
        offers: the subjects of the offers that the person can make now, as in `Offer.what`.
    """
    side = game.side_of(viewer)
    playing = side is not None and not game.is_over
    return tuple(
        group
        for group in (
            _game_group(words, game, viewer, side, offers) if playing and side is not None else (),
            _board_group(words, game, is_seated=side is not None, talks=viewer != 0),
            _other_group(words, game, side) if viewer else (_entry(words, "keys", does="keys"),),
        )
        if group
    )


def _game_group(
    words: Words, game: LoadedGame, viewer: int, side: Side, offers: frozenset[str]
) -> tuple[MenuEntry, ...]:
    """Return the entries about the game itself; those that its terms rule out are left out."""
    found: list[MenuEntry] = []
    is_mine = game.live.state.to_act is side and game.paused is None
    if game.allows_hints:
        can_ask = may_ask(game, viewer) and game.paused is None
        when = "" if can_ask else words.words("menu-when-rolled" if is_mine else "menu-when-your-turn")
        found.append(_entry(words, "hint", data=button_data(f"/hint {game.id}"), when=when))
    if game.live.state.cube is not None:
        found.append(_offer(words, "double", offers, _when_double(words, game, side)))
    later = _when_offer(words, game)
    found.append(_offer(words, "draw", offers, later))
    if game.level is None:
        found.append(_offer(words, "pause", offers, later))
    if game.live.resignations(side):
        when = "" if "resign" in offers else later
        found.append(_entry(words, "resign", does="offer", when=when, is_danger=True))
    if game.level is not None:
        found.append(_entry(words, "new", does="new"))
    return tuple(found)


def _when_offer(words: Words, game: LoadedGame) -> str:
    """Return when an offer can be made that cannot be made now."""
    if game.paused is not None:
        return words.words("menu-when-resumed")
    # Without a pending offer, the player has withdrawn theirs.
    return words.words("menu-when-played" if game.live.offer is None else "menu-when-answered")


def _when_double(words: Words, game: LoadedGame, side: Side) -> str:
    cube = game.live.state.cube
    owned = cube is not None and cube.owner is side.other
    return words.words("menu-when-cube" if owned else "menu-when-before-roll")


def _board_group(words: Words, game: LoadedGame, *, is_seated: bool, talks: bool) -> tuple[MenuEntry, ...]:
    shared = (_entry(words, "share", data=button_data(f"/share {game.id}")),) if is_seated else ()
    turned = () if is_seated else (_entry(words, "flip", does="flip"),)
    return (
        _entry(words, "record", does="record"),
        *((_entry(words, "talk", does="talk"),) if talks else ()),
        *shared,
        *turned,
        _entry(words, "sound", does="sound"),
    )


def _other_group(words: Words, game: LoadedGame, side: Side | None) -> tuple[MenuEntry, ...]:
    block = _entry(words, "block", data=button_data(f"/block {game.id}"))
    return (
        _entry(words, "rules", data=button_data(f"/rules {game.match.ruleset}")),
        _entry(words, "settings", data=button_data("/settings")),
        _entry(words, "keys", does="keys"),
        *((block,) if side is not None and game.level is None else ()),
    )


def _offer(words: Words, what: Icon, offers: frozenset[str], when: str) -> MenuEntry:
    return _entry(words, what, does="offer", when="" if what in offers else when)


def _entry(
    words: Words,
    icon: Icon,
    *,
    data: str = "",
    does: PageAction = "",
    when: str = "",
    is_danger: bool = False,
) -> MenuEntry:
    return MenuEntry(icon, words.words(_LABELS[icon]), data, does, when, is_danger)
