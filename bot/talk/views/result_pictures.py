"""Result pictures: the picture of a finished and analysed game, which is worth forwarding."""

from __future__ import annotations

from bot.rules import Game, PartialTurn
from bot.sessions import Analysis, DisplayPreferences, JudgedTurn, LoadedGame
from bot.talk.catalog import Words
from bot.talk.reply import Reply
from bot.talk.views.results import result_of as end_of
from bot.talk.views.scenes import ending_of, played_scene, result_of
from bot.talk.views.spoken import spoken_briefly
from renderers.scene import Card, Chart

_PERMILLE = 1000
_SPECTATOR = 0
"""An id that no player has: all readers of a picture that may be forwarded read about both players."""


def chart_of(analysis: Analysis, marks: tuple[int, ...], theme: str) -> Chart:
    """Return the chart of White's winning chances in thousandths, with the given turns marked."""
    return Chart(tuple(round(_PERMILLE * chance) for chance in analysis.winning_chances()), marks, theme)


def swing(analysis: Analysis) -> JudgedTurn | None:
    """Return the turn that changed the winning chances most; None if no turn moved a checker."""
    chances = analysis.winning_chances()
    return max(
        (turn for turn in analysis.turns if turn.choices),
        key=lambda turn: abs(chances[turn.number] - chances[turn.number - 1]),
        default=None,
    )


def result_picture(
    words: Words, game: LoadedGame, display: DisplayPreferences, analysis: Analysis
) -> Reply | None:
    """Return the picture of a finished game's largest swing, result and chances, and an empty text.

    Return None if there is no such turn.
    """
    turn, state = swing(analysis), game.live.state
    end, result = end_of(words, game, _SPECTATOR, rematch_by=None, is_analysed=True), result_of(state)
    if turn is None or end is None or result is None:
        return None
    score = None
    if not game.is_alone:
        white, black = (int(2 * game.standing.score_of(each.id)) for each in (game.white, game.black))
        score = white, black
    played = PartialTurn.begin(turn.before, turn.roll).play_all(turn.played.moves)
    card = Card(
        played_scene(played, display.below(game), display.theme),
        chart_of(analysis, (turn.number,), display.theme),
        result,
        ending_of(state),
        score,
        (end.won, end.standing),
    )
    board = spoken_briefly(words, turn.before, Game(turn.before, turn.roll))
    alt = words.words("result-picture", won=end.won, turn=str(turn.number), board=board)
    return Reply(text=(), scene=card, alt=alt, short_alt=end.won)
