"""Results: the end of a game for a page: a sentence to one reader, the match's score, and how it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.rules import Outcome, Side
from bot.sessions import LoadedGame
from bot.talk.catalog import Words
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Style, plain
from bot.talk.views.event_lines import result_text
from bot.talk.views.match_score import points_words
from bot.talk.wording import name_at, name_of


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game, as one person reads it.

    Args:
        won: who won what, in the second person to a player of the game.
        standing: the match's score, or who won the match; empty for a single game.
        onward: the button for the next game or a rematch; None if the person does not play or cannot go on.
        asked: what the person waits for, if they have asked for a rematch; else empty.
        is_analysed: True if an analysis of the game is stored.
    """

    won: str
    standing: str
    onward: Button | None
    asked: str
    is_analysed: bool


def result_of(
    words: Words, game: LoadedGame, viewer: int, *, rematch_by: int | None, is_analysed: bool
) -> Result | None:
    """Return the end of a game for one person, or None if the game is not over.

    Args:
        viewer: the id of the player who reads it; the id of no player for a visitor.
        rematch_by: the id of the player who has asked for a rematch; None if neither has.
        is_analysed: True if an analysis of the game is stored.
    """
    outcome = game.live.state.outcome
    if outcome is None:
        return None
    own = game.side_of(viewer)
    asked = ""
    if own is not None and rematch_by == viewer:
        asked = words.words("result-rematch-asked", name=name_at(game, own.other))
    return Result(
        won=_won(words, game, outcome, own),
        standing=_standing(words, game, own),
        onward=None if own is None or asked else _onward(words, game, is_asked=rematch_by is not None),
        asked=asked,
        is_analysed=is_analysed,
    )


def won_text(words: Words, game: LoadedGame, viewer: int) -> str:
    """Return how a finished game ended, in the second person to a player of the game; empty if it goes on."""
    outcome = game.live.state.outcome
    return "" if outcome is None else _won(words, game, outcome, game.side_of(viewer))


def _won(words: Words, game: LoadedGame, outcome: Outcome, own: Side | None) -> str:
    winner = outcome.winner
    if winner is None or outcome.grade is None:
        return plain(result_text(words, outcome, {side: name_at(game, side) for side in Side}))
    prize = words.words(f"result-grade-{outcome.grade.value}")
    if outcome.cube > 1:
        points = outcome.grade.points * outcome.cube
        prize = words.words("result-cubed", prize=prize, cube=str(outcome.cube), points=points)
    message = "result-won" if own is None else "result-you-won" if own is winner else "result-you-lost"
    first = own or winner
    position = game.live.state.position
    return words.words(
        message,
        how=outcome.ending,
        winner=name_at(game, winner),
        loser=name_at(game, winner.other),
        prize=prize,
        off=f"{position.off(first)}–{position.off(first.other)}",
    )


def _standing(words: Words, game: LoadedGame, own: Side | None) -> str:
    if game.is_alone:
        return ""
    standing = game.standing
    score = {side: standing.score_of(game.player(side).id) for side in Side}
    ahead = max(Side, key=lambda side: (score[side], side is own))
    mine = ahead is own
    leader, behind = game.player(ahead), game.player(ahead.other)
    shown = f"{points_words(score[ahead])}–{points_words(score[ahead.other])}"
    if not standing.is_over:
        if score[Side.WHITE] == score[Side.BLACK]:
            message = "result-level"
        else:
            message = "result-you-lead" if mine else "result-leads"
        length = game.before.length
        return words.words(
            message,
            name=name_of(leader),
            score=shown,
            points=length.points or 0,
            games=length.games or 0,
            number=game.number,
        )
    if standing.winner is None:
        return words.words("over-match-drawn", score=shown)
    if standing.winner != leader.id:  # a match lost on time may be lost in the lead
        leader, behind, mine = behind, leader, own is ahead.other
        shown = "–".join(reversed(shown.split("–")))
    if standing.forfeited is not None:
        return words.words("over-match-forfeited", winner=name_of(leader), loser=name_of(behind), score=shown)
    if mine:
        return words.words("result-match-you-won", score=shown)
    return words.words("over-match-won", winner=name_of(leader), score=shown)


def _onward(words: Words, game: LoadedGame, *, is_asked: bool) -> Button | None:
    """Return the button for the next game or a rematch; None if a player's data was deleted.

    Args:
        is_asked: True if the opponent has asked for a rematch.
    """
    if game.white.is_former or game.black.is_former:
        return None
    if game.standing.is_over:
        label = words.words("button-accept-rematch" if is_asked else "button-rematch")
        return Button(label, button_data(f"/rematch {game.id}"), Style.PRIMARY)
    following = Button(words.words("button-next-game"), button_data(f"/continue {game.id}"), Style.PRIMARY)
    if game.before.length.points:
        return following
    label = words.words(
        "button-next-game-of", number=str(game.number + 1), games=str(game.before.length.games)
    )
    return replace(following, label=label)
