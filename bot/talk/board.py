"""The message of a board: what stands in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.sessions import Kind
from bot.talk.buttons import board_buttons
from bot.talk.catalog import join, words_in
from bot.talk.happenings import length, told
from bot.talk.numbering import numbering_of
from bot.talk.reply import Mention, Reply
from bot.talk.results import result_text
from bot.talk.scenes import board_scene
from bot.talk.spoken import dice_words, spoken, spoken_briefly
from bot.talk.standing import played_words, standing_text
from bot.talk.wording import grade_words, name_at, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.sessions import Dress, Event, Game
    from bot.talk.catalog import Words
    from bot.talk.reply import Span, Text

LONGEST = 1024
"""Telegram's limit of what may stand below a picture."""


def board(
    game: Game,
    events: Sequence[Event],
    dress: Dress,
    *,
    since: int = 0,
    draft: bool = True,
    rings: Mapping[int, str] | None = None,
    buttons: bool = True,
    notes: Sequence[Text] = (),
) -> Reply:
    """Return the message of a board.

    Args:
        game: the game.
        events: everything that happened in it.
        dress: how the chat wants to be shown things.
        since: the version up to which earlier messages told what happened; the last turn is always told.
        draft: whether the half-made turn is shown.
        rings: the accounts, by player, that the message calls.
        buttons: whether it has buttons.
        notes: what else is said at the end, a sentence each.
    """
    words = words_in(dress.language)
    shown = game if draft else without_draft(game)
    head = _head(words, shown)
    following = [*_next(words, shown, dress, rings or {}), *notes]
    room = LONGEST - sum(map(length, [head, *following]))
    return replace(
        picture(shown, dress, events),
        text=join([head, *told(words, shown, events, since, room, numbering_of(game, dress)), *following]),
        buttons=board_buttons(words, shown, dress) if buttons else (),
    )


def picture(game: Game, dress: Dress, events: Sequence[Event], chosen: int | None = None) -> Reply:
    """Return the picture of a board and what it shows in words, without a text.

    Args:
        game: the game, with the half-made turn that is shown.
        dress: how the chat wants to be shown things.
        events: everything that happened in it.
        chosen: the point whose checker is chosen.
    """
    words = words_in(dress.language)
    position = game.play.draft.position if game.play.draft else game.play.state.position
    numbers = numbering_of(game, dress)
    return Reply(
        text=(),
        scene=board_scene(game, events, dress, chosen),
        alt=spoken(words, position, game.play.state, numbers, game.play.draft),
        short_alt=spoken_briefly(words, position, game.play.state, numbers, game.play.draft),
    )


def as_seen(game: Game, events: Sequence[Event], dress: Dress) -> tuple[Game, list[Event]]:
    """Return a game, and what happened in it, without the offers of those whom the reader has blocked."""
    unseen = {side for side in Side if game.player(side).id in dress.blocked}
    if not unseen:
        return game, list(events)
    heard = [event for event in events if event.kind != Kind.OFFER.value or Side(event.side) not in unseen]
    offer = game.play.offer
    if offer is None or offer.by not in unseen:
        return game, heard
    return replace(game, play=replace(game.play, offer=None)), heard


def without_draft(game: Game) -> Game:
    """Return a game whose half-made turn is not shown."""
    if game.play.draft is None:
        return game
    return replace(game, play=replace(game.play, draft=game.play.draft.take_back_all()))


def _head(words: Words, game: Game) -> Text:
    position = game.play.draft.position if game.play.draft else game.play.state.position
    return words.say(
        "board-head",
        white=name_at(game, Side.WHITE),
        black=name_at(game, Side.BLACK),
        white_pips=str(position.pips(Side.WHITE)),
        black_pips=str(position.pips(Side.BLACK)),
        rules=played_words(words, game),
        game=game.id,
    )


def _next(words: Words, game: Game, dress: Dress, rings: Mapping[int, str]) -> list[Text]:
    """Who has to do what now. In a private chat nobody but its reader is spoken to."""

    def called(side: Side) -> Span:
        account = rings.get(game.player(side).id)
        return name_at(game, side) if account is None else Mention(shortened(game.player(side).name), account)

    def spoken_to(side: Side) -> bool:
        return dress.reader in (None, game.player(side).id)

    if game.is_over:
        outcome = game.play.state.outcome
        ended = result_text(words, outcome, {side: called(side) for side in Side}) if outcome else ()
        return [text for text in (ended, standing_text(words, game)) if text]
    lines = []
    state = game.play.state
    if state.is_last_turn:
        white, black = name_at(game, Side.WHITE), name_at(game, Side.BLACK)
        lines.append(words.say("next-last-turn", white=white, black=black))
    offer = game.play.offer
    if offer is not None:
        message = "next-answer" if spoken_to(offer.by.other) else "next-answer-other"
        lines.append(words.say(message, name=called(offer.by.other)))
    mover, partial = state.actor or game.play.mover, game.play.draft
    if game.player(mover).program is not None:
        lines.append(words.say("next-program", name=name_at(game, mover)))
    elif partial is None:
        lines.append(_before_roll(words, game, called(mover), spoken_to=spoken_to(mover)))
    elif partial.moves:
        message = "next-complete" if partial.is_complete else "next-drafting"
        made = numbering_of(game, dress).other_text(str(partial))
        left = dice_words(partial.dice_to_play)
        lines.append(words.say(message, name=called(mover), roll=str(partial.roll), moves=made, left=left))
    else:
        message = "next-move" if spoken_to(mover) else "next-move-other"
        lines.append(words.say(message, name=called(mover), roll=str(partial.roll)))
    return lines


def _before_roll(words: Words, game: Game, name: Span, *, spoken_to: bool) -> Text:
    """What the one who is to act has to do while no dice are thrown."""
    state = game.play.state
    if state.is_doubled:
        if not spoken_to:
            return words.say("next-answer-double-other", name=name)
        lost = grade_words(words, state.ruleset.scoring.lowest, game.play.cube)
        return words.say("next-answer-double", name=name, value=str(game.play.cube * 2), grade=lost)
    if state.choice is not None:
        return words.say(
            "next-choose" if spoken_to else "next-choose-other", name=name, roll=str(state.choice)
        )
    if not spoken_to:
        return words.say("next-roll-other", name=name)
    return words.say("next-roll-or-double" if state.may_double else "next-roll", name=name)
