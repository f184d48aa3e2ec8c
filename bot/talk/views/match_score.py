"""Match score: the score of a match in words."""

from __future__ import annotations

from fractions import Fraction

from bot.rules import Side
from bot.sessions import LoadedGame
from bot.talk.catalog import Words
from bot.talk.reply import Text
from bot.talk.wording import level_name, name_at, name_of, rules_name


def points_words(points: Fraction) -> str:
    """Return points as a number with ½ for a half, such as `2½`."""
    whole, half = divmod(points, 1)
    return ("½" if whole == 0 else f"{whole}½") if half else str(whole)


def played_words(words: Words, game: LoadedGame) -> str:
    """Return the rule set, a match's length and score (White's points first), and the computer's level."""
    played = _match_words(words, game)
    if game.level is None:
        return played
    return words.words("head-level", rules=played, level=level_name(words, game.level))


def _match_words(words: Words, game: LoadedGame) -> str:
    rules = rules_name(words, game.match.ruleset)
    if game.is_alone:
        return rules
    score = _score(game, game.white.id, game.black.id)
    length = game.before.length
    if length.points:
        return words.words("head-points", rules=rules, points=str(length.points), score=score)
    number, games = str(game.number), str(length.games)
    return words.words("head-games", rules=rules, number=number, games=games, score=score)


def match_score_text(words: Words, game: LoadedGame) -> Text:
    """Return the result of a match, or its score and how it goes on; empty if the game is not in a match."""
    if game.is_alone:
        return ()
    standing = game.standing
    if not standing.is_over:
        return _undecided(words, game)
    if standing.winner is None:
        return words.say("over-match-drawn", score=_score(game, *standing.players))
    won, lost = (game.white, game.black) if standing.winner == game.white.id else (game.black, game.white)
    score = _score(game, won.id, lost.id)
    if standing.forfeited is not None:
        return words.say("over-match-forfeited", winner=name_of(won), loser=name_of(lost), score=score)
    return words.say("over-match-won", winner=name_of(won), score=score)


def _undecided(words: Words, game: LoadedGame) -> Text:
    """Return the score of an unfinished match, and how it goes on.

    Either player can start the next game; against the computer player only the person. If a player's data
    was deleted (`/forget`), the match ends here.
    """
    white, black = (name_at(game, side) for side in Side)
    score = _score(game, game.white.id, game.black.id)
    if game.white.is_former or game.black.is_former:
        return words.say("over-ends-here", white=white, black=black, score=score)
    if game.level is None:
        return words.say("over-goes-on", white=white, black=black, score=score)
    player = white if not game.white.is_computer else black
    return words.say("over-goes-on-program", white=white, black=black, score=score, player=player)


def _score(game: LoadedGame, first: int, second: int) -> str:
    standing = game.standing
    return "–".join(points_words(standing.score_of(player)) for player in (first, second))
