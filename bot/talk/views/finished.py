"""Finished games: a page of a player's finished games, for a web page and for a chat."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules import Side
from bot.sessions import FINISHED_ON_A_PAGE, FIRST_THEME, Ended, FinishedPage, LoadedGame
from bot.talk.catalog import Words, join
from bot.talk.input.keywords import Keyword
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Reply, Rows
from bot.talk.views.match_score import played_words
from bot.talk.views.results import won_text
from bot.talk.views.scenes import SmallBoard, position_scene
from bot.talk.wording import game_label, name_alone

ALL = "all"
"""The key of the filter that shows every game; the others have the values of `Ended`."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of a person.

    Args:
        game: the game's id.
        ended: when it ended, in seconds since 1970.
        says: how it ended, in the second person.
        opponent: the opponent's name.
        rules: the rule set, the match's length and score, and the computer player's level.
        board: the last position, from the person's side.
    """

    game: str
    ended: float
    says: str
    opponent: str
    rules: str
    board: SmallBoard


@dataclass(frozen=True, slots=True)
class FinishedFilter:
    """A part of the list, by how the games ended or by opponent.

    Args:
        key: `all`, `won`, `lost` or `drawn`; for an opponent the player's id.
        label: its name, with the number of its games.
    """

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A page of a person's finished games.

    Args:
        shown: the key of the filter that was asked for.
        filters: the filters to choose from, those with a game and the one for all.
        games: the games of the page, the last finished first.
        page: the page's number, from 1.
        pages: the number of pages.
        opponent: the key of the opponent that was asked for; empty for all.
        opponents: the opponents to choose from, the first with an empty key for all; empty if there is one.
    """

    shown: str = ALL
    filters: tuple[FinishedFilter, ...] = ()
    games: tuple[FinishedGame, ...] = ()
    page: int = 1
    pages: int = 0
    opponent: str = ""
    opponents: tuple[FinishedFilter, ...] = ()


def finished(
    words: Words, found: FinishedPage, player: int, ended: Ended | None, opponent: str, *, theme: str
) -> Finished:
    """Return a page of a player's finished games for a web page.

    Args:
        opponent: the key of the opponent that was asked for; empty for all.
    """
    counts = _counts(found)
    shown = ALL if ended is None else ended.value
    return Finished(
        shown,
        tuple(
            FinishedFilter(key, words.words(f"finished-{key}", count=count))
            for key, count in counts.items()
            if count or key == ALL
        ),
        tuple(_line(words, game, player, theme) for game in found.games),
        found.number,
        -(-counts[shown] // FINISHED_ON_A_PAGE),
        opponent,
        _opponents(words, found) if len(found.opponents) > 1 else (),
    )


def finished_list(words: Words, found: FinishedPage, player: int, size: int) -> Reply:
    """Return a page of a player's finished games as a message, with a button that shows each game's board.

    Args:
        size: the number of games on a page.
    """
    pages = -(-found.tally.games // size)
    lines = [words.say("finished-title", count=found.tally.games, page=found.number, pages=pages)]
    for game in found.games:
        line = _line(words, game, player, FIRST_THEME)
        lines.append(
            words.say(
                "finished-line",
                game=Code(game.id),
                says=line.says,
                opponent=line.opponent,
                rules=line.rules,
            )
        )
    rows: Rows = tuple(
        (Button(game_label(words, game), button_data(f"/board {game.id}")),) for game in found.games
    )
    around = {"button-page-before": found.number - 1, "button-page-after": found.number + 1}
    turning = tuple(
        Button(words.words(label), button_data(f"/games {Keyword.FINISHED.value} {other}"))
        for label, other in around.items()
        if 1 <= other <= pages
    )
    return Reply(join(lines), buttons=(*rows, turning) if turning else rows)


def _opponents(words: Words, found: FinishedPage) -> tuple[FinishedFilter, ...]:
    return (
        FinishedFilter("", words.words("finished-everyone")),
        *(
            FinishedFilter(
                str(player.id),
                words.words("finished-opponent", name=name_alone(words, player), count=count),
            )
            for player, count in found.opponents
        ),
    )


def _counts(found: FinishedPage) -> dict[str, int]:
    tally = found.tally
    return {
        ALL: tally.games,
        Ended.WON.value: tally.won,
        Ended.LOST.value: tally.lost,
        Ended.DRAWN.value: tally.drawn,
    }


def _line(words: Words, game: LoadedGame, player: int, theme: str) -> FinishedGame:
    state, side = game.live.state, game.side_of(player) or Side.WHITE
    return FinishedGame(
        game.id,
        game.changed.timestamp(),
        won_text(words, game, player),
        name_alone(words, game.player(side.other)),
        played_words(words, game),
        SmallBoard.of(position_scene(state.position, state.ruleset, side.value, theme)),
    )
