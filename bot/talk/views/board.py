"""Board: the message that shows a game's board, with text, picture and buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.rules import Side
from bot.rules.events import Offered, Withdrawn
from bot.sessions import Analysis, DisplayPreferences, LoadedEvent, LoadedGame, Player
from bot.talk.catalog import Words, join, words_in
from bot.talk.numbering import numbering_of
from bot.talk.reply import Bold, Mention, Reply, Span, Text
from bot.talk.views.buttons import board_buttons
from bot.talk.views.event_lines import event_lines, past_lines, result_text, telegram_length
from bot.talk.views.match_score import match_score_text, played_words
from bot.talk.views.result_pictures import result_picture
from bot.talk.views.scenes import board_scene
from bot.talk.views.spoken import dice_words, spoken, spoken_briefly
from bot.talk.views.time_left import time_text
from bot.talk.wording import grade_words, name_alone, name_at, shortened

LONGEST_CAPTION = 1024
"""Maximal length of a picture's caption in UTF-16 units: Telegram's limit."""


def board(  # noqa: PLR0913 (all but the first three by name)
    game: LoadedGame,
    events: Sequence[LoadedEvent],
    display: DisplayPreferences,
    *,
    since: int = 0,
    draft: bool = True,
    notified: Mapping[int, str] | None = None,
    notes: Sequence[Text] = (),
    now: datetime | None = None,
    waiting: int | None = 0,
    analysis: Analysis | None = None,
) -> Reply:
    """Return the message of a board.

    Args:
        events: all events of the game.
        since: the version up to which earlier messages reported events; the last turn is always reported.
        draft: True to show the unconfirmed turn.
        notified: the keys of the accounts to mention, by the player's id. Each is mentioned once: where the
            text asks the player to act or gives their result, else in the headline.
        notes: further sentences at the end.
        now: the current time; None to leave out the players' clocks.
        waiting: the number of other games that wait for the reader, as in `bot.sessions.GameView`; None for
            a message without buttons.
        analysis: the analysis of a finished game, for a picture of its largest swing instead of its end.
    """
    words = words_in(display.language)
    shown = game if draft else without_draft(game)
    following = [*next_lines(words, shown, display, notified or {}, now), *notes]
    # Each player is mentioned once: in the headline only if no other line does.
    called = {span.account for line in following for span in line if isinstance(span, Mention)}
    others = {player: account for player, account in (notified or {}).items() if account not in called}
    head = _head(words, shown, others)
    room = LONGEST_CAPTION - sum(map(telegram_length, [head, *following]))
    at_end = None if analysis is None else result_picture(words, game, display, analysis)
    return replace(
        at_end or picture(shown, display, events),
        text=join(
            [head, *event_lines(words, shown, events, since, room, numbering_of(game, display)), *following]
        ),
        buttons=() if waiting is None else board_buttons(words, shown, display, waiting),
        game=game.id,
    )


def past_text(
    game: LoadedGame, events: Sequence[LoadedEvent], display: DisplayPreferences, revision: int
) -> Text:
    """Return the text of a board's message after a newer message has replaced it.

    It has the headline and the last turn of each side; it asks no player to act.

    Args:
        events: all events of the game.
        revision: the version of the game that the message showed.
    """
    words = words_in(display.language)
    white, black = (Bold(name_alone(words, game.player(side))) for side in Side)
    head = words.say(
        "board-head-past", white=white, black=black, rules=played_words(words, game), game=game.id
    )
    side = None if display.reader is None else game.side_of(display.reader)
    numbers = numbering_of(game, display)
    return join(
        [
            head,
            *past_lines(
                words, game, events, revision, LONGEST_CAPTION - telegram_length(head), numbers, side
            ),
        ]
    )


def picture(
    game: LoadedGame, display: DisplayPreferences, events: Sequence[LoadedEvent], chosen: int | None = None
) -> Reply:
    """Return a board's picture with its descriptions for screen readers, and an empty text.

    Args:
        game: the game, with the unconfirmed turn to show.
        events: all events of the game.
        chosen: the point of the selected checker; None if no checker is selected.
    """
    words = words_in(display.language)
    position = game.live.draft.position if game.live.draft else game.live.state.position
    numbers = numbering_of(game, display)
    return Reply(
        text=(),
        scene=board_scene(game, events, display, chosen),
        alt=spoken(words, position, game.live.state, numbers, game.live.draft),
        short_alt=spoken_briefly(words, position, game.live.state, numbers, game.live.draft),
    )


def without_blocked_offers(
    game: LoadedGame, events: Sequence[LoadedEvent], display: DisplayPreferences
) -> tuple[LoadedGame, list[LoadedEvent]]:
    """Return a game and its events without the offers of players whom the reader has blocked.

    Offers are of a draw, a resignation or a pause; doubles are kept.
    """
    unseen = {side for side in Side if game.player(side).id in display.blocked}
    if not unseen:
        return game, list(events)
    incoming = [
        event
        for event in events
        if not isinstance(event.event, Offered | Withdrawn) or event.side not in unseen
    ]
    offer = game.live.offer
    if offer is None or offer.side not in unseen:
        return game, incoming
    return replace(game, live=replace(game.live, offer=None)), incoming


def without_draft(game: LoadedGame) -> LoadedGame:
    """Return a game with all moves of the unconfirmed turn taken back."""
    if game.live.draft is None:
        return game
    return replace(game, live=replace(game.live, draft=game.live.draft.take_back_all()))


def _head(words: Words, game: LoadedGame, notified: Mapping[int, str]) -> Text:
    """Return the headline: names (mentions for players in `notified`), pip counts, rules and game id."""

    def named(player: Player) -> Span:
        account = notified.get(player.id)
        if account is None:
            return Bold(name_alone(words, player))
        return Mention(shortened(player.name), account)

    position = game.live.draft.position if game.live.draft else game.live.state.position
    return words.say(
        "board-head",
        white=named(game.white),
        black=named(game.black),
        white_pips=str(position.pips(Side.WHITE)),
        black_pips=str(position.pips(Side.BLACK)),
        rules=played_words(words, game),
        game=game.id,
    )


def next_lines(
    words: Words,
    game: LoadedGame,
    display: DisplayPreferences,
    notified: Mapping[int, str],
    now: datetime | None,
) -> list[Text]:
    """Return what the player to act has to do, and the deadline; after the game, its result and the score.

    An offer and a pause have their own lines. A private chat addresses its reader; of the other player it
    only says what they have to do.

    Args:
        game: the game, with the unconfirmed turn to show.
        notified: the keys of the accounts to mention, by the player's id.
        now: the current time; None to leave out the players' clocks.
    """

    def called(side: Side) -> Span:
        account = notified.get(game.player(side).id)
        return name_at(game, side) if account is None else Mention(shortened(game.player(side).name), account)

    def spoken_to(side: Side) -> bool:
        return display.reader in (None, game.player(side).id)

    if game.is_over:
        outcome = game.live.state.outcome
        ended = result_text(words, outcome, {side: called(side) for side in Side}) if outcome else ()
        return [text for text in (ended, match_score_text(words, game)) if text]
    lines = []
    state = game.live.state
    if state.is_last_turn:
        white, black = name_at(game, Side.WHITE), name_at(game, Side.BLACK)
        lines.append(words.say("next-last-turn", white=white, black=black))
    offer = game.live.offer
    if offer is not None:
        message = "next-answer" if spoken_to(offer.side.other) else "next-answer-other"
        lines.append(words.say(message, name=called(offer.side.other)))
    mover = state.to_act or game.live.mover
    if game.paused is not None:
        return [*lines, words.say("next-paused", name=name_at(game, mover))]
    lines.append(_instruction(words, game, display, called(mover), spoken_to=spoken_to(mover)))
    if now is not None and (time := time_text(words, game, display, now, called)):
        lines.append(time)
    return lines


def _instruction(
    words: Words, game: LoadedGame, display: DisplayPreferences, name: Span, *, spoken_to: bool
) -> Text:
    """Return a sentence that says what the player to act has to do.

    Args:
        name: that player's name, or a mention.
        spoken_to: True to address that player; False to say it about them to the other player, who reads a
            private chat.
    """
    mover, partial = game.live.state.to_act or game.live.mover, game.live.draft
    if game.player(mover).is_computer:
        return words.say("next-program", name=name_at(game, mover))
    if partial is None:
        return _instruction_before_roll(words, game, name, spoken_to=spoken_to)
    if not partial.moves:
        message = "next-move" if spoken_to else "next-move-other"
        return words.say(message, name=name, roll=str(partial.roll))
    message = "next-complete" if partial.is_complete else "next-drafting"
    made = numbering_of(game, display).convert_moves(str(partial))
    left = dice_words(partial.dice_to_play)
    return words.say(message, name=name, roll=str(partial.roll), moves=made, left=left)


def _instruction_before_roll(words: Words, game: LoadedGame, name: Span, *, spoken_to: bool) -> Text:
    """Return `_instruction` before a roll: to roll, double, answer a double, or keep the opening roll."""
    state = game.live.state
    if state.is_doubled:
        if not spoken_to:
            return words.say("next-answer-double-other", name=name)
        lost = grade_words(words, state.ruleset.scoring.lowest, game.live.cube)
        return words.say("next-answer-double", name=name, value=str(game.live.cube * 2), grade=lost)
    if state.choice is not None:
        return words.say(
            "next-choose" if spoken_to else "next-choose-other", name=name, roll=str(state.choice)
        )
    if not spoken_to:
        return words.say("next-roll-other", name=name)
    return words.say("next-roll-or-double" if state.may_double else "next-roll", name=name)
